import Foundation
import OperationBench

extension Rule {
  package static let cancelReturns: Rule = .init(
    "cancel-returns", needsProbe: true, endings: .breaksRule,
    in: { $0.happenings.count == 1 && ($0.has(.cancel, at: .working) || $0.isAlone) }
  ) { life, run in
    let began = try run.first(.began, of: run.worker)
    let cancelled = try run.first(.cancelled, of: TrialBench.subjectName)
    let back = run.all(.noted, of: TrialBench.cancelSubject)
    let ended = run.all(.ended, of: run.worker).first { $0.mark != Probe.givenUp }
    let isBack = back.contains { back in ended.map { back.seq < $0.seq } ?? true }
    return .holds(
      "cancel() returned while the work went on", [began, cancelled] + back,
      unless: [
        .missing(
          !isBack, .neverReturned(life.isAlone ? .cancelOnMainThread : .cancelWhileWorking))
      ])
  }
}

extension TrialBench {
  /// The subject of the events about `cancel()`.
  static let cancelSubject = "cancel()"

}

extension Runs {
  /// The run of the trial, or `nil` if there is none.
  func run(_ trial: String) -> Run? {
    do { return try self[trial] } catch { return nil }
  }
}
