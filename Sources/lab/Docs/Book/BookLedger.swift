import LabShared
import OperationCourse
import OperationTesting

/// All claims as tables: by lesson, and those that differ by platform.
struct BookLedger {
  let statements: Statements

  /// The names of its articles and their texts.
  var articles: [(name: String, text: String)] {
    [("ledger", overview), ("ledger-by-lesson", byLesson), ("ledger-by-platform", byPlatform)]
  }

  private var overview: String {
    """
    # The ledger

    Every statement that the kit tests, with its verdict: \(statements.entries.count) claims, each \
    decided by the programs of one lesson.

    ## Overview

    *Linux* is what was measured with swift-corelibs-foundation. For *macOS* each verdict says what \
    it rests on: Apple's documentation, somebody's report, a measurement, or only our guess. \
    `swift run lab claims` decides all of them on your own machine.

    ## Topics

    ### As tables

    - <doc:ledger-by-lesson>
    - <doc:ledger-by-platform>

    ### As text

    - <doc:course-statements>
    - <doc:course-foundation-differences>

    """
  }

  private var byLesson: String {
    let lessons = statements.entries.map(\.lesson).reduce(into: [Lesson]()) { found, lesson in
      if found.last?.number != lesson.number { found.append(lesson) }
    }
    let parts = lessons.map { lesson in
      let claims = statements.entries.filter { $0.lesson.number == lesson.number }
      return "## \(lesson.number). \(lesson.title)\n\n"
        + "The page: <doc:\(BookNames.article("Lessons/\(lesson.folder)/README.md"))>\n\n"
        + Self.table(claims, lesson: false)
    }
    return page("The ledger by lesson", "What each lesson decides, and how.", parts)
  }

  private var byPlatform: String {
    let differing = statements.entries.filter {
      $0.claim.expected.linux != $0.claim.expected.darwin
    }
    let varying = statements.entries.filter { $0.claim.expected.varies }
    return page(
      "What differs by platform",
      "The claims whose verdict on macOS is not the one on Linux, and those that nothing decides "
        + "once and for all.",
      [
        "<doc:course-foundation-differences> says how to deal with each.",
        "## Another verdict on macOS\n\n" + Self.table(differing, lesson: true),
        "## Sometimes so, sometimes not\n\n" + Self.table(varying, lesson: true),
      ])
  }

  private func page(_ title: String, _ abstract: String, _ parts: [String]) -> String {
    "# \(title)\n\n\(abstract)\n\n" + parts.joined(separator: "\n\n") + "\n"
  }

  private static func table(_ entries: [Statements.Entry], lesson: Bool) -> String {
    guard !entries.isEmpty else { return "None." }
    func shown(_ cells: [String]) -> [String] { lesson ? cells : cells.dropLast() }
    let titles = shown(["Claim", "Who says it", "Statement", "Linux", "macOS", "Why", "Lesson"])
    let rows = entries.map { entry in
      let claim = entry.claim
      let page = BookNames.article("Lessons/\(entry.lesson.folder)/README.md")
      return shown([
        claim.id, claim.owner(in: .english), claim.statement,
        ClaimTables().verdict(claim, on: .linux), ClaimTables().verdict(claim, on: .darwin),
        claim.expected.because,
        "[\(entry.lesson.number)](doc:\(page))",
      ])
    }
    return ([titles, titles.map { _ in "---" }] + rows).map { cells in
      "| " + cells.map { $0.replacing("|", with: "\\|") }.joined(separator: " | ") + " |"
    }.joined(separator: "\n")
  }
}
