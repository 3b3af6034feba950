import Foundation

extension Rule {
  package static let worksOnce: Rule = .init(
    "works-once", ways: [byHand, refuses], needsProbe: true, endings: .breaksRule,
    seesOdd: true,
    in: {
      $0.works && $0.work != .endsTwice && !$0.has(.letGo)
        // What has failed may be tried once more.
        && ($0.has(.start) && $0.work != .fails || $0.isCancelled(.working, .ending))
    }
  ) { life, run in
    let began = try run.first(.began, of: run.worker)
    if run.has(.stillStarting, of: Life.subject) {
      return .holds("start() did not come back before its end", [began])
    }
    let isStartedAgain = life.has(.start)
    if isStartedAgain,
      let look = run.all(.noted, of: Life.subject)
        .first(where: { $0.mark == .refusesStart })
    {
      return .holds("its isReady refuses a second start()", [began, look])
    }
    let turn =
      try isStartedAgain
      ? run.first(.started, of: Life.subject, .mark(.again))
      : run.first(.cancelled, of: Life.subject)
    // No queue calls it again. A trap on purpose is an answer to that.
    if isStartedAgain, run.hasDied, let ending = run.violentEnding {
      return .holds(
        ending.reason, [began, turn], remark: .seen("\(life.words): \(ending.reason.words)"),
        way: refuses)
    }
    let endless = run.all(.noted, of: Probe.subject).first { $0.mark == Probe.endless }
    if let endless {
      return .broken(
        .seen("\(life.words), and it began its work \(Probe.most) times"),
        [began, turn, endless])
    }
    // The first time may come late, on a busy machine.
    let again = run.all(.began, of: Probe.subject).dropFirst(run.pieces).filter {
      $0.seq > turn.seq
    }
    guard let second = again.first else {
      return .holds("its work was done once", [began, turn])
    }
    let seen: Ruling.Reason = .seen("\(life.words), and it did its work once more")
    guard isStartedAgain else { return .broken(seen, [began, turn, second]) }
    // Only misuse does that, because a queue calls start() once.
    return .holds(seen, [began, turn, second], remark: seen, way: byHand)
  }

  private static let byHand = Way("by-hand")
  private static let refuses = Way("refuses")
}

extension Life {
  fileprivate var words: String {
    if has(.start, at: .working) {
      return "while its work went on start() was called again by hand"
    }
    if has(.start) { return "after its end start() was called again by hand" }
    return "it was cancelled while its work went on"
  }
}
