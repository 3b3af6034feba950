import Foundation
import OperationLab

/// Fills the generated parts of the pages from sources and runs, or checks that none has drifted.
struct PagesCommand: Command {
  static let name = "__pages"
  static let abstract = "check the generated parts of the pages"
  static let operands = "[N|NAME]"
  static let options = [OptionSpec("--write", nil, "replace what has drifted")]

  private static let pagesOfNoLesson = [
    "README.md", "Lessons/README.md", "Lessons/foundation-differences.md",
    "Lessons/check-your-own.md",
  ]

  private let lesson: Lesson?
  private let writes: Bool

  init(_ arguments: Arguments) throws(Failure) {
    let operand = try arguments.onlyOperand(of: Self.name)
    lesson = operand == nil ? nil : try Lessons.named(operand, for: Self.name)
    writes = arguments.has("--write")
  }

  func run(_ console: Console) throws(Failure) -> ExitStatus {
    guard let root = Checkout.root else { throw Checkout.notFound }
    let snippets = try Snippets(in: root.appendingPathComponent("Sources"))
    var isSound = true
    var reports: [LessonReport] = []
    func refresh(_ page: String, _ report: LessonReport?) throws(Failure) {
      let writer = PageWriter(snippets: snippets, report: report, reports: reports)
      let news = try self.refresh(page, in: root, writer)
      if news == .drifted && !writes || news == .missing { isSound = false }
      if let text = news.text(writes: writes) { console.show("\(page) \(text)") }
    }
    for lesson in lesson.map({ [$0] }) ?? Lessons.all {
      reports.append(try report(of: lesson))
      try refresh("Lessons/\(lesson.folder)/README.md", reports.last)
    }
    if lesson == nil {
      for page in Self.pagesOfNoLesson { try refresh(page, nil) }
    }
    return isSound ? .passed : .failed
  }

  /// What was found out about a page.
  private enum News {
    case sound, drifted, missing

    func text(writes: Bool) -> String? {
      switch self {
      case .sound: nil
      case .drifted: writes ? "was written anew" : "has drifted; run Scripts/pages"
      case .missing: "is missing"
      }
    }
  }

  private func report(of lesson: Lesson) throws(Failure) -> LessonReport {
    do {
      return try LessonRunner(host: Executable.host).run(lesson)
    } catch {
      throw Failure(
        status: .internalFault, message: "cannot run lesson \(lesson.number): \(error)")
    }
  }

  private func refresh(
    _ page: String, in root: URL, _ writer: PageWriter
  ) throws(Failure) -> News {
    let file = root.appendingPathComponent(page)
    guard FileManager.default.fileExists(atPath: file.path) else { return .missing }
    do {
      let old = try String(contentsOf: file, encoding: .utf8)
      let new = try writer.refreshed(old)
      guard new != old else { return .sound }
      if writes { try new.write(to: file, atomically: true, encoding: .utf8) }
      return .drifted
    } catch let failure as Failure {
      throw Failure(status: failure.status, message: "\(page): \(failure.message)")
    } catch {
      throw Failure(status: .unreadable, message: "cannot read or write \(page): \(error)")
    }
  }
}
