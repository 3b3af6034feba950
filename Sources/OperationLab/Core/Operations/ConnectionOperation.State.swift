extension ConnectionOperation {
  /// The one state: everything else the operation says about itself is derived from it.
  package enum State: Hashable, Sendable {
    /// Not started; may be started once its dependencies have finished.
    case ready
    /// At work.
    case executing
    /// Stopped for the time being, or kept from starting.
    case paused(hasStarted: Bool)
    /// Over, for whatever reason. No move leads away from here.
    case finished
  }

  /// What somebody asks of the operation.
  package enum Step: String, CaseIterable, Sendable {
    /// `start()` is called.
    case start
    /// `pause()` is called.
    case pause
    /// `resume()` is called.
    case resume
    /// The work has come to its end.
    case finish
    /// `cancel()` is called.
    case cancel
  }

  /// A step that was made.
  package struct Move: Hashable, Sendable {
    /// The operation's first move is 1, its next 2, and so on.
    package let number: Int
    /// What was asked for.
    package let step: Step
    /// The state before.
    package let old: State
    /// The state after.
    package let new: State

    package init(number: Int, step: Step, old: State, new: State) {
      self.number = number
      self.step = step
      self.old = old
      self.new = new
    }
  }
}

extension ConnectionOperation.State {
  /// The table of moves: where a step leads from here, or `nil` if it leads nowhere.
  ///
  /// - Parameters:
  ///   - step: what happens to it.
  ///   - isCancelled: whether the operation is cancelled. Such an operation does not begin and is
  ///     not paused; it finishes as soon as it has been started.
  package func after(_ step: ConnectionOperation.Step, isCancelled: Bool) -> Self? {
    switch (self, step) {
    case (.ready, .start): isCancelled ? .finished : .executing
    case (.ready, .pause): isCancelled ? nil : .paused(hasStarted: false)

    case (.executing, .pause): isCancelled ? nil : .paused(hasStarted: true)
    case (.executing, .finish), (.executing, .cancel): .finished

    // The queue chose it just before it was paused: it has its slot now, and waits there.
    case (.paused(false), .start): isCancelled ? .finished : .paused(hasStarted: true)
    case (.paused(false), .resume): .ready
    // Only `start()` can finish it, and a queue starts only what is ready.
    case (.paused(false), .cancel): .ready

    case (.paused(true), .resume): isCancelled ? nil : .executing
    case (.paused(true), .finish), (.paused(true), .cancel): .finished

    default: nil
    }
  }

  /// The properties that differ between two states, as key-value observing names them.
  static func keys(changedFrom old: Self, to new: Self) -> [String] {
    var keys: [String] = []
    if (old == .paused(hasStarted: false)) != (new == .paused(hasStarted: false)) {
      keys.append("isReady")
    }
    if old.isPaused != new.isPaused { keys.append("isPaused") }
    if (old == .executing) != (new == .executing) { keys.append("isExecuting") }
    if new == .finished { keys.append("isFinished") }
    return keys
  }

  private var isPaused: Bool {
    if case .paused = self { true } else { false }
  }
}

extension ConnectionOperation.State: CustomStringConvertible {
  /// The state in plain words, as lessons and tests show it.
  package var description: String {
    switch self {
    case .ready: "ready"
    case .executing: "executing"
    case .paused(hasStarted: false): "paused before its start"
    case .paused(hasStarted: true): "paused"
    case .finished: "finished"
    }
  }
}
