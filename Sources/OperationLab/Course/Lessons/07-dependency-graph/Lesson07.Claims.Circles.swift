import OperationLab
import OperationDownloads
import OperationTesting

// Those who wait for each other, and what helps.
extension Lesson07 {
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
    mutants: [
      .passing("cycle-cancelled", as: "cycle"),
      .passing("cycle-refused", as: "cycle"),
      .trace(of: "cycle", "nobody looked whether they ever start") { $0.removing(.settled) },
      .trace(of: "cycle", "one of them depends on nothing") {
        $0.replacing(.enqueued, of: "egg") { $0.enqueueing = Event.Enqueueing(queue: "farm") }
      },
      .trace(of: "cycle", "one of them starts") { $0.inserting(.started, of: "egg") },
    ]
  ) { runs in
    let run = try runs["cycle"]
    let added = try addedInCircle(in: run)
    let starts = try pair.map { try run.occurrence(of: .started, of: $0) }
    if starts.allSatisfy(\.isNever) {
      for name in pair { try run.stuck(name, .cycle, waitsFor: pair) }
    }
    return .confirmed(
      if: starts.allSatisfy(\.isNever), "neither was ever started; both are still in their queue",
      otherwise: "one of them was started", added + starts.map(\.evidence))
  }

  static let cancellingFreesBoth = Claim(
    "C21c", "... and cancelling one of them lets both leave the queue.", origin: .kit,
    expected: .everywhere(
      .confirmed,
      because: """
        A cancelled operation is ready whatever it waits for; it finishes without its body, and \
        that makes the other ready, whose body does run.
        """),
    mutants: [
      .passing("cycle", as: "cycle-cancelled"),
      .trace(of: "cycle-cancelled", "egg is left behind") {
        $0.replacing(.settled, of: "egg") { $0.note = "in farm" }
      },
      .trace(of: "cycle-cancelled", "the body of the cancelled one runs, too") {
        $0.inserting(.began, of: "chicken")
      },
      .trace(of: "cycle-cancelled", "they were not stuck before") {
        $0.movingToFront(.cancelled, of: "chicken")
      },
    ]
  ) { runs in
    let run = try runs["cycle-cancelled"]
    let added = try addedInCircle(in: run)
    let cancelled = pair.flatMap { run.all(.cancelled, of: $0) }
    try run.require(
      Set(cancelled.map(\.subject)).count == 1, "just one of the two was cancelled")
    let rests = try pair.map { try run.restInQueue(of: $0) }
    try run.require(
      rests.allSatisfy { $0.seq < cancelled[0].seq && !$0.state.contains(.ready) },
      "both had come to rest before, and were not ready")
    let starts = try pair.map { try run.first(.started, of: $0) }
    let ends = try pair.map { try run.last(.settled, of: $0) }
    let bodies = pair.flatMap { run.all(.began, of: $0) }
    return .confirmed(
      if: starts.allSatisfy { $0.seq > cancelled[0].seq }
        && ends.allSatisfy { $0.note == "in no queue" && $0.state.contains(.finished) }
        && bodies.map(\.subject) == pair.filter { $0 != cancelled[0].subject },
      "both were started after cancel(), finished, and left the queue; only one body ran",
      otherwise: "not both got free, or the wrong body ran",
      added + rests + cancelled + starts + bodies + ends)
  }

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
    mutants: [
      .passing("cycle", as: "cycle-refused"),
      .trace(of: "cycle-refused", "nothing is refused") {
        $0.replacing(.noted, of: "nest") { $0.note = "waits for chicken" }
      },
      .trace(of: "cycle-refused", "nothing is added") {
        $0.replacing(.enqueued) { $0.enqueueing = Event.Enqueueing(queue: "farm") }
      },
      .trace(of: "cycle-refused", "egg does not wait for nest") {
        $0.movingToFront(.began, of: "egg")
      },
    ]
  ) { runs in
    let run = try runs["cycle-refused"]
    if let stuck = try? run.stuck("chicken", .cycle) {
      return Judgement(
        .refuted, "a circle was closed: \(stuck.waitsFor.joined(separator: ", "))",
        try stuck.waitsFor.map { try run.last(.settled, of: $0) })
    }
    let added = [
      try run.enqueued("chicken", in: "farm", isSuspended: false, dependencies: ["egg"]),
      try run.enqueued("egg", in: "farm", isSuspended: false, dependencies: ["nest"]),
      try run.enqueued("nest", in: "farm", isSuspended: false, dependencies: []),
      // chicken is refused only where it closes a circle.
      try run.enqueued("fox", in: "farm", isSuspended: false, dependencies: ["chicken"]),
    ]
    try run.requireNeverSuspended("farm")
    try run.requireNotCancelled("chicken", "egg", "nest", "fox")
    let refusals = [
      try run.first(.noted, of: "egg", note: "must not wait for chicken: a circle"),
      try run.first(.noted, of: "nest", note: "must not wait for chicken: a circle"),
    ]
    let turns = ["nest", "egg", "chicken", "fox"]
    let begins = try turns.map { try run.first(.began, of: $0) }
    let ends = try turns.map { try run.first(.ended, of: $0) }
    return .confirmed(
      if: zip(ends, begins.dropFirst()).allSatisfy { $0.seq < $1.seq },
      "nest, egg, chicken and fox ran, one after the other", otherwise: "they ran in another order",
      refusals + added + zip(begins, ends).flatMap { [$0, $1] })
  }

  static let selfDeadlocks = Claim(
    "C21b", "An operation that depends on itself deadlocks.", origin: .kit,
    expected: .everywhere(
      .confirmed,
      because: """
        On Linux addDependency(_:) itself never returns: it locks both operations, which are one. \
        On macOS, where this was not measured, it could at best never become ready.
        """),
    mutants: [
      .passing("cycle-refused", as: "self-dependency"),
      .trace(of: "self-dependency", "the call returns and ego runs") {
        $0.inserting(.enqueued, of: "next").inserting(.began, of: "ego")
      },
      .trace(of: "self-dependency", "it is another that ego is to wait for") {
        $0.replacing(.waiting) { $0.note = "for ego.addDependency(next) to return" }
      },
      .trace(of: "self-dependency", "the program is stuck after the call") {
        $0.inserting(.noted, of: "program")
      },
    ]
  ) { runs in
    let run = try runs["self-dependency"]
    let call = try run.first(
      .waiting, of: "program", note: "for ego.addDependency(ego) to return")
    try run.require(call.thread == "main", "the main thread makes the call")
    switch try run.occurrence(of: .enqueued, of: "next") {
    case .never(let settled):
      try run.stuck("program", .blocked)
      try run.require(
        run.lastEvent(on: call.thread) == call.event, "the program is stuck in that call")
      return Judgement(
        .confirmed, "addDependency(_:) never returned: 'next' was never added", [call, settled])
    case .happened(let added):
      try run.enqueued("ego", isSuspended: false, dependencies: ["ego"])
      let body = try run.occurrence(of: .began, of: "ego")
      if body.isNever { try run.stuck("ego", .cycle, waitsFor: ["ego"]) }
      return .confirmed(
        if: body.isNever, "the call returned, but ego never started",
        otherwise: "ego ran", [call, added, body.evidence])
    }
  }

  private static let pair = ["chicken", "egg"]

  /// chicken and egg, put into a queue that is going, each depending on the other.
  private static func addedInCircle(in run: Run) throws -> [Evidence] {
    try run.requireNeverSuspended("farm")
    return [
      try run.enqueued("chicken", in: "farm", isSuspended: false, dependencies: ["egg"]),
      try run.enqueued("egg", in: "farm", isSuspended: false, dependencies: ["chicken"]),
    ]
  }
}
