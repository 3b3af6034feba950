import OperationCourse
import OperationDoctor

/// A dialogue with the learner: it prints, reads a line, and prints again. The terminal scrolls, and
/// nothing is erased.
///
/// It knows no terminal. What is printed and what is typed go through two closures.
@MainActor
struct Dialogue {
  let paper: Paper
  private let show: (String) -> Void
  private let read: (_ prompt: String) -> String?

  /// - Parameter read: shows a prompt, and returns the next line. `nil` when no more can come.
  init(
    _ paper: Paper, show: @escaping (String) -> Void,
    read: @escaping (_ prompt: String) -> String?
  ) {
    (self.paper, self.show, self.read) = (paper.readable, show, read)
  }

  init(_ console: Console) { self.init(console.paper, show: console.show, read: console.ask) }

  /// What a word shows before the same question is asked again.
  struct Aside {
    let word: String
    /// The word and what it shows.
    let help: Phrase
    let text: () -> String
  }

  /// Prints blocks, with an empty line before each.
  func say(_ blocks: [String]) {
    for block in blocks where !block.isEmpty { show("\n" + block) }
  }

  /// Prints a paragraph.
  func say(_ phrases: Phrase...) {
    say([paper.language(phrases).wrapped(to: paper.width)])
  }

  /// Prints the heading of a part.
  func head(_ phrase: Phrase) { say([paper.toned(paper.language(phrase), .strong)]) }

  /// Prints the commands that go on from here, as they can be copied.
  func say(_ steps: [Guide.Step]) {
    say([steps.map { $0.line(on: paper) }.joined(separator: "\n")])
  }

  /// Asks until a line that is typed means something.
  ///
  /// - Parameters:
  ///   - words: what can be typed, and what it means.
  ///   - asides: what can be looked at before.
  ///   - meaning: of a line. `nil` if it means nothing.
  /// - Returns: `nil` when the learner leaves.
  func ask<Meaning>(
    _ words: [Phrase], _ asides: [Aside] = [], _ meaning: (String) -> Meaning?
  ) -> Meaning? {
    let words = words + asides.map(\.help) + ["q: quit"]
    let help = paper.toned(paper.language.words(words, width: paper.width), .remarkable)
    show("\n" + help)
    while let line = read("> ") {
      let word = line.trimmingCharacters(in: .whitespaces).lowercased()
      if let meaning = meaning(word) { return meaning }
      if ["q", "quit"].contains(word) { return nil }
      if let aside = asides.first(where: { $0.word == word }) {
        say([aside.text(), help])
      } else {
        let said = paper.plain(word).cut(to: 20)
        if !said.isEmpty { show(paper.language("'\(said)' means nothing here.")) }
        show(help)
      }
    }
    return nil
  }

  /// Asks one question. A choice is answered by its number or its words.
  ///
  /// - Returns: empty for "I do not know". `nil` when the learner leaves.
  func answer(_ form: Prediction.Form, _ asides: [Aside] = []) -> String? {
    var what: Phrase = "a number"
    if case .choice(let choices) = form {
      show(Self.numbered(choices, paper))
      what = "1 to \(choices.count)"
    }
    return ask([what, "k: I do not know"], asides) { word in
      word == "k" ? "" : form.answer(for: word)
    }
  }

  /// Waits for Enter. `false` when the learner leaves.
  func goOn(_ asides: [Aside] = []) -> Bool {
    ask(["Enter: continue"], asides) { $0.isEmpty ? true : nil } ?? false
  }

  /// Choices, a number before each.
  nonisolated static func numbered(_ choices: [String], _ paper: Paper) -> String {
    choices.enumerated().map { number, choice in
      "\(number + 1)  \(paper.language.text(choice))"
        .wrapped(to: paper.width, indent: 5, firstIndent: "  ")
    }.joined(separator: "\n")
  }
}

extension Prediction.Form {
  /// The answer that a word stands for. `nil` for what is no answer.
  func answer(for word: String) -> String? {
    switch self {
    case .number: return Int(word).flatMap { (0...9999).contains($0) ? "\($0)" : nil }
    case .choice(let choices):
      if let number = Int(word) {
        return choices.indices.contains(number - 1) ? choices[number - 1] : nil
      }
      return choices.first { $0.lowercased() == word }
        ?? (choices == ["yes", "no"] ? choices.first { $0.hasPrefix(word) && word != "" } : nil)
    }
  }
}

extension Language {
  /// What can be typed, in as many lines as it needs. What one word means stays on one line.
  func words(_ words: [Phrase], width: Int) -> String {
    words.map { self($0) }.reduce(into: [String]()) { lines, words in
      let line = (lines.last.map { $0 + "   " } ?? "") + words
      if lines.isEmpty || TerminalText.columns(line) > width {
        lines.append(words)
      } else {
        lines[lines.count - 1] = line
      }
    }.joined(separator: "\n")
  }
}
