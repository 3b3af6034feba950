import Foundation
import OperationCourse
import OperationDownloads

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

  /// The file of an option that writes a page only. `nil` if it is not there.
  static func page(_ arguments: Arguments) throws(Failure) -> Export? {
    guard let path = arguments.value("--export") else { return nil }
    let export = try Export(path: path)
    guard export.format == .html else {
      throw .usage("'--export' writes a page here. Let the name '\(path)' end in .html")
    }
    return export
  }

  /// The file that `--export` names, or for `--open` a page that the system tidies up. One for each user
  /// and subject: it stays, because the browser reads it when this process has ended.
  ///
  /// - Parameter subject: for the page's name, such as `lesson-3`.
  static func asked(_ arguments: Arguments, for subject: String) throws(Failure) -> Export? {
    let path = arguments.value("--export")
    guard arguments.has("--open") else {
      guard let path else { return nil }
      return try Export(path: path)
    }
    let page = FileManager.default.temporaryDirectory
      .appendingPathComponent("lab-\(subject)-\(getuid()).html").path
    let export = try Export(path: path ?? page)
    guard export.format == .html else {
      throw .usage(
        "'--open' opens a page to step through. Let the name '\(export.path)' end in .html")
    }
    return export
  }

  /// The options of commands that write timelines.
  static let options = [
    OptionSpec(
      "--export", "FILE", "also write it to a .txt, .json, .svg, .html or .perfetto.json"),
    OptionSpec("--open", nil, "also open it in the browser, as a page to step through"),
  ]

  /// Opens the page in the browser.
  func open(_ console: Console) {
    do throws(Browser.Obstacle) {
      try Browser.open(path, isTerminal: console.isTerminal)
    } catch {
      console.complain(
        "no browser was opened, because \(error.words). Open \(path) in one yourself")
    }
  }

  /// Writes what a lesson showed.
  ///
  /// - Parameters:
  ///   - boards: what can be played, for a page.
  ///   - language: of pages and pictures.
  func write(
    _ report: LessonReport, transcript: String, code: ProgramCode?, boards: [TimelineAlbum.Board],
    in language: Language
  ) throws(Failure) {
    let language = format == .perfetto ? .english : language
    let title = language(
      "Lesson \(report.lesson.number): \(report.lesson.title(in: language))")
    let album = TimelineAlbum(
      title: title,
      pages: report.runs.map { run in
        TimelineAlbum.Page(
          title: "\(title) (\(run.program))", name: run.program, timeline: Timeline(run),
          code: format == .html ? .init(code, of: run.program, run.trace) : .init(),
          task: TimelineAlbum.Task(of: run, in: report, language))
      }, course: Self.course(of: report.lesson, in: language), boards: boards, language: language)
    try write(album, transcript: transcript, json: report.json)
  }

  /// Writes one of them, by the format.
  ///
  /// - Parameter json: is made only if it is written.
  func write(
    _ album: TimelineAlbum, transcript: String, json: @autoclosure () -> some Encodable
  ) throws(Failure) {
    let text: String
    do {
      text =
        switch format {
        case .text: transcript
        case .json: try JSONText.dated(json()) + "\n"
        case .svg: album.svg()
        case .html: album.html()
        case .perfetto: try album.perfetto()
        }
    } catch {
      throw (error as? Failure) ?? failure("\(error)")
    }
    try write(text)
  }

  /// Writes the file, whole or not at all.
  func write(_ text: String) throws(Failure) {
    let (folder, name) = try place()
    try done { () throws(SafeFolder.Problem) in
      // Short, whatever the file's name: names may have 255 bytes.
      try folder.replace(name, with: Data(text.utf8), by: ".lab-export-\(getpid()).new")
    }
  }

  private static func course(of lesson: Lesson, in language: Language) -> TimelineAlbum.Course {
    TimelineAlbum.Course(
      of: lesson, next: Lessons.all.map(\.number).first { $0 == lesson.number + 1 },
      in: language)
  }

  private func failure(_ reason: String) -> Failure {
    Failure(status: .unreadable, message: "cannot write \(path): \(reason)")
  }
}
