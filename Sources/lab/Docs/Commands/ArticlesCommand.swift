import Foundation
import LabKit
import OperationCourse
import OperationBench

/// Holds the tables of the articles against their texts, for those who have them.
struct ArticlesCommand: Command {
  static let program = "labdocs"
  static let name = "articles"
  static let abstract = "the sentences of the articles that their tables do not have"
  static let operands = "[FOLDER]"
  static let options: [OptionSpec] = []
  static let notes = """
    FOLDER has a text file for each article, which begins with its title.
    """

  private let folder: String

  init(_ arguments: Arguments) throws(Failure) {
    folder = try arguments.onlyOperand(of: Self.self) ?? "."
  }

  func run(_ console: Console) throws(Failure) -> ExitStatus {
    let texts: [String]
    do {
      texts = try FileManager.default.contentsOfDirectory(
        at: URL(fileURLWithPath: folder), includingPropertiesForKeys: nil
      ).filter { $0.pathExtension == "txt" }.map { try String(contentsOf: $0, encoding: .utf8) }
    } catch {
      throw Failure(status: .unreadable, message: "cannot read \(folder): \(error)")
    }
    var isSound = true
    for table in ArticleTable.all {
      let text = texts.lazy.compactMap { ArticleText($0, table) }.first
      let mistakes = text?.mistakes ?? ["\(folder) does not have its text"]
      isSound = isSound && mistakes.isEmpty
      console.show(
        "Article \(table.article.rawValue): \(text?.sentences.count ?? 0) sentences, "
          + (mistakes.isEmpty ? "each has its row" : "\(mistakes.count) mistakes"))
      for mistake in mistakes { console.show("  \(mistake)") }
    }
    return isSound ? .passed : .failed
  }
}
