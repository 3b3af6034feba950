import OperationLab

extension Ruling {
  /// Why a ruling is as it is. Code compares reasons; `Ruling.Reason+Words.swift` makes the sentence
  /// that a reader gets.
  package indirect enum Reason: Hashable, Sendable {
    /// What the judge of the rule saw, in a sentence for readers only.
    case seen(String)
    /// A call never returned.
    case neverReturned(Call)
    /// How a trial ended.
    case ending(Ending)
    /// An event that would decide is missing.
    case lacking(MissingEvidence)
    /// What went wrong with one of many lives, as a trial of races recorded it.
    case race(trial: String, Event.Mark)
    /// How a trial of races ended: the mark of its seed, and the last one that it recorded.
    case endingInRace(Ending, seed: Event.Mark, last: Event.Mark)
    /// What went wrong with a life whose steps were ordered.
    case life(Event.Mark)
    /// What went wrong in some orders of the steps of a life, or in the only one that was run.
    case orders(manner: String, faulty: Int, of: Int, shortest: Order, Reason)
  }

  /// A call that a judge watches.
  package enum Call: Hashable, Sendable {
    case cancel, cancelWhileWorking, cancelOnMainThread
  }

  /// How a trial ended, in a way that no operation should bring about.
  package struct Ending: Hashable, Sendable {
    /// The name of the trial.
    package let trial: String
    /// How it ended; the same in all trials that one mistake ends.
    package let manner: Manner

    /// How a trial can end so.
    package enum Manner: Hashable, Sendable {
      /// A signal ended the process; the message is Foundation's, or Swift's.
      case trapped(signal: String?, message: String?)
      /// The process exited.
      case exited(status: Int32)
      /// The deadline passed, and threads were still running.
      case busy
      /// The operation, asked for its state, never answered.
      case noAnswer
      /// A call of the operation never returned.
      case blocked
    }
  }
}

extension Ruling.Reason {
  /// Whether a call never returned.
  var neverReturns: Bool {
    switch self {
    case .neverReturned: true
    case .ending(let ending), .endingInRace(let ending, _, _): ending.manner == .blocked
    case .race(_, let mark): mark.marks.contains(where: RaceLife.neverReturns)
    case .life(let mark): RaceLife.neverReturns(mark)
    case .orders(_, _, _, _, let reason): reason.neverReturns
    case .seen, .lacking: false
    }
  }
}

extension Ruling.Reason: ExpressibleByStringInterpolation {
  /// What a judge saw.
  package init(stringLiteral words: String) { self = .seen(words) }
}
