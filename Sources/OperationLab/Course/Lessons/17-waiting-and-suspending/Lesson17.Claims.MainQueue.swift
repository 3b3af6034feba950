import OperationLab
import OperationDownloads
import OperationTesting

/// What lesson 17 has to say of the main queue, where much of the rest is different.
extension Lesson17 {
  static let suspensionIsIgnored = Claim(
    "A19d", "The main queue can be suspended like any other.", origin: .kit,
    expected: .everywhere(
      .refuted,
      because: """
        Setting isSuspended of the main queue does nothing here. Apple's page makes no exception for \
        the main queue; that macOS makes one, too, is our guess.
        """),
    in: "main-queue",
    given: [
      // The same calls make a queue of our own wait, so they are the right ones.
      .added("op1", to: "own queue", isSuspended: true),
      .order(.suspended("own queue"), .added("op1"), .resumed("own queue"), .started("op1")),
      .added("op2", to: "main queue", isSuspended: nil),
      .order(.suspended("main queue"), .added("op2"), .firstSettled("op2"), .resumed("main queue")),
      .happens(.began("op2")),
    ],
    expect: [.order(.resumed("main queue"), .began("op2"))])

  static let cancelAllIsIgnored = Claim(
    "A20b", "cancelAllOperations() cancels what is in the main queue, too.", origin: .kit,
    expected: .everywhere(
      .refuted,
      because: """
        The call does nothing on the main queue here. Apple's page makes no exception for the main \
        queue; that macOS makes one, too, is our guess. Cancel the operations one by one.
        """),
    in: "main-queue",
    given: [
      // The same call cancels what is in a queue of our own.
      .added("op1", to: "own queue", isSuspended: true),
      .order(.added("op1"), .cancelled("own queue"), .observed("op1")),
      .flags(.cancelled, at: .observed("op1")),
      .added("op2", to: "main queue", isSuspended: nil),
      .order(.added("op2"), .cancelled("main queue"), .observed("op2"), .began("op2")),
    ],
    expect: [.flags(.cancelled, at: .observed("op2"))])

  static let barrierOnMain = Claim(
    "A07c", "A barrier block of the main queue runs on the main thread, too.",
    origin: .kit,
    expected: Expectation(
      linux: .refuted, darwin: .confirmed,
      because: """
        On Linux an empty queue hands it straight to a concurrent queue of its own below, and \
        so does the main queue.
        """),
    in: "main-barrier",
    given: [
      .order(.event(.noted, of: "main queue", .barrier), .began("barrier")),
      Trace.Condition("nothing was added to the main queue before") { run in
        .init(run.all(.enqueued).isEmpty, "", [])
      },
    ],
    expect: [.onMain(.began("barrier"))])

  static let waitingDeadlocks = Claim(
    "A18g", "The main thread that waits for an operation in the main queue waits for ever.",
    origin: .kit,
    expected: .everywhere(
      .confirmed, because: "Only the main thread's run loop starts it, and the thread is asleep."),
    in: "wait-on-main",
    given: [
      .added("save", to: "main queue"),
      .onMain(.waits("program", for: .operation("save"))),
    ],
    expect: [
      .never(.started("save")),
      .stuck("program", .blocksItself, waitsFor: ["save"]),
      .stuck("save", .mainThreadBlocked),
    ])

  static let mainGoesOn = Claim(
    "A18k", "... and a main thread that goes back to its run loop runs it, and what depends on it.",
    origin: .kit,
    expected: .everywhere(
      .confirmed, basis: .documented(page: ApplePage.mainQueue),
      because: "The run loop starts what is ready in the main queue, one by one."),
    in: "let-main-go",
    given: addedFirst("done", dependingOn: "save", to: "main queue") + [.noThreadWaits],
    expect: runsAfter("save", "done") + [.onMain(.began("save")), .onMain(.began("done"))])
}
