import OperationCourse
import OperationDoctor
import OperationBench

/// What the queues of a process did, as a lesson shows a run, and what they waited for.
struct ShowScreen {
  let paper: Paper
  /// How many events to list at most. `nil` for all.
  let limit: Int?

  func text(_ shown: ShownEvents) -> String {
    let report = shown.report
    let events = report.trace.events
    let rest = limit.map { events.count - $0 } ?? 0
    let table = EventTable(
      paper: paper, isNumbered: true, lane: ("slot", paper.width < 70 ? 6 : 12),
      digits: max(3, "\(events.count)".count))
    let rows =
      (rest > 0 ? [wrapped("\(count(rest, "event")) before these: --all lists them")] : [])
      + [table.header].compactMap { $0 } + events.suffix(limit ?? events.count).map(table.row)
    let picture = Timeline(report.trace, snapshot: report.snapshot)
      .text(width: paper.width, isASCII: paper.isASCII).trimmedAtEnd
    let sections = [
      ("Timeline", [picture]), ("In the end", waiting(report)),
      ("The longest waits", longest(report)),
      ("How full the queues were", report.queues.map { wrapped(sentence($0)) }),
    ]
    let opening =
      paper.toned(wrapped(shown.sentence), .strong)
      + (shown.leftOut.map { "\n" + wrapped($0) } ?? "")
    return
      ([opening, rows.joined(separator: "\n")]
      + sections.map { title, lines in
        paper.toned(title, .strong) + "\n" + lines.joined(separator: "\n")
      }).joined(separator: "\n\n")
  }

  private func waiting(_ report: EventReport) -> [String] {
    let diagnosis = Diagnosis(trace: report.trace, snapshot: report.snapshot)
    guard !diagnosis.isEmpty else {
      let known = report.missing > 0 ? "of which the file has an event" : "that was added"
      return [wrapped("Every operation \(known) has finished.")]
    }
    let graph = diagnosis.graph(width: paper.width - 2, style: paper.isASCII ? .ascii : .unicode)
    guard diagnosis.findings.contains(where: { $0.cause == .readinessNotAnnounced }) else {
      return [graph.indented(by: 2)]
    }
    let causes =
      "No event tells of a suspended queue, a barrier block, a thread that is missing, or an operation that "
      + "became ready while it was added, which a plain queue on Linux may miss."
    return [graph.indented(by: 2), wrapped(causes)]
  }

  private func longest(_ report: EventReport) -> [String] {
    let waits = report.waits.prefix(5).filter { $0.total > 0 }
    return waits.isEmpty ? [wrapped("No operation waited.")] : waits.map { wrapped(sentence($0)) }
  }

  private func sentence(_ wait: OperationWait) -> String {
    let noSlotNeeded =
      wait.knowsSlots ? "with a slot free" : "ready, and no event tells whether a slot was free"
    let parts = [
      (wait.untilReadyNs, wait.dependency.map { "for \($0)" } ?? "to become ready"),
      (wait.untilStartNs, wait.isForSlot ? "for a slot of '\(wait.queue)'" : noSlotNeeded),
    ].filter { $0.0 > wait.total / 100 }.map { "\(EventTable.time($0)) \($1)" }
    return "\(wait.operation)\(wait.isOver ? "" : ", and still waits"): "
      + parts.joined(separator: ", then ")
  }

  private func sentence(_ queue: QueueUse) -> String {
    var parts = [
      queue.width < 0 ? "the system's width" : "width \(queue.width)",
      "\(queue.finished) of \(count(queue.added, "operation")) finished",
    ]
    if queue.unseenStarts < queue.added {
      parts.append("at most \(queue.most) at once")
      if queue.width > 0, queue.lengthNs > 0 {
        let share = Int((Double(queue.fullNs) / Double(queue.lengthNs) * 100).rounded())
        let least = queue.unseenStarts > 0 ? "at least " : ""
        parts.append("full for \(least)\(share)% of \(EventTable.time(queue.lengthNs))")
      }
    }
    if queue.unseenStarts > 0 {
      parts.append("\(queue.unseenStarts) not counted as running, because their start is not seen")
    }
    return "'\(queue.name)': " + parts.joined(separator: ", ")
  }

  private func count(_ number: Int, _ noun: String) -> String {
    "\(number) \(noun)\(number == 1 ? "" : "s")"
  }

  private func wrapped(_ text: String) -> String {
    paper.plain(TerminalText.visible(text)).wrapped(to: paper.width, indent: 4, firstIndent: "  ")
  }
}

/// The events of one process in a file, and what was left out.
struct ShownEvents {
  let path: String
  let process: EventFile.Process
  let report: EventReport
  private let file: EventFile

  /// - Parameter number: the process's. `nil` for the one that opened the file last.
  init?(_ file: EventFile, path: String, process number: Int?) {
    let isAsked = { (process: EventFile.Process) in number == nil || process.number == number }
    guard let process = file.processes.last(where: isAsked) else { return nil }
    (self.file, self.path, self.process) = (file, path, process)
    report = EventReport(process.events)
  }

  private var others: [EventFile.Process] { file.processes.filter { $0.id != process.id } }

  var sentence: String {
    let time = EventTable.time(report.trace.events.last?.ns ?? 0)
    let own = process.number.map { " of process \($0)" } ?? ""
    let count = process.events.count
    let end = process.end.map { ", until \($0.ISO8601Format())" } ?? ""
    return "\(path): \(count) event\(count == 1 ? "" : "s")\(own), \(time)\(end)"
  }

  /// For a drawing: the last events, and before them as many, at most, of operations that have not finished.
  /// `nil` if that is the whole.
  func lastPart(_ limit: Int) -> (report: EventReport, count: Int)? {
    let events = process.events
    guard events.count > limit else { return nil }
    let over = Set(
      events.filter { [.finished, .released].contains($0.kind) }.map(\.operation))
    let cut = events.count - limit
    let unfinished = events.prefix(cut).filter { !over.contains($0.operation) }
    let part = unfinished.suffix(limit) + events.suffix(limit)
    return (EventReport(Array(part)), part.count)
  }

  /// A line with what is not shown. `nil` if everything is.
  var leftOut: String? {
    var parts: [String] = []
    if file.unreadable > 0 { parts.append("lines that are no events: \(file.unreadable)") }
    for (kind, count) in file.unknown.sorted(by: { $0.key < $1.key }) {
      parts.append("events of the unknown kind '\(kind)': \(count)")
    }
    if !others.isEmpty {
      let numbers = others.suffix(3).compactMap(\.number).map { "\($0)" }.joined(separator: ", ")
      let events = others.reduce(0) { $0 + $1.events.count }
      parts.append(
        "events of other processes: \(events) (--process \(numbers)\(others.count > 3 ? ", …" : ""))"
      )
    }
    let gone = report.missing - file.unreadable - file.unknown.values.reduce(0, +)
    let lines = [
      gone > 0
        ? "The file begins in the middle: \(gone) events of this process are in it no longer, or were not "
          + "written." : nil,
      parts.isEmpty ? nil : "Left out: " + parts.joined(separator: ". ") + ".",
    ].compactMap { $0 }
    return lines.isEmpty ? nil : lines.joined(separator: " ")
  }

  var json: JSON {
    JSON(
      file: path, process: process.id, otherProcesses: others.map(\.id),
      unreadable: file.unreadable, missing: report.missing,
      unknownKinds: file.unknown, events: report.trace.events, queues: report.queues,
      waits: report.waits, diagnosis: FindingJSON.all(report.trace, report.snapshot))
  }

  struct JSON: Encodable {
    let file: String
    let process: String
    let otherProcesses: [String]
    let unreadable: Int
    let missing: Int
    let unknownKinds: [String: Int]
    let events: [Event]
    let queues: [QueueUse]
    let waits: [OperationWait]
    let diagnosis: [FindingJSON]
  }
}
