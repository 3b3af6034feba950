import OperationLab

// The only place where reasons become words.
extension Ruling.Reason {
  /// What was done and what was seen, in a sentence without a full stop.
  package var words: String {
    switch self {
    case .seen(let words): words
    case .neverReturned(let call): call.words
    case .ending(let ending): ending.words
    case .lacking(let evidence): evidence.words
    case .race(let trial, let mark):
      "in trial '\(trial)', \(Race.isCalmFault(mark) ? "" : "with ")\(mark.words)"
    case .endingInRace(let ending, let seed, let last):
      "\(ending.words); that was with \(seed.words), "
        + (last == Race.calm ? "at once" : "after \(last.words)")
    case .life(let mark): mark.words
    case .orders(let manner, _, 1, _, let reason): "\(manner), in this order: \(reason.words)"
    case .orders(let manner, let faulty, let count, let shortest, let reason):
      "\(manner), in \(faulty) of \(count) orders: \(reason.words); "
        + "the shortest of these orders is \(shortest)"
    }
  }
}

extension Ruling.Call {
  fileprivate var words: String {
    switch self {
    case .cancel: "cancel() never came back"
    case .cancelWhileWorking: "cancel() did not come back while the work went on"
    case .cancelOnMainThread: "on the main thread cancel() did not come back"
    }
  }
}

extension Ruling.Ending {
  fileprivate var words: String { "in trial '\(trial)' \(manner.words)" }
}

extension Ruling.Ending.Manner {
  fileprivate var words: String {
    switch self {
    case .trapped(let signal, let message):
      "it ended the process with \(signal ?? "a signal")" + (message.map { ": \($0)" } ?? "")
    case .exited(let status): "it ended the process with status \(status)"
    case .busy: "it was still busy when the time was up"
    case .noAnswer:
      "asking it for its state never returned: somebody waits while holding the lock that its "
        + "getters take"
    case .blocked: "the thread that called it never came back"
    }
  }
}

extension MissingEvidence {
  /// For a reader who knows the trial, not its events.
  fileprivate var words: String {
    switch self {
    case .run(let trial): "trial '\(trial)' was not run"
    case .premise: description
    case .event(.finished, _, let trial):
      "in trial '\(trial)' it never finished, which other rules are about"
    case .event(.settled, _, let trial): "in trial '\(trial)' it did not come to rest in time"
    case .event(.began, Probe.subject, let trial): "in trial '\(trial)' it never began its work"
    case .event(.ended, Probe.subject, let trial): "in trial '\(trial)' its work never ended"
    case .event(let kind, let subject, let trial):
      "trial '\(trial)' did not get as far as to show it (no '\(kind.rawValue)' of \(subject))"
    }
  }
}
