@testable import OperationDoctor

/// A run written by hand: what happened, and how everything stood in the end.
struct Story {
  var trace: Trace
  var snapshot: Snapshot

  /// - Parameters:
  ///   - events: a line each: thread, kind, subject and possibly a note. 0.1 ms apart, the first at
  ///     0.0 ms. A note becomes the fact that it says. The kind `started!` stands for a `started`
  ///     whose return is recorded, too.
  ///   - operations: in the order in which they were put into their queues.
  init(
    _ events: String, queues: [Snapshot.Queue] = [], _ operations: [Snapshot.Operation],
    ending: Snapshot.Ending = .quiet, isProgramBlocked: Bool = false
  ) {
    trace = Self.trace(events)
    snapshot = Snapshot(
      operations: operations,
      queues: queues.map { queue in
        var queue = queue
        queue.operations = operations.filter { $0.queue == queue.name }.map(\.name)
        return queue
      }, ending: ending, isProgramBlocked: isProgramBlocked)
  }

  var diagnosis: Diagnosis { Diagnosis(trace: trace, snapshot: snapshot) }

  static func trace(_ events: String) -> Trace {
    Trace(
      events.split(separator: "\n").enumerated().map { place, line in
        let words = line.split(separator: " ", maxSplits: 3).map(String.init)
        let kind = words[1] == "started!" ? .started : Event.Kind(rawValue: words[1]) ?? .noted
        var event = Event.written(
          seq: place, ns: UInt64(place) * 100_000, thread: words[0], subject: words[2],
          kind: kind, note: words.count > 3 ? words[3] : "")
        if words[1] == "started!" { event.returnIsRecorded = true }
        return event
      })
  }
}

extension Diagnosis {
  /// Every finding on a line of its own: cause and sentence.
  var told: String {
    findings.map { "\($0.cause.rawValue): \($0.sentence)" }.joined(separator: "\n")
  }
}

extension Snapshot.Operation {
  /// An operation that has been started and has not ended.
  static func running(_ name: String, in queue: String? = nil) -> Self {
    .named(name, [.ready, .executing], in: queue)
  }

  static func named(
    _ name: String, _ state: OperationState, in queue: String? = nil, after: [String] = [],
    priority: Int = 0
  ) -> Self {
    Self(name: name, state: state, dependencies: after, queue: queue, priority: priority)
  }
}

extension Snapshot.Queue {
  static func named(_ name: String, width: Int = -1, isSuspended: Bool = false) -> Self {
    Self(name: name, width: width, isSuspended: isSuspended)
  }
}
