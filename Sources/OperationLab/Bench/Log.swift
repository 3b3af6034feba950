import Foundation
import OperationDoctor

extension Bench {
  /// How one operation, queue or gate writes its part of the trace.
  ///
  /// ```swift
  /// log.during { connect() }        // two events: body begins, body ends
  /// log.note("connected")
  /// ```
  public struct Log: Sendable {
    /// The name under which events are recorded.
    package let subject: String
    package let recorder: Recorder

    /// Records a remark now, on the calling thread. Callable from any thread.
    public func note(_ text: String) { record(.noted, nil, note: text) }

    /// Records one event now, on the calling thread. Callable from any thread.
    ///
    /// With an operation the event carries its state. Never call it so while holding a lock that
    /// the operation's own getters take.
    package func callAsFunction(
      _ kind: Trace.Event.Kind, _ operation: Operation? = nil, note: String = ""
    ) {
      record(kind, operation, note: note)
    }

    /// Records one event with a fact, from which its note is made.
    package func callAsFunction(
      _ kind: Trace.Event.Kind, _ operation: Operation?, _ fact: Trace.Event.Fact?
    ) {
      record(kind, operation, fact)
    }

    /// Records something that a program says about itself.
    package func callAsFunction(_ mark: Trace.Event.Mark, _ operation: Operation? = nil) {
      record(.noted, operation, .mark(mark))
    }

    /// Records a call of `start()` around it. If the trace then has no return, the call has not
    /// returned.
    package func duringStart(
      of operation: Operation, _ fact: Event.Fact? = nil, _ start: () -> Void
    ) {
      record(.started, operation, fact, returnIsRecorded: true)
      start()
      record(.returned, operation)
    }

    private func record(
      _ kind: Event.Kind, _ operation: Operation?, _ fact: Event.Fact? = nil, note: String = "",
      returnIsRecorded: Bool? = nil
    ) {
      recorder.arrive(at: kind, subject, note: fact?.words ?? note)
      let state = operation.map { OperationState(of: $0) } ?? []
      recorder.write(
        kind, subject, state: state, fact, note: note, returnIsRecorded: returnIsRecorded)
    }
  }
}

extension Log {
  /// The log of one more operation: under that name, or with a number if there is one.
  var uniquelyNamed: Log {
    Log(subject: recorder.uniqueName(subject, of: "operation"), recorder: recorder)
  }

  /// Records what has been changed of an operation since it was added to a queue. Earlier changes
  /// are in the event of the adding.
  func noteChange(_ fact: Event.Fact) {
    if recorder.hasEnqueued(subject) { self(.noted, nil, fact) }
  }

  /// Records the body's beginning and end around it.
  public func during(_ body: () -> Void) {
    self(.began)
    body()
    self(.ended)
  }
}
