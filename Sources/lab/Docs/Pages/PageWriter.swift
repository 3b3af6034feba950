import Foundation
import LabKit
import OperationCourse
import OperationDownloads
import OperationDoctor
import OperationBench

/// Makes the generated parts of a page from the sources and from real runs.
struct PageWriter {
  let snippets: Snippets
  /// The run of the page's lesson. `nil` for pages that belong to none.
  var report: LessonReport?
  /// The runs of all lessons, for pages that belong to none.
  var reports: [LessonReport] = []
  var language = Language.english
  /// The English page, for one that is translated from it.
  var original: Page?

  private var tables: ClaimTables { ClaimTables(language: language) }

  /// How wide pictures and sentences are: with a margin they fit a terminal of 60 columns.
  private static let width = 56

  /// The page with every part that has drifted replaced, and the pictures beside it.
  ///
  /// - Parameter pictures: those that lie beside the page, by the names of their programs.
  /// - Returns: the page with its pictures, and the parts that had drifted.
  func refreshed(
    _ source: String, pictures: [String: String] = [:]
  ) throws(Failure) -> (text: String, pictures: [String: String], drifted: [Page.Marker]) {
    let page = try Page(source)
    var fresh: [Page.Marker: String] = [:]
    var drawn: [String: String] = [:]
    for part in page.parts where fresh[part.marker] == nil {
      fresh[part.marker] = try content(of: part.marker)
      if let picture = try picture(part.marker) { drawn[pictureName(part.marker)] = picture }
    }
    let drifted = page.parts.filter { marker, old in
      !Drift.isSame(marker.kind, old, fresh[marker] ?? old)
        || marker.kind == "picture" && drawn[pictureName(marker)] != pictures[pictureName(marker)]
    }.map(\.marker)
    let text = page.filled { marker, old in drifted.contains(marker) ? fresh[marker] ?? old : old }
    return (text, drawn, drifted)
  }

  private func content(of marker: Page.Marker) throws(Failure) -> String {
    switch marker.kind {
    case "snippet":
      return fenced(try snippets.region(marker.argument, for: report?.lesson), "swift")
    case "trace":
      return fenced(try trace(marker), "text")
    case "timeline":
      let run = try run(marker)
      let timeline = Timeline(run.trace.normalised(), snapshot: run.snapshot)
      return fenced(timeline.text(width: Self.width, in: language).trimmedAtEnd, "text")
    case "diagnosis":
      return try diagnosis(marker)
    case "picture":
      return try pictureLine(marker)
    case "verdicts":
      return tables.verdicts(try claims(marker))
    case "plain":
      return try plain()
    case "statements":
      return StatementsPage(statements: Statements(Lessons.all), language: language).text
    case "article":
      guard let table = ArticleTable.all.first(where: { $0.article.rawValue == marker.argument })
      else { throw Failure(status: .unreadable, message: "no article '\(marker.argument)'") }
      return ArticlePage(table: table, language: language).text
    case "lessons":
      return lessons
    case "rules":
      return rules
    case "exercises":
      return exercises
    case "solution":
      return fenced(try solution(marker), "swift")
    case "differences":
      return try differences()
    case "translated from":
      return staleness(marker)
    case "console":
      return fenced(try Transcript.of(marker.argument), "text")
    default:
      throw Failure(status: .internalFault, message: "nothing makes '\(Page.line(marker))' yet")
    }
  }

  /// The run that a part shows. On a page of no lesson the marker names lesson and program.
  func run(_ marker: Page.Marker) throws(Failure) -> Run {
    guard let report else { return try pictured(marker).run }
    if let run = report.runs.first(where: { $0.program == marker.argument }) { return run }
    throw Failure(
      status: .unreadable, message: "'\(Page.line(marker))' names no program of its lesson")
  }

  private func trace(_ marker: Page.Marker) throws(Failure) -> String {
    let run = try run(marker)
    let evidence = report?.findings.flatMap(\.judgement.evidence) ?? []
    let number = report?.lesson.number ?? 0
    return TraceText(language: language).table(
      run.trace.normalised(),
      deciding: Set(evidence.filter { $0.program == run.program }.map(\.event.seq)),
      all: "swift run lab lesson \(number) --program \(run.program)")
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
    let say = language.callAsFunction(_:) as (Phrase) -> String
    let summary = diagnosis.summary(width: Self.width, style: .unicode, in: say)
    let graph = diagnosis.graph(width: Self.width - 2, in: say).indented(by: 2)
    return fenced("\(summary)\n\n\(graph)", "text")
  }

  /// The rules of the page's lesson. On a page that belongs to none, those of all.
  private var rules: String {
    guard let lesson = report?.lesson else {
      return ([Lessons.first] + Lessons.all).map { lesson in
        "**\(lesson.number). \(lesson.title(in: language))**\n\n"
          + Self.list(lesson.rules(in: language))
      }.joined(separator: "\n\n")
    }
    return Self.list(lesson.rules(in: language))
  }

  private static func list(_ rules: [String]) -> String {
    rules.map { "- \($0)" }.joined(separator: "\n")
  }

  /// The lesson's claims that its main line decides, or with `further` the others.
  private func claims(_ marker: Page.Marker) throws(Failure) -> [Claim] {
    guard let lesson = report?.lesson else { return [] }
    let main = lesson.claims(decidedBy: lesson.mainLine)
    switch marker.argument {
    case "": return main
    case "further": return lesson.claims.filter { claim in !main.contains { $0.id == claim.id } }
    default:
      throw Failure(
        status: .unreadable,
        message: "'\(Page.line(marker))' is neither 'verdicts' nor 'verdicts: further'")
    }
  }

  /// The scenario without the kit, and what it prints.
  private func plain() throws(Failure) -> String {
    guard let root = Checkout.root, let lesson = report?.lesson else { throw Checkout.notFound }
    let listing = try PlainListing(of: lesson, in: root)
    let prints = language("On Linux it prints:")
    return "\(fenced(listing.code, "swift"))\n\n\(prints)\n\n"
      + fenced(listing.output, "text")
  }

  private func fenced(_ text: String, _ language: String) -> String {
    "```\(language)\n\(text)\n```"
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

        - \(documented(difference))
        - **Measured here:** \(finding.judgement.seen.english).
        - **Why:** \(finding.claim.expected.because)
        - **On macOS:** \(tables.verdict(finding.claim, on: .darwin)); claim \(difference.claim) \
        is: \(finding.claim.statement)
        - **Instead:** \(difference.instead)
        - **Without the kit:** [\(difference.file)](foundation-differences/\(difference.file))
        - **See it:** `swift run lab lesson \(number) --program \(difference.program)` \
        (claim \(difference.claim), \(finding.judgement.verdict.rawValue) here; \
        [lesson \(number)](\(page)))
        """)
    }
    return entries.joined(separator: "\n\n")
  }

  private func documented(_ difference: Differences.Difference) -> String {
    guard let page = difference.page else {
      return "**Expected:** \(difference.documented) No page of Apple's says so in so many words."
    }
    return "**Documented:** \(difference.documented) ([Apple's page](\(page)))"
  }

  private var lessons: String {
    let rows = Lessons.all.map { lesson in
      "| \(lesson.number) | [\(lesson.title(in: language))]"
        + "(\(Checkout.link("\(lesson.folder)/README.md", in: language))) "
        + "| \(lesson.question(in: language)) |"
    }
    let head = language("| | Lesson | Question |")
    return ([head, "|---|---|---|"] + rows).joined(separator: "\n")
  }
}

// A page in another language than English.
extension PageWriter {
  /// Nothing while the English page has the words that were translated. Else what readers must know.
  private func staleness(_ marker: Page.Marker) -> String {
    let words = marker.argument.split(separator: " ").map(String.init)
    let mark = original.map { Translation.mark(of: $0.prose) } ?? ""
    guard words.count == 2, words[1] != mark else { return "" }
    return "> " + language("Translated from release \(words[0]). Its mark would be \(mark).")
  }
}

// The exercises of a lesson, on its page.
extension PageWriter {
  /// A line for each, with a link to the file and the command that hands it out.
  var exercises: String {
    Exercises.of(report?.lesson.number ?? 0).map { exercise in
      let title = exercise.title(in: language)
      let kind = exercise.kind.name(in: language)
      let link =
        "[\(language("\(exercise.id): \(title)"))](exercises/\(exercise.place)/Exercise.swift)"
      let command = "`swift run lab exercise \(exercise.id)`"
      return "- " + language("\(link) (\(kind)): \(command)")
    }.joined(separator: "\n")
  }
}

extension PageWriter {
  /// The exercise's own cure: what its solution declares otherwise than the file that is handed out.
  private func solution(_ marker: Page.Marker) throws(Failure) -> String {
    guard let root = Checkout.root, let lesson = report?.lesson else { throw Checkout.notFound }
    let folder = root.appendingPathComponent(
      "Lessons/\(lesson.folder)/exercises/\(marker.argument)")
    do {
      let (given, solution) = (
        try Self.declarations(in: folder.appendingPathComponent("Exercise.swift")),
        try Self.declarations(in: folder.appendingPathComponent("Solution.swift"))
      )
      return solution.filter { !given.contains($0) && !$0.hasPrefix("// ") }
        .joined(separator: "\n\n")
    } catch {
      throw Failure(
        status: .unreadable, message: "'\(Page.line(marker))' names no exercise of its lesson")
    }
  }

  /// What stands at the left margin, with all that is below it.
  private static func declarations(in file: URL) throws -> [String] {
    let text = try String(contentsOf: file, encoding: .utf8).trimmingCharacters(in: .newlines)
    return text.components(separatedBy: "\n\n").reduce(into: []) { all, part in
      if part.hasPrefix(" "), let last = all.popLast() {
        all.append(last + "\n\n" + part)
      } else {
        all.append(part)
      }
    }
  }
}

// Pictures that lie beside a page: one shows a run of the page's lesson. A page of no lesson shows
// one that lies beside another, and names lesson and program.
extension PageWriter {
  /// The line that shows the picture. Its words are for readers who do not see it, and `lab read`
  /// shows them.
  func pictureLine(_ marker: Page.Marker) throws(Failure) -> String {
    let (lesson, run, path) = try pictured(marker)
    let words = PictureWords(language: language)
      .sentence(run, of: lesson.program(named: run.program))
    return "![\(words)](\(path))"
  }

  /// The picture itself, if the marker asks for one that lies beside this page.
  func picture(_ marker: Page.Marker) throws(Failure) -> String? {
    guard marker.kind == "picture", let lesson = report?.lesson else { return nil }
    let run = try run(marker)
    return Timeline(run.trace.normalised(), snapshot: run.snapshot)
      .svg(
        title: language("Lesson \(lesson.number): \(lesson.title(in: language))")
          + " (\(run.program))", in: language)
  }

  /// What its file is called, without the ending. Each language has its own.
  private func pictureName(_ marker: Page.Marker) -> String {
    PictureFolder.name(of: marker.argument, in: language)
  }

  private func pictured(
    _ marker: Page.Marker
  ) throws(Failure) -> (lesson: Lesson, run: Run, path: String) {
    if let lesson = report?.lesson {
      return (lesson, try run(marker), "pictures/\(pictureName(marker)).svg")
    }
    let words = marker.argument.split(separator: " ").map(String.init)
    let report = reports.first { String($0.lesson.number) == words.first }
    guard let report, let run = report.runs.first(where: { $0.program == words.last }) else {
      throw Failure(
        status: .unreadable,
        message: "'\(Page.line(marker))' names no lesson and program, such as '3 article'")
    }
    let name = PictureFolder.name(of: run.program, in: language)
    return (report.lesson, run, "Lessons/\(report.lesson.folder)/pictures/\(name).svg")
  }
}
