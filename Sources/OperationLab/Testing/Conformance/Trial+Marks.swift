import Foundation
import OperationLab

// What trials record about the operation under check, besides its events. Judges compare these marks.
extension Event.Mark {
  static let whenNew: Self = "when new"
  static let notStarted: Self = "not started"
  static let whileWorking: Self = "while the work goes on"
  static let whileDependencyRuns: Self = "while its dependency runs"
  static let beforeCancel: Self = "before cancel()"
  static let afterCancel: Self = "after cancel()"
  /// The call that is the subject has returned.
  static let isBack: Self = "is back"
  /// The operation was given work that the probe can see.
  static let hasWork: Self = "has work to do"
  static let deallocated: Self = "is released"
  static let alive: Self = "is still alive"
}

extension TrialBench {
  /// Records the state of an operation, and the moment at which that is.
  func observe(_ operation: Operation, _ moment: Event.Mark) {
    bench.log(bench.roster.add(operation))(.observed, operation, .mark(moment))
  }
}

extension Run {
  /// The first look that a trial took at the operation under check at that moment.
  func look(_ moment: Event.Mark) throws -> Evidence {
    try first(.observed, of: TrialBench.subjectName, .mark(moment))
  }

  /// Whether a trial recorded that mark about the subject.
  func has(_ mark: Event.Mark, of subject: String) -> Bool {
    all(.noted, of: subject).contains { $0.mark == mark }
  }

  /// Whether `cancel()` returned to a trial that records this.
  var cancelReturned: Bool { has(.isBack, of: TrialBench.cancelSubject) }
}
