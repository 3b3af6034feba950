import OperationCourse
import OperationLab
import OperationTesting

extension ClaimMutants {
  static let lesson11: [String: [Mutant]] = [
    "A16a": [
      .passing("waits-inside", as: "hands-over"),
      .passing("async-operation", as: "hands-over"),
      .passing("hands-over", as: "async-operation"),
      .trace(of: "hands-over", "the work is done before the block returns") {
        $0.movingToFront(.ended, of: "work")
      },
      .trace(of: "hands-over", "the work is never done") { $0.removing(.ended, of: "work") },
      .trace(of: "hands-over", "show does not depend on it") {
        $0.replacing(.enqueued, of: "show") { $0.enqueueing = .init(queue: "pictures", width: 2) }
      },
    ],
    "A16b": [
      .passing("one-at-a-time", as: "three-at-once"),
      .passing("three-at-once", as: "one-at-a-time"),
      .trace(of: "three-at-once", "the third transfer begins after the others") {
        $0.movingToEnd(.began, of: "work 3").movingToEnd(.ended, of: "work 3")
      },
      .trace(of: "three-at-once", "the width is three") {
        $0.replacing(.enqueued) { $0.enqueueing = .init(queue: "pictures", width: 3) }
      },
      .trace(of: "three-at-once", "a transfer never ends") { $0.removing(.ended, of: "work 2") },
    ],
    "A16c": [
      .passing("hands-over", as: "waits-inside"),
      .passing("async-operation", as: "waits-inside"),
      .trace(of: "waits-inside", "the block ends before its work") {
        $0.movingToEnd(.ended, of: "work")
      },
      .trace(of: "waits-inside", "show does not depend on it") {
        $0.removing(.enqueued, of: "show")
      },
    ],
  ]
}
