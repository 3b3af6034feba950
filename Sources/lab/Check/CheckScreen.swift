import OperationLab

/// How a check looks in a terminal; every part is a function from values to text.
struct CheckScreen {
  private let paper: Paper
  private let width: Int

  init(_ paper: Paper) {
    self.paper = paper.readable
    width = self.paper.width
  }

  func opening(_ expression: String, files: [String]) -> String {
    paper.toned(
      "Checking \(files.joined(separator: ", ")): \(expression)".wrapped(to: width), .strong)
  }

  /// A rule and its verdict in a line, or a few on a narrow screen.
  func line(_ result: ConformanceReport.Result) -> String {
    let verdict = result.ruling.verdict
    let text = "\(mark(verdict)) \(result.rule.id): \(word(result))"
    return paper.toned(text.wrapped(to: width, indent: 2, firstIndent: ""), tone(verdict))
  }

  /// All that there is to say about a broken rule.
  func finding(_ result: ConformanceReport.Result) -> String {
    let rule = result.rule
    let heading = "\(mark(.broken)) \(rule.id): \(rule.statement)"
    let shown = decidingTrials(of: result)
    return
      ([
        "\n"
          + paper.toned(heading.wrapped(to: width, indent: 2, firstIndent: ""), .bad)
      ] + shown.map { labelled("Done", $0.summary) } + [labelled("Seen", result.ruling.why)]
      + events(result)
      + [
        labelled("Cost", rule.cost), labelled("Mend", rule.cure),
        labelled("Read", "lab read \(rule.lesson)"),
      ]).joined(separator: "\n")
  }

  /// The findings, the counts and what to do next.
  func closing(_ report: ConformanceReport) -> String {
    let counts = [Ruling.Verdict.holds, .broken, .undecided].compactMap { verdict in
      let count = report.results.count { $0.ruling.verdict == verdict }
      return count == 0 ? nil : "\(count) \(verdict == .holds ? "kept" : verdict.rawValue)"
    }
    let summary =
      (report.passed ? "Passed: " : "Failed: ")
      + "\(report.results.count) \(report.results.count == 1 ? "rule" : "rules"), "
      + counts.joined(separator: ", ") + "."
    return "\n" + paper.toned(summary.wrapped(to: width), report.passed ? .good : .bad)
      + undecided(report) + nextStep(report)
  }

  /// The rules that could not be decided, by reason.
  private func undecided(_ report: ConformanceReport) -> String {
    let results = report.results.filter { $0.ruling.verdict == .undecided }
    var reasons: [String] = []
    for result in results where !reasons.contains(result.ruling.why) {
      reasons.append(result.ruling.why)
    }
    return reasons.map { reason in
      let ids = results.filter { $0.ruling.why == reason }.map(\.rule.id)
      return "\n"
        + "Undecided (\(ids.joined(separator: ", "))): \(reason)."
        .wrapped(to: width, indent: 2, firstIndent: "")
    }.joined()
  }

  private func nextStep(_ report: ConformanceReport) -> String {
    let next: String
    if let first = report.failures.first?.rule {
      let option = first.trials.isEmpty ? "--sanitize" : "--rule \(first.id)"
      next =
        "mend \(first.id), then check again with '\(option)'; "
        + "lab read \(first.lesson) explains it"
    } else if report.passed, report.races == nil {
      next = "the same with '--sanitize' also looks for data races"
    } else {
      return ""
    }
    return "\n" + "Next: \(next)".wrapped(to: width, indent: 2, firstIndent: "")
  }

  private func word(_ result: ConformanceReport.Result) -> String {
    switch result.ruling.verdict {
    case .holds: "holds"
    case .broken:
      result.rounds > 1
        ? "broken in \(result.brokenRounds) of \(result.rounds) rounds" : "broken"
    case .undecided: "undecided"
    }
  }

  /// The trials in which the deciding events happened.
  private func decidingTrials(of result: ConformanceReport.Result) -> [Trial] {
    let names = Set(result.ruling.evidence.map(\.program))
    let deciding = result.rule.trials.filter { names.contains($0.name) }
    return deciding.isEmpty ? result.rule.trials : deciding
  }

  /// What happened in those trials; of long ones only the deciding events.
  private func events(_ result: ConformanceReport.Result) -> [String] {
    let table = EventTable(paper: paper)
    return decidingTrials(of: result).flatMap { trial in
      guard let run = result.run(trial.name) else { return [String]() }
      let deciding = result.ruling.evidence.filter { $0.program == trial.name }.map(\.event)
      let all = run.trace.events
      let rows = (all.count <= Self.mostEvents ? all : deciding).map(table.row)
      let ending = lastWords(run).map { [$0] } ?? []
      return [table.header].compactMap { $0 } + rows + ending
    }
  }

  /// How many events are shown of a trial.
  private static let mostEvents = 16

  private func lastWords(_ run: Run) -> String? {
    guard let signal = run.detail.signal else { return nil }
    let words = run.fatalMessage.map { ": \($0)" } ?? ""
    return "The process ended with \(signal)\(words)".wrapped(to: width, indent: 4)
  }

  private func labelled(_ label: String, _ text: String) -> String {
    "\(label): \(text)".wrapped(to: width, indent: 8, firstIndent: "  ")
  }

  private func tone(_ verdict: Ruling.Verdict) -> Paper.Tone {
    switch verdict {
    case .holds: .good
    case .broken: .bad
    case .undecided: .remarkable
    }
  }

  private func mark(_ verdict: Ruling.Verdict) -> String {
    switch verdict {
    case .holds: paper.isASCII ? "+" : "✓"
    case .broken: paper.isASCII ? "x" : "✗"
    case .undecided: "?"
    }
  }
}
