import OperationCourse
import OperationTesting

/// Edited runs that each claim must refuse, by the claim's id.
enum ClaimMutants {
  static let all: [String: [Mutant]] = [
    lesson01, lesson02, lesson03, lesson04, lesson05, lesson06,
    lesson07, lesson08, lesson09, lesson10, lesson11, lesson12,
    lesson13, lesson14, lesson15, lesson16, lesson17, lesson18,
    lesson19, lesson20, lesson21, lesson22,
  ].reduce(into: [:]) { all, some in
    all.merge(some) { $0 + $1 }
  }
}
