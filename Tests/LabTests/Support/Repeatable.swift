import Foundation
import Testing

extension Trait where Self == ConditionTrait {
  /// For what compiles a file, runs the catalogue, explores orders, or starts servers under fault.
  static var longPlan: Self { .enabled(if: Plan.isLong, "it takes long: CI=true swift test") }
}

/// Which tests run.
enum Plan {
  static let isLong = ProcessInfo.processInfo.environment["CI"] != nil

  /// Those of many alike that are tried: the first, the middle and the last one in the short plan.
  static func those<Each>(of all: [Each]) -> [Each] {
    isLong || all.count < 4 ? all : [all[0], all[all.count / 2], all[all.count - 1]]
  }
}

// Before Swift 6.2, no trait can see a failure.
#if compiler(>=6.2)
  extension Trait where Self == IssueHandlingTrait {
    /// Adds to each failure of a suite the command that repeats the test alone.
    static var repeatable: Self {
      .compactMapIssues { issue in
        guard let test = Test.current else { return issue }
        var issue = issue
        issue.comments.append("To repeat this test alone: \(test.command)")
        return issue
      }
    }
  }

  extension Test {
    fileprivate var command: String {
      let plan = ProcessInfo.processInfo.environment["CI"].map { "CI=\($0) " } ?? ""
      let name = id.nameComponents.joined(separator: "/").prefix { $0 != "(" }
      return "\(plan)swift test --filter '\(id.moduleName).\(name)'"
    }
  }
#else
  struct RepeatableTrait: SuiteTrait {}

  extension Trait where Self == RepeatableTrait {
    static var repeatable: Self { Self() }
  }
#endif
