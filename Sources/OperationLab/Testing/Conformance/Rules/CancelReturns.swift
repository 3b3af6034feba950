import Foundation
import OperationBench

extension Rule {
  package static let cancelReturns: Rule = .init(
    "cancel-returns", needsProbe: true, endings: .breaksRule,
    in: { $0.happenings.count == 1 && ($0.has(.cancel, at: .working) || $0.holdsMainThread) }
  ) { life, run in
    let began = try run.first(.began, of: run.worker)
    let cancelled = try run.first(.cancelled, of: Life.subject)
    let back = run.all(.noted, of: Life.cancelSubject)
    let ended = run.all(.ended, of: run.worker).first { $0.mark != Probe.givenUp }
    let isBack = back.contains { back in ended.map { back.seq < $0.seq } ?? true }
    return .holds(
      "cancel() returned while the work went on", [began, cancelled] + back,
      unless: [
        .missing(
          !isBack, .neverReturned(life.holdsMainThread ? .cancelOnMainThread : .cancelWhileWorking))
      ])
  }
}
