import LabShared
import OperationCourse
import OperationDoctor
import OperationTesting

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
      (rest > 0 ? ["… \(count(rest, "event")) before these: --all lists them"] : [])
      + [table.header].compactMap { $0 } + events.suffix(limit ?? events.count).map(table.row)
    let picture = Timeline(report.trace, snapshot: report.snapshot)
      .text(width: paper.width, isASCII: paper.isASCII).trimmedAtEnd
    let sections = [
      ("Timeline", [picture]), ("In the end", waiting(report)),
      ("The longest waits", longest(report)), ("How full the queues were", report.queues.map(use)),
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
      return [wrapped("Every operation that was added has finished.")]
    }
    let graph = diagnosis.graph(width: paper.width - 2, style: paper.isASCII ? .ascii : .unicode)
    let isUnknown = diagnosis.findings.contains { $0.cause == .readinessNotAnnounced }
    return [graph.indented(by: 2)]
      + (isUnknown
        ? [
          wrapped(
            "Ready ones may wait for a suspended queue, a barrier block or a thread: no event tells."
          )
        ] : [])
  }

  private func longest(_ report: EventReport) -> [String] {
    let waits = report.waits.prefix(5).filter { $0.total > 0 }
    return waits.isEmpty ? [wrapped("No operation waited.")] : waits.map { wrapped(sentence($0)) }
  }

  private func sentence(_ wait: OperationWait) -> String {
    var reasons: [String] = []
    if let dependency = wait.dependency {
      reasons.append("\(EventTable.time(wait.untilReadyNs)) for \(dependency)")
    } else if wait.untilReadyNs > wait.untilStartNs {
      reasons.append("\(EventTable.time(wait.untilReadyNs)) to become ready")
    }
    if wait.isForSlot {
      reasons.append("\(EventTable.time(wait.untilStartNs)) for a slot of '\(wait.queue)'")
    } else if wait.untilStartNs > 0, reasons.isEmpty || wait.untilStartNs > wait.untilReadyNs {
      reasons.append("\(EventTable.time(wait.untilStartNs)) ready, with a slot free")
    }
    return "\(wait.operation): \(EventTable.time(wait.total))\(wait.isOver ? "" : " and still"), "
      + reasons.joined(separator: ", ")
  }

  private func use(_ queue: QueueUse) -> String {
    var parts = [
      queue.width < 0 ? "the system's width" : "width \(queue.width)",
      "\(queue.finished) of \(count(queue.added, "operation")) finished",
    ]
    let (length, seen) = (EventTable.time(queue.lengthNs), queue.added - queue.unseenStarts)
    if seen > 0, queue.lengthNs > 0 {
      let share = Double(queue.width > 0 ? queue.fullNs : queue.busyNs) / Double(queue.lengthNs)
      let (percent, tenths) = (Int((share * 100).rounded()), Int((share * 10).rounded()))
      parts.append("at most \(queue.most) at once")
      parts.append(
        queue.width > 0
          ? "full for \(percent)% of \(length)"
          : "\(tenths / 10).\(tenths % 10) on average in \(length)")
    }
    if queue.unseenStarts > 0 {
      let those = seen > 0 ? count(queue.unseenStarts, "operation") : "they"
      let isOne = queue.unseenStarts == 1 && seen > 0
      parts.append(
        "\(those) \(isOne ? "does" : "do") not report the start, and \(isOne ? "is" : "are") not counted"
      )
    }
    return wrapped("'\(queue.name)': " + parts.joined(separator: ", "))
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
    return "\(path): \(process.events.count) events\(own), \(time)"
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
    return parts.isEmpty ? nil : "Left out: " + parts.joined(separator: ". ") + "."
  }

  var json: JSON {
    JSON(
      file: path, process: process.id, otherProcesses: others.map(\.id),
      unreadable: file.unreadable,
      unknownKinds: file.unknown, events: report.trace.events, queues: report.queues,
      waits: report.waits, diagnosis: Diagnosis(trace: report.trace, snapshot: report.snapshot))
  }

  struct JSON: Encodable {
    let file: String
    let process: String
    let otherProcesses: [String]
    let unreadable: Int
    let unknownKinds: [String: Int]
    let events: [Event]
    let queues: [QueueUse]
    let waits: [OperationWait]
    let diagnosis: Diagnosis
  }
}
