import OperationCourse
import OperationTesting

/// Edited runs that each claim must refuse, by the claim's id.
enum ClaimMutants {
  static let all: [String: [Mutant]] = [lesson03, lesson18, lesson19, lesson20, lesson21].reduce(
    into: [:]) {
      all, some in
      all.merge(some) { $0 + $1 }
    }
}
