import OperationBench
import OperationLab

extension Rule {
  package static let noFinishBeforeWorkEnds: Rule = .init(
    "no-finish-before-work-ends", ways: [returnsFromMain, worksAgain],
    needsProbe: true,
    in: { $0.holdsWork && $0.works && $0.isPlain && !$0.hasTwin }
  ) { _, run in
    let began = try run.first(.began, of: Probe.subject)
    let ended = try run.first(.ended, of: Probe.subject)
    let early = run.all(.began, of: "dependent").filter { $0.seq < ended.seq }
    let saysSo = (try? run.saysAsynchronous())?.mark == .isAsynchronous(false)
    let looks = run.all(.observed, of: Life.subject)
    let look = looks.first { $0.isFinished && run.hasPieceUnderWay(at: $0) }
    let isAgain = look.map { $0.seq > ended.seq } == true
    let way = isAgain ? worksAgain : saysSo ? returnsFromMain : nil
    return .holds(
      "it was unfinished while its work went on", [began] + early + [look ?? ended],
      unless: [
        .seen(
          look != nil,
          isAgain
            ? "its work had ended and began again, and meanwhile it was finished"
            : "it was finished while its work went on", way: way),
        .seen(!early.isEmpty, "its dependent began while its work went on", way: way),
      ])
  }

  private static let worksAgain = Way("works-again")

  private static let returnsFromMain = Way("returns-from-main")
}

extension Run {
  /// Whether a piece of work went on at that moment.
  fileprivate func hasPieceUnderWay(at look: Evidence) -> Bool {
    func count(_ kind: Event.Kind) -> Int {
      all(kind, of: Probe.subject).count { $0.seq < look.seq }
    }
    return count(.began) > count(.ended)
  }
}
