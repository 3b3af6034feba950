import OperationCourse
import OperationDoctor
import OperationBench

// What the screens say.
extension Conversation {
  /// The lines of the whole screen: heading, page, keys.
  func screen(on sheet: Sheet, _ paper: Paper) -> [String] {
    let pages = pages(on: sheet, paper)
    let number = min(page, pages.count - 1)
    let count = pages.count > 1 ? paper.language("\(number + 1) of \(pages.count)") : ""
    let left = sheet.columns - TerminalText.columns(count)
    let top = heading(paper.language).cut(to: max(8, left - 1)).padded(to: left) + count
    let body = pages[number]
    let blanks = Array(repeating: "", count: max(0, sheet.room - body.count))
    return [paper.toned(top, .strong), ""] + body + blanks + ["", footer(sheet, paper)]
  }

  /// The screens of the place, or of what lies over it.
  func pages(on sheet: Sheet, _ paper: Paper) -> [[String]] {
    if case .stepping(let event) = overlay, let run = current.flatMap({ scenes[$0].runs.last }) {
      return [StepView(run: run, place: event, paper).lines(on: sheet)]
    }
    if overlay == nil, case .asking(let index) = place { return questionPages(index, sheet, paper) }
    return sheet.pages(blocks(on: sheet, paper).map { Self.lines($0) })
  }

  /// The code, or the trace that is asked about, and the question below it on each screen. On a screen
  /// that is too low for both, the question comes last.
  private func questionPages(_ index: Int, _ sheet: Sheet, _ paper: Paper) -> [[String]] {
    let question = Self.lines(question(scenes[index], paper))
    guard isBelowCode(index, sheet, paper) else {
      return sheet.pages(above(index, sheet, paper).map(Self.lines) + [question])
    }
    let upper = upperPart(of: sheet, above: question)
    return upper.pages(above(index, upper, paper).map(Self.lines)).map { screen in
      screen.isEmpty ? question : screen + [""] + question
    }
  }

  /// Whether the question stands below the code on each screen.
  func isBelowCode(_ index: Int, _ sheet: Sheet, _ paper: Paper) -> Bool {
    upperPart(of: sheet, above: Self.lines(question(scenes[index], paper))).rows >= 10
  }

  /// The part of a screen that the question leaves.
  private func upperPart(of sheet: Sheet, above question: [String]) -> Sheet {
    Sheet(columns: sheet.columns, rows: sheet.rows - question.count - 1)
  }

  /// What the question is about.
  private func above(_ index: Int, _ sheet: Sheet, _ paper: Paper) -> [String] {
    let scene = scenes[index]
    return scene.trace.map { [Self.events(of: $0, paper)] } ?? codeBlocks(scene, on: sheet, paper)
  }

  private static func lines(_ text: String) -> [String] {
    text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }

  private func heading(_ say: Language) -> String {
    let program = current.map { index in
      scenes.count > 1 ? say(" · program \(index + 1) of \(scenes.count)") : ""
    }
    let title = say(frame.title)
    switch overlay {
    case .help: return title + say(" · the keys")
    case .code: return title + say(" · the code")
    case .events: return title + say(" · all events")
    case .verdicts: return title + say(" · the verdicts in full")
    case .stepping: return title + say(" · step by step")
    case nil: break
    }
    switch place {
    case .opening, .offering, .verdicts, .closing: return title
    case .asking, .running: return title + (program ?? "")
    case .showing(let index):
      return title + (program ?? "") + " · \(scenes[index].program.name)"
    }
  }

  private func footer(_ sheet: Sheet, _ paper: Paper) -> String {
    let say = paper.language
    if let hint { return say(hint).cut(to: sheet.columns) }
    let keys: [Phrase]
    switch (overlay, place) {
    case (.stepping, _): keys = ["Enter forward", "b backward", "any other key: done"]
    case (.some, _): keys = ["Enter on", "b back", "any other key: done"]
    case (nil, .asking(let index)) where isAtQuestion(on: sheet, paper):
      let isLast = page >= pages(on: sheet, paper).count - 1
      let more: [Phrase] = isLast ? [] : ["Enter more code"]
      let others: [Phrase] = ["? help", "k I do not know", "q quit", "c all the code"]
      keys = [prompt(scenes[index])] + more + others
    case (nil, .asking(let index)) where !scenes[index].isAnswered:
      keys = ["Enter on", "? help", "a to the question", "b back", "q quit"]
    case (nil, .running): keys = ["it runs …", "q quit"]
    case (nil, .offering): keys = ["Enter on, without the exercise", "q leave for it", "b back"]
    case (nil, .showing):
      let events: [Phrase] = hasEvents ? ["s step by step", "e events"] : []
      let others: [Phrase] = ["r run again", "c code"]
      keys = ["Enter on", "? help", "q quit"] + events + others
    case (nil, .verdicts): keys = ["Enter on", "? help", "d in full", "b back", "q quit"]
    case (nil, .closing): keys = ["Enter or q: leave", "b back"]
    default: keys = ["Enter on", "? help", "b back", "q quit"]
    }
    return sheet.footer(keys.map { say($0) }, paper)
  }

  private func prompt(_ scene: Scene) -> Phrase {
    switch scene.form {
    case .number: typed.isEmpty ? "type a number and Enter" : "> \(typed)_  (Enter)"
    case .choice(let choices): "press 1 to \(choices.count)"
    }
  }

  private func blocks(on sheet: Sheet, _ paper: Paper) -> [String] {
    switch overlay {
    case .help: return [help(paper)]
    case .code: return current.map { codeBlocks(scenes[$0], paper) } ?? []
    case .events:
      return current.flatMap { scenes[$0].runs.last }.map { [Self.events(of: $0, paper)] } ?? []
    case .verdicts: return VerdictLines(runs: runs, scenes: scenes).inFull(paper)
    case .stepping, nil: break
    }
    switch place {
    case .opening:
      let howTo = scenes.contains { $0.trace != nil } ? [] : [Self.howTo]
      return (frame.opening + howTo).map { paper.language($0).wrapped(to: paper.width) }
    case .asking: return []
    case .running: return [paper.plain(paper.language("It runs …"))]
    case .showing(let index): return SceneView(scenes[index]).blocks(on: sheet, paper)
    case .offering:
      return frame.offer?.words.map { paper.language($0).wrapped(to: paper.width) } ?? []
    case .verdicts: return VerdictLines(runs: runs, scenes: scenes).inShort(paper)
    case .closing:
      return [score(paper)].compactMap { $0 }
        + frame.closing(paper.language).map { wrapped($0, paper) }
        + [steps(paper)]
    }
  }

  /// A paragraph. One whose lines are broken already keeps them.
  private func wrapped(_ text: String, _ paper: Paper) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false)
      .map { $0.isEmpty ? "" : String($0).wrapped(to: paper.width, indent: 2, firstIndent: "") }
      .joined(separator: "\n")
  }

  /// The commands that go on. One that is broken into lines could not be copied.
  private func steps(_ paper: Paper) -> String {
    let lines = frame.steps.map { $0.line(on: paper) }
    let fits = lines.joined(separator: "\n").split(separator: "\n")
      .allSatisfy { $0.count <= paper.width }
    return fits
      ? lines.joined(separator: "\n")
      : paper.language("When you leave, you see which commands go on from here.")
        .wrapped(to: paper.width)
  }

  private func score(_ paper: Paper) -> String? {
    let answers = scenes.compactMap { scene in
      scene.answer != nil && scene.result != nil
        ? (scene.answer, scene.isRight, scene.isRight && scene.hasRightReason == false)
        : frame.earlier.first {
          $0.program == scene.program.name && $0.asked == scene.prediction.question
        }?.answers.last.map {
          ($0.text, $0.isRight || $0.isForWrongReason, $0.isForWrongReason)
        }
    }
    let predicted = answers.filter { $0.0 != "" }
    guard !answers.isEmpty else { return nil }
    let unknown = answers.count - predicted.count
    let (right, guessed) = (predicted.count(where: \.1), predicted.count(where: \.2))
    let sentences: [Phrase?] = [
      predicted.isEmpty ? nil : "You predicted \(right) of \(predicted.count) right.",
      guessed == 0 ? nil : "\(guessed) of them for a wrong reason. 'lab review' asks again.",
      unknown == 0 ? nil : "You did not know \(unknown). 'lab review' asks again.",
    ]
    return paper.language(sentences.compactMap(\.self)).wrapped(to: paper.width)
  }

  private static let howTo: Phrase = """
    Before each program runs you say what it will do. A wrong guess costs nothing, and you will \
    remember it better than what you only read.
    """

  /// The question, or what was said to it and the question why.
  private func question(_ scene: Scene, _ paper: Paper) -> String {
    let say = paper.language
    var lines = [say.text(scene.prediction.question).wrapped(to: paper.width)]
    if let answer = scene.answer {
      lines.append(say("You said: \(text: answer.isEmpty ? "?" : answer)"))
      if scene.asksWhy { lines.append(say("Why?")) }
    }
    if case .choice(let choices) = scene.form {
      lines += choices.enumerated().map { number, choice in
        "\(number + 1)  \(say.text(choice))".wrapped(to: paper.width, indent: 5, firstIndent: "  ")
      }
    }
    return paper.toned(lines.joined(separator: "\n"), .strong)
  }

  /// All code of the program, with the meaning of each of the bench's words below the line that uses it
  /// first.
  private func codeBlocks(_ scene: Scene, _ paper: Paper) -> [String] {
    var known: Set<String> = []
    return (scene.code ?? []).map { Self.block($0, &known, paper) }
  }

  /// The code that the question is about, on two screens at most: readers skip more.
  private func codeBlocks(_ scene: Scene, on sheet: Sheet, _ paper: Paper) -> [String] {
    let earlier = earlierPieces(than: scene)
    var known = Set(BenchWords.explaining(earlier.flatMap(\.lines)))
    var blocks: [String] = []
    var left = (scene.code ?? []).map(\.name)
    // What an earlier program has shown comes last.
    let (old, new) = (
      scene.excerpt.filter(earlier.contains), scene.excerpt.filter { !earlier.contains($0) }
    )
    for piece in new + old {
      var words = known
      let block = Self.block(piece, &words, paper)
      // Two rows are for what is left out.
      let room = 2 * sheet.room - 2 - blocks.reduce(0) { $0 + Self.lines($1).count + 1 }
      let fits = Self.lines(block).count <= room
      guard fits || blocks.isEmpty else { continue }
      blocks.append(fits ? block : Self.cut(block, to: room, paper))
      known = words
      if fits { left.removeAll { $0 == piece.name } }
    }
    if !left.isEmpty {
      let names = paper.language("With c you see also: \(left.joined(separator: ", "))")
      blocks.append("  " + names.cut(to: paper.width - 2))
    }
    return sheet.pages(blocks.map(Self.lines)).count <= 2
      ? blocks : [blocks.joined(separator: "\n\n")]
  }

  private static func cut(_ block: String, to rows: Int, _ paper: Paper) -> String {
    (lines(block).prefix(rows - 1) + [paper.isASCII ? "    ..." : "    …"])
      .joined(separator: "\n")
  }

  private static func block(
    _ piece: ProgramCode.Piece, _ known: inout Set<String>, _ paper: Paper
  ) -> String {
    piece.lines.flatMap { line in
      let words = BenchWords.explaining([line]).filter { known.insert($0).inserted }
      return codeLines(line, paper) + words.flatMap { note($0, paper) }
    }.joined(separator: "\n")
  }

  /// What a word of the bench means, below the line that uses it.
  private static func note(_ meaning: String, _ paper: Paper) -> [String] {
    paper.language.text(meaning).wrapped(
      to: paper.width, indent: 8, firstIndent: paper.isASCII ? "      ^ " : "      ↑ "
    )
    .split(separator: "\n").map { paper.toned(String($0), .remarkable) }
  }

  /// A line of code. A comment that is too long goes on as a comment.
  static func codeLines(_ line: String, _ paper: Paper) -> [String] {
    let margin = "  " + line.prefix { $0 == " " }
    guard let mark = line.prefixMatch(of: #/ *(///? )/#)?.output.1 else {
      return ("  " + line).folded(to: paper.width)
    }
    let head = margin + mark
    var text = String(line.dropFirst(head.count - 2))
    // The mark is for readers of the sources, who have seen what was broken.
    if let fix = text.prefixMatch(of: /Fixed: ./) {
      text = fix.output.suffix(1).uppercased() + text[fix.range.upperBound...]
    }
    return text.wrapped(to: paper.width - head.count).split(separator: "\n").map { head + $0 }
  }

  private func earlierPieces(than scene: Scene) -> [ProgramCode.Piece] {
    let before = scenes.prefix {
      $0.program.name != scene.program.name || $0.lesson.number != scene.lesson.number
    }
    return before.filter { $0.lesson.number == scene.lesson.number }.flatMap { $0.code ?? [] }
  }

  /// All events, those of rest told together.
  static func events(of run: Run, _ paper: Paper) -> String {
    let table = EventTable(paper: paper, isNumbered: true)
    var lines = [table.header].compactMap { $0 }
    for group in RestFold.groups(run.trace.events) {
      lines.append(group.count == 1 ? table.row(group[0]) : RestFold.line(group, paper))
    }
    return lines.joined(separator: "\n")
  }

  private func help(_ paper: Paper) -> String {
    let hidden = (mayHaveEvents ? [] : ["e", "s"]) + (mayHaveVerdicts ? [] : ["d"])
    return Self.keys.filter { !hidden.contains($0.0) }.map { key, meaning in
      paper.language(meaning)
        .wrapped(to: paper.width, indent: 7, firstIndent: key.padded(to: 7))
    }.joined(separator: "\n")
  }

  private static let keys: [(String, Phrase)] = [
    ("Enter", "go on"), ("b", "go back"),
    ("1 2 3", "choose an answer, or type a number and Enter"),
    ("k", "I do not know: show me. This is no wrong answer"),
    ("a", "go to the question, where the screen is too low for it and its code"),
    ("c", "the code of the program, with all that it calls"),
    ("e", "all events of the last run"),
    ("s", "the events one by one, with the state of every operation"),
    ("d", "the verdicts in full, with what decides them"),
    ("r", "run the program again"), ("j", "jump to the next program"),
    ("q", "quit and keep your predictions"),
  ]
}

extension Conversation {
  /// The frame around the programs: its opening, whether claims are judged, and its closing.
  struct Frame: Sendable {
    /// Stands above every screen, such as `Lesson 3`.
    let title: Phrase
    /// The paragraphs of the first screen.
    let opening: [Phrase]
    /// Whether the verdicts of the lesson follow the programs.
    let judges: Bool
    /// The paragraphs of the last screen.
    let closing: @Sendable (Language) -> [String]
    /// The commands that go on from there. They are shown again below the prompt when the screen is
    /// gone, where they can be copied.
    var steps: [Guide.Step] = []
    /// The command that comes back, for a learner who leaves before the end.
    var again: [Guide.Step] = []
    var offer: Offer?
    /// What was answered before the lesson was left.
    var earlier: [LearnerProgress.Prediction] = []
  }

  /// An exercise that is offered before the first program that shows a fix.
  struct Offer: Sendable {
    /// The place of that program.
    let scene: Int
    /// The paragraphs of its screen.
    let words: [Phrase]
    /// The command that begins it.
    let steps: [Guide.Step]
  }
}
