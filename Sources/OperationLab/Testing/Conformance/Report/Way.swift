import OperationBench
import OperationDoctor

/// A way to break a rule: its cost in an app, how to fix it, and the lesson about it.
package struct Way: Hashable, Sendable {
  package let cost: String
  package let cure: String
  /// The number of the lesson, or `nil` for the rule's.
  package let lesson: Int?

  /// The way of that name, with its words. By default, those in `rules.json`.
  init(_ name: String, _ words: RuleWords? = nil) {
    let words = words ?? RuleWords(named: name)
    cost = words.cost ?? RuleWords.lacks("cost", of: name)
    cure = words.cure ?? RuleWords.lacks("cure", of: name)
    lesson = words.lesson
  }

  /// Whether it only says what to look at: it is not known what several of them share.
  var isUnknown: Bool { Self.unknown.contains(self) }

  private static let unknown = Set(
    ["misses-its-turn", "loses-its-end", "keeps-its-place"].map { Way($0) })

  /// The ways that any rule may be broken in: its operation does not finish, or a call does not
  /// return, or the process ends.
  package static let general =
    StuckState.allCases.map(\.way) + [
      exited, busy, locked, trapped, enqueuedFinished, startedTooSoon, startedTwice, unowned, twice,
      worksThoughCancelled,
      returnsWhenCancelled, offActor, Rule.losesItsEnd,
    ]
}

/// How an operation is stuck that should have finished and left its queue, as its life shows it.
enum StuckState: String, CaseIterable {
  /// It says that it is not ready.
  case notReady = "not-ready"
  /// It depends on an operation that has not finished.
  case dependent
  /// It says that it is ready, and the queue has not started it although a slot was free.
  case notStarted = "not-started"
  /// It is neither executing nor finished. The life does not show whether it was started.
  case idle
  /// `start()` has returned, and it is neither executing nor finished.
  case returned
  /// A thread has not returned from its code.
  case standing
  /// It is executing, and its work has not begun.
  case neverBegan = "never-began"
  /// It is executing, no thread is in its code, and it does not end.
  case endless
  /// It is finished, and still in the queue.
  case unannounced
  /// It left the queue, which takes a report of its end, and is not finished.
  case overwritten
  /// It was executing, and is neither that nor finished.
  case lost

  /// `nil` if it is not stuck.
  ///
  /// - Parameter end: the final state of the operation in the run.
  init?(_ end: Evidence, in run: Run) {
    let name = end.event.subject
    let wasStarted = run.all(.started, of: name).last
    let others = run.all(.enqueued, of: "next").isEmpty ? nil : run.all(.began, of: "next").isEmpty
    if end.isFinished {
      guard !end.isInNoQueue else { return nil }
      self = .unannounced
    } else if let wasStarted,
      !run.all(.returned, of: name).contains(where: { $0.seq > wasStarted.seq })
    {
      self = .standing
    } else if end.isInNoQueue, !run.all(.enqueued, of: name).isEmpty {
      self = .overwritten
    } else if end.state.contains(.executing) {
      self = run.wasGivenWork && run.work.isEmpty ? .neverBegan : .endless
    } else if run.all(.observed, of: name).contains(where: { $0.state.contains(.executing) }) {
      self = .lost
    } else if !end.state.contains(.ready) {
      self = run.hasUnfinishedDependency(name) ? .dependent : .notReady
    } else if wasStarted != nil || others == true {
      // The other operation found no free slot.
      self = .returned
    } else {
      self = others == nil ? .idle : .notStarted
    }
  }

  /// Its raw value is the name of the way.
  var way: Way { Way(rawValue) }
}

// Ways in which a process ends, or a question does not.
extension Way {
  static let trapped = Way("trapped")
  static let enqueuedFinished = Way("enqueued-finished")
  static let startedTooSoon = Way("started-too-soon")
  static let startedTwice = Way("started-twice")
  static let unowned = Way("unowned")
  static let exited = Way("exited")
  static let busy = Way("busy")
  static let locked = Way("locked")
  static let worksThoughCancelled = Way("works-though-cancelled")
  static let returnsWhenCancelled = Way("returns-when-cancelled")
  static let twice = Way("twice")
  /// The one of `completes-in-a-queue`, for what is endless when it is left alone.
  static let neverEnds = Way("completes-in-a-queue")
  static let keptUntilNext = Way("kept-until-next")
  /// Of a remark.
  static let offActor = Way("off-actor")
}

extension Ruling.Ending.EndKind {
  var way: Way {
    switch self {
    case .trapped(_, let message):
      switch Misuse(message ?? "") {
      case .enqueuedFinished: .enqueuedFinished
      case .startedTooSoon: .startedTooSoon
      case .startedTwice: .startedTwice
      case .usedUnowned: .unowned
      case nil: .trapped
      }
    case .exited: .exited
    case .busy: .busy
    case .noAnswer: .locked
    case .blocked: StuckState.standing.way
    }
  }
}

extension Ruling.Reason {
  /// How the operation broke the rule, if this does not depend on the rule.
  var way: Way? {
    switch self {
    case .ending(let ending): ending.manner.way
    case .neverReturned: StuckState.standing.way
    case .orders(_, _, _, _, let reason): reason.way
    case .lacking(.event(.began, Probe.subject, _)): StuckState.neverBegan.way
    case .seen, .life, .foundation, .lacking: nil
    }
  }
}

extension StuckState {
  static let ways = Set(allCases.map(\.way) + [.neverEnds])
}

extension Ruling {
  /// How to fix a trap, if a call on the stack tells.
  var cureOfTrap: String? { death == nil ? nil : cureOfCall }

  /// How to fix what a thread is in, if a call on the stack tells.
  var cureOfCall: String? { stacks.first?.lazy.compactMap(\.meaning?.cure).first }
}

extension CancelRace {
  /// How an operation breaks a rule that fails without a race.
  static func way(of fault: Event.Mark, _ state: OperationState) -> Way? {
    if neverReturns(fault) { return StuckState.standing.way }
    if fault == refused { return .enqueuedFinished }
    if isRepetition(fault) { return .twice }
    if state.contains(.finished) { return StuckState.unannounced.way }
    return state.contains(.executing) ? StuckState.endless.way : StuckState.returned.way
  }
}
