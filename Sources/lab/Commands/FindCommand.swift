import LabShared
import OperationCourse

/// Leads from a name, a log or a scenario of an article to the programs that mirror it.
struct FindCommand: Command {
  static let name = "find"
  static let abstract = "where a class or a log of an article is mirrored"
  static let operands = "[NAME]"
  static let options = [OptionSpec("--json", nil, "as JSON")]
  static let notes = """
    NAME is part of what the article has: a class, a method, a log, such as CustomOperation. Without
    it, everything that can be found is listed.
    """

  private let text: String?
  private let isJSON: Bool

  init(_ arguments: Arguments) throws(Failure) {
    isJSON = arguments.has("--json")
    text = arguments.operands.isEmpty ? nil : arguments.operands.joined(separator: " ")
  }

  func run(_ console: Console) throws(Failure) -> ExitStatus {
    let paper = console.paper.readable
    guard let text else {
      if isJSON { return try show(ArticleIndex.entries, console) }
      for entry in ArticleIndex.entries {
        console.show(
          "\(entry.article): \(entry.words)".wrapped(to: paper.width, indent: 2, firstIndent: ""))
      }
      return .passed
    }
    let entries = ArticleIndex.search(text)
    guard !entries.isEmpty else {
      throw .usage(
        "no article has '\(text)'"
          + Nearest.suggestion(for: text, among: ArticleIndex.entries.flatMap(\.names))
          + " \(Invocation.mention("find")) lists everything")
    }
    if isJSON { return try show(entries, console) }
    for (number, entry) in entries.enumerated() {
      if number > 0 { console.show("") }
      console.show(
        paper.toned("\(entry.article): \(entry.words)".wrapped(to: paper.width), .strong))
      console.show(entry.found.wrapped(to: paper.width, indent: 2))
      for place in entry.places {
        let program = place.program.map { " --program \($0)" } ?? ""
        console.show("  " + Invocation.current.command("lesson \(place.lesson)\(program)"))
      }
    }
    return .passed
  }

  private func show(
    _ entries: [ArticleIndex.Entry], _ console: Console
  ) throws(Failure) -> ExitStatus {
    console.show(try JSONText.of(entries))
    return .passed
  }
}
