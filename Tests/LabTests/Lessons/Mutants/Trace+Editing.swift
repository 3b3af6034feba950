import OperationDoctor
import OperationBench

// Traces of runs that never were, from which mutants are made.
extension Trace {
  /// The trace after a change to its events, in the order the change leaves them in; places are
  /// counted anew.
  func edited(_ change: (inout [Event]) -> Void) -> Trace {
    var events = events
    change(&events)
    for place in events.indices {
      events[place].seq = place
    }
    return Trace(events)
  }

  /// The trace without the events that match.
  func removing(_ kind: Event.Kind, of subject: String? = nil) -> Trace {
    edited { events in
      events.removeAll { $0.kind == kind && (subject == nil || $0.subject == subject) }
    }
  }

  /// The trace with the matching events changed.
  func replacing(
    _ kind: Event.Kind, of subject: String? = nil, with change: (inout Event) -> Void
  ) -> Trace {
    edited { events in
      for place in events.indices
      where events[place].kind == kind && (subject == nil || events[place].subject == subject) {
        change(&events[place])
      }
    }
  }

  /// The trace with the first matching event moved to the very front.
  func movingToFront(_ kind: Event.Kind, of subject: String) -> Trace {
    edited { events in
      guard let place = events.firstIndex(where: { $0.kind == kind && $0.subject == subject })
      else { return }
      events.insert(events.remove(at: place), at: 0)
    }
  }

  /// The trace with the last matching event moved to the very end.
  func movingToEnd(_ kind: Event.Kind, of subject: String) -> Trace {
    edited { events in
      guard let place = events.lastIndex(where: { $0.kind == kind && $0.subject == subject })
      else { return }
      events.append(events.remove(at: place))
    }
  }

  /// The trace with one more event, just before its last ones, the settled states.
  func inserting(
    _ kind: Event.Kind, of subject: String, on thread: String = "main", state: OperationState = []
  ) -> Trace {
    edited { events in
      let place = events.firstIndex { $0.kind == .settled } ?? events.endIndex
      let time = place > 0 ? events[place - 1].ns : 0
      events.insert(
        Event(seq: 0, ns: time, thread: thread, subject: subject, kind: kind, state: state),
        at: place)
    }
  }
}
