import LabShared
import OperationCourse
import OperationDoctor
import OperationLab
import OperationTesting

/// How a repeated lesson looks in a terminal.
struct TallyScreen {
  private let paper: Paper
  private let width: Int

  init(_ paper: Paper) {
    self.paper = paper.readable
    width = self.paper.width
  }

  func text(_ tally: Tally) -> String {
    let heading = "Lesson \(tally.lesson.number), \(tally.rounds) rounds: \(tally.lesson.title)"
    let summary = "\(tally.passes) of \(tally.rounds) rounds went as expected."
    let problems = tally.problems.map { $0.wrapped(to: width, indent: 4, firstIndent: "  ") }
    let closing = "\n" + paper.toned(summary, tally.isPassed ? .good : .bad)
    return
      ([paper.toned(heading.wrapped(to: width), .strong)] + tally.entries.map(entry) + problems
      + [closing]).joined(separator: "\n")
  }

  private func entry(_ entry: Tally.Entry) -> String {
    let counts = Verdict.allCases.compactMap { verdict in
      entry.counts[verdict].map { "\($0) \(verdict.rawValue)" }
    }
    let head =
      "\n\(entry.claim.id) \(entry.frequency.rawValue) true (\(counts.joined(separator: ", ")))"
    var lines = [paper.toned(head, entry.frequency == .sometimes ? .remarkable : .strong)]
    lines.append(entry.claim.statement.wrapped(to: width, indent: 2))
    if entry.counts.count > 1 {
      for verdict in Verdict.allCases {
        guard let example = entry.examples[verdict] else { continue }
        lines.append(
          "One run in which it was \(verdict.rawValue): \(example.finding.judgement.seen)"
            .wrapped(to: width, indent: 2))
        lines += trace(example)
      }
    }
    return lines.joined(separator: "\n")
  }

  /// The traces of the programs that decided, as they were in that round.
  private func trace(_ example: (finding: Finding, runs: [Run])) -> [String] {
    let deciding = Set(example.finding.judgement.evidence.map(\.program))
    let table = EventTable(paper: paper)
    var lines: [String] = []
    for run in example.runs where deciding.contains(run.program) {
      lines.append("  program \(run.program):")
      if let header = table.header { lines.append(header) }
      lines += run.trace.events.map(table.row)
    }
    return lines
  }
}
