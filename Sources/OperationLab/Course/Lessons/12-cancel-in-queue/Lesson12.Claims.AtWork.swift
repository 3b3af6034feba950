import OperationLab
import OperationDownloads
import OperationTesting

// The claim of lesson 12 about a cancel() that ends at once what start() has begun.
extension Lesson12 {
  static let whatBeganEnds = Claim(
    "D02e",
    """
    ... and it does finish at once what start() has begun: the queue goes on before the work has \
    come to its end, and the operation ends once.
    """,
    origin: .kit,
    expected: .everywhere(
      .confirmed,
      because: """
        Once start() was called the operation is its own master: whoever announces the end, \
        the queue is told, and takes its slot back.
        """),
    in: "cancel-at-work",
    given: finishedAtWork + [
      .order(idleAfterFinish, .ended("second")),
      // If the slot was free, the system had a thread for third.
      .any(
        .place("downloads", at: idleAfterFinish), .order(.started("third"), idleAfterFinish)),
    ],
    expect: [
      .place(nil, at: idleAfterFinish),
      .order(.finished("second"), .started("third"), .ended("second")),
      .times(1, .finished, of: "second"), .times(1, .completed, of: "second"),
      .prints(warning, false), .place(nil, at: .settled("second")),
    ])
}
