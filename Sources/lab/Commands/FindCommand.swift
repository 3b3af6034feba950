import OperationCourse

/// Leads from a name, a log or a sentence of an article to the programs that mirror or decide it.
struct FindCommand: Command {
  static let name = "find"
  static let abstract = "where a class, log or sentence of an article is run"
  static let operands = "[TEXT]"
  static let options = [OptionSpec("--json", nil, "as JSON"), .language]
  static let notes = """
    TEXT is part of what the article has: a class, a method, a log, such as CustomOperation, or words of a
    sentence, in Chinese or in English. Without it, the classes and logs are listed.
    """

  private let text: String?
  private let isJSON: Bool

  /// How many results fit a screen or two.
  private static let most = 12

  init(_ arguments: Arguments) throws(Failure) {
    isJSON = arguments.has("--json")
    text = arguments.operands.isEmpty ? nil : arguments.operands.joined(separator: " ")
  }

  func run(_ console: Console) throws(Failure) -> ExitStatus {
    let (paper, language) = (console.paper.readable, console.language)
    guard let text else {
      if isJSON { return try show(ArticleIndex.entries, console) }
      for entry in ArticleIndex.entries(in: language) {
        console.show(heading(entry, language).wrapped(to: paper.width, indent: 2, firstIndent: ""))
      }
      return .passed
    }
    let entries = ArticleIndex.search(text, in: language)
    guard !entries.isEmpty else {
      throw .usage(
        "no article has '\(text)'"
          + Nearest.suggestion(for: text, among: ArticleIndex.entries.flatMap(\.names))
          + " \(Invocation.mention("find")) lists everything")
    }
    if isJSON { return try show(entries, console) }
    for (number, entry) in entries.prefix(Self.most).enumerated() {
      if number > 0 { console.show("") }
      console.show(paper.toned(heading(entry, language).wrapped(to: paper.width), .strong))
      for line in entry.found.split(separator: "\n") {
        console.show(String(line).wrapped(to: paper.width, indent: 2))
      }
      var shown: Set<String> = []
      for place in entry.places {
        let program = place.program.map { " --program \($0)" } ?? ""
        let command = Invocation.current.command("lesson \(place.lesson)\(program)")
        if shown.insert(command).inserted { console.show("  " + command) }
      }
    }
    let rest = entries.count - Self.most
    if rest > 0 {
      console.show("\n" + language("\(rest) more. A longer text finds fewer."))
    }
    return .passed
  }

  private func heading(_ entry: ArticleIndex.Entry, _ language: Language) -> String {
    language("\(entry.article): \(entry.words)")
  }

  private func show(
    _ entries: [ArticleIndex.Entry], _ console: Console
  ) throws(Failure) -> ExitStatus {
    console.show(try JSONText.of(entries))
    return .passed
  }
}
