/// Everything that happened in one run, in order.
///
/// A value: judges and renderers see a trace and nothing else, so the same trace always gives the
/// same answer.
public struct Trace: Hashable, Sendable {
  /// The events, by rising ``Event/seq``.
  public private(set) var events: [Trace.Event]

  /// Puts events into their order. Time never runs backwards along it: a thread that reads the
  /// clock and is preempted before it takes its place gets the time of the event before it.
  package init(_ events: [Trace.Event] = []) {
    self.events = events.sorted { $0.seq < $1.seq }
    var latest: UInt64 = 0
    for index in self.events.indices {
      latest = max(latest, self.events[index].ns)
      self.events[index].ns = latest
    }
  }

  /// The threads, in the order in which they first appear.
  package var threads: [String] { firstAppearances(\.thread) }

  /// The subjects, in the order in which they first appear.
  package var subjects: [String] { firstAppearances(\.subject) }

  private func firstAppearances(_ name: KeyPath<Event, String>) -> [String] {
    var seen: Set<String> = []
    return events.map { $0[keyPath: name] }.filter { !$0.isEmpty && seen.insert($0).inserted }
  }
}

// In JSON a trace is just its events.
extension Trace: Codable {
  /// Reads an array of events.
  public init(from decoder: any Decoder) throws {
    self.init(try decoder.singleValueContainer().decode([Event].self))
  }

  /// Writes an array of events.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(events)
  }
}

// Inside the package, its short name.
package typealias Event = Trace.Event
