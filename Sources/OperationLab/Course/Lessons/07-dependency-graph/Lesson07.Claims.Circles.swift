import OperationLab
import OperationTesting

// Those who wait for each other, and what helps.
extension Lesson07 {
  private static let pair = ["chicken", "egg"]

  /// Each of the two depends on the other.
  private static let circle: [Trace.Condition] = [
    .added("chicken", to: "farm", dependencies: ["egg"]),
    .added("egg", to: "farm", dependencies: ["chicken"]), .neverSuspended("farm"),
  ]

  fileprivate static let addingItself = Trace.Event.Wait.other(
    "for ego.addDependency(ego) to return")

  static let circleDeadlocks = Claim(
    "C21a", "Two operations that depend on each other deadlock.",
    origin: .article(
      .c,
      passage: .init(
        "像A依賴B,B又依賴A,這也會(huì)導(dǎo)致杯具的死鎖",
        "such as A depends on B and B on A: that, too, leads to a tragic deadlock",
        at: 621)),
    expected: .everywhere(
      .confirmed, basis: .documented(page: ApplePage.addDependency),
      because: "Neither is ever ready. No thread waits, so nothing shows it."),
    in: "cycle", given: circle,
    expect: [
      .never(.started, of: pair), .stuck("chicken", .cycle, waitsFor: pair),
      .stuck("egg", .cycle, waitsFor: pair),
    ])

  static let cancellingFreesBoth = Claim(
    "C21c", "... and cancelling one of them lets both leave the queue.", origin: .kit,
    expected: .everywhere(
      .confirmed,
      because: """
        A cancelled operation is ready whatever it waits for; it finishes without its body, and \
        that makes the other ready, whose body does run.
        """),
    in: "cycle-cancelled",
    given: circle + [
      .flags(not: .ready, at: .firstSettled("chicken")),
      .flags(not: .ready, at: .firstSettled("egg")),
      .exactly(1, .cancelled, of: pair),
      .any(
        .order(.firstSettled("egg"), .cancelled("chicken")),
        .order(.firstSettled("chicken"), .cancelled("egg"))),
    ],
    expect: [
      .all(
        "both were started, finished and left the queue",
        .each(pair) {
          [
            .order(.firstSettled($0), .started($0)), .flags(.finished, at: .settled($0)),
            .place(nil, at: .settled($0)),
          ]
        }),
      .exactly(1, .began, of: pair),
      .each(pair) { [.any(.never(.cancelled($0)), .never(.began($0)))] },
    ])

  static let askingAvoidsCircles = Claim(
    "C21d",
    """
    Asking first whether the other already waits for this one, directly or through others, closes \
    no circle: the dependencies that are left are kept, and all run.
    """,
    origin: .kit,
    expected: .everywhere(
      .confirmed,
      because: """
        The last dependency of a circle leads to an operation that already waits for this one, \
        and a walk along the dependencies finds that.
        """),
    in: "cycle-refused",
    given: [
      .added("chicken", to: "farm", dependencies: ["egg"]),
      .added("egg", to: "farm", dependencies: ["nest"]),
      .added("nest", to: "farm", dependencies: []),
      // chicken is refused only where it closes a circle.
      .added("fox", to: "farm", dependencies: ["chicken"]), .neverSuspended("farm"),
      .neverCancelled("chicken", "egg", "nest", "fox"),
      .happens(
        .marked(mustNotWait(for: "chicken"), by: "egg"),
        .marked(mustNotWait(for: "chicken"), by: "nest")),
    ],
    expect: [
      .order(
        .began("nest"), .ended("nest"), .began("egg"), .ended("egg"), .began("chicken"),
        .ended("chicken"), .began("fox"), .ended("fox"))
    ])

  static let selfDeadlocks = Claim(
    "C21b", "An operation that depends on itself deadlocks.", origin: .kit,
    expected: .everywhere(
      .confirmed,
      because: """
        On Linux addDependency(_:) itself never returns: it locks both operations, which are one. \
        On macOS, where this was not measured, it could at best never become ready.
        """),
    in: "self-dependency",
    given: [
      .onMain(.waits("program", for: addingItself)),
      .any(
        .all("the program is stuck in the call", .stuck("program", .blocked), .callNeverReturns),
        .added("ego", dependencies: ["ego"])),
    ],
    expect: [.any(.never(.added("next")), .stuck("ego", .cycle, waitsFor: ["ego"]))])
}

extension Trace.Condition {
  /// After the call to add ego as a dependency of itself, the main thread did nothing more.
  fileprivate static let callNeverReturns = Self("ego.addDependency(ego) never returned") { run in
    let call = try run.first(.waiting, of: "program", .wait(Lesson07.addingItself))
    return Outcome(
      run.lastEvent(on: "main") == call.event, "ego.addDependency(ego) never returned", [call])
  }
}
