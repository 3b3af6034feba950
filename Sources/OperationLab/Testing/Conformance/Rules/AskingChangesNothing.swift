import OperationDoctor

extension Rule {
  static let askingChangesNothing: Rule = .init(
    "asking-changes-nothing",
    // A class may need Dispatch's pools for an answer.
    in: { !$0.isHeldBack }
  ) { _, run in
    let looks = run.all(.observed, of: Life.subject)
    let first = try run.look(.whenNew)
    for (look, next) in zip(looks, looks.dropFirst()) {
      // Between two looks of one kind, on one thread, nothing happens. cancel() may begin what changes
      // other flags later.
      let isSame =
        next.mark == look.mark && next.thread == look.thread && look.mark != .afterCancel
        && run.isStill(from: look, to: next)
      let isLater = look.mark == .afterCancel && next.mark == .idleAfterCancel
      let flags: OperationState =
        isSame
        ? [.ready, .executing, .finished, .cancelled]
        : isLater ? look.state.intersection(.cancelled) : []
      guard look.state.intersection(flags) != next.state.intersection(flags) else { continue }
      let why: Ruling.Reason = .seen(
        "asked again, it answered otherwise: first \(look.describedState), then "
          + next.describedState)
      // A change by a timer between two reads stays.
      let isBack = looks.contains {
        $0.seq > next.seq && $0.mark == look.mark && $0.state == look.state
      }
      return .holds("", [look, next], unless: [.seen(isBack, why), .missing(true, why)])
    }
    return .holds("it gave the same answer each time", [first])
  }
}
