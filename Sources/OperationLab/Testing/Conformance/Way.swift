import OperationLab

/// A way to break a rule: its cost in an app, how to fix it, and the lesson about it.
package struct Way: Hashable, Sendable {
  package let cost: String
  package let cure: String
  /// The number of the lesson, or `nil` for the rule's.
  package let lesson: Int?

  init(cost: String, cure: String, lesson: Int? = nil) {
    self.cost = cost
    self.cure = cure
    self.lesson = lesson
  }

  /// The ways that any rule may be broken in: its operation does not finish, or a call does not
  /// return, or the process ends.
  package static let general =
    Stuck.allCases.map(\.way) + [
      exited, busy, locked, trapped, enqueuedFinished, startedTooSoon, startedTwice, unowned, twice,
      worksThoughCancelled,
      returnsWhenCancelled,
    ]
}

/// How an operation is stuck that should have finished and left its queue, as its trial shows it.
enum Stuck: CaseIterable {
  /// It says that it is not ready.
  case notReady
  /// It depends on an operation that has not finished.
  case dependent
  /// It says that it is ready, and the queue has not started it although a slot was free.
  case notStarted
  /// It is neither executing nor finished. The trial does not show whether it was started.
  case idle
  /// `start()` has returned, and it is neither executing nor finished.
  case returned
  /// A thread has not returned from its code.
  case standing
  /// It is executing, and its work has not begun.
  case neverBegan
  /// It is executing, no thread is in its code, and it does not end.
  case endless
  /// It is finished, and still in the queue.
  case unannounced
  /// It left the queue, which takes a report of its end, and is not finished.
  case overwritten

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
    } else if !end.state.contains(.ready) {
      self = run.hasUnfinishedDependency(name) ? .dependent : .notReady
    } else if wasStarted != nil || others == true {
      // The other operation found no free slot.
      self = .returned
    } else {
      self = others == nil ? .idle : .notStarted
    }
  }

  var way: Way {
    switch self {
    case .notReady:
      Way(
        cost: "A queue never starts what is not ready, and never gets rid of it.",
        cure: """
          Let isReady be true when super.isReady is, cancelled or not, and when a condition of your \
          own becomes true, post "isReady".
          """, lesson: 7)
    case .dependent:
      Way(
        cost: "A queue starts nothing before all that it depends on has finished.",
        cure: """
          Put each operation that it depends on into a queue, too, where you add the dependency.
          """, lesson: 7)
    case .notStarted:
      Way(
        cost: "It waits in the queue until something else makes the queue look again.",
        cure: """
          When the condition in isReady becomes true, post "isReady" with willChangeValue and \
          didChangeValue: a queue asks only then.
          """, lesson: 7)
    case .idle, .returned:
      Way(
        cost: "It keeps its slot in the queue forever, and what depends on it never starts.",
        cure: """
          Look at each return in start(), also where there is nothing to do: report isFinished \
          there. A queue takes what start() leaves unfinished for something that still runs.
          """, lesson: 14)
    case .standing:
      Way(
        cost: """
          A thread waits and never continues. Neither does anything that waits for it. If it is the \
          main thread, the app hangs.
          """,
        cure: """
          Look where the thread waits, and for what: start() and cancel() must not wait for the work, \
          nor for a lock or a queue that the work holds; and what wakes a wait in main() must come \
          also when it is cancelled.
          """, lesson: 5)
    case .neverBegan:
      Way(
        cost: "It keeps its slot in the queue and does nothing. What depends on it never starts.",
        cure: """
          Find what should begin the work and never comes. A Timer needs a run loop that turns, which \
          a thread of a pool does not have: use a timer of Dispatch's. A callback needs an owner \
          that lives, and a wait something that ends it, also when it is cancelled.
          """, lesson: 3)
    case .endless:
      Way(
        cost: "It keeps its slot in the queue, and what depends on it never starts.",
        cure: """
          Let every way out of the work, also the failed and the cancelled one, end in the one \
          function that sets isFinished and posts it.
          """, lesson: 14)
    case .unannounced:
      Way(
        cost: """
          It keeps its slot in the queue, and what depends on it never starts. The queue does not look \
          again by itself.
          """,
        cure: """
          Change the state first, then call didChangeValue(forKey: "isFinished"), exactly that key, \
          and after releasing any lock that isFinished takes.
          """, lesson: 10)
    case .overwritten:
      Way(
        cost: """
          Its work is done, and it says that it still runs: what waits for its end, or looks at \
          isFinished, waits on.
          """,
        cure: """
          Set executing, and announce it, before the work begins. Work may end at once, and what is \
          set after that overwrites the end.
          """, lesson: 10)
    }
  }
}

// Ways in which a process ends, or a question does not.
extension Way {
  private static let wholeApp = "The whole app ends there, with all that its user has not saved."

  static let trapped = Way(
    cost: wholeApp,
    cure: """
      Look at the line where the process ended, and at what leads there. A trap in an operation ends \
      the whole app.
      """)
  static let enqueuedFinished = Way(
    cost: wholeApp,
    cure: """
      In cancel(), do not set finished while start() has not been called: remember the cancellation, \
      and let start() finish. A queue refuses what is finished or queued already.
      """, lesson: 12)
  static let startedTooSoon = Way(
    cost: wholeApp,
    cure: "Leave it to a queue to call start(), or wait until isReady is true.", lesson: 7)
  static let startedTwice = Way(
    cost: wholeApp,
    cure: """
      Call start() once for each operation, and never of one that a queue has. Make a new operation \
      for a second attempt.
      """, lesson: 13)
  static let unowned = Way(
    cost: wholeApp,
    cure: """
      The closure is called after the object has gone that it captures unowned. Capture it weakly, \
      and do nothing when it is nil.
      """, lesson: 16)
  static let exited = Way(
    cost: wholeApp, cure: "Let the app decide when to end. Report a failure as a value.")
  static let busy = Way(
    cost: "A core is busy all that time, and what waits for the operation does not continue.",
    cure: "Find the thread that never sleeps: wait for a completion instead of asking in a loop.",
    lesson: 10)
  static let locked = Way(
    cost: Stuck.standing.way.cost,
    cure: """
      Let every way out unlock what it has locked, best with lock.withLock { … }, and call \
      willChangeValue and didChangeValue only when the lock is free: the queue asks for the state in \
      that very call.
      """, lesson: 15)
  static let worksThoughCancelled = Way(
    cost: "Work that is not wanted any more is done anyway, and its result may be shown or saved.",
    cure:
      "In start() or main(), read isCancelled before the work begins, and finish if it is true.",
    lesson: 2)
  static let returnsWhenCancelled = Way(
    cost: "One cancelled operation is enough to stop a serial queue for good.",
    cure: """
      The queue calls start() of a cancelled operation, too: ask isCancelled there, and report \
      isFinished instead of returning.
      """, lesson: 14)
  static let twice = Way(
    cost: "What the completion block does, a payment for example, is done twice.",
    cure: """
      Let only the first report make the move to finished: ask whether it is finished, and set it, \
      under one lock.
      """, lesson: 15)
}

extension Ruling.Ending.Manner {
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
    case .blocked: Stuck.standing.way
    }
  }
}

extension Ruling.Reason {
  /// How the operation broke the rule, if this does not depend on the rule.
  var way: Way? {
    switch self {
    case .ending(let ending): ending.manner.way
    case .neverReturned: Stuck.standing.way
    case .orders(_, _, _, _, let reason): reason.way
    case .lacking(.event(.began, Probe.subject, _)): Stuck.neverBegan.way
    case .seen, .life, .foundation, .lacking: nil
    }
  }
}

extension Stuck {
  static let ways = Set(allCases.map(\.way))
}

extension Ruling {
  /// How to fix a trap, if a call on the stack tells.
  var cureOfTrap: String? {
    death == nil ? nil : stacks.first?.lazy.compactMap(\.meaning?.cure).first
  }
}

extension SubjectLife {
  /// How an operation breaks a rule that fails without a race.
  static func way(of fault: Event.Mark, _ state: OperationState) -> Way? {
    if neverReturns(fault) { return Stuck.standing.way }
    if fault == refused { return .enqueuedFinished }
    if isRepetition(fault) { return .twice }
    if state.contains(.finished) { return Stuck.unannounced.way }
    return state.contains(.executing) ? Stuck.endless.way : Stuck.returned.way
  }
}
