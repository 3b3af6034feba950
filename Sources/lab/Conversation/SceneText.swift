import OperationBench
import OperationCourse
import OperationDoctor

/// The parts of a scene as text: the code, the question, and after the run what decides.
struct SceneText {
  private let scene: Scene
  private let paper: Paper
  private var say: Language { paper.language }

  /// How many lines of code stand before a question. Readers skip more.
  private static let mostCode = 40
  /// How many lines of code stand around the one that decides.
  private static let mostDeciding = 7

  init(_ scene: Scene, _ paper: Paper) { (self.scene, self.paper) = (scene, paper) }

  /// What the question is about: the run, or the code without what the learner has seen.
  func subject(beyond seen: [ProgramCode.Piece]) -> [String] {
    if let run = scene.trace { return [LessonScreen(paper).trace(run)] }
    let new = scene.excerpt.filter { !seen.contains($0) }
    // A program that runs only what is known has at least its own lines.
    let pieces = new.isEmpty ? Array(scene.excerpt.prefix(1)) : new
    var room = Self.mostCode
    let shown = pieces.prefix { piece in
      defer { room -= piece.lines.count }
      return room == Self.mostCode || room >= piece.lines.count
    }
    let left = (scene.code ?? []).filter { piece in
      !seen.contains(piece) && !shown.contains { $0.name == piece.name }
    }
    let names = left.map(\.name).joined(separator: ", ")
    let rest = left.isEmpty ? [] : [hanging(say("With c you see also: \(names)"))]
    return blocks(Array(shown), known: BenchWords.explaining(seen.flatMap(\.lines))) + rest
  }

  /// All code of the program.
  var code: String { blocks(scene.code ?? [], known: []).joined(separator: "\n\n") }

  /// The pieces, with the meaning of each of the bench's words below the line that uses it first.
  private func blocks(_ pieces: [ProgramCode.Piece], known: [String]) -> [String] {
    var known = Set(known)
    return pieces.map { piece in
      piece.lines.flatMap { line in
        let words = BenchWords.explaining([line]).filter { known.insert($0).inserted }
        return lines(of: line) + words.map(note)
      }.joined(separator: "\n")
    }
  }

  /// What a word of the bench means, below the line that uses it.
  private func note(_ meaning: String) -> String {
    let mark = paper.isASCII ? "      ^ " : "      ↑ "
    return say.text(meaning).wrapped(to: paper.width, indent: 8, firstIndent: mark)
      .split(separator: "\n").map { paper.toned(String($0), .remarkable) }
      .joined(separator: "\n")
  }

  /// A line of code. A comment that is too long goes on as a comment.
  private func lines(of line: String) -> [String] {
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

  /// The question, or what was said to it and the question why.
  var question: String {
    let question = say.text(scene.prediction.question).wrapped(to: paper.width)
    let lines = scene.asksWhy ? [said, say("Why?")] : [question]
    return lines.map { paper.toned($0, .strong) }.joined(separator: "\n")
  }

  private var said: String {
    hanging(say("You said: \(text: scene.answer ?? "")"))
  }

  /// What was predicted beside what happened, and then the whole run. One part where no event was
  /// recorded.
  func outcome(of run: Run) -> [[String]] {
    let screen = LessonScreen(paper)
    let summary = say.text(scene.program.summary).wrapped(to: paper.width)
    let decision = [comparison, decidingCode, variation, summary].compactMap(\.self)
    let end = [
      screen.lastWords(run), screen.ending(run, of: scene.program), screen.reasons(run),
    ].compactMap(\.self)
    return run.trace.events.isEmpty ? [decision + end] : [decision, [screen.picture(run)] + end]
  }

  private var comparison: String {
    let answer = scene.answer ?? ""
    var lines = answer.isEmpty ? [] : [said]
    guard let result = scene.result else {
      let unknown = say("This run does not say. Type r to run it again.")
      return (lines + [unknown.wrapped(to: paper.width, indent: 2)]).joined(separator: "\n")
    }
    lines.append(hanging(say("It was: \(text: result.answer)")))
    if !answer.isEmpty {
      let verdict = say(scene.isRight ? "Right." : "Not so.")
      lines.append(paper.toned(verdict, scene.isRight ? .good : .remarkable))
    }
    let reasons = scene.prediction.reasons(said: answer, was: result.answer).map(say.text)
    lines += (reasons + why).map { $0.wrapped(to: paper.width, indent: 2) }
    if result.isAbsent { lines.append(say("The run has no such event.")) }
    return (lines + evidence(result)).joined(separator: "\n")
  }

  /// What is said of the reason that was chosen.
  private var why: [String] {
    guard let isRight = scene.hasRightReason, let reason = scene.reason else { return [] }
    if isRight { return [say("Your reason is right.")] }
    let but = scene.prediction.why.first { $0.reason == reason }?.but ?? ""
    return [
      say("Your reason: \(text: reason)"),
      say("That is not why. \(text: but)"),
    ]
  }

  private func evidence(_ result: Prediction.Result) -> [String] {
    let events = result.evidence.sorted { $0.seq < $1.seq }
    if events.isEmpty { return [] }
    let rows = events.prefix(4).map {
      say.line(of: $0).wrapped(to: paper.width, indent: 6, firstIndent: "  ")
    }
    let rest = events.count - rows.count
    return [say("This decides it:")] + rows
      + (rest > 0 ? ["  " + say("and \(rest) more. Type t for all")] : [])
  }

  /// The code around the line that the answer comes from. `nil` where that is not known.
  private var decidingCode: String? {
    let pieces = scene.excerpt
    let lines = CodeLines(pieces)
    guard let line = scene.result?.evidence.reversed().lazy.compactMap(lines.line(of:)).first
    else { return nil }
    var first = 0
    for piece in pieces {
      let here = line - first
      first += piece.lines.count
      guard piece.lines.indices.contains(here) else { continue }
      let start = max(0, min(here - Self.mostDeciding / 2, piece.lines.count - Self.mostDeciding))
      return piece.lines.indices.dropFirst(start).prefix(Self.mostDeciding).map { index in
        ((index == here ? "> " : "  ") + piece.lines[index]).cut(to: paper.width)
      }.joined(separator: "\n")
    }
    return nil
  }

  private var variation: String? {
    guard let other = scene.otherAnswer else { return nil }
    let text = say(
      "An earlier run gave another answer (\(text: other)): this varies from run to run.")
    return paper.toned(text.wrapped(to: paper.width), .remarkable)
  }

  private func hanging(_ text: String) -> String {
    text.wrapped(to: paper.width, indent: 2, firstIndent: "")
  }
}
