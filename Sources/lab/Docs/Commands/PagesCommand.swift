import Foundation
import LabKit
import OperationCourse
import OperationLab
import OperationBench

/// Fills the generated parts of the pages from sources and runs, or checks that none has drifted.
struct PagesCommand: Command {
  static let program = "labdocs"
  static let name = "pages"
  static let abstract = "check the generated parts of the pages"
  static let operands = "[N|NAME]"
  static let options = [OptionSpec("--write", nil, "replace what has drifted")]

  private static let pagesOfNoLesson =
    [
      "README.md", "Lessons/README.md", "Lessons/foundation-differences.md",
      "Lessons/check-your-own.md", "Lessons/statements.md", "Lessons/rules.md",
      "Lessons/find-your-article.md", "Lessons/every-order.md", "Lessons/see-your-queues.md",
    ] + Article.allCases.map { "Lessons/\(ArticlePage.path(of: $0))" }

  private let lesson: Lesson?
  private let writes: Bool

  init(_ arguments: Arguments) throws(Failure) {
    let operand = try arguments.onlyOperand(of: Self.self)
    lesson = operand == nil ? nil : try Lessons.named(operand, for: Self.name)
    writes = arguments.has("--write")
  }

  func run(_ console: Console) throws(Failure) -> ExitStatus {
    guard Platform.current == .linux else {
      throw .usage(
        "the pages show traces of Linux. Run this there, and 'lab lesson N' to see those of "
          + Platform.current.displayName)
    }
    guard let root = Checkout.root else { throw Checkout.notFound }
    let snippets = try Snippets(in: root.appendingPathComponent("Sources"))
    var isSound = true
    var reports: [LessonReport] = []
    func refresh(_ original: String, _ report: LessonReport?) throws(Failure) {
      for language in Language.allCases {
        let page = language.path(original)
        guard language == .english || Self.exists(page, in: root) else { continue }
        var writer = PageWriter(snippets: snippets, report: report, reports: reports)
        writer.language = language
        if language != .english { writer.original = try Page(Checkout.page(original)) }
        let news = try self.refresh(page, in: root, writer)
        if news.isFault(writes: writes) { isSound = false }
        if let text = news.text(writes: writes) { console.show("\(page) \(text)") }
      }
    }
    for lesson in lesson.map({ [$0] }) ?? ([Lessons.first] + Lessons.all) {
      if let news = try refreshCode(of: lesson, in: root) {
        console.show(news)
        isSound = isSound && writes
      }
      let (report, drifted) = try keptReport(of: lesson, in: root)
      reports.append(report)
      if !drifted.isEmpty {
        console.show(
          "Lessons/\(lesson.folder)/traces.json "
            + (writes ? "was written anew: " : "has drifted. Run Scripts/pages: ")
            + drifted.joined(separator: " "))
        isSound = isSound && writes
      }
      try refresh(Checkout.pagePath(of: lesson), reports.last)
      if !lesson.further.isEmpty {
        try refresh(Checkout.pagePath(of: lesson, isFurther: true), reports.last)
      }
    }
    if lesson == nil {
      for page in Self.pagesOfNoLesson { try refresh(page, nil) }
    }
    return isSound ? .passed : .failed
  }

  private static func exists(_ page: String, in root: URL) -> Bool {
    FileManager.default.fileExists(atPath: root.appendingPathComponent(page).path)
  }

  /// Makes the file with the code of a lesson's programs, or says that it must be made.
  private func refreshCode(of lesson: Lesson, in root: URL) throws(Failure) -> String? {
    let code = try ProgramParser.code(of: lesson, in: root.appendingPathComponent("Sources"))
    let path = "Lessons/\(lesson.folder)/code.json"
    let file = root.appendingPathComponent(path)
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    do {
      let new = try encoder.encode(code) + Data("\n".utf8)
      guard FileManager.default.contents(atPath: file.path) != new else { return nil }
      if writes { try new.write(to: file) }
      return "\(path) " + (writes ? "was written anew" : "has drifted. Run Scripts/pages")
    } catch {
      throw Failure(status: .unreadable, message: "cannot write \(path): \(error)")
    }
  }

  /// What was found out about a page.
  private enum News: Equatable {
    case sound, missing
    case drifted([Page.Marker])

    func isFault(writes: Bool) -> Bool {
      switch self {
      case .sound: false
      case .missing: true
      case .drifted: !writes
      }
    }

    func text(writes: Bool) -> String? {
      switch self {
      case .sound: nil
      case .missing: "is missing"
      case .drifted(let parts):
        (writes ? "was written anew: " : "has drifted. Run Scripts/pages: ")
          + parts.map(Page.line).joined(separator: " ")
      }
    }
  }

  /// A fresh run of each program, but the kept one of each program that the lesson's pages show.
  private func keptReport(
    of lesson: Lesson, in root: URL
  ) throws(Failure) -> (LessonReport, drifted: [String]) {
    let fresh = try report(of: lesson)
    do {
      let readme = root.appendingPathComponent(Checkout.pagePath(of: lesson))
      let pages = lesson.further.isEmpty ? [false] : [false, true]
      let shown = try pages.flatMap { isFurther in
        try Page(Checkout.page(of: lesson, isFurther: isFurther)).parts.map(\.marker)
      }.filter(\.isOfRun).map(\.argument)
      var kept = try KeptRuns(beside: readme)
      var left = fresh.runs.filter { shown.contains($0.program) }
      let drifted = try kept.refresh(left.map(\.program), tries: tries) { name in
        let place = left.firstIndex { $0.program == name }
        if let place { return left.remove(at: place) }
        return try report(of: lesson, only: [name]).runs[0]
      }
      if writes, !drifted.isEmpty { try kept.write() }
      let runs = fresh.runs.map { kept.runs[$0.program] ?? $0 }
      return (LessonReport(lesson: lesson, runs: runs), drifted)
    } catch let failure as Failure {
      throw failure
    } catch {
      throw Failure(
        status: .unreadable, message: "traces.json of lesson \(lesson.number): \(error)")
    }
  }

  private func report(
    of lesson: Lesson, only names: [String]? = nil
  ) throws(Failure) -> LessonReport {
    do {
      let programs = names.map { names in lesson.programs.filter { names.contains($0.name) } }
      return try LessonRunner(host: Executable.host).run(lesson, only: programs)
    } catch {
      throw Failure(
        status: .internalFault, message: "cannot run lesson \(lesson.number): \(error)")
    }
  }

  /// How often a part or a kept run must differ from a fresh one before it has drifted. To write it
  /// anew without need does no harm.
  private var tries: Int { writes ? 2 : 5 }

  private func refresh(
    _ page: String, in root: URL, _ writer: PageWriter
  ) throws(Failure) -> News {
    let file = root.appendingPathComponent(page)
    guard FileManager.default.fileExists(atPath: file.path) else { return .missing }
    do {
      let old = try String(contentsOf: file, encoding: .utf8)
      let folder = PictureFolder(beside: file)
      let others = try Self.picturesOfOthers(beside: file)
      let pictures = try folder.pictures().filter { !others.contains($0.key) }
      var writer = writer
      var new = try writer.refreshed(old, pictures: pictures)
      // What has been as it is on the page in one run has not drifted.
      var suspects = new.drifted
      for _ in 1..<tries where new.text != old || new.pictures != pictures {
        // What a command prints is no matter of these runs, and a part of a run is made from the kept
        // one.
        if new.drifted.contains(where: { $0.kind != "console" && !$0.isOfRun }) {
          writer.reports = try writer.reports.map { try keptReport(of: $0.lesson, in: root).0 }
        }
        new = try writer.refreshed(old, pictures: pictures)
        suspects.removeAll { !new.drifted.contains($0) }
        if suspects.isEmpty, !new.drifted.isEmpty { return .sound }
      }
      guard new.text != old || new.pictures != pictures else { return .sound }
      if writes {
        try folder.hold(new.pictures, besides: others)
        try new.text.write(to: file, atomically: true, encoding: .utf8)
      }
      return .drifted(new.drifted)
    } catch let failure as Failure {
      throw Failure(status: failure.status, message: "\(page): \(failure.message)")
    } catch {
      throw Failure(status: .unreadable, message: "cannot read or write \(page): \(error)")
    }
  }

  /// The names of the pictures that only the other pages of the folder show.
  private static func picturesOfOthers(beside page: URL) throws -> Set<String> {
    func pictures(on page: URL) throws -> [String] {
      try Page(String(contentsOf: page, encoding: .utf8)).parts.map(\.marker)
        .filter { $0.kind == "picture" }
        .map {
          PictureFolder.name(of: $0.argument, in: Language.original(of: page.path).language)
        }
    }
    let folder = page.deletingLastPathComponent()
    let names = ["README.md", "further.md"].flatMap { name in
      Language.allCases.map { $0.path(name) }
    }
    let others = names.map(folder.appendingPathComponent)
      .filter {
        $0.path != page.path && FileManager.default.fileExists(atPath: $0.path)
      }
    return try Set(others.flatMap(pictures(on:))).subtracting(pictures(on: page))
  }
}
