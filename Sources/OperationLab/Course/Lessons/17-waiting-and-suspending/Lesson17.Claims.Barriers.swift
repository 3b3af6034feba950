import OperationLab
import OperationDownloads
import OperationTesting

/// What lesson 17 has to say of barrier blocks, which wait for a queue without blocking a thread.
extension Lesson17 {
  static let separates = Claim(
    "A18e", "A barrier block runs after all that was added before and before all added later.",
    origin: .documentation(page: ApplePage.addBarrierBlock),
    expected: .everywhere(
      .confirmed, basis: .documented(page: ApplePage.addBarrierBlock),
      because: """
        It waits for everything in the queue, and what comes later waits for it. No thread is \
        blocked meanwhile: this is the way to wait from inside.
        """),
    in: "barrier",
    given: [
      .added(["op1", "op2", "op3"], to: "downloads", slots: 2, dependencies: []),
      .order(.added("op1"), .added("op2"), barrierAdded, .added("op3")),
      .order(.added("op3"), .firstSettled("op1"), .ended("op1")),
      .order(.added("op3"), .firstSettled("op2")),
      .flags(.executing, at: .firstSettled("op1")),
      .flags(.finished, at: .firstSettled("op2")),
    ],
    expect: [
      .order(.ended("op1"), .began("barrier"), .ended("barrier"), .began("op3")),
      .order(.ended("op2"), .began("barrier")),
    ])

  static let suspendedHoldsBack = Claim(
    "A19c", "A suspended queue does not run a barrier block, either.", origin: .kit,
    expected: Expectation(
      linux: .refuted, darwin: .confirmed,
      because: """
        On Linux a barrier block put into an empty queue is no operation: it goes straight to \
        the threads below, which know nothing of isSuspended.
        """),
    in: "barrier-on-suspended",
    given: [
      // op1 shows that the queue is suspended, whatever the barrier block does.
      .added("op1", to: "downloads", isSuspended: true),
      .order(.suspended("downloads"), barrierAdded, .added("op1")),
      .order(.added("op1"), .firstSettled("op1"), .resumed("downloads")),
      .flags(not: .finished, at: .firstSettled("op1")),
      .place("downloads", at: .firstSettled("op1")),
    ],
    expect: [.order(.resumed("downloads"), .began("barrier"))])

  static let waitsBehindOperation = Claim(
    "A19f", "... but it waits behind an operation that a suspended queue holds back.",
    origin: .kit,
    expected: .everywhere(
      .confirmed,
      because:
        "With something to wait for, the barrier block becomes an operation that depends on it."),
    in: "barrier-behind-operation",
    given: [
      .added("op1", to: "downloads", isSuspended: true),
      .order(.suspended("downloads"), .added("op1"), barrierAdded, .firstSettled("op1")),
      .order(.firstSettled("op1"), .resumed("downloads")),
      .state(.ready, at: .firstSettled("op1")),
      .place("downloads", at: .firstSettled("op1")),
      .noThreadWaits,
    ],
    expect: [.order(.resumed("downloads"), .ended("op1"), .began("barrier"))])

  static let addingReturns = Claim(
    "A18f", "Adding a cancelled operation while a barrier block waits returns at once.",
    origin: .kit,
    expected: Expectation(
      linux: .refuted, darwin: .confirmed,
      because: """
        On Linux the queue holds its lock while it makes the newcomer wait for the barrier block; \
        a cancelled one is ready all the same, says so, and the queue takes its lock again.
        """),
    in: "cancelled-behind-barrier",
    given: barrierWaits + [
      .added("op2", to: "downloads"),
      .flags(.cancelled, at: .added("op2")),
      .any(.happens(.started("next")), stopsAddingOp2),
    ],
    expect: [.happens(.started("next"))])

  static let cancellingLaterReturns = Claim(
    "A18j", "... and to cancel it once it was added hinders nobody.", origin: .kit,
    expected: .everywhere(
      .confirmed,
      because: """
        cancel() takes no lock of the queue's, and op2 is started when the barrier block has \
        ended.
        """),
    in: "cancelled-once-added",
    given: barrierWaits + [
      .added("op2", to: "downloads"),
      .flags(not: .cancelled, at: .added("op2")),
      .order(.added("op2"), .cancelled("op2"), .began("barrier")),
      .order(.cancelled("op2"), .started("next")),
    ],
    expect: [
      .order(.started("next"), .began("barrier")),
      .flags([.finished, .cancelled], at: .settled("op2")),
    ])
}
