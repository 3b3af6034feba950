import Foundation
import OperationDownloads
import OperationDoctor
import OperationBench

/// A page that one can step through: one file, without anything from elsewhere.
///
/// What needs no script (pictures, sentences, tables) is in the page itself. Script and style are
/// the files in the folder `Page`.
struct TimelinePage {
  let title: String
  let pages: [TimelineAlbum.Page]
  var course: TimelineAlbum.Course?
  let boards: [TimelineAlbum.Board]
  var introduction: [String] = []
  let words: TimelineWords

  /// In the order in which they build on one another.
  static let scripts = [
    "dom", "run", "picture", "panels", "board", "cards", "stepper", "page",
  ]

  /// The text of a file in `Timeline/Page`.
  static func part(_ name: String) -> String {
    Checkout.text("Sources/OperationLab/Course/Timeline/Page/\(name)") ?? ""
  }

  /// The page's own scripts have this mark. Nothing else in the page is run.
  private static let nonce = "operation-lab"

  /// A browser becomes slow beyond. The page says how many events are left out.
  private static let eventLimit = 5000

  func text() -> String {
    """
    <!DOCTYPE html>
    <html lang="\(words.language.tag)">
    <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta http-equiv="Content-Security-Policy" \
    content="default-src 'none'; style-src 'unsafe-inline'; script-src 'nonce-\(Self.nonce)'">
    <title>\(TimelineMarkup.text(title))</title>
    <style>\(TimelineSVG.style)\(Self.part("page.css"))</style>
    </head>
    <body>
    <main>
    \(header)\(pages.map(section).joined())\(footer)\(boards.map(section).joined())</main>
    \(data)\(Self.scripts.map(script).joined())</body>
    </html>

    """
  }

  /// What the page's script works from.
  private var data: String {
    "<script type=\"application/json\" id=\"trace\">\(json)</script>\n"
  }

  private func script(_ name: String) -> String {
    "<script nonce=\"\(Self.nonce)\">\(Self.part("\(name).js"))</script>\n"
  }

  /// The question, above all runs, or what a page without a lesson is about.
  private var header: String {
    if let course {
      return """
        <header>
        <p class="where">\(words("Lesson \(course.number): \(TimelineMarkup.text(course.title))"))</p>
        <h1>\(TimelineMarkup.text(course.question))</h1>
        </header>

        """
    }
    guard !introduction.isEmpty || !boards.isEmpty else { return "" }
    let paragraphs = introduction.map { "<p>\(TimelineMarkup.text($0))</p>\n" }.joined()
    return "<header>\n<h1>\(TimelineMarkup.text(title))</h1>\n\(paragraphs)</header>\n"
  }

  /// A program to play. Without a script it tells the goals.
  private func section(_ board: TimelineAlbum.Board) -> String {
    let goals = board.tree.goals.map { "<li>\(TimelineMarkup.text($0.task))</li>\n" }.joined()
    return """
      <section class="board" id="play-\(TimelineMarkup.text(board.tree.program))">
      <h2><span class="faint">\(words("Be the scheduler"))</span> \
      \(TimelineMarkup.text(board.summary))</h2>
      <div class="stage"></div>
      <div class="still"><ul>\(goals)</ul>\
      <p>\(words("A script lets you choose the thread of each step."))</p></div>
      </section>

      """
  }

  /// What to remember, below all runs.
  private var footer: String {
    guard let course, !course.rules.isEmpty else { return "" }
    return """
      <section class="remember">
      <h2>\(words("Remember"))</h2>
      <ul>
      \(course.rules.map { "<li>\(TimelineMarkup.text($0))</li>\n" }.joined())</ul>
      </section>

      """
  }

  private func section(_ page: TimelineAlbum.Page) -> String {
    return """
      <section class="program" data-program="\(TimelineMarkup.text(page.name))">
      \(heading(page))
      <div class="stage"></div>
      \(still(page))\
      <div class="verdicts">\(verdicts(page.task))</div></section>

      """
  }

  private func heading(_ page: TimelineAlbum.Page) -> String {
    guard let task = page.task else { return "<h2>\(TimelineMarkup.text(page.title))</h2>" }
    return "<h2><span class=\"faint\">\(words("Program \(TimelineMarkup.text(page.name))"))</span> "
      + "\(TimelineMarkup.text(task.summary))</h2>"
  }

  /// Whether the program is beyond the main line, which is on this page: shown by the script only.
  private func isBeside(_ page: TimelineAlbum.Page) -> Bool {
    page.task?.isFurther == true && pages.contains { $0.task?.isFurther != true }
  }

  /// What needs no script, and the picture, in which the script shows each event.
  private func still(_ page: TimelineAlbum.Page) -> String {
    let prose = TimelineProse(timeline: page.timeline, limit: 200, words: words)
    let picture = TimelineSVG(
      timeline: page.timeline, title: page.title, words: words, isStepped: true
    )
    .picture(hasStyle: false).element
    let isBeside = isBeside(page)
    let figure = """
      <figure\(isBeside ? " class=\"screen\"" : "") tabindex="0" aria-label="\(words("Timeline"))">
      \(picture)</figure>
      """
    guard !isBeside else { return figure }
    return """
      <div class="still"><p>\(TimelineMarkup.escaped(prose.summary))</p>
      \(figure)</div>
      <div class="details">\(inWords(prose))\(table(page.timeline.events))</div>

      """
  }

  private func verdicts(_ task: TimelineAlbum.Task?) -> String {
    guard let task, !task.verdicts.isEmpty else { return "" }
    let items = task.verdicts.map { one in
      """
      <li><p>\(TimelineMarkup.text(one.statement))</p>
      <p class="verdict">\
      \(words("\(one.verdict.name(in: words.language)): \(TimelineMarkup.text(one.because))"))</p>
      <details><summary>\(words("What decides it"))</summary>
      <p>\(TimelineMarkup.text(one.seen))</p></details></li>

      """
    }
    return "<h3>\(words("The statements"))</h3>\n<ul>\n\(items.joined())</ul>\n"
  }

  /// Open where no script runs. With several runs the page's script closes it.
  private func inWords(_ prose: TimelineProse) -> String {
    let sections = [
      list("In the end", prose.waits), list("Who let whom go on", prose.arrows),
      list("Threads", prose.threads), list("Operations", prose.operations),
    ].joined()
    guard !sections.isEmpty else { return "" }
    let title = "<summary>\(words("In words"))</summary>"
    return "<details class=\"prose\" open>\(title)\n\(sections)</details>\n"
  }

  private func list(_ title: Phrase, _ sentences: [String]) -> String {
    guard !sentences.isEmpty else { return "" }
    let items = sentences.map { "<li>\(TimelineMarkup.escaped($0))</li>\n" }.joined()
    return "<h3>\(words(title))</h3>\n<ul>\n\(items)</ul>\n"
  }

  private func table(_ events: [Event]) -> String {
    guard !events.isEmpty else { return "" }
    let rest = events.count - Self.eventLimit
    let more = rest > 0 ? "<p>And \(words(words.count(rest, "more event"))).</p>\n" : ""
    let columns: [Phrase] = [
      "Event", "Time, ms", "Thread", "Subject", "What happened", "State", "Note",
    ]
    let head = columns.map { "<th scope=\"col\">\(words($0))</th>" }.joined()
    let rows = events.prefix(Self.eventLimit).map(row).joined()
    return """
      <details><summary>\(words("Events"))</summary>
      <div class="wide" tabindex="0" role="region" aria-label="\(words("Events"))">
      <table>
      <thead><tr>\(head)</tr></thead>
      <tbody>
      \(rows)</tbody>
      </table>
      </div>
      \(more)</details>

      """
  }

  private func row(_ event: Event) -> String {
    let texts = [
      words.name(event.thread), words.name(event.subject), words.kind(event.kind),
      words.language.flags(event.state), words(event.notePhrase),
    ]
    let cells = texts.map { "<td>\(TimelineMarkup.text($0))</td>" }.joined()
    let time = words.milliseconds(event.ns)
    return "<tr><th scope=\"row\">\(event.seq)</th><td class=\"time\">\(time)</td>\(cells)</tr>\n"
  }

  private var json: String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    encoder.userInfo[Event.omitsNotes] = true
    let code = (pages.map(\.code) + boards.map(\.code)).flatMap(\.pieces)
      .reduce(into: [TimelineAlbum.Code.Piece]()) {
        if !$0.contains($1) { $0.append($1) }
      }
    let content = Content(
      title: TerminalText.visible(title), course: course, code: code,
      programs: pages.map { Program($0, code: code, words) },
      boards: boards.map { Board($0, code: code, words) },
      words: words.language.wordsOfPage)
    do {
      return TimelineMarkup.json(String(decoding: try encoder.encode(content), as: UTF8.self))
    } catch {
      // Strings, numbers and lists: there is nothing that could not be encoded.
      return "null"
    }
  }
}

extension TimelinePage {
  /// What the page's script works from. Numbers of events are places. Keys are read by the files in
  /// `Page/`.
  fileprivate struct Content: Encodable {
    let title: String
    let course: TimelineAlbum.Course?
    /// Each piece of code once: programs share classes.
    let code: [TimelineAlbum.Code.Piece]
    let programs: [Program]
    let boards: [Board]
    /// The script's own words in the page's language, by the English ones. `nil` in English.
    let words: [String: String]?
  }

  /// A program to play.
  fileprivate struct Board: Encodable {
    let tree: OrderTree
    let code: [Int]
    let glossary: [String]
    /// The line of code of each of the tree's steps.
    let lineOfStep: [Int?]

    init(
      _ board: TimelineAlbum.Board, code pieces: [TimelineAlbum.Code.Piece], _ words: TimelineWords
    ) {
      tree = board.tree
      code = board.code.pieces.compactMap(pieces.firstIndex(of:))
      glossary = board.code.glossary.map(words.language.text)
      lineOfStep = board.code.lineOfEvent
    }
  }

  /// One run: its trace, and what the timeline finds in it.
  fileprivate struct Program: Encodable {
    let name: String
    let events: [Event]
    /// Each phrase that describes an event, once. `phraseOfEvent` has an index for each event.
    let phrases: [String]
    let phraseOfEvent: [Int]
    let operations: [Timeline.Operation]
    /// What to show in place of names that are not safe to show.
    let names: [String: String]
    let spans: [Timeline.Facts]
    let queues: [Timeline.Queue]
    let arrows: [Timeline.Facts]
    let waits: [Timeline.Facts]
    /// Which slots are lost at the end.
    let loss: String?
    /// Places in the page's list of pieces.
    let code: [Int]
    /// For each event the line of code that it comes from, counted through all pieces, if known.
    let lineOfEvent: [Int?]
    let glossary: [String]
    let task: TimelineAlbum.Task?
  }
}

extension TimelinePage.Program {
  init(
    _ page: TimelineAlbum.Page, code pieces: [TimelineAlbum.Code.Piece], _ words: TimelineWords
  ) {
    let timeline = page.timeline
    name = page.name
    events = timeline.events
    (phrases, phraseOfEvent) = Self.phrases(of: timeline.events, words)
    operations = timeline.operations
    names = Self.names(timeline, words)
    spans = timeline.lanes.flatMap(\.spans).map(Self.facts)
    queues = timeline.queues
    arrows = timeline.arrows.map { Self.facts($0, words) }
    waits = timeline.waits.map {
      var facts = $0.facts
      facts["words"] = .text(words.sentence($0))
      return facts
    }
    loss = timeline.loss.map { words($0) }
    code = page.code.pieces.compactMap(pieces.firstIndex(of:))
    lineOfEvent = page.code.lineOfEvent
    glossary = page.code.glossary.map(words.language.text)
    task = page.task
  }

  private static func facts(_ span: Timeline.Span) -> Timeline.Facts {
    var facts = span.facts
    facts["from"] = .number(span.fromPlace)
    facts["to"] = .number(span.toPlace)
    return facts
  }

  private static func facts(_ arrow: Timeline.Arrow, _ words: TimelineWords) -> Timeline.Facts {
    var facts = arrow.facts
    facts["from"] = .number(arrow.fromPlace)
    facts["to"] = .number(arrow.toPlace)
    facts["words"] = .text(words.sentence(arrow))
    return facts
  }

  private static func phrases(
    of events: [Event], _ words: TimelineWords
  ) -> (phrases: [String], ofEvent: [Int]) {
    var phrases: [String] = []
    var numbers: [String: Int] = [:]
    let ofEvent = events.map { event -> Int in
      let phrase = TerminalText.visible(words(event.phrase))
      if let number = numbers[phrase] { return number }
      numbers[phrase] = phrases.count
      phrases.append(phrase)
      return phrases.count - 1
    }
    return (phrases, ofEvent)
  }

  private static func names(_ timeline: Timeline, _ words: TimelineWords) -> [String: String] {
    var names: [String: String] = [:]
    let all =
      timeline.lanes.map(\.thread) + timeline.events.map(\.subject) + timeline.queues.map(\.name)
    for name in Set(all) where words.name(name) != name { names[name] = words.name(name) }
    return names
  }
}
