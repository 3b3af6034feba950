import Foundation
import OperationLab

extension Rule {
  package static let cancelReturns: Rule = .init(
    "cancel-returns",
    "cancel() returns while the work still goes on, also on the main thread.",
    cost: "A tap on Cancel freezes the app until the work ends, or forever.",
    cure: """
      In cancel(), only ask the work to stop, and return: wait for nothing, and take no lock or \
      serial queue that the work holds while it goes on.
      """,
    lesson: 2, needsProbe: true,
    explains: {
      [
        Explanation(
          rank: 8,
          Explanation.cancelledEarly + [
            .cancelSetsCancelled, .noFinishBeforeStart, .mayBeLetGo, .cancelWhileRunning,
            .cancelAfterFinish, .cancelBeforeWork, .nextOneRuns,
          ], endings: .all
        ) { result, broken in
          // Not even a new operation's cancel() returns.
          let isHeld = { (other: Conformance.Report.Result) in
            other.rule.id == Rule.cancelSetsCancelled.id && other.ruling.ending?.manner == .blocked
          }
          return result.ruling.reason.neverReturns && broken.contains(where: isHeld)
        },
        Explanation(rank: 13, [.cancelWhileRunning, .cancelAfterFinish, .cancelBeforeWork]),
      ]
    },
    trials: [
      Trial(
        "elsewhere", "It is cancelled on a thread of its own while its work is held.",
        holdsWork: true
      ) {
        trial in
        let operation = trial.beginHeld()
        trial.bench.elsewhere { trial.cancelAndReturn(operation) }
        trial.settle()
        trial.observe(operation, .whileWorking)
        trial.release.open()
      },
      Trial(
        "on-main-thread", "It is cancelled on the main thread while its work is held.",
        holdsWork: true, needsOwnProcess: true
      ) { trial in
        let operation = trial.beginHeld()
        trial.cancelAndReturn(operation)
        trial.settle()
        trial.release.open()
      },
    ]
  ) { runs in
    let run = try runs["elsewhere"]
    let began = try run.first(.began, of: Probe.subject)
    let cancelled = try run.first(.cancelled, of: TrialBench.subjectName)
    let look = run.all(.observed, of: TrialBench.subjectName).first
    let back = run.all(.noted, of: TrialBench.cancelSubject)
    if look.map({ look in !back.contains { $0.seq < look.seq } }) ?? back.isEmpty {
      return .missing(
        .neverReturned(.cancelWhileWorking), [began, cancelled] + back)
    }
    let main = try runs["on-main-thread"]
    let call = try main.first(.cancelled, of: TrialBench.subjectName)
    if !main.cancelReturned {
      if main.hasDied, let ending = main.violentEnding { return ending }
      return .missing(.neverReturned(.cancelOnMainThread), [call])
    }
    return .holds(
      "cancel() returned while the work went on, also on the main thread",
      [began, cancelled] + back + [call])
  }
}

extension TrialBench {
  /// The subject of the events about `cancel()`.
  static let cancelSubject = "cancel()"

  /// Adds a new operation to a queue, and waits until its work is held.
  func beginHeld() -> Operation {
    let operation = make()
    bench.queue("queue", width: 1).addOperation(operation)
    settle()
    return operation
  }

  /// Calls `cancel()`, and records that it has returned.
  func cancelAndReturn(_ operation: Operation) {
    cancel(operation)
    bench.log(Self.cancelSubject)(.isBack)
  }
}

extension Runs {
  /// The run of the trial, or `nil` if there is none.
  func run(_ trial: String) -> Run? {
    do { return try self[trial] } catch { return nil }
  }
}
