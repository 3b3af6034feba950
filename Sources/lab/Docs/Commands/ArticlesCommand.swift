import Foundation
import LabShared
import OperationCourse
import OperationTesting

/// Holds the tables of the articles against their texts, for those who have them.
struct ArticlesCommand: Command {
  static let program = "labdocs"
  static let name = "articles"
  static let abstract = "the sentences of the articles that their tables do not have"
  static let operands = "FOLDER"
  static let options: [OptionSpec] = []
  static let notes = """
    FOLDER has a text file for each article. The first line of the file is the title. A table is in
    Lessons/articles.
    """

  private let folder: String

  init(_ arguments: Arguments) throws(Failure) {
    guard let folder = try arguments.onlyOperand(of: Self.self) else {
      throw .usage("'\(Self.title)' needs a folder")
    }
    self.folder = folder
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
      let text = texts.first { $0.prefix { $0 != "\n" } == table.article.originalTitle }
        .flatMap { ArticleText($0, table) }
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
