import OperationCourse
import OperationDoctor
import OperationLab
import OperationBench

/// How a lesson looks in a terminal. Every part is a function from values to text.
struct LessonScreen {
  private let paper: Paper
  private let width: Int
  private let lab: Invocation
  private var say: Language { paper.language }

  init(_ paper: Paper, _ lab: Invocation = .current) {
    self.paper = paper.readable
    self.lab = lab
    width = self.paper.width
  }

  /// The columns for the events as they come.
  var table: EventTable { EventTable(paper: paper) }

  /// All events by their numbers. Those in which the run comes to rest are told together.
  func trace(_ run: Run) -> String {
    let table = EventTable(paper: paper, isNumbered: true)
    let rows = RestFold.groups(run.trace.events).map { group in
      group.count == 1 ? table.row(group[0]) : RestFold.line(group, paper)
    }
    return ([table.header].compactMap(\.self) + rows).joined(separator: "\n")
  }

  /// Everything that is shown of a lesson, in order.
  func whole(_ report: LessonReport) -> String {
    var parts = [opening(report.lesson)]
    for run in report.runs {
      guard let program = report.lesson.program(named: run.program) else { continue }
      parts += [opening(program)] + [table.header].compactMap { $0 }
      parts += run.trace.events.map(table.row) + [after(run, of: program)]
    }
    return (parts + [verdicts(report)]).joined(separator: "\n")
  }

  /// The parts after a program's events: timeline, its output, its ending, why it hangs.
  func after(_ run: Run, of program: Program) -> String {
    [timeline(run), lastWords(run), ending(run, of: program), reasons(run)]
      .compactMap { $0 }.joined(separator: "\n\n")
  }

  /// All verdicts, the summary and what to do next.
  func verdicts(_ report: LessonReport) -> String {
    let heading = "\n" + paper.toned(say("Verdicts"), .strong)
    let all = report.findings.isEmpty ? [] : [heading, verdictsInFull(report)]
    return (all + [closing(report) + "\n" + nextStep(report)]).joined(separator: "\n\n")
  }

  /// Each verdict with what decides it.
  func verdictsInFull(_ report: LessonReport) -> String {
    report.findings.map(verdict).joined(separator: "\n\n")
  }

  /// Each verdict in a line, and what the signs mean.
  func verdictsInShort(_ report: LessonReport) -> String {
    let lines = report.findings.map { finding in
      let sign = mark(finding.judgement.verdict) + (finding.isAsExpected ? "" : "!")
      return "\(sign) \(finding.claim.statement(in: say)) (\(finding.claim.id))"
        .wrapped(to: width, indent: 2, firstIndent: "")
    }
    let signs = say(
      "\(mark(.confirmed)) so it is here   \(mark(.refuted)) it is not so here   ? the runs do not say"
    )
    let strange = say("! not the verdict that we expected on \(report.platform.displayName)")
    let isStrange = report.findings.contains { !$0.isAsExpected }
    let meanings = (isStrange ? [signs, strange] : [signs]).map { $0.wrapped(to: width) }
    return (lines + [""] + meanings).joined(separator: "\n")
  }

  func opening(_ lesson: Lesson) -> String {
    let title = say("Lesson \(lesson.number): \(lesson.title(in: say))")
    return [
      paper.toned(title.wrapped(to: width), .strong),
      lesson.question(in: say).wrapped(to: width, indent: 2),
    ].joined(separator: "\n")
  }

  func opening(_ program: Program) -> String {
    let role: Phrase =
      switch program.role {
      case .article: "as the article has it"
      case .broken: "broken on purpose"
      case .fixed: "fixed"
      }
    let heading = "\(bullet) \(program.name) (\(say(role)))".wrapped(
      to: width, indent: 2, firstIndent: "")
    return "\n" + paper.toned(heading, .strong) + "\n"
      + say.text(program.summary).wrapped(to: width, indent: 2)
  }

  /// How it ended, beside what was expected.
  func ending(_ run: Run, of program: Program) -> String {
    let expected = program.expected()
    let isExpected = run.outcome == expected
    // How programs end on macOS has not been measured: the declared ending is a guess.
    let isNews = !isExpected && Platform.current == .darwin
    let ended = say.text(run.outcome.rawValue) + particulars(of: run)
    let meant = say.text(expected.rawValue)
    let text = say(
      isExpected
        ? "It \(ended), as expected."
        : isNews ? "It \(ended); we guessed: \(meant)." : "It \(ended); expected: \(meant).")
    return paper.toned(
      text.wrapped(to: width, indent: 2), isExpected ? .good : isNews ? .remarkable : .bad)
  }

  /// The run as a picture, a lane a thread.
  func picture(_ run: Run) -> String {
    Timeline(run).text(width: width, isASCII: paper.isASCII, in: say).trimmedAtEnd
  }

  private func timeline(_ run: Run) -> String {
    "\n" + paper.toned(say("Timeline"), .strong) + "\n" + picture(run)
  }

  /// What the process said for itself.
  func lastWords(_ run: Run) -> String? {
    if let message = run.fatalMessage {
      return say("It trapped with the message:").wrapped(to: width, indent: 2) + "\n"
        + message.wrapped(to: width, indent: 4)
    }
    let lines = run.detail.output.split(whereSeparator: \.isNewline)
      .filter { line in !["Current stack trace", "0x"].contains { line.contains($0) } }
    guard !lines.isEmpty else { return nil }
    let shown = lines.prefix(3).map { "\($0)".wrapped(to: width, indent: 4) }
    let rest = lines.count > 3 ? ["    … " + more(lines.count - 3, "line")] : []
    return (["  " + say("It printed:")] + shown + rest).joined(separator: "\n")
  }

  /// Why operations are stuck, if any are.
  func reasons(_ run: Run) -> String? {
    let diagnosis = run.diagnosis
    guard run.outcome == .hangs, !diagnosis.isEmpty else { return nil }
    let style: Diagnosis.Style = paper.isASCII ? .ascii : .unicode
    let margin = width < 40 ? 0 : 2
    let (summary, graph) = (
      diagnosis.summary(width: width - margin, style: style, in: say.callAsFunction),
      diagnosis.graph(width: min(60, width - 4), style: style, in: say.callAsFunction)
    )
    return [
      paper.toned(say("Why does it not run?"), .strong), summary.indented(by: margin),
      width < 40 ? "" : graph.indented(by: 4),
    ].joined(separator: "\n")
  }

  private func verdict(_ finding: Finding) -> String {
    let verdict = finding.judgement.verdict.name(in: say)
    let expected = finding.claim.expected
    let tone: Paper.Tone =
      finding.isFailure ? .bad : finding.judgement.verdict == .confirmed ? .good : .remarkable
    let sign =
      finding.isFailure
      ? say("FAILED") : finding.isNews ? say("NEWS") : mark(finding.judgement.verdict)
    let heading =
      "\(sign) \(finding.claim.id) \(verdict)"
      + (finding.isAsExpected ? "" : say(", expected \(finding.expected.name(in: say))"))
    let said = ClaimText(finding.claim, say)
    func plain(_ text: String) -> String { text.wrapped(to: width, indent: 2) }
    func remark(_ text: String) -> String { paper.toned(plain(text), .remarkable) }
    var lines = [paper.toned(heading, tone), plain(said.statement)] + said.whereSaid.map(plain)
    lines.append(plain(say("Seen: \(finding.judgement.seen)")))
    lines += evidence(finding.judgement.evidence)
    lines.append(plain(say("Why: \(finding.claim.because(in: say))")))
    if expected.varies {
      lines.append(remark(say("This differs from run to run.")))
    } else if finding.judgement.verdict == .refuted, !expected.dependsOnPlatform,
      finding.claim.origin.article != nil
    {
      lines.append(remark(say("The article is wrong about this.")))
    }
    lines += said.platforms(seenFrom: finding.platform)
      .map(expected.dependsOnPlatform ? remark : plain)
    return lines.joined(separator: "\n")
  }

  private func closing(_ report: LessonReport) -> String {
    let passed = report.findings.count(where: \.isAsExpected)
    let endings = report.runs.count(where: report.endedAsExpected)
    let summary = say(
      """
      \(passed) of \(report.findings.count) verdicts and \(endings) of \(report.runs.count) endings are \
      the ones expected on \(report.platform.displayName).
      """)
    return paper.toned(
      (say(report.isPassed ? "Passed: " : "Failed: ") + summary).wrapped(to: width),
      report.isPassed ? .good : .bad) + news(report)
  }

  /// The results that were not measured before and differ from our guess.
  private func news(_ report: LessonReport) -> String {
    guard !report.news.isEmpty else { return "" }
    let heading = say(
      """
      News: this was not measured on \(report.platform.displayName) before. It is no failure. Please \
      send us what follows:
      """)
    return "\n" + paper.toned(heading.wrapped(to: width), .remarkable) + "\n"
      + report.news.map { $0.wrapped(to: width, indent: 4, firstIndent: "  ") }
      .joined(separator: "\n")
  }

  private func nextStep(_ report: LessonReport) -> String {
    let number = report.lesson.number
    let next = Lessons.all.first { $0.number > number }
    let hasMore = report.runs.last?.program == report.lesson.mainLine.last?.name
    let isMore = hasMore && !report.lesson.further.isEmpty
    let steps: [(Phrase, String)?] = [
      ("Why it is so", "read \(number)"),
      isMore ? ("More on this", "lesson \(number) --further") : nil,
      next.map { ("Next", "lesson \($0.number)") },
    ]
    return steps.compactMap(\.self).map { lab.line($0, $1, width: width, in: say) }
      .joined(separator: "\n")
  }

  private func evidence(_ evidence: [Evidence]) -> [String] {
    let shown = evidence.prefix(6).map { "\(arrow) \($0.program) \(say.line(of: $0.event))" }
    let rest = evidence.count > 6 ? ["\(arrow) " + more(evidence.count - 6, "event")] : []
    return (shown + rest).map { $0.wrapped(to: width, indent: 6, firstIndent: "    ") }
  }

  private func more(_ count: Int, _ noun: String) -> String {
    say(count == 1 ? "and \(count) more \(noun)" : "and \(count) more \(noun)s")
  }

  private func particulars(of run: Run) -> String {
    if let signal = run.detail.signal { return " (\(signal))" }
    if let status = run.detail.exitStatus { return say(" with status \(status)") }
    if run.detail.reachedDeadline { return say(" (killed at the deadline)") }
    return ""
  }

  /// The sign of a verdict.
  private func mark(_ verdict: Verdict) -> String {
    switch verdict {
    case .confirmed: paper.isASCII ? "+" : "✓"
    case .refuted: paper.isASCII ? "x" : "✗"
    case .undecided: "?"
    }
  }

  private var bullet: String { paper.isASCII ? ">" : "▶" }
  private var arrow: String { paper.isASCII ? "-" : "·" }
}
