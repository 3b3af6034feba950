import OperationLab
import OperationTesting

// What the claims presuppose: ten operations in a queue of width 2, and how each of them ends.
extension Lesson03 {
  /// The ten, as they were put into the queue.
  static func tenEnqueued(_ run: Run) throws -> [Evidence] {
    let entries = try names.map {
      try run.enqueued($0, in: "downloads", width: 2, isSuspended: false, dependencies: [])
    }
    try run.require(entries.count == 10, "ten operations were put in")
    try run.require(
      run.snapshot?.queues.first { $0.name == "downloads" }?.width == 2,
      "the width was 2 to the end")
    try run.requireNeverSuspended("downloads")
    try run.require(
      names.allSatisfy { run.all(.cancelled, of: $0).isEmpty }, "nobody cancelled any of them")
    return entries
  }

  /// Lets a judge go on only if the operation never said or announced that it is finished.
  static func silent(_ name: String, _ run: Run) throws {
    let rest = try run.last(.settled, of: name)
    try run.require(
      run.all(.finished, of: name).isEmpty && run.all(.announced, of: name).isEmpty
        && !rest.state.contains(.finished) && !rest.state.contains(.cancelled),
      "\(name) never reported finished, and nobody cancelled it")
  }

  /// The report of an operation's end, if it came after `start()` had returned, from elsewhere.
  static func laterReport(of name: String, _ run: Run) throws -> Evidence {
    let (start, back) = (try run.first(.started, of: name), try run.first(.returned, of: name))
    let report = try run.first(.finished, of: name)
    try run.require(
      start.thread == back.thread && !back.state.contains(.finished) && back.seq < report.seq,
      "start() of \(name) returned before it reported finished")
    try run.require(report.thread != start.thread, "the report of \(name) came from elsewhere")
    let rest = try run.last(.settled, of: name)
    try run.require(
      report.state.contains(.finished) && rest.state.contains(.finished)
        && !rest.state.contains(.cancelled), "\(name) is finished, and nobody cancelled it")
    return report
  }

  /// Where the operation was just before its report, seen by the thread that reported.
  static func placeBefore(_ report: Evidence, _ run: Run) throws -> Evidence {
    let back = try run.first(.returned, of: report.subject)
    let look = run.all(.observed, of: report.subject).last {
      back.seq < $0.seq && $0.seq < report.seq && $0.thread == report.thread
    }
    guard let look, !look.state.contains(.finished) else {
      throw MissingEvidence.premise(
        "somebody looked at \(report.subject) between its start() and its report",
        program: run.program)
    }
    return look
  }

  /// Judges how many of the ten were, at one moment, started and not yet past these events.
  static func atMostTwo(
    _ run: Run, past ends: [Evidence], _ story: String, _ evidence: [Evidence]
  ) throws -> Judgement {
    let ten = Run(
      program: run.program, outcome: run.outcome,
      trace: Trace(
        run.trace.events.filter { event in
          names.contains(event.subject)
            && (event.kind == .started || ends.contains { $0.event == event })
        }))
    let peak = ten.peak(between: .started, and: ends[0].kind)
    try run.require(peak >= 2, "two were under way at the same time")
    let places = try names.map { try run.last(.settled, of: $0) }
    return .confirmed(
      if: peak == 2 && places.allSatisfy { $0.note == "in no queue" },
      "\(story); at most \(peak) were under way at a time, and all left the queue",
      otherwise: "\(peak) were under way at a time, \(places.count { $0.note != "in no queue" }) "
        + "never left the queue",
      evidence)
  }
}
