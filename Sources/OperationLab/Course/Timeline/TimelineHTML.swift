import OperationLab
import OperationDownloads
import OperationTesting

extension Timeline {
  /// A complete page: the lanes, to be stepped through event by event, the states and the slots at
  /// each, and for whoever runs no script the picture, the same in words, and the table of events.
  /// Needs nothing from elsewhere.
  ///
  /// - Parameter title: of the page; made safe here.
  package func html(title: String) -> String {
    TimelinePage(title: title, pages: [.init(title: title, name: "run", timeline: self)]).text()
  }
}

/// What a page tells of a run without a script: the SVG, the prose and the events.
struct TimelineHTML {
  let timeline: Timeline
  let title: String
  private let words = TimelineWords()

  /// A browser becomes slow beyond; the page says how many events are left out.
  private static let eventLimit = 5000

  init(timeline: Timeline, title: String) {
    self.timeline = timeline
    self.title = title
  }

  /// Heading, picture, prose and events.
  func content() -> String {
    let prose = TimelineProse(timeline: timeline, limit: 200)
    return """
      <h1>\(TimelineMarkup.text(title))</h1>
      <p>\(TimelineMarkup.escaped(prose.summary))</p>
      <div class="stage"></div>
      <div class="still"><figure tabindex="0" aria-label="Timeline">
      \(TimelineSVG(timeline: timeline, title: title).element())</figure></div>
      \(inWords(prose))\(events())
      """
  }

  /// Open for whoever runs no script; with several runs the page's script closes it.
  private func inWords(_ prose: TimelineProse) -> String {
    let sections = [
      section("In the end", prose.waits), section("Who let whom go on", prose.arrows),
      section("Threads", prose.threads), section("Operations", prose.operations),
    ].joined()
    guard !sections.isEmpty else { return "" }
    return "<details class=\"prose\" open><summary>In words</summary>\n\(sections)</details>\n"
  }

  private func section(_ title: String, _ sentences: [String]) -> String {
    guard !sentences.isEmpty else { return "" }
    let items = sentences.map { "<li>\(TimelineMarkup.escaped($0))</li>\n" }.joined()
    return "<h2>\(title)</h2>\n<ul>\n\(items)</ul>\n"
  }

  private func events() -> String {
    guard !timeline.events.isEmpty else { return "" }
    let rest = timeline.events.count - Self.eventLimit
    let more = rest > 0 ? "<p>And \(words.count(rest, "more event")).</p>\n" : ""
    let columns = ["Event", "Time, ms", "Thread", "Subject", "What happened", "State", "Note"]
    let head = columns.map { "<th scope=\"col\">\($0)</th>" }.joined()
    let rows = timeline.events.prefix(Self.eventLimit).map(row).joined()
    return """
      <details><summary>Events</summary>
      <div class="wide" tabindex="0" role="region" aria-label="Events">
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
      event.state.description, event.note,
    ]
    let cells = texts.map { "<td>\(TimelineMarkup.text($0))</td>" }.joined()
    let time = words.milliseconds(event.ns)
    return "<tr><th scope=\"row\">\(event.seq)</th><td class=\"time\">\(time)</td>\(cells)</tr>\n"
  }
}
