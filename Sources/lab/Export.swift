import Foundation
import OperationLab

/// Writes what a lesson showed into a file; the file's name says in which format.
struct Export {
  /// The formats, by the end of the file's name; the longer end first.
  enum Format: String, CaseIterable {
    case perfetto = ".perfetto.json"
    case json = ".json"
    case text = ".txt"
    case svg = ".svg"
    case html = ".html"
  }

  let path: String
  let format: Format

  /// - Throws: a usage failure when no format has such an end.
  init(path: String) throws(Failure) {
    self.path = path
    guard let format = Format.allCases.first(where: { path.lowercased().hasSuffix($0.rawValue) })
    else {
      throw .usage(
        "cannot tell the format of '\(path)'; let its name end in "
          + ".txt, .json, .svg, .html or .perfetto.json")
    }
    self.format = format
  }

  /// Makes sure, before anything runs, that the file can be written.
  func prepare() throws(Failure) {
    let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
    var isFolder: ObjCBool = false
    let manager = FileManager.default
    guard manager.fileExists(atPath: folder, isDirectory: &isFolder), isFolder.boolValue else {
      throw failure("the folder \(folder) does not exist; make it first")
    }
    let target = manager.fileExists(atPath: path, isDirectory: &isFolder) ? path : folder
    if target == path, isFolder.boolValue {
      throw failure("it is a folder; name a file in it")
    }
    if !manager.isWritableFile(atPath: target) {
      throw failure("no permission; choose another place")
    }
  }

  /// Writes the file, whole or not at all.
  func write(_ report: LessonReport, transcript: String) throws(Failure) {
    let title = "Lesson \(report.lesson.number): \(report.lesson.title)"
    let album = TimelineAlbum(
      title: title, runs: report.runs.map { ("\(title) (\($0.program))", $0.trace) })
    do {
      let text =
        switch format {
        case .text: transcript
        case .json: try JSONText.of(report.json) + "\n"
        case .svg: album.svg()
        case .html: album.html()
        case .perfetto: try album.perfetto()
        }
      try Data(text.utf8).write(to: URL(fileURLWithPath: path), options: .atomic)
    } catch let failure as Failure {
      throw failure
    } catch {
      throw failure(Self.reason(error))
    }
  }

  private func failure(_ reason: String) -> Failure {
    Failure(status: .unreadable, message: "cannot write \(path): \(reason)")
  }

  private static func reason(_ error: any Error) -> String {
    let error = error as NSError
    let underlying = error.userInfo[NSUnderlyingErrorKey] as? NSError
    return (underlying ?? error).localizedDescription
  }
}
