import Foundation
import OperationBench
import OperationLab

/// A run in Chrome's trace-event format, in JSON, which `ui.perfetto.dev` and `chrome://tracing`
/// open. Times are real, in microseconds.
///
/// Format: "Trace Event Format", Google, 2016. Calls and bodies are slices on their thread (`X`, or
/// `B` while open). Each operation is an asynchronous slice (`b`, `e`) from its start to its finish,
/// with the time it stayed unfinished inside. An arrow is a flow (`s`, `f`) between slices without
/// duration. What is waited for at the end is an instant of the whole process.
struct TimelinePerfetto {
  let timeline: Timeline
  let title: String
  private let words = TimelineWords()

  init(timeline: Timeline, title: String) {
    self.timeline = timeline
    self.title = title
  }

  /// Several runs in one document, each as a process of its own, numbered from 1.
  static func json(_ runs: [TimelinePerfetto]) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    // One by one: for a million events at once the encoder would need gigabytes.
    var json = Data(#"{"displayTimeUnit":"ns","traceEvents":["#.utf8)
    var separator = "\n"
    for (process, run) in zip(1..., runs) {
      try run.forEachEvent { event in
        var event = event
        event.process = process
        // Asynchronous slices of two processes must not share an id.
        event.id = event.id.map { process == 1 ? $0 : "\(process)-\($0)" }
        json.append(contentsOf: separator.utf8)
        json.append(try encoder.encode(event))
        separator = ",\n"
      }
    }
    json.append(contentsOf: "\n]}\n".utf8)
    return String(decoding: json, as: UTF8.self)
  }

  private func forEachEvent(_ body: (TraceEvent) throws -> Void) throws {
    try body(metadata("process_name", thread: 1, ["name": .text(words.name(title))]))
    var numbers: [String: Int] = [:]
    for (number, operation) in timeline.operations.enumerated() {
      numbers[operation.subject] = number
      if let start = operation.started { try body(life("b", of: operation, number, at: start)) }
    }
    // From 1: the format's readers take thread 0 for the idle thread.
    for (thread, lane) in zip(1..., timeline.lanes) {
      let name = words.name(lane.thread)
      try body(metadata("thread_name", thread: thread, ["name": .text(name)]))
      try body(metadata("thread_sort_index", thread: thread, ["sort_index": .number(thread)]))
      for span in lane.spans {
        for event in events(span, thread: thread, operation: numbers[span.subject] ?? 0) {
          try body(event)
        }
      }
      for mark in lane.marks { try body(instant(timeline.events[mark], thread: thread)) }
    }
    // After the spans: of two asynchronous slices that end at once, the inner comes first.
    for (number, operation) in timeline.operations.enumerated() {
      guard let start = operation.started, let end = operation.finished,
        timeline.events[start].ns <= timeline.events[end].ns
      else { continue }
      try body(life("e", of: operation, number, at: end))
    }
    let threads = Dictionary(uniqueKeysWithValues: zip(timeline.lanes.map(\.thread), 1...))
    for (number, arrow) in zip(1..., timeline.arrows) {
      for event in events(arrow, number, threads) { try body(event) }
    }
    for wait in timeline.waits { try body(instant(wait)) }
  }

  private func metadata(_ name: String, thread: Int, _ facts: Timeline.Facts) -> TraceEvent {
    TraceEvent(
      name: name, category: "__metadata", phase: "M", time: 0, thread: thread, arguments: facts)
  }

  private func life(
    _ phase: String, of operation: Timeline.Operation, _ number: Int, at place: Int
  ) -> TraceEvent {
    TraceEvent(
      name: words.name(operation.subject), category: "operation", phase: phase,
      time: microseconds(timeline.events[place].ns), thread: 1, id: String(number))
  }

  private func events(_ span: Timeline.Span, thread: Int, operation: Int) -> [TraceEvent] {
    let name = words.name(span.subject)
    let start = microseconds(span.fromNs)
    guard span.kind == .unfinished else {
      return [
        TraceEvent(
          name: name, category: span.kind.rawValue, phase: span.isOpen ? "B" : "X", time: start,
          duration: span.isOpen ? nil : microseconds(span.toNs - span.fromNs), thread: thread,
          arguments: span.facts)
      ]
    }
    var begin = TraceEvent(
      name: "\(name) unfinished", category: "operation", phase: "b", time: start, thread: thread,
      id: String(operation))
    var end = begin
    begin.arguments = span.facts
    end.phase = "e"
    end.time = microseconds(span.toNs)
    return span.isOpen ? [begin] : [begin, end]
  }

  private func instant(_ event: Event, thread: Int) -> TraceEvent {
    var facts: Timeline.Facts = ["subject": .text(event.subject), "from": .number(event.seq)]
    if !event.note.isEmpty { facts["note"] = .text(event.note) }
    if !event.state.isEmpty { facts["state"] = .text(event.state.description) }
    return TraceEvent(
      name: "\(words.name(event.subject)) \(words.kind(event.kind))",
      category: event.kind.rawValue, phase: "i", time: microseconds(event.ns), thread: thread,
      scope: "t", arguments: facts)
  }

  private func events(
    _ arrow: Timeline.Arrow, _ number: Int, _ threads: [String: Int]
  ) -> [TraceEvent] {
    let ends = [
      (phase: "s", place: arrow.fromPlace, name: "lets \(words.name(arrow.released)) go on"),
      (phase: "f", place: arrow.toPlace, name: "let go on by \(words.name(arrow.releaser))"),
    ]
    return ends.flatMap { end -> [TraceEvent] in
      let event = timeline.events[end.place]
      // The format's readers tie an arrow to the slice around it, and an instant is none.
      let slice = TraceEvent(
        name: end.name, category: "arrow", phase: "X", time: microseconds(event.ns), duration: 0,
        thread: threads[event.thread] ?? 1)
      var flow = slice
      flow.name = arrow.kind.rawValue
      flow.phase = end.phase
      flow.duration = nil
      flow.id = "arrow \(number)"
      flow.binding = end.phase == "f" ? "e" : nil
      flow.arguments = end.phase == "s" ? arrow.facts : nil
      return [slice, flow]
    }
  }

  private func instant(_ wait: Timeline.Wait) -> TraceEvent {
    TraceEvent(
      name: words.sentence(wait), category: "wait", phase: "i",
      time: microseconds(timeline.events.last?.ns ?? 0), thread: 1, scope: "p",
      arguments: wait.facts)
  }

  private func microseconds(_ ns: UInt64) -> Double { Double(ns) / 1000 }

  /// One object of the format's `traceEvents`.
  private struct TraceEvent: Encodable {
    var name: String
    var category: String
    var phase: String
    /// Microseconds.
    var time: Double
    /// Microseconds.
    var duration: Double?
    var process = 1
    var thread: Int
    var id: String?
    var scope: String?
    /// `e` for the end of an arrow: it belongs to the slice around it.
    var binding: String?
    /// What is shown when the slice is selected. Also carries names and order of threads.
    var arguments: Timeline.Facts?

    enum CodingKeys: String, CodingKey {
      case name, id
      case category = "cat"
      case phase = "ph"
      case time = "ts"
      case duration = "dur"
      case process = "pid"
      case thread = "tid"
      case scope = "s"
      case binding = "bp"
      case arguments = "args"
    }
  }
}
