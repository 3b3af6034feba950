import OperationLab

extension Timeline {
  /// The turning points of one operation; each is the first event of its sort, if there is one.
  package struct Operation: Hashable, Sendable {
    /// Its name as in the trace.
    package let subject: String
    /// It was put into a queue.
    package internal(set) var enqueued: Event?
    /// `cancel()` was called.
    package internal(set) var cancelled: Event?
    /// The call of `start()`, or else the first sign of its body.
    package internal(set) var started: Event?
    /// The first event that shows it finished: it says so, its completion block runs, or its
    /// state, read at that moment, has it.
    package internal(set) var finished: Event?
    /// `true` when one of its spans is open.
    package internal(set) var isOpen = false
    /// Gates and queues are subjects too; `true` when something happened that befalls operations
    /// only.
    var isOperation = false

    /// How it stands when the trace ends.
    package enum Outcome: String, Codable, Sendable {
      /// Nothing shows that it ever ran.
      case neverStarted
      /// It was started, and nothing shows that it finished.
      case neverFinished
      /// It finished, or its body ended inside the call of `start()` and nothing speaks against it.
      case over
    }

    /// What the whole trace says about it.
    package var outcome: Outcome {
      if finished != nil { return .over }
      if started == nil { return .neverStarted }
      return isOpen ? .neverFinished : .over
    }

    init(_ subject: String) {
      self.subject = subject
    }

    mutating func read(_ event: Event) {
      switch event.kind {
      case .enqueued: first(event, \.enqueued)
      case .cancelled: first(event, \.cancelled)
      case .started, .returned, .began, .ended: first(event, \.started)
      default: break
      }
      if event.showsFinished { first(event, \.finished) }
      isOperation = isOperation || event.befallsOnlyOperations
    }

    private mutating func first(_ event: Event, _ turn: WritableKeyPath<Operation, Event?>) {
      if self[keyPath: turn] == nil { self[keyPath: turn] = event }
    }
  }
}

extension Event {
  /// The subject has finished by now.
  var showsFinished: Bool {
    kind == .finished || kind == .completed || state.contains(.finished)
  }

  fileprivate var befallsOnlyOperations: Bool {
    switch kind {
    case .enqueued, .started, .returned, .began, .ended, .finished, .completed: true
    // A whole queue can be cancelled and settle; only operations have a state.
    default: !state.isEmpty
    }
  }
}
