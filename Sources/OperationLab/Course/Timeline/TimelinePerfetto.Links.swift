extension TimelinePerfetto {
  /// The arrows and, at the end, who waits for whom.
  var links: [TraceEvent] {
    var threads: [String: Int] = [:]
    for (thread, lane) in zip(1..., timeline.lanes) { threads[lane.thread] = thread }
    let arrows = zip(1..., timeline.arrows).flatMap { number, arrow -> [TraceEvent] in
      let flow = [
        (phase: "s", place: arrow.fromPlace, name: "lets \(visible(arrow.released)) go on"),
        (phase: "f", place: arrow.toPlace, name: "let go on by \(visible(arrow.releaser))"),
      ]
      return flow.flatMap { end -> [TraceEvent] in
        let event = timeline.events[end.place]
        let thread = threads[event.thread] ?? 1
        return [
          // The format's readers tie an arrow to the slice around it, and an instant is none.
          TraceEvent(
            name: end.name, category: "arrow", phase: "X", time: microseconds(event.ns),
            duration: 0, thread: thread),
          TraceEvent(
            name: arrow.kind.rawValue, category: "arrow", phase: end.phase,
            time: microseconds(event.ns), thread: thread, id: "arrow \(number)",
            binding: end.phase == "f" ? "e" : nil,
            arguments: end.phase == "s" ? .init(arrow) : nil),
        ]
      }
    }
    return arrows + waits
  }

  private var waits: [TraceEvent] {
    guard let last = timeline.events.last else { return [] }
    return timeline.waits.map { wait in
      TraceEvent(
        name: TimelineWords().sentence(wait), category: "wait", phase: "i",
        time: microseconds(last.ns), thread: 1, scope: "p", arguments: .init(wait))
    }
  }
}

extension TimelinePerfetto.TraceEvent.Arguments {
  /// An arrow's facts.
  init(_ arrow: Timeline.Arrow) {
    self.init(
      from: arrow.from, to: arrow.to, arrow: arrow.kind, releaser: arrow.releaser,
      released: arrow.released, through: arrow.through)
  }

  /// Who waits, and for whom.
  init(_ wait: Timeline.Wait) {
    self.init(
      through: wait.through, wait: wait.kind, waiters: wait.waiters, holders: wait.holders)
  }
}
