import Foundation
import OperationLab

/// Fills the generated parts of the pages from sources and runs, or checks that none has drifted.
struct PagesCommand: Command {
  static let name = "__pages"
  static let abstract = "check the generated parts of the pages"
  static let operands = "[N|NAME]"
  static let options = [OptionSpec("--write", nil, "replace what has drifted")]

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
    var drifted: [String] = []
    for lesson in lesson.map({ [$0] }) ?? Lessons.all {
      let report: LessonReport
      do {
        report = try LessonRunner(host: Executable.host).run(lesson)
      } catch {
        throw Failure(
          status: .internalFault, message: "cannot run lesson \(lesson.number): \(error)")
      }
      drifted += try refresh(
        ["Lessons/\(lesson.folder)/README.md"], in: root,
        PageWriter(snippets: snippets, report: report))
    }
    if lesson == nil {
      drifted += try refresh(
        ["README.md", "Lessons/README.md"], in: root, PageWriter(snippets: snippets, report: nil))
    }
    for page in drifted {
      console.show(writes ? "\(page): written anew" : "\(page) has drifted; run Scripts/pages")
    }
    return drifted.isEmpty || writes ? .passed : .failed
  }

  /// The pages that had drifted.
  private func refresh(
    _ pages: [String], in root: URL, _ writer: PageWriter
  ) throws(Failure) -> [String] {
    var drifted: [String] = []
    for page in pages {
      let file = root.appendingPathComponent(page)
      let old: String
      do {
        old = try String(contentsOf: file, encoding: .utf8)
      } catch {
        throw Failure(status: .unreadable, message: "cannot read \(page)")
      }
      let new = try writer.refreshed(old)
      guard new != old else { continue }
      drifted.append(page)
      guard writes else { continue }
      do {
        try new.write(to: file, atomically: true, encoding: .utf8)
      } catch {
        throw Failure(status: .unreadable, message: "cannot write \(page): \(error)")
      }
    }
    return drifted
  }
}
