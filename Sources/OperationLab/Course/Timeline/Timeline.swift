import OperationLab

/// A trace seen as a picture: a lane for each thread, a span for each stretch of an operation.
///
/// A pure function of the trace, and the one thing that ``text(width:isASCII:)``,
/// ``prose(limit:)``, ``svg(title:)``, ``html(title:)`` and ``perfetto(title:)`` draw from, which
/// is why they agree. Any trace is accepted, also one that no real run could leave. Takes time
/// proportional to the number of events.
package struct Timeline: Hashable, Sendable {
  /// What happened, in order; a *place* is an index into this.
  package let events: [Event]
  /// The threads, in the order in which they first appear.
  package let lanes: [Lane]
  /// The operations, in the order in which they first appear.
  package let operations: [Operation]
  /// The queues, in the order in which they first appear, and who held their slots.
  package let queues: [Queue]
  /// Who let whom go on, by rising ``Arrow/toPlace``.
  package let arrows: [Arrow]
  /// Who waits for whom in the end; empty without a snapshot.
  package let waits: [Wait]

  /// Reads the trace once, from its first event to its last.
  ///
  /// - Parameters:
  ///   - trace: what happened.
  ///   - snapshot: how everything stood in the end, if that is known.
  package init(_ trace: Trace, snapshot: Snapshot? = nil) {
    var builder = Builder()
    builder.read(trace.events)
    events = trace.events
    lanes = builder.finishedLanes()
    operations = builder.finishedOperations()
    let records = Records(trace.events, snapshot)
    let starts = StartArrows(records)
    queues = starts.queues
    arrows = (starts.arrows + CallArrows(records).arrows).sorted {
      ($0.toPlace, $0.fromPlace) < ($1.toPlace, $1.fromPlace)
    }
    waits = snapshot.map { Wait.all(trace: trace, snapshot: $0) } ?? []
  }

  /// Reads a run as it ended.
  package init(_ run: Run) {
    self.init(run.trace, snapshot: run.snapshot)
  }

  /// Every span, lane by lane, and in each lane by its beginning.
  package var spans: [Span] { lanes.flatMap(\.spans) }
}

extension Timeline {
  /// One thread and what it did.
  package struct Lane: Hashable, Sendable {
    /// The thread's name as in the trace.
    package let thread: String
    /// By rising ``Span/fromPlace``. Spans may overlap: a body lies inside the call of `start()`.
    package internal(set) var spans: [Span] = []
    /// The events that neither begin nor end a span of this lane, in order.
    package internal(set) var marks: [Mark] = []
  }

  /// An event that is a moment and not an edge of a span.
  package struct Mark: Hashable, Sendable {
    /// What happened.
    package let event: Event
    /// Index of the event in ``Timeline/events``.
    package let place: Int
  }
}
