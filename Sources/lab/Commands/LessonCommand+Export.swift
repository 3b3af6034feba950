import Foundation
import OperationCourse
import OperationDownloads
import OperationTesting

extension LessonCommand {
  /// The file to write: the one that is named, or for `--open` one that the system tidies up.
  static func export(_ arguments: Arguments, _ lesson: Lesson) throws(Failure) -> Export? {
    let path = arguments.value("--export")
    guard arguments.has("--open") else {
      guard let path else { return nil }
      return try Export(path: path)
    }
    let export = try Export(path: path ?? temporaryPage(of: lesson))
    guard export.format == .html else {
      throw .usage(
        "'--open' opens a page to step through; let the name '\(export.path)' end in .html")
    }
    return export
  }

  /// One for each user and lesson. It stays: the browser reads it when this process is over.
  private static func temporaryPage(of lesson: Lesson) -> String {
    FileManager.default.temporaryDirectory
      .appendingPathComponent("lab-lesson-\(lesson.number)-\(getuid()).html").path
  }

  /// Writes the file that was asked for, and opens it if that was asked for.
  func write(_ report: LessonReport, _ console: Console) throws(Failure) {
    guard let export else { return }
    let source = Scene.code(of: lesson)
    try export.write(report, transcript: LessonScreen(.plain).whole(report)) { run in
      .init(
        source?.pieces(of: run.program) ?? [], markNames: source?.markNames ?? [:], of: run.trace)
    }
    guard opens else { return }
    do throws(Browser.Obstacle) {
      try Browser.open(export.path, isTerminal: console.isTerminal)
    } catch {
      console.complain(
        "no browser was opened, because \(error.words); open \(export.path) in one yourself")
    }
  }
}
