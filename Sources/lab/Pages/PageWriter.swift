import Foundation
import OperationLab

/// Makes the generated parts of a page from the sources and from real runs.
struct PageWriter {
  let snippets: Snippets
  /// The run of the page's lesson; `nil` for pages that belong to none.
  let report: LessonReport?

  /// The page with every part that has drifted replaced.
  func refreshed(_ source: String) throws(Failure) -> String {
    try Page(source).filled { marker, old throws(Failure) in
      let new = try content(of: marker)
      return Drift.isSame(marker.kind, old, new) ? old : new
    }
  }

  private func content(of marker: Page.Marker) throws(Failure) -> String {
    switch marker.kind {
    case "snippet":
      return fenced(try snippets.region(marker.argument, for: report?.lesson), "swift")
    case "trace":
      return fenced(TraceText.table(try run(marker).trace.normalised()), "text")
    case "verdicts":
      return verdicts
    case "lessons":
      return lessons
    case "console":
      return fenced(try Transcript.of(marker.argument), "text")
    default:
      throw Failure(status: .internalFault, message: "nothing makes '\(Page.line(marker))' yet")
    }
  }

  private func run(_ marker: Page.Marker) throws(Failure) -> Run {
    if let run = report?.runs.first(where: { $0.program == marker.argument }) { return run }
    throw Failure(
      status: .unreadable, message: "'\(Page.line(marker))' names no program of its lesson")
  }

  private func fenced(_ text: String, _ language: String) -> String {
    "```\(language)\n\(text)\n```"
  }

  private var verdicts: String {
    let rows = (report?.findings ?? []).map { finding in
      let claim = finding.claim
      return "| \(claim.id) | \(claim.statement) | \(claim.expected.linux.rawValue) "
        + "| \(claim.expected.darwin.rawValue) | \(claim.expected.because) |"
    }
    return (["| Claim | The article says | Linux | macOS | Why |", "|---|---|---|---|---|"] + rows)
      .joined(separator: "\n")
  }

  private var lessons: String {
    let rows = Lessons.all.map { lesson in
      "| \(lesson.number) | [\(lesson.title)](\(lesson.folder)/README.md) | \(lesson.question) |"
    }
    return (["| | Lesson | Question |", "|---|---|---|"] + rows).joined(separator: "\n")
  }
}
