import OperationCourse
import OperationDownloads
import OperationDoctor
import OperationBench
import OperationTesting

/// The output of a check in a terminal. Every part is a function from values to text.
struct CheckScreen {
  private let paper: Paper
  private let width: Int
  private var say: Language { paper.language }
  private let lab: Invocation
  /// The words of the command that checks the same again, without rules.
  private let again: [String]

  init(_ paper: Paper, again: [String] = ["check"], _ lab: Invocation = .current) {
    self.paper = paper.readable
    self.again = again
    self.lab = lab
    width = self.paper.width
  }

  /// What is not in another language.
  private static let remark: Phrase =
    "Rules, costs and cures are translated. What was done and seen is told in English."

  func opening(_ expression: String, files: [String], _ mode: LanguageMode) -> String {
    let files = files.joined(separator: ", ")
    let heading = say("Checking \(files) in Swift \(mode.rawValue) mode: \(expression)")
    return paper.toned(heading.wrapped(to: width), .strong)
      + (say == .english ? "" : "\n" + say(Self.remark).wrapped(to: width))
  }

  /// A rule and its verdict in a line, or a few on a narrow screen.
  func line(_ result: Conformance.Report.Result) -> String {
    let verdict = result.ruling.verdict
    let text = "\(mark(verdict)) " + say("\(result.rule.id): \(word(result))")
    return paper.toned(text.wrapped(to: width, indent: 2, firstIndent: ""), tone(verdict))
  }

  /// One line with the result of exploring a scene.
  func line(_ finding: OrdersFinding) -> String {
    let mark = finding.remark != nil ? "?" : mark(finding.isSound ? .holds : .broken)
    let orders = finding.isWhole ? "in every order" : "in chosen orders"
    return "\(mark) \(orders), \(finding.line)".wrapped(to: width, indent: 2, firstIndent: "")
  }

  /// What is a point of the class when it is explored, and what is none.
  func line(_ waiting: SubjectWaiting) -> String {
    let points = waiting.points.isEmpty ? "none" : waiting.points.joined(separator: ", ")
    let others =
      waiting.others.isEmpty ? "" : " No points: \(waiting.others.joined(separator: ", "))."
    return "Points: \(points).\(others)".wrapped(to: width, indent: 2, firstIndent: "")
  }

  /// A cause in full, and a line for each rule that is broken because of it.
  func finding(_ cause: Conformance.Report.Cause) -> String {
    let title = cause.title.map { say($0).wrapped(to: width, indent: 4, firstIndent: "  ") }
    let lines = cause.others.map { symptom in
      "\(mark(.broken)) \(symptom.rule.id): \(symptom.ruling.why)"
        .wrapped(to: width, indent: 6, firstIndent: "    ")
    }
    let heading =
      lines.isEmpty ? nil : say("This explains, as a rule:").wrapped(to: width, indent: 2)
    return ([finding(cause.result)] + [title, heading].compactMap(\.self) + lines)
      .joined(separator: "\n")
  }

  /// The full description of a broken rule.
  private func finding(_ result: Conformance.Report.Result) -> String {
    let rule = result.rule
    let heading = "\(mark(.broken)) " + say("\(rule.id): \(text: rule.statement)")
    let isOrdered = result.ruling.ordering != nil
    let done = isOrdered ? [] : [result.summary].compactMap(\.self).map { labelled("Done", $0) }
    let seen = [labelled("Seen", result.ruling.why)] + stacks(result)
    // For a trap or a hang, the ending and its place matter most.
    let isEnding = result.ruling.ending != nil || !result.ruling.stacks.isEmpty
    return
      ([
        "\n"
          + paper.toned(heading.wrapped(to: width, indent: 2, firstIndent: ""), .bad)
      ] + (isEnding ? seen + done : done + seen) + (isOrdered ? [] : events(result))
      + [
        labelled("Cost", result.cost), labelled("Mend", result.cure),
        "  " + lab.line("Read", "read \(result.lesson)", width: width, in: say),
      ]).joined(separator: "\n")
  }

  /// The steps of an order that breaks the rule, and the command that repeats it. `nil` without an
  /// order.
  func order(of report: Conformance.Report) -> String? {
    guard let (result, ordering) = report.ordering else { return nil }
    let steps = ordering.steps.map { $0.wrapped(to: width, indent: 8, firstIndent: "    ") }
    return
      (["\n" + labelled("Order", ordering.summary + " " + say("This order shows what goes wrong:"))]
      + steps
      + ["  " + say("Again: \(repetition(of: result, ordering))")])
      .joined(separator: "\n")
  }

  /// The command that runs an order again.
  private func repetition(of result: Conformance.Report.Result, _ ordering: Ruling.Ordering)
    -> String
  {
    lab.command(again + ["--rule", result.rule.id, "--order", "\(ordering.order)"])
  }

  /// The findings, the counts and what to do next.
  func closing(_ report: Conformance.Report) -> String {
    let (judgement, order): (Phrase, [Ruling.Verdict]) =
      if report.passed {
        ("Passed", [.holds, .undecided])
      } else if report.failures.isEmpty {
        ("Not judged", [.undecided, .holds])
      } else {
        ("Failed", [.broken, .holds, .undecided])
      }
    let rules = report.results.count
    let all: Phrase = rules == 1 ? "of 1 rule " : "of \(rules) rules "
    var counts = order.enumerated().compactMap { place, verdict -> Phrase? in
      let count = report.results.count { $0.ruling.verdict == verdict }
      return count == 0 ? nil : Self.count(count, place == 0 ? all : "", verdict)
    }
    if !report.remarks.isEmpty {
      counts.append(report.remarks.count == 1 ? "1 remark" : "\(report.remarks.count) remarks")
    }
    let found = counts.map { say($0) }.joined(separator: say(", "))
    let rounds = report.results.map(\.rounds).max() ?? 1
    let once: Phrase = report.lives == 1 ? "1 life" : "\(report.lives) lives"
    let lives: Phrase = rounds > 1 ? "\(once) (each \(rounds) times)" : once
    let orders: Phrase = report.orders == 1 ? "1 order" : "\(report.orders) orders"
    let summary: Phrase =
      switch (report.lives > 0, report.orders > 0) {
      case (true, true): "\(judgement): \(found) in \(lives) and \(orders)."
      case (true, false): "\(judgement): \(found) in \(lives)."
      case (false, true): "\(judgement): \(found) in \(orders)."
      case (false, false): "\(judgement): \(found)."
      }
    return remarks(report) + undecided(report) + "\n"
      + paper.toned(
        say(summary).wrapped(to: width), report.passed ? .good : .bad)
      + untried(report)
      + nextStep(report)
  }

  private static func count(_ rules: Int, _ all: Phrase, _ verdict: Ruling.Verdict) -> Phrase {
    switch verdict {
    case .holds: "\(rules) \(all)kept"
    case .broken: "\(rules) \(all)broken"
    case .undecided: "\(rules) \(all)undecided"
    }
  }

  /// The values of the expression that were made up.
  private func untried(_ report: Conformance.Report) -> String {
    let values = Candidate.madeUp(in: report.subject)
    guard !values.isEmpty else { return "" }
    return "\n"
      + say(
        """
        Made up: \(values.joined(separator: say(", "))). What other values do was not tried: put in \
        what your app passes.
        """
      ).wrapped(to: width, indent: 2, firstIndent: "")
  }

  /// The remarks on rules that are kept.
  private func remarks(_ report: Conformance.Report) -> String {
    report.remarks.map { result in
      "\n"
        + [
          say("Remark (\(result.rule.id)): \(result.remark ?? "").")
            .wrapped(to: width, indent: 2, firstIndent: ""),
          labelled("Cost", result.cost), labelled("Mend", result.cure),
        ].joined(separator: "\n")
    }.joined()
  }

  /// The rules that could not be decided, by reason.
  private func undecided(_ report: Conformance.Report) -> String {
    let results = report.results.filter { $0.ruling.verdict == .undecided }
    var reasons: [String] = []
    for result in results where !reasons.contains(result.why) { reasons.append(result.why) }
    return reasons.map { reason in
      let ids = results.filter { $0.why == reason }.map(\.rule.id)
      return "\n"
        + say("Undecided (\(ids.joined(separator: ", "))): \(reason).")
        .wrapped(to: width, indent: 2, firstIndent: "")
    }.joined()
  }

  private func nextStep(_ report: Conformance.Report) -> String {
    let (next, options): (Phrase, [String])
    if let first = report.causes.first?.result.rule {
      next = "mend \(first.id), then check it again:"
      options = ["--rule", first.id]
    } else if report.passed, report.races == nil {
      (next, options) = ("look for data races, too:", [])
    } else {
      return ""
    }
    return "\n" + say("Next: \(next)").wrapped(to: width, indent: 2, firstIndent: "")
      + "\n  \(lab.command(again + options))"
  }

  private func word(_ result: Conformance.Report.Result) -> Phrase {
    switch result.ruling.verdict {
    case .holds: result.remark == nil ? "holds" : "holds, with a remark"
    case .broken:
      result.rounds > 1
        ? "broken in \(result.brokenRounds) of \(result.rounds) rounds" : "broken"
    case .undecided: "undecided"
    }
  }

  /// The events of the life that decides. Of a long one, only those that decide.
  private func events(_ result: Conformance.Report.Result) -> [String] {
    guard let run = result.run else { return [] }
    let table = EventTable(paper: paper)
    let all = run.trace.events
    let deciding = result.ruling.evidence.filter { $0.program == run.program }.map(\.event)
    let rows = (all.count <= Self.mostEvents ? all : deciding).map(table.row)
    let ending = lastWords(run).map { [$0] } ?? []
    return [table.header].compactMap { $0 } + rows + ending
  }

  /// The calls of each thread that was in the user's files, innermost call first.
  private func stacks(_ result: Conformance.Report.Result) -> [String] {
    result.ruling.stacks.enumerated().flatMap { thread, stack in
      stack.enumerated().map { place, frame in
        let word = place > 0 ? "called by" : thread > 0 ? "another thread in" : "in"
        return "\(word) \(frame.description)".wrapped(to: width, indent: 6, firstIndent: "    ")
      }
    }
  }

  /// How many events are shown of a life.
  private static let mostEvents = 16

  private func lastWords(_ run: Run) -> String? {
    guard let signal = run.detail.signal else { return nil }
    return "The process ended with \(signal)".wrapped(to: width, indent: 4)
  }

  private func labelled(_ label: Phrase, _ text: String) -> String {
    say("\(label): \(text: text)").wrapped(to: width, indent: 8, firstIndent: "  ")
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

extension Conformance.Report {
  /// The first result that an order shows, and the order.
  var ordering: (result: Result, Ruling.Ordering)? {
    (failures + remarks).lazy.compactMap { result in
      result.ruling.ordering.map { (result, $0) }
    }.first
  }
}
