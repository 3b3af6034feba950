import OperationBench
import OperationDoctor

/// Lesson 1. Its page is `Lessons/01-start-runs-here/README.md`.
enum Lesson01 {
  static let lesson = Lesson(
    1, "start-runs-here", title: "Which thread start() runs on",
    question: "You call start() on an operation. Which thread does the work, and when is it done?",
    programs: [
      byQueue,
      byHand,
      flagAlone,
      reallyAsynchronous,
    ],
    further: [
      invocation,
      bare,
      mainThenQueue,
    ],
    claims: [
      startIsSynchronous,
      flagIsFalse,
      flagChangesNothing,
      workElsewhere,
      invocationRunsHere,
      queueStarts,
      mainIsACall,
      startCallsMain,
      bareIsEmpty,
      bareCannotBeUsed,
      queueRunsItAgain,
    ],
    predictions: predictions)

  /// What is asked before each program runs, by the program's name.
  static let predictions: [String: Prediction] = [
    "by-hand": .thread(
      "The main thread calls start() on here, without a queue. Which thread runs its body?",
      .began("here")),
    "flag-alone": .thread(
      "isAsynchronous of 'flag only' returns true. Which thread runs its work?", .began("flag only")
    ),
    "really-asynchronous": .first(
      "Which comes first?", ("start() returns", .returned("thread")),
      ("the work begins", .began("thread"))),
    "by-queue": .thread("Which thread runs the body of queued?", .began("queued")),
    "invocation": .thread(
      "The main thread calls start(). Which thread runs fetch()?", .event(.noted, of: "photo")),
    "bare": .flag(
      "The program called main() on 'called', and nothing else. Is it finished?", .finished,
      at: .event(.observed, of: "called", .mark(afterMain))),
    "main-then-queue": .times(
      "main() was called, and then the operation is added to a queue. How often does the work begin?",
      .began("twice")),
  ]
}

// The premises, and what several claims expect.
extension Lesson01 {
  /// The second time that the program reads the operation's state: after its call.
  static func afterCall(_ name: String) -> Trace.Moment { .observed(name).last }

  /// The program calls `start()` or `main()` of an operation that is in no queue and was neither
  /// started nor cancelled. It reads the state before and after, on one thread.
  static func calledByHand(_ name: String) -> [Trace.Condition] {
    [
      .never(.added(name)),
      .flags(not: [.executing, .finished, .cancelled], at: .observed(name)),
      .order(.observed(name), afterCall(name)), .sameThread(.observed(name), afterCall(name)),
    ]
  }

  /// The program itself calls `start()` of such an operation.
  static func startedByHand(_ name: String) -> [Trace.Condition] {
    calledByHand(name) + [
      .order(.observed(name), .started(name), afterCall(name)),
      .sameThread(.observed(name), .started(name), afterCall(name)),
    ]
  }

  /// The work begins and ends during the call, on the caller's thread.
  static func runsWithinCall(_ name: String) -> [Trace.Condition] {
    [
      .order(.observed(name), .began(name), .ended(name), afterCall(name)),
      .sameThread(.observed(name), .began(name), .ended(name), afterCall(name)),
    ]
  }
}

extension Lesson01 {
  static let startIsSynchronous = Claim(
    "C01", in: "by-hand",
    given: startedByHand("here") + startedByHand("there") + [
      .onMain(.started("here")), .onMain(.started("there"), false),
    ],
    expect: [
      .sameThread(.started("here"), .began("here"), .ended("here"), .returned("here")),
      .order(.started("here"), .began("here"), .ended("here"), .returned("here")),
      .times(1, .began, of: "here"),
      .sameThread(.started("there"), .began("there"), .ended("there"), .returned("there")),
      .order(.started("there"), .began("there"), .ended("there"), .returned("there")),
      .times(1, .began, of: "there"),
    ])

  static let invocationRunsHere = Claim(
    "C04", in: "invocation",
    given: startedByHand("invocation") + [
      .onMain(.started("invocation")), .flags(.executing, at: .began("invocation")),
    ],
    expect: [
      .onMain(.marked(Photo.fetchRuns, by: "photo")), .times(1, .noted, of: "photo"),
      .order(
        .started("invocation"), .began("invocation"), .marked(Photo.fetchRuns, by: "photo"),
        .ended("invocation"), .returned("invocation")),
    ])

  static let queueStarts = Claim(
    "C05", in: "by-queue",
    given: [
      .added("queued", to: "downloads"), .times(1, .started, of: "queued"),
      .sameThread(
        .started("queued"), .event(.noted, of: "queued", .currentQueue(name: "downloads"))),
    ],
    expect: [.differentThreads(.added("queued"), .started("queued"))])

  static let mainIsACall = Claim(
    "A01", in: "by-hand",
    given: calledByHand("called"),
    expect: runsWithinCall("called") + [
      .flags(not: .executing, at: .began("called")),
      .flags(not: .finished, at: afterCall("called")),
    ])

  static let startCallsMain = Claim(
    "A02", in: "by-hand",
    given: calledByHand("started"),
    expect: runsWithinCall("started") + [
      .flags(.executing, at: .began("started")), .flags(.finished, at: afterCall("started")),
    ])
}

// isAsynchronous, and work on another thread.
extension Lesson01 {
  static let flagIsFalse = Claim(
    "C02", in: "flag-alone",
    given: [
      .isInstance("plain", of: "Operation"), .isInstance("block", of: "BlockOperation"),
      .isInstance("invocation", of: "InvocationOperation"),
    ],
    expect: [
      .isAsynchronous("plain", false), .isAsynchronous("block", false),
      .isAsynchronous("invocation", false),
    ])

  static let flagChangesNothing = Claim(
    "C03", in: "flag-alone",
    given: calledByHand("flag only") + [
      .isAsynchronous("flag only", true), .flags(.executing, at: .began("flag only")),
    ],
    expect: runsWithinCall("flag only") + [.flags(.finished, at: afterCall("flag only"))])

  static let workElsewhere = Claim(
    "C03b", in: "really-asynchronous",
    given: startedByHand("thread") + [.isAsynchronous("thread", true)],
    expect: [
      .order(.started("thread"), afterCall("thread"), .began("thread"), .ended("thread")),
      .state([.ready, .executing], at: afterCall("thread")),
      .differentThreads(.started("thread"), .began("thread")),
      .sameThread(.began("thread"), .ended("thread")),
      .flags(.executing, not: .finished, at: .began("thread")),
      .flags(.executing, not: .finished, at: .ended("thread")),
      .flags(.finished, at: .settled("thread")),
    ])
}

extension Trace.Condition {
  /// The operation was asked for its class, and this is it.
  static func isInstance(_ name: String, of type: String) -> Self {
    answer(of: name, "\(name) is of class \(type)") { found, _ in found == type }
  }

  /// The operation was asked for `isAsynchronous`, and this is what it returned.
  static func isAsynchronous(_ name: String, _ isAsynchronous: Bool) -> Self {
    answer(of: name, "isAsynchronous of \(name) is \(isAsynchronous)") { $1 == isAsynchronous }
  }

  private static func answer(
    of name: String, _ words: Phrase,
    isRight: @escaping @Sendable (_ type: String, _ isAsynchronous: Bool) -> Bool
  ) -> Self {
    Self(words) { run in
      for event in run.all(.noted, of: name) {
        if case .type(let type, let isAsynchronous) = event.fact {
          return Outcome(isRight(type, isAsynchronous), "\(name): \(event.notePhrase)", [event])
        }
      }
      throw MissingEvidence.event(.noted, subject: name, program: run.program)
    }
  }
}

// What the bare class does, with nothing overridden.
extension Lesson01 {
  static let bareIsEmpty = Claim(
    "A02b", in: "bare",
    given: calledByHand("called") + calledByHand("started") + [
      .isInstance("called", of: "Operation"), .isInstance("started", of: "Operation"),
      .neverCancelled("called", "started"),
      .state(.ready, at: .observed("called")), .state(.ready, at: .observed("started")),
    ],
    expect: [
      .state(.ready, at: afterCall("called")), .state(.ready, at: afterCall("started")),
    ])

  static let bareCannotBeUsed = Claim(
    "C01b", in: "bare",
    given: [
      .isInstance("queued", of: "Operation"),
      .added("queued", to: "downloads", dependencies: []), .neverCancelled("queued"),
    ],
    expect: [
      .not(
        .all(
          "it finished, left its queue, and its completion block ran",
          .flags(.finished, at: .settled("queued")), .place(nil, at: .settled("queued")),
          .happens(.completed("queued"))))
    ])

  static let queueRunsItAgain = Claim(
    "A01b", in: "main-then-queue",
    given: [.order(.ended("twice"), .added("twice")), .state(.ready, at: .ended("twice"))],
    expect: [
      .times(2, .began, of: "twice"), .flags(.finished, at: .settled("twice")),
      .place(nil, at: .settled("twice")),
    ])
}
