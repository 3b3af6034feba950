import LabShared
import OperationCourse
import OperationDoctor
import OperationLab
import OperationTesting

/// How a repeated lesson looks in a terminal.
struct TallyScreen {
  private let paper: Paper
  private let width: Int
  private var say: Language { paper.language }

  init(_ paper: Paper) {
    self.paper = paper.readable
    width = self.paper.width
  }

  func text(_ tally: Tally) -> String {
    let (number, title) = (tally.lesson.number, tally.lesson.title(in: say))
    let heading = say("Lesson \(number), \(tally.rounds) rounds: \(title)")
    let summary = say("\(tally.passes) of \(tally.rounds) rounds went as expected.")
    let problems = tally.problems.map { $0.wrapped(to: width, indent: 4, firstIndent: "  ") }
    let closing = "\n" + paper.toned(summary, tally.isPassed ? .good : .bad)
    return
      ([paper.toned(heading.wrapped(to: width), .strong)] + tally.entries.map(entry) + problems
      + [closing]).joined(separator: "\n")
  }

  private func entry(_ entry: Tally.Entry) -> String {
    let counts = Verdict.allCases.compactMap { verdict in
      entry.counts[verdict].map { say(Self.count($0, verdict)) }
    }.joined(separator: say(", "))
    let head =
      "\n" + say("\(entry.claim.id) \(text: entry.frequency.rawValue) true (\(counts))")
    var lines = [paper.toned(head, entry.frequency == .sometimes ? .remarkable : .strong)]
    lines.append(entry.claim.statement(in: say).wrapped(to: width, indent: 2))
    if entry.counts.count > 1 {
      for verdict in Verdict.allCases {
        guard let example = entry.examples[verdict] else { continue }
        lines.append(
          say(
            "One run in which it was \(verdict.name(in: say)): \(example.finding.judgement.seen)"
          )
          .wrapped(to: width, indent: 2))
        lines += trace(example)
      }
    }
    return lines.joined(separator: "\n")
  }

  private static func count(_ rounds: Int, _ verdict: Verdict) -> Phrase {
    switch verdict {
    case .confirmed: "\(rounds) confirmed"
    case .refuted: "\(rounds) refuted"
    case .undecided: "\(rounds) undecided"
    }
  }

  /// The traces of the programs that decided, as they were in that round.
  private func trace(_ example: (finding: Finding, runs: [Run])) -> [String] {
    let deciding = Set(example.finding.judgement.evidence.map(\.program))
    let table = EventTable(paper: paper)
    var lines: [String] = []
    for run in example.runs where deciding.contains(run.program) {
      lines.append("  " + say("program \(run.program):"))
      if let header = table.header { lines.append(header) }
      lines += run.trace.events.map(table.row)
    }
    return lines
  }
}
