import OperationCourse
import OperationDoctor

/// An exercise on the screen while the learner mends it.
///
/// A value: keys go in, screens come out, and what must be done outside is an ``Effect``. It knows no
/// terminal, no process and no file.
struct Watch {
  /// What the checkout has of the exercise, and where the learner's file is.
  struct Material {
    let exercise: Exercise
    let path: String
    let task: String
    let hints: [String]
    /// The lesson's page, as Markdown.
    let page: String
  }

  /// A text between the heading and the last rows.
  enum View: Equatable {
    case task, result, page, keys
    /// The number of the hint, from 0.
    case hint(Int)
    /// All exercises. The number is that of the selected one, from 0.
    case list(Int)
  }

  /// What must be done outside.
  enum Effect: Equatable {
    case none, quit, verify
    /// Note that a hint was shown that had not been shown yet.
    case hinted
    /// Put the learner's file aside, and begin again.
    case reset
    case begin(String)
  }

  private let material: Material
  /// The exercises that have passed.
  private var mended: Set<String>
  private(set) var view: View
  /// The first line of the view that is shown.
  private var first = 0
  private var hintsShown = 0
  private var isRunning = false
  private var outcome: Verification.Outcome?
  /// What is said before the verdict, until the next key or run.
  private var note: Phrase?
  private var asksReset = false
  /// The lines of the view, once they are laid out.
  private var body: (width: Int, lines: [String])?

  init(_ material: Material, at view: View, mended: Set<String>) {
    self.material = material
    self.view = view
    self.mended = mended
  }

  /// A run begins.
  mutating func begin() { (isRunning, note) = (true, nil) }

  /// The run has ended.
  ///
  /// - Parameter outcome: `nil` where there is no verdict. Then ``say(_:)`` gives the reason.
  mutating func receive(_ outcome: Verification.Outcome?) {
    (isRunning, self.outcome) = (false, outcome)
    if outcome?.passed == true { mended.insert(material.exercise.id) }
    if view == .result { show(.result) } else { body = nil }
  }

  mutating func say(_ note: Phrase) { self.note = note }

  mutating func show(_ view: View) {
    (self.view, body, first) = (view, nil, 0)
  }

  /// Takes a key.
  mutating func receive(_ key: Key, on sheet: Sheet, _ paper: Paper) -> Effect {
    if key == .redraw { body = nil }
    if [.redraw, .woken, .late].contains(key) { return .none }
    if key == .gone { return .quit }
    note = nil
    if asksReset {
      asksReset = false
      return key == .letter("y") ? .reset : .none
    }
    if scroll(key, on: sheet, paper) { return .none }
    switch key {
    case .letter("q"):
      if view == .result || view == .task { return .quit }
      show(.result)
    case .enter:
      if case .list(let selected) = view { return .begin(Exercises.all[selected].id) }
      _ = scroll(.space, on: sheet, paper)
    case .letter("r"):
      show(.result)
      return .verify
    case .letter("v"): show(.result)
    case .letter("t"): show(.task)
    case .letter("p"): show(view == .page ? .result : .page)
    case .letter("l"): show(.list(Exercises.all.firstIndex { $0.id == material.exercise.id } ?? 0))
    case .letter("h"): return hint()
    case .letter("n"):
      let later = Exercises.all.drop { $0.id != material.exercise.id }.dropFirst()
      let next = (later + Exercises.all).first { !mended.contains($0.id) } ?? later.first
      if let next, next.id != material.exercise.id { return .begin(next.id) }
      note = "This is the last exercise."
    case .letter("x"): asksReset = true
    case .letter("?"): show(view == .keys ? .result : .keys)
    case .line(let word):
      if let exercise = Exercises.find(word) { return .begin(exercise.id) }
      note = "There is no exercise '\(word)'."
    case .letter(let letter): note = "'\(letter)' means nothing here. ? shows the keys."
    default: break
    }
    return .none
  }

  private mutating func hint() -> Effect {
    guard !material.hints.isEmpty else {
      note = "There are no hints to this exercise."
      return .none
    }
    let isNew = hintsShown < material.hints.count
    if isNew { hintsShown += 1 }
    show(.hint(hintsShown - 1))
    return isNew ? .hinted : .none
  }

  /// Moves in the view. Returns false if the key moves nothing.
  private mutating func scroll(_ key: Key, on sheet: Sheet, _ paper: Paper) -> Bool {
    let rows = room(on: sheet, paper)
    let last = max(0, lines(paper).count - rows)
    if case .list(let selected) = view {
      let end = Exercises.all.count - 1
      guard let place = key.scrolled(from: selected, page: rows, last: end) else { return false }
      (view, body) = (.list(place), nil)
      return true
    }
    guard let place = key.scrolled(from: min(first, last), page: rows, last: last) else {
      return false
    }
    first = place
    return true
  }
}

// What the screen says.
extension Watch {
  /// The lines of the whole screen: heading, view, verdict, progress, keys.
  mutating func screen(on sheet: Sheet, _ paper: Paper) -> [String] {
    let lines = lines(paper)
    let rows = room(on: sheet, paper)
    let last = max(0, lines.count - rows)
    first = min(first, last)
    if case .list(let selected) = view {
      first = min(max(first, selected - rows + 1), selected)
    }
    let shown = lines.dropFirst(first).prefix(rows)
    let blanks = Array(repeating: "", count: rows - shown.count)
    let place: Phrase =
      last == 0 ? "" : "lines \(first + 1) to \(first + shown.count) of \(lines.count), space: on"
    var all = top(paper)
    all += shown
    all += blanks + [""]
    all += status(paper)
    all += [progress(paper.language(place), sheet, paper), footer(sheet, paper)]
    return all.suffix(sheet.rows)
  }

  /// The rows of the view.
  private func room(on sheet: Sheet, _ paper: Paper) -> Int {
    max(3, sheet.rows - top(paper).count - status(paper).count - 3)
  }

  private func top(_ paper: Paper) -> [String] {
    let title = paper.language(material.exercise.heading)
    return [paper.toned(title.cut(to: paper.width), .strong)]
      + TerminalText.wrapped(material.path, to: paper.width) + [""]
  }

  /// What is said or asked, and the verdict.
  private func status(_ paper: Paper) -> [String] {
    let parts: [(words: Phrase, tone: Paper.Tone?)]
    if asksReset {
      parts = [("Begin again? Your file is kept as a copy beside it.", .bad)]
    } else {
      parts = [note.map { ($0, nil) }, verdict].compactMap { $0 }
    }
    return parts.flatMap { words, tone in
      TerminalText.wrapped(paper.plain(paper.language(words)), to: paper.width)
        .map { line in tone.map { paper.toned(line, $0) } ?? line }
    }
  }

  private var verdict: (Phrase, Paper.Tone?)? {
    if isRunning { return ("Compiling and running …", nil) }
    let isShown = view == .result
    switch outcome {
    case .graded(let grade) where grade.passed:
      return ("Passed. n takes the next exercise.", .good)
    case .graded: return (isShown ? "Not yet." : "Not yet. v shows why.", .bad)
    case .refused:
      return (
        isShown ? "It does not compile yet." : "It does not compile yet. v shows why.", .bad
      )
    case nil: return nil
    }
  }

  private func progress(_ place: String, _ sheet: Sheet, _ paper: Paper) -> String {
    let (done, all) = (
      Exercises.all.count { mended.contains($0.id) }, Exercises.all.count
    )
    let count = " " + paper.language("\(done) of \(all) passed") + "  "
    let right = TerminalText.columns(place)
    let room = sheet.columns - TerminalText.columns(count) - right
    let bar = paper.bar(Double(done) / Double(all), columns: min(all, max(0, room)))
    let line = (bar + count).padded(to: sheet.columns - right)
    return (room < 0 ? bar + count : line + place).cut(to: sheet.columns)
  }

  private func footer(_ sheet: Sheet, _ paper: Paper) -> String {
    let keys: [Phrase] =
      switch view {
      case _ where asksReset: ["y yes", "any other key: no"]
      case .list: ["Enter go to it", "q back", "j k up and down", "? keys"]
      case .page, .keys, .hint: ["q back", "? keys", "space on", "b up", "h hint", "t task"]
      case .task, .result:
        [
          "? keys", "q quit", "n next", "h hint", "v why", "t task", "l list", "p page", "x reset",
        ]
      }
    return sheet.footer(keys.map { paper.language($0) }, paper)
  }

  private mutating func lines(_ paper: Paper) -> [String] {
    if let body, body.width == paper.width { return body.lines }
    let lines = text(paper).split(separator: "\n", omittingEmptySubsequences: false)
      .flatMap { String($0).folded(to: paper.width) }
    body = (paper.width, lines)
    return lines
  }

  private func text(_ paper: Paper) -> String {
    let screen = ExerciseScreen(paper)
    switch view {
    case .task: return screen.prose(material.task)
    case .hint(let place):
      return screen.hint(place, of: material.hints)
    case .page: return PageText.render(material.page, on: paper)
    case .keys:
      return Self.keys.map { key, meaning in
        paper.language(meaning)
          .wrapped(to: paper.width, indent: 9, firstIndent: paper.language(key).padded(to: 9))
      }.joined(separator: "\n")
    case .list(let selected): return list(selected, paper)
    case .result:
      switch outcome {
      case .graded?: return outcome.map { screen.outcome($0, of: material.exercise) } ?? ""
      case .refused(let messages)?:
        return CompilerMessages(paper.plain(messages)).text(width: paper.width, path: material.path)
      case nil: return ""
      }
    }
  }

  /// A row for each exercise, so that the selected one is found by its number.
  private func list(_ selected: Int, _ paper: Paper) -> String {
    var wide = paper
    wide.width = 1000
    let rows = ExerciseScreen(wide).rows(mended: mended)
    return rows.enumerated().map { place, row in
      let text = ((place == selected ? "> " : "  ") + row).cut(to: paper.width)
      return place == selected ? paper.toned(text, .strong) : text
    }.joined(separator: "\n")
  }

  private static let keys: KeyValuePairs<Phrase, Phrase> = [
    "save": "in your editor: compiles, runs and judges the file",
    "j k": "a line down, a line up (also the arrows)",
    "space b": "a screen down, a screen up (also Enter and the page keys)",
    "g G": "to the beginning, to the end",
    "t": "the task",
    "v": "the verdict and why, from the last run",
    "h": "the next hint",
    "l": "all exercises: Enter goes to the selected one",
    "p": "the page of the lesson",
    "n": "the next exercise that has not passed",
    "r": "run again",
    "x": "begin the exercise again, and keep a copy of your file",
    "q": "back, or quit: your file stays as it is",
  ]
}
