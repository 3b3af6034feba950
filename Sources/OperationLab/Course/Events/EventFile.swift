import Foundation
import OperationLab

/// What the queues of apps have written to an ``/OperationLab/OperationEventFile``.
package struct EventFile: Sendable {
  /// What one process wrote, in the order in which it happened.
  package struct Process: Sendable {
    /// Its number, a dash, and when it opened the file, in milliseconds since 1970.
    package let id: String
    package fileprivate(set) var events: [OperationEvent] = []

    /// Its number. `nil` if the line does not say.
    package var number: Int? { Int(id.prefix { $0 != "-" }) }

    /// When the last event was, by the time of day at which the file was opened.
    package var end: Date? {
      id.split(separator: "-").last.flatMap { Double($0) }.map {
        Date(timeIntervalSince1970: $0 / 1e3 + Double(events.last?.ns ?? 0) / 1e9)
      }
    }
  }

  /// In the order in which they first appear.
  package private(set) var processes: [Process] = []
  /// How many lines are no events: cut off, or not of this format.
  package private(set) var unreadable = 0
  /// How many events of each kind there are that this release does not know.
  package private(set) var unknown: [String: Int] = [:]

  /// Reads the lines. Takes time proportional to their number.
  package init(_ data: Data) {
    var places: [String: Int] = [:]
    let decoder = JSONDecoder()
    for line in Self.lines(of: data) {
      guard let line = try? decoder.decode(OperationEventLine.self, from: line) else {
        unreadable += 1
        continue
      }
      guard Self.kinds.contains(line.event.kind) else {
        unknown[line.event.kind.rawValue, default: 0] += 1
        continue
      }
      let place = places[line.process] ?? processes.count
      if place == processes.count {
        places[line.process] = place
        processes.append(Process(id: line.process))
      }
      processes[place].events.append(line.event)
    }
    for place in processes.indices {
      processes[place].events.sort { $0.seq < $1.seq }
      // A new file repeats what its unfinished operations had done.
      var last: Int?
      processes[place].events.removeAll { event in
        defer { last = event.seq }
        return event.seq == last
      }
    }
  }

  private static let kinds: Set<OperationEvent.Kind> = [
    .added, .ready, .started, .cancelled, .finished, .released,
  ]

  /// The lines that are not empty. Without looking at single bytes, which takes long in a debug build.
  private static func lines(of data: Data) -> [Data] {
    data.withUnsafeBytes { bytes in
      var (lines, start) = ([Data](), 0)
      while start < bytes.count, let base = bytes.baseAddress {
        let end =
          memchr(base + start, 10, bytes.count - start).map { UnsafeRawPointer($0) - base }
          ?? bytes.count
        if end > start { lines.append(Data(bytes: base + start, count: end - start)) }
        start = end + 1
      }
      return lines
    }
  }
}
