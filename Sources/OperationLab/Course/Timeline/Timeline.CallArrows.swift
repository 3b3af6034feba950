import OperationLab

extension Timeline {
  /// Finds what let threads go on that had written down what they wait for.
  struct CallArrows {
    private(set) var arrows: [Arrow] = []
    private let records: Records

    init(_ records: Records) {
      self.records = records
      var waiting: [String: Int] = [:]
      var opened: [String: Int] = [:]
      for (place, event) in records.events.enumerated() {
        if event.opensGate, opened[event.subject] == nil { opened[event.subject] = place }
        if let call = waiting.removeValue(forKey: event.thread), event.kind != .timedOut,
          let arrow = arrow(from: call, to: place, opened)
        {
          arrows.append(arrow)
        }
        if event.kind == .waiting { waiting[event.thread] = place }
      }
    }

    /// The call at the first place came back before the second.
    private func arrow(from call: Int, to place: Int, _ opened: [String: Int]) -> Arrow? {
      let event = records.events[call]
      if let gate = Self.gate(of: event, among: opened) {
        // Whoever comes to an open gate does not wait.
        guard let first = opened[gate], first > call else { return nil }
        return Arrow(.gate, gate, event.subject, from: first, to: place, in: records.events)
      }
      guard let (names, queue) = waitedFor(event, until: place),
        let last = lastRelease(of: names), last.place > call, last.place < place
      else { return nil }
      return Arrow(
        .wait, last.subject, event.subject, through: queue, from: last.place, to: place,
        in: records.events)
    }

    /// The gate that an event says somebody waits at: its subject, or what it says it waits for.
    private static func gate(of event: Event, among opened: [String: Int]) -> String? {
      if opened[event.subject] != nil { return event.subject }
      switch event.wait {
      case .gate(let name), .signal(let name): return opened[name] == nil ? nil : name
      default: return nil
      }
    }

    /// The operations that a blocking call waits for, and the queue if it is about one.
    private func waitedFor(_ event: Event, until place: Int) -> (names: [String], queue: String)? {
      switch event.wait {
      case .operation(let name): return ([name], "")
      case .operations(let names): return (names, "")
      case .queue(let name):
        let members = records.queues[name]?.members ?? []
        return (members.filter { (records.lives[$0]?.enqueued ?? place) < place }, name)
      case .gate, .signal, .other, nil: return nil
      }
    }

    /// The one that ended last; `nil` when one of them was not seen to end.
    private func lastRelease(of names: [String]) -> (subject: String, place: Int)? {
      var last: (subject: String, place: Int)?
      for name in names {
        guard let release = records.lives[name]?.release, release.isExact else { return nil }
        if release.place > last?.place ?? -1 { last = (name, release.place) }
      }
      return last
    }
  }
}

extension Event {
  /// A gate is opened, or a signal of a program's own is sent.
  fileprivate var opensGate: Bool { kind == .opened || mark == .signalSent }
}

extension Event.Mark {
  /// A program's own signal is sent; the subject is its name.
  static let signalSent: Self = "signal sent"
}
