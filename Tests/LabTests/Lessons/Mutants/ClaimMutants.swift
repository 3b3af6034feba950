import OperationCourse
import OperationTesting

/// Edited runs that each claim must refuse, by the claim's id.
enum ClaimMutants {
  static let all: [String: [Mutant]] = [
    lesson03, lesson08, lesson09, lesson10, lesson11, lesson12, lesson13,
  ]
  .reduce(into: [:]) {
    all, some in
    all.merge(some) { $0 + $1 }
  }
}
