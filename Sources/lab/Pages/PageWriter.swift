import Foundation
import OperationLab

/// Makes the generated parts of a page from the sources and from real runs.
struct PageWriter {
  let snippets: Snippets
  /// The run of the page's lesson; `nil` for pages that belong to none.
  let report: LessonReport?
  /// The runs of all lessons, for pages that belong to none.
  var reports: [LessonReport] = []

  /// How wide pictures and sentences are: with a margin they fit a terminal of 60 columns.
  private static let width = 56

  /// The page with every part that has drifted replaced, and with it whatever else the page shows
  /// of the same run: the table, the picture and the diagnosis of a program belong together.
  func refreshed(_ source: String) throws(Failure) -> String {
    let page = try Page(source)
    var fresh: [Page.Marker: String] = [:]
    for part in page.parts where fresh[part.marker] == nil {
      fresh[part.marker] = try content(of: part.marker)
    }
    let stale = Drift.stale(page.parts, fresh)
    return page.filled { marker, old in
      stale.contains(marker) ? fresh[marker] ?? old : old
    }
  }

  private func content(of marker: Page.Marker) throws(Failure) -> String {
    switch marker.kind {
    case "snippet":
      return fenced(try snippets.region(marker.argument, for: report?.lesson), "swift")
    case "trace":
      return fenced(TraceText.table(try run(marker).trace.normalised()), "text")
    case "timeline":
      let timeline = Timeline(try run(marker).trace.normalised())
      return fenced(timeline.text(width: Self.width).trimmedAtEnd, "text")
    case "diagnosis":
      return try diagnosis(marker)
    case "verdicts":
      return verdicts
    case "lessons":
      return lessons
    case "differences":
      return try differences()
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

  /// The sentences and the graph. Times are those of the run: normalised ones would be invented.
  private func diagnosis(_ marker: Page.Marker) throws(Failure) -> String {
    let run = try run(marker)
    let timed = zip(run.trace.normalised().events, run.trace.events).map { event, original in
      var event = event
      event.ns = original.ns
      return event
    }
    let diagnosis = Diagnosis(trace: Trace(timed), snapshot: run.snapshot)
    guard !diagnosis.isEmpty else {
      throw Failure(
        status: .unreadable,
        message: "'\(Page.line(marker))' names a program that gets no diagnosis")
    }
    let graph = diagnosis.graph(width: Self.width - 2).indented(by: 2)
    return fenced("\(diagnosis.summary(width: Self.width))\n\n\(graph)", "text")
  }

  private func fenced(_ text: String, _ language: String) -> String {
    "```\(language)\n\(text)\n```"
  }

  private var verdicts: String {
    let rows = (report?.findings ?? []).map { finding in
      let claim = finding.claim
      return "| \(claim.id) | \(claim.statement) | \(verdict(claim, on: .linux)) "
        + "| \(verdict(claim, on: .darwin)) | \(claim.expected.because) |"
    }
    return (["| Claim | The article says | Linux | macOS | Why |", "|---|---|---|---|---|"] + rows)
      .joined(separator: "\n")
  }

  private func verdict(_ claim: Claim, on platform: Platform) -> String {
    claim.expected.varies ? "varies" : claim.expected.verdict(on: platform).rawValue
  }

  private func differences() throws(Failure) -> String {
    var entries: [String] = []
    for difference in Differences.all {
      let match = reports.lazy
        .flatMap { report in report.findings.map { (report, $0) } }
        .first { $0.1.claim.id == difference.claim }
      guard let (report, finding) = match else {
        throw Failure(
          status: .internalFault, message: "no run decides claim \(difference.claim)")
      }
      let number = report.lesson.number
      let page = "\(report.lesson.folder)/README.md"
      entries.append(
        """
        ## \(difference.title)

        - **Documented:** \(difference.documented)
        - **Measured here:** \(finding.judgement.seen).
        - **Why:** \(finding.claim.expected.because)
        - **Instead:** \(difference.instead)
        - **See it:** `swift run lab lesson \(number) --program \(difference.program)` \
        (claim \(difference.claim), \(finding.judgement.verdict.rawValue) here; \
        [lesson \(number)](\(page)))
        """)
    }
    return entries.joined(separator: "\n\n")
  }

  private var lessons: String {
    let rows = Lessons.all.map { lesson in
      "| \(lesson.number) | [\(lesson.title)](\(lesson.folder)/README.md) | \(lesson.question) |"
    }
    return (["| | Lesson | Question |", "|---|---|---|"] + rows).joined(separator: "\n")
  }
}
