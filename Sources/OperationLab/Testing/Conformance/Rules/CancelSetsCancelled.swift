import OperationBench

extension Rule {
  static let cancelSetsCancelled: Rule = .init(
    "cancel-sets-cancelled", ways: [setLater, endedFirst],
    in: { $0.isCancelled(.new, .waiting, .working) }
  ) { life, run in
    let call = try run.first(.cancelled, of: Life.subject)
    if run.givesNoAnswer, let ending = run.violentEnding, (try? run.look(.afterCancel)) == nil {
      return ending
    }
    let look = try run.look(.afterCancel)
    let isSet = look.state.contains(.cancelled)
    // Foundation ignores a cancel() after the finish.
    let isLater = (try? run.end())?.state.contains(.cancelled) == true
    let endsItself = life.has(.cancel, at: .working) && !call.isFinished && run.isWorking(at: look)
    return .holds(
      "isCancelled was true after cancel()", [call, look],
      unless: [
        .seen(
          !isSet && !look.isFinished, "cancel() was called, and isCancelled is still false",
          way: isLater ? setLater : nil),
        .seen(
          !isSet && endsItself,
          "cancel() of the running operation ended it, and isCancelled is still false",
          way: endedFirst),
      ])
  }

  private static let setLater = Way("set-later")
  private static let endedFirst = Way("ended-first")
}

extension Run {
  /// Whether its work was going on at that moment, and so has not ended it.
  fileprivate func isWorking(at look: Evidence) -> Bool {
    let before = work.filter { $0.seq < look.seq }
    return before.contains { $0.event.kind == .began }
      && !before.contains { $0.event.kind == .ended && $0.mark != Probe.givenUp }
  }
}
