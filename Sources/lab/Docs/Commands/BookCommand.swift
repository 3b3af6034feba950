import LabShared
import Foundation
import OperationCourse
import OperationDownloads
import OperationTesting

/// Writes the catalogue that `docc` makes the site from, or looks the finished site over. For
/// `Scripts/book`.
struct BookCommand: Command {
  static let program = "labdocs"
  static let name = "book"
  static let abstract = "write the catalogue of the site, or look the site over"
  static let operands = "FOLDER"
  static let options = [
    OptionSpec("--base", "PATH", "the path below which the site will lie (default /)"),
    OptionSpec("--source-url", "URL", "where the checkout's files can be read"),
    OptionSpec("--check", nil, "FOLDER is a site: say what is wrong with it"),
    OptionSpec("--front", nil, "FOLDER is a site: write the page that it opens with"),
    OptionSpec("--host", "URL", "the address of the site's host, for previews of links"),
    OptionSpec("--steps", nil, "only list lesson and file of each steppable page"),
  ]

  private let folder: URL
  private let base: String
  private let source: String?
  private let task: Task

  private let host: String?

  private enum Task { case write, check, listSteps, front }

  init(_ arguments: Arguments) throws(Failure) {
    guard let path = try arguments.onlyOperand(of: Self.self) else {
      throw .usage("'\(Self.title)' needs a folder: \(Self.title) \(Self.operands)")
    }
    folder = URL(fileURLWithPath: path, isDirectory: true)
    base = try Self.base(arguments.value("--base") ?? "/")
    source = try Self.address("--source-url", arguments)
    host = try Self.address("--host", arguments)
    task =
      arguments.has("--check")
      ? .check : arguments.has("--steps") ? .listSteps : arguments.has("--front") ? .front : .write
  }

  func run(_ console: Console) throws(Failure) -> ExitStatus {
    switch task {
    case .listSteps:
      for lesson in Lessons.all {
        console.show("\(lesson.number) \(BookNames.steps(lesson.folder))")
      }
      return .passed
    case .check:
      let inspection = BookInspection(site: folder, base: base)
      let problems = try inspection.problems()
      for problem in problems { console.show(problem) }
      if problems.isEmpty { console.show("\(try inspection.count()) pages, no dead link") }
      return problems.isEmpty ? .passed : .failed
    case .write:
      try write()
      return .passed
    case .front:
      try writeFront()
      return .passed
    }
  }

  /// The address that an option gives, without a slash at its end.
  private static func address(
    _ option: String, _ arguments: Arguments
  ) throws(Failure) -> String? {
    guard let url = arguments.value(option) else { return nil }
    guard url.hasPrefix("https://") || url.hasPrefix("http://") else {
      throw .usage("option '\(option)' needs an address, https://…, not '\(url)'")
    }
    return url.hasSuffix("/") ? String(url.dropLast()) : url
  }

  /// With a slash before it and none after. Empty for the root of a host.
  private static func base(_ path: String) throws(Failure) -> String {
    guard path.hasPrefix("/"), !path.contains(where: { " ?#".contains($0) }) else {
      throw .usage("option '--base' needs a path that begins with '/', not '\(path)'")
    }
    let parts = path.split(separator: "/")
    return parts.isEmpty ? "" : "/" + parts.joined(separator: "/")
  }

  private func write() throws(Failure) {
    let root = try checkout()
    let recaps = try Self.recaps()
    let catalogue = try BookCatalogue(
      lessons: [Lessons.first] + Lessons.all,
      pages: try Self.pages(in: root.appendingPathComponent("Lessons")) + ["recaps.md"], base: base,
      links: BookLinks(source: source) {
        FileManager.default.fileExists(atPath: root.appendingPathComponent($0).path)
      }
    ) { path throws(Failure) in
      if path == "Lessons/recaps.md" { return recaps }
      return String(decoding: try Self.data(root.appendingPathComponent(path)), as: UTF8.self)
    }
    try write(catalogue.files.mapValues { Data($0.utf8) })
  }

  private func writeFront() throws(Failure) {
    let root = try checkout()
    guard let lesson = Lessons.all.first(where: { $0.number == FrontPage.shown.lesson }),
      let played = Lessons.all.first(where: { $0.number == FrontPage.played.lesson })
    else {
      throw Failure(status: .internalFault, message: "there is no lesson for the front page")
    }
    let picture = "Lessons/\(lesson.folder)/pictures/\(FrontPage.shown.program).svg"
    let page = FrontPage(
      lessons: [Lessons.first] + Lessons.all,
      picture: String(
        decoding: try Self.data(root.appendingPathComponent(picture)), as: UTF8.self),
      board: try Self.board(of: played),
      address: host.map { $0 + base })
    try write([
      "index.html": Data(page.html.utf8),
      FrontPage.preview.site: try Self.data(
        root.appendingPathComponent(FrontPage.preview.checkout)),
    ])
  }

  /// What the front page plays, with runs of today.
  private static func board(of lesson: Lesson) throws(Failure) -> TimelineAlbum {
    let programs = lesson.programs.filter { $0.name == FrontPage.played.program }
    do {
      return TimelineAlbum(
        title: lesson.title, pages: [], boards: try TimelineAlbum.Board.all(of: lesson, programs))
    } catch {
      throw Failure(status: .internalFault, message: "cannot explore: \(error)")
    }
  }

  private func checkout() throws(Failure) -> URL {
    guard let root = Checkout.root else { throw Checkout.notFound }
    return root
  }

  private static func data(_ file: URL) throws(Failure) -> Data {
    do { return try Data(contentsOf: file) } catch {
      throw Failure(
        status: .unreadable, message: "cannot read \(file.path). Is the checkout complete?")
    }
  }

  private func write(_ files: [String: Data]) throws(Failure) {
    do {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      for (name, data) in files {
        try data.write(to: folder.appendingPathComponent(name))
      }
    } catch {
      throw Failure(
        status: .unreadable, message: "cannot write into \(folder.path): \(error)")
    }
  }

  /// The page of the recaps, which only the site has: what `lab` prints, with runs of today.
  private static func recaps() throws(Failure) -> String {
    var text = """
      # Recaps

      After lessons 5, 10, 17 and 21: traces of the lessons so far, some of them from their further
      parts, and a question about each. Cover the answers. On a terminal `swift run lab recap 5` asks
      the same, one by one.

      """
    for number in Recaps.all.keys.sorted() {
      let recap = try Transcript.of("recap \(number)")
      text += "\n## After lesson \(number)\n\n```text\n\(recap)\n```\n"
    }
    return text
  }

  /// The Markdown files directly in the folder, besides its `README.md`.
  private static func pages(in folder: URL) throws(Failure) -> [String] {
    do {
      return try FileManager.default.contentsOfDirectory(atPath: folder.path)
        .filter { $0.hasSuffix(".md") && $0 != "README.md" }
        .filter { Language.original(of: $0).language == .english }
    } catch {
      throw Failure(status: .unreadable, message: "cannot read \(folder.path): \(error)")
    }
  }
}
