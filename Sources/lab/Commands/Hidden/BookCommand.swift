import Foundation
import OperationCourse
import OperationDownloads
import OperationTesting

/// Writes the catalogue that `docc` makes the site from, or looks the finished site over. For
/// `Scripts/book`.
struct BookCommand: Command {
  static let name = "__book"
  static let abstract = "write the catalogue of the site, or look the site over"
  static let operands = "FOLDER"
  static let options = [
    OptionSpec("--base", "PATH", "the path below which the site will lie (default /)"),
    OptionSpec("--source-url", "URL", "where the checkout's files can be read"),
    OptionSpec("--check", nil, "FOLDER is a site: say what is wrong with it"),
    OptionSpec("--steps", nil, "only list lesson and file of each steppable page"),
  ]

  private let folder: URL
  private let base: String
  private let source: String?
  private let task: Task

  private enum Task { case write, check, listSteps }

  init(_ arguments: Arguments) throws(Failure) {
    guard let path = try arguments.onlyOperand(of: Self.name) else {
      throw .usage("'lab \(Self.name)' needs a folder: lab \(Self.name) \(Self.operands)")
    }
    folder = URL(fileURLWithPath: path, isDirectory: true)
    base = try Self.base(arguments.value("--base") ?? "/")
    source = try arguments.value("--source-url").map { url throws(Failure) in
      guard url.hasPrefix("https://") || url.hasPrefix("http://") else {
        throw .usage("option '--source-url' needs an address, https://…, not '\(url)'")
      }
      return url.hasSuffix("/") ? String(url.dropLast()) : url
    }
    task = arguments.has("--check") ? .check : arguments.has("--steps") ? .listSteps : .write
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
    }
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
    guard let root = Checkout.root else { throw Checkout.notFound }
    func file(_ path: String) -> URL { root.appendingPathComponent(path) }
    let catalogue = try BookCatalogue(
      lessons: [Lessons.first] + Lessons.all, pages: try Self.pages(in: file("Lessons")),
      base: base,
      links: BookLinks(source: source) {
        FileManager.default.fileExists(atPath: file($0).path)
      }
    ) { path throws(Failure) in
      do { return try String(contentsOf: file(path), encoding: .utf8) } catch {
        throw Failure(
          status: .unreadable, message: "cannot read \(path). Is the checkout complete?")
      }
    }
    do {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      for (name, text) in catalogue.files {
        try Data(text.utf8).write(to: folder.appendingPathComponent(name))
      }
    } catch {
      throw Failure(
        status: .unreadable, message: "cannot write into \(folder.path): \(error)")
    }
  }

  /// The Markdown files directly in the folder, besides its `README.md`.
  private static func pages(in folder: URL) throws(Failure) -> [String] {
    do {
      return try FileManager.default.contentsOfDirectory(atPath: folder.path)
        .filter { $0.hasSuffix(".md") && $0 != "README.md" }
    } catch {
      throw Failure(status: .unreadable, message: "cannot read \(folder.path): \(error)")
    }
  }
}
