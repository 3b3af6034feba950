import LabShared
import OperationCourse
import OperationDoctor
import OperationLab
import OperationTesting

/// Two traces beside each other, and where they part.
struct ComparisonScreen {
  private var paper: Paper
  private var say: Language { paper.language }

  init(_ paper: Paper) {
    self.paper = paper
    self.paper.width = min(paper.width, 160)
  }

  func text(_ comparison: RunComparison, in lesson: Lesson) -> String {
    let parting = comparison.parting
    let traces = TwoColumns(paper: paper).text(
      column(comparison.first, marking: parting?.first, in: lesson),
      column(comparison.second, marking: parting?.second, in: lesson))
    return [
      "", traces, "",
      paper.toned(say("Where they part"), .strong) + "\n"
        + paper.toned(
          say(comparison.sentence).wrapped(to: min(paper.width, 100), indent: 2), .remarkable),
    ].joined(separator: "\n")
  }

  private func column(
    _ run: Run, marking marked: Event?, in lesson: Lesson
  ) -> (title: String, text: String) {
    let role = lesson.program(named: run.program)?.role.rawValue ?? ""
    let width = "\(run.trace.events.last?.seq ?? 0)".count
    let rows = run.trace.events.map { event in
      let sign = event.seq == marked?.seq ? (paper.isASCII ? ">" : "▶") : " "
      let number = "\(event.seq)".leftPadded(to: width)
      let account = say.account(of: event)
      let row = paper.plain("\(sign) \(number) \(event.thread.padded(to: 4)) \(account)")
      return row.wrapped(to: paper.width, indent: min(width + 8, paper.width / 2), firstIndent: "")
    }
    let title = say("\(run.program) (\(text: role)): it \(text: run.outcome.rawValue)")
    return (title.wrapped(to: paper.width - 4), rows.joined(separator: "\n"))
  }
}
