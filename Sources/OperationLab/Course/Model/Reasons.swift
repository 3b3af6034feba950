import OperationBench

/// What `Lessons/NN-slug/answers.json` says of the questions of a lesson's main line: why an answer is
/// right, and which belief is behind each of the others.
package struct Reasons: Decodable, Sendable {
  /// The program whose question is followed by *Why?*.
  package let main: String
  /// What can be answered to *Why?*.
  package let why: [Reason]
  /// By program.
  package let answers: [String: Answer]
  /// The code that decides, by program, where it is not what the body names: whole declarations by
  /// name, and single members, such as `FileDownload: func end()`.
  package let code: [String: [String]]?

  /// One of the answers to *Why?*.
  package struct Reason: Codable, Hashable, Sendable {
    package let reason: String
    /// What refutes it. `nil` for the right one.
    package let but: String?
    /// The wrong answers that follow from this belief: each has one that it follows from.
    package let behind: [String]?

    package init(reason: String, but: String?, behind: [String]? = nil) {
      (self.reason, self.but, self.behind) = (reason, but, behind)
    }

    func said(in language: Language) -> Self {
      Self(reason: language.text(reason), but: but.map(language.text), behind: behind)
    }
  }

  /// The right answer to a question, and each wrong one.
  package struct Answer: Codable, Hashable, Sendable {
    package let answer: String
    package let because: String
    /// The belief behind each wrong answer, and what refutes it. `*` stands for all the others.
    package let otherwise: [String: String]

    package init(answer: String, because: String, otherwise: [String: String]) {
      (self.answer, self.because, self.otherwise) = (answer, because, otherwise)
    }

    func said(in language: Language) -> Self {
      let otherwise = otherwise.map { (language.text($0), language.text($1)) }
      return Self(
        answer: language.text(answer), because: language.text(because),
        otherwise: Dictionary(uniqueKeysWithValues: otherwise))
    }

    /// What refutes an answer. `nil` for the right one.
    package func refutation(of said: String) -> String? {
      said == answer ? nil : otherwise[said] ?? otherwise["*"]
    }
  }

  /// By the lesson's folder.
  static let all: [String: Reasons] = Checkout.decodedByFolder(from: "answers.json")
}

extension Lesson {
  /// What is said of its answers. `nil` where no file says anything.
  package var reasons: Reasons? { Reasons.all[folder] }
}

extension Prediction {
  /// Why it was so. A wrong answer's refutation comes first. Empty where the run answers something else
  /// than the text is about, as a run on another platform may.
  package func reasons(said: String, was: String) -> [String] {
    guard let explanation, explanation.answer == was else { return [] }
    return [said.isEmpty ? nil : explanation.refutation(of: said), explanation.because]
      .compactMap { $0 }
  }

  /// The right answer to *Why?*. `nil` where it is not asked, or the run answers something else.
  package func rightReason(was: String) -> Reasons.Reason? {
    explanation?.answer == was ? why.first { $0.but == nil } : nil
  }
}

extension ProgramCode.Piece {
  /// The piece that an entry of ``Reasons/code`` names. `nil` if it is not there.
  package static func named(_ name: String, in pieces: [Self]) -> Self? {
    let parts = name.split(separator: ": ", maxSplits: 1).map(String.init)
    let piece = pieces.first { $0.name == parts[0] }
    return parts.count == 1 ? piece : piece?.member(parts[1])
  }

  /// Its first line, and the member whose declaration has this text.
  private func member(_ text: String) -> Self? {
    guard let head = lines.first(where: { !$0.hasPrefix("//") }),
      let found = lines.firstIndex(where: { $0.contains(text) })
    else { return nil }
    // The parameters may stand on lines of their own.
    let start = lines[...found].lastIndex { $0.hasPrefix("  ") && $0.contains("func ") } ?? found
    let end = lines[found...].firstIndex { $0 == "  }" } ?? found
    return Self(
      name: name, kind: kind, lines: [head, "  …"] + lines[start...end] + ["}"], uses: uses)
  }
}
