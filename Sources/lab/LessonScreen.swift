import OperationLab

/// How a lesson looks in a terminal; every part is a function from values to text.
struct LessonScreen {
  let console: Console
  let width: Int

  init(_ console: Console) {
    self.console = console
    width = min(console.width, 100)
  }

  func opening(_ lesson: Lesson) -> String {
    let title = "Lesson \(lesson.number): \(lesson.title)"
    return [
      console.toned(title.wrapped(to: width), .strong),
      lesson.question.wrapped(to: width, indent: 2),
    ].joined(separator: "\n")
  }

  func opening(_ program: Program) -> String {
    let role =
      switch program.role {
      case .article: "as the article has it"
      case .broken: "broken on purpose"
      case .fixed: "fixed"
      }
    let heading = "\(bullet) \(program.name) (\(role))".wrapped(
      to: width, indent: 2, firstIndent: "")
    return "\n" + console.toned(heading, .strong) + "\n"
      + program.summary.wrapped(to: width, indent: 2)
  }

  func ending(_ run: Run, of program: Program) -> String {
    let expected = program.expected()
    let isExpected = run.outcome == expected
    var text = "It \(run.outcome.rawValue)\(particulars(of: run))"
    text += isExpected ? ", as expected." : "; expected: \(expected.rawValue)."
    return console.toned(text.wrapped(to: width, indent: 2), isExpected ? .good : .bad)
  }

  /// The run as a picture, a lane a thread.
  func timeline(_ run: Run) -> String {
    let picture = Timeline(run.trace).text(width: width, isASCII: console.isASCII).trimmedAtEnd
    return console.toned("\nTimeline", .strong) + "\n" + picture
  }

  /// What the process said for itself.
  func lastWords(_ run: Run) -> String? {
    let lines = run.detail.output.split(whereSeparator: \.isNewline)
      .filter { line in !["Current stack trace", "0x"].contains { line.contains($0) } }
    guard !lines.isEmpty else { return nil }
    let shown = lines.prefix(3).map { "\($0)".wrapped(to: width, indent: 4) }
    let rest = lines.count > 3 ? ["    … and \(lines.count - 3) more lines"] : []
    return (["  It printed:"] + shown + rest).joined(separator: "\n")
  }

  /// Why operations are stuck, if any are.
  func diagnosis(_ run: Run) -> String? {
    let diagnosis = run.diagnosis
    guard run.outcome == .hangs, !diagnosis.isEmpty else { return nil }
    let style: Diagnosis.Style = console.isASCII ? .ascii : .unicode
    return [
      console.toned("\nWhy is it not running?", .strong),
      diagnosis.summary(width: width - 2, style: style).indented(by: 2),
      width < 40
        ? "" : diagnosis.graph(width: min(60, width - 4), style: style).indented(by: 4),
    ].joined(separator: "\n")
  }

  func verdict(_ finding: Finding) -> String {
    let verdict = finding.judgement.verdict.rawValue
    let isExpected = finding.isAsExpected
    let tone: Console.Tone =
      !isExpected ? .bad : finding.judgement.verdict == .confirmed ? .good : .remarkable
    let heading =
      "\(isExpected ? mark(finding.judgement.verdict) : "FAILED") "
      + "\(finding.claim.id) \(verdict)"
      + (isExpected ? "" : ", expected \(finding.expected.rawValue)")
    var lines = [console.toned(heading, tone)]
    lines.append(
      "Article \(finding.claim.source.rawValue): \(finding.claim.statement)"
        .wrapped(to: width, indent: 2))
    lines.append("Seen: \(finding.judgement.seen)".wrapped(to: width, indent: 2))
    lines += evidence(finding.judgement.evidence)
    lines.append("Why: \(finding.claim.expected.because)".wrapped(to: width, indent: 2))
    if finding.claim.expected.varies {
      let text = "This differs from run to run: try 'lab lesson N --repeat 50'."
      lines.append(console.toned(text.wrapped(to: width, indent: 2), .remarkable))
    } else if finding.claim.expected.dependsOnPlatform {
      let other = finding.platform == .linux ? Platform.darwin : .linux
      let text =
        "This depends on the platform: on \(other.displayName), "
        + "\(finding.claim.expected.verdict(on: other).rawValue)."
      lines.append(console.toned(text.wrapped(to: width, indent: 2), .remarkable))
    } else if finding.judgement.verdict == .refuted {
      lines.append(console.toned("  The article is wrong about this.", .remarkable))
    }
    return lines.joined(separator: "\n")
  }

  func closing(_ report: LessonReport) -> String {
    let passed = report.findings.count(where: \.isAsExpected)
    let endings = report.runs.count(where: report.endedAsExpected)
    let summary =
      "\(passed) of \(report.findings.count) verdicts and \(endings) of \(report.runs.count) "
      + "endings are the ones expected on \(report.platform.displayName)."
    return console.toned(
      ((report.isPassed ? "Passed: " : "Failed: ") + summary).wrapped(to: width),
      report.isPassed ? .good : .bad)
  }

  func nextStep(_ report: LessonReport) -> String {
    let number = report.lesson.number
    let next = Lessons.all.first { $0.number > number }
    let steps =
      ["lab read \(number)  explains it"]
      + (next.map { ["lab lesson \($0.number)  goes on"] } ?? [])
    return "Next: \(steps.joined(separator: "; "))".wrapped(to: width, indent: 2, firstIndent: "")
  }

  private func evidence(_ evidence: [Evidence]) -> [String] {
    let shown = evidence.prefix(6).map { item in
      let state = item.event.state.isEmpty ? "" : " (\(item.event.state))"
      return
        "\(arrow) \(item.program) #\(item.event.seq) \(item.event.thread) "
        + "\(item.event.subject): \(item.event.phrase)\(state)"
    }
    let rest = evidence.count > 6 ? ["\(arrow) and \(evidence.count - 6) more events"] : []
    return (shown + rest).map { $0.wrapped(to: width, indent: 6, firstIndent: "    ") }
  }

  private func particulars(of run: Run) -> String {
    if let signal = run.detail.signal { return " (\(signal))" }
    if let status = run.detail.exitStatus { return " with status \(status)" }
    if run.detail.reachedDeadline { return " (killed at the deadline)" }
    return ""
  }

  private func mark(_ verdict: Verdict) -> String {
    switch verdict {
    case .confirmed: console.isASCII ? "+" : "✓"
    case .refuted: console.isASCII ? "x" : "✗"
    case .undecided: "?"
    }
  }

  private var bullet: String { console.isASCII ? ">" : "▶" }
  private var arrow: String { console.isASCII ? "-" : "·" }
}
