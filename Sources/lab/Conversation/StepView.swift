import OperationCourse
import OperationDoctor
import OperationBench

/// One event of a run in the middle of its neighbours, beside it what every operation is by then.
struct StepView {
  let run: Run
  /// Index of the event.
  let place: Int
  private let timeline: Timeline
  private let paper: Paper
  private var say: Language { paper.language }

  init(run: Run, place: Int, _ paper: Paper) {
    (self.run, self.place, self.paper) = (run, place, paper)
    timeline = Timeline(run)
  }

  /// As many lines as the sheet has room for, at most.
  func lines(on sheet: Sheet) -> [String] {
    let events = run.trace.events
    guard events.indices.contains(place) else { return [say("There are no events.")] }
    return sheet.columns < 60 ? below(sheet) : beside(sheet)
  }

  private func beside(_ sheet: Sheet) -> [String] {
    let right = states(width: sheet.columns * 2 / 5, most: sheet.room)
    let width = sheet.columns - (right.map { TerminalText.columns($0) }.max() ?? 0) - 1
    let left = window(width: width, rows: sheet.room)
    return (0..<max(left.count, right.count)).map { row in
      let start = row < left.count ? left[row] : (text: "", isHere: false)
      let end = row < right.count ? right[row] : ""
      let text = start.text.padded(to: width) + " "
      return (start.isHere ? paper.toned(text, .strong) : text) + end
    }
  }

  private func below(_ sheet: Sheet) -> [String] {
    let states = states(width: sheet.columns, most: sheet.room / 2)
    let rows = max(3, sheet.room - states.count - 1)
    return window(width: sheet.columns, rows: rows)
      .map { $0.isHere ? paper.toned($0.text, .strong) : $0.text } + [""] + states
  }

  /// The events around the place, each in as many rows as it needs.
  private func window(width: Int, rows: Int) -> [(text: String, isHere: Bool)] {
    let events = run.trace.events
    let loss = place == events.count - 1 ? timeline.loss : nil
    let near = max(0, place - rows)..<min(events.count, place + rows + 1)
    let lines =
      near.flatMap { index in
        say.line(of: events[index])
          .wrapped(to: width, indent: 6, firstIndent: index == place ? "> " : "  ")
          .split(separator: "\n").map { (text: String($0), isHere: index == place) }
      } + Self.lines(loss.map { say($0) }, width).map { (text: $0, isHere: true) }
    let here = lines.firstIndex(where: \.isHere) ?? 0
    return Array(lines.dropFirst(max(0, min(here - rows / 2, lines.count - rows))).prefix(rows))
  }

  private static func lines(_ text: String?, _ width: Int) -> [String] {
    text?.wrapped(to: width, indent: 2).split(separator: "\n").map(String.init) ?? []
  }

  private func slot(of subject: String) -> Phrase {
    guard let queue = timeline.queue(withSlotOf: subject, at: place) else { return "" }
    let isLost = place == run.trace.events.count - 1 && timeline.loss != nil
    return isLost ? ", its slot is lost" : ", in a slot of \(queue.name)"
  }

  /// The last known state of every subject that has one, below a heading. Then what is left out.
  private func states(width: Int, most: Int) -> [String] {
    let past = run.trace.events.prefix(place + 1)
    let subjects = Trace(Array(run.trace.events)).subjects.filter { subject in
      run.trace.events.contains { $0.subject == subject && !$0.state.isEmpty }
    }
    let texts = subjects.map { subject in
      let last = past.last { $0.subject == subject && !$0.state.isEmpty }
      return say("\(subject): \(last.map { say.flags($0.state) } ?? "-")\(slot(of: subject))")
    }
    let whole = texts.flatMap { text in
      text.wrapped(to: width, indent: 2, firstIndent: "").split(separator: "\n").map(String.init)
    }
    let rows = whole.count < most ? whole : texts.map { $0.cut(to: width) }
    let heading = say("state, as last read").cut(to: width)
    guard rows.count + 1 > most else { return [heading] + rows }
    return [heading] + rows.prefix(max(1, most - 2))
      + [say("and \(rows.count - max(1, most - 2)) more")]
  }
}
