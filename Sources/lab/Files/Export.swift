import LabShared
import Foundation
import OperationCourse
import OperationDownloads
import OperationLab
import OperationTesting

/// Writes what a lesson showed into a file. The file's name says in which format.
struct Export {
  /// The formats, by the end of the file's name. The longer end first.
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
        "cannot tell the format of '\(path)'. Let its name end in "
          + ".txt, .json, .svg, .html or .perfetto.json")
    }
    self.format = format
  }

  /// Makes sure, before anything runs, that the file can be written.
  func prepare() throws(Failure) {
    let (folder, name) = try place()
    try done { () throws(SafeFolder.Problem) in try folder.holdsOnlyFile(name) }
    if !FileManager.default.isWritableFile(atPath: folder.path) {
      throw failure("no permission. Choose another place")
    }
  }

  /// The opened folder, and the file's name in it.
  private func place() throws(Failure) -> (SafeFolder, name: String) {
    let file = URL(fileURLWithPath: path, isDirectory: false)
    let folder = file.deletingLastPathComponent().path
    do { return (try SafeFolder(folder), file.lastPathComponent) } catch {
      throw failure("the folder \(folder) does not exist. Make it first")
    }
  }

  /// Does something in the folder, and says in this command's words why it did not succeed.
  private func done(_ body: () throws(SafeFolder.Problem) -> Void) throws(Failure) {
    do throws(SafeFolder.Problem) { try body() } catch {
      switch error {
      case .notAFile(_, let kind):
        throw Failure(
          status: .failed,
          message: "cannot write \(path): it is \(kind.rawValue). Name a plain file")
      default: throw failure("\(error). Make room or choose another place")
      }
    }
  }

  /// Writes the file, whole or not at all.
  ///
  /// - Parameter code: of a run's program, as far as it is at hand.
  func write(
    _ report: LessonReport, transcript: String, code: (Run) -> TimelineAlbum.Code
  ) throws(Failure) {
    let title = "Lesson \(report.lesson.number): \(report.lesson.title)"
    let album = TimelineAlbum(
      title: title,
      pages: report.runs.map { run in
        TimelineAlbum.Page(
          title: "\(title) (\(run.program))", name: run.program, timeline: Timeline(run),
          code: format == .html ? code(run) : .init(), task: TimelineAlbum.Task(of: run, in: report)
        )
      }, course: Self.course(of: report.lesson))
    let text: String
    do {
      text =
        switch format {
        case .text: transcript
        case .json: try JSONText.dated(report.json) + "\n"
        case .svg: album.svg()
        case .html: album.html()
        case .perfetto: try album.perfetto()
        }
    } catch {
      throw (error as? Failure) ?? failure("\(error)")
    }
    let (folder, name) = try place()
    try done { () throws(SafeFolder.Problem) in
      // Short, whatever the file's name: names may have 255 bytes.
      try folder.replace(name, with: Data(text.utf8), by: ".lab-export-\(getpid()).new")
    }
  }

  private static func course(of lesson: Lesson) -> TimelineAlbum.Course {
    TimelineAlbum.Course(
      of: lesson, page: BookNames.article("Lessons/\(lesson.folder)/README.md"),
      next: Lessons.all.first { $0.number == lesson.number + 1 },
      steps: { BookNames.steps($0.folder) })
  }

  private func failure(_ reason: String) -> Failure {
    Failure(status: .unreadable, message: "cannot write \(path): \(reason)")
  }
}
