import Foundation
import OperationLab

extension Timeline {
  /// The run in Chrome's trace-event format, in JSON, which `ui.perfetto.dev` and
  /// `chrome://tracing` open. Times are real, in microseconds.
  ///
  /// Format: "Trace Event Format", Google, 2016. Calls and bodies are slices on their thread
  /// (`X`, or `B` while open); each operation is an asynchronous slice (`b`, `e`) from its start
  /// to its finish, with the time it stayed unfinished inside. Who let whom go on is a flow (`s`,
  /// `f`) between slices without duration; who waits in the end is an instant of the whole process.
  ///
  /// - Parameter title: the name under which the run is shown.
  /// - Throws: what `JSONEncoder` throws; it has no cause to.
  package func perfetto(title: String) throws -> String {
    try TimelinePerfetto.json([TimelinePerfetto(timeline: self, title: title)])
  }
}

/// Turns a timeline into trace events, one at a time.
struct TimelinePerfetto {
  let timeline: Timeline
  let title: String

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

  func forEachEvent(_ body: (TraceEvent) throws -> Void) throws {
    try body(.metadata("process_name", thread: 1, .init(name: visible(title))))
    var numbers: [String: Int] = [:]
    for (number, operation) in timeline.operations.enumerated() {
      numbers[operation.subject] = number
      if let event = operation.started { try body(life("b", of: number, event)) }
    }
    // From 1: the format's readers take thread 0 for the idle thread.
    for (thread, lane) in zip(1..., timeline.lanes) {
      try body(.metadata("thread_name", thread: thread, .init(name: visible(lane.thread))))
      try body(.metadata("thread_sort_index", thread: thread, .init(sortIndex: thread)))
      for span in lane.spans {
        for event in events(span, thread: thread, operation: numbers[span.subject] ?? 0) {
          try body(event)
        }
      }
      for mark in lane.marks { try body(instant(mark, thread: thread)) }
    }
    // After the spans: of two asynchronous slices that end at once, the inner comes first.
    for (number, operation) in timeline.operations.enumerated() {
      guard let start = operation.started, let end = operation.finished, start.ns <= end.ns
      else { continue }
      try body(life("e", of: number, end))
    }
    for event in links { try body(event) }
  }

  private func events(_ span: Timeline.Span, thread: Int, operation: Int) -> [TraceEvent] {
    let name = visible(span.subject)
    let category = span.kind.rawValue
    let begin = microseconds(span.fromNs)
    let facts = TraceEvent.Arguments(span)
    if span.kind == .unfinished {
      let id = String(operation)
      let name = "\(name) unfinished"
      let start = TraceEvent(
        name: name, category: "operation", phase: "b", time: begin, thread: thread, id: id,
        arguments: facts)
      let end = TraceEvent(
        name: name, category: "operation", phase: "e", time: microseconds(span.toNs),
        thread: thread, id: id)
      return span.isOpen ? [start] : [start, end]
    }
    let duration = span.isOpen ? nil : microseconds(span.toNs - span.fromNs)
    return [
      TraceEvent(
        name: name, category: category, phase: span.isOpen ? "B" : "X", time: begin,
        duration: duration, thread: thread, arguments: facts)
    ]
  }

  private func instant(_ mark: Timeline.Mark, thread: Int) -> TraceEvent {
    let event = mark.event
    let state = event.state.description
    return TraceEvent(
      name: "\(visible(event.subject)) \(TimelineWords().kind(event.kind))",
      category: event.kind.rawValue, phase: "i", time: microseconds(event.ns), thread: thread,
      scope: "t",
      arguments: .init(
        subject: event.subject, from: event.seq, note: event.note.isEmpty ? nil : event.note,
        state: state.isEmpty ? nil : state))
  }

  private func life(_ phase: String, of number: Int, _ event: Event) -> TraceEvent {
    TraceEvent(
      name: visible(event.subject), category: "operation", phase: phase,
      time: microseconds(event.ns), thread: 1, id: String(number))
  }

  func visible(_ name: String) -> String { TimelineWords().name(name) }

  func microseconds(_ ns: UInt64) -> Double { Double(ns) / 1000 }
}
