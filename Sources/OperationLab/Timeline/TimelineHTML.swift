extension Timeline {
  /// A complete page: the picture, the same in words, and the table of events. Needs nothing
  /// from elsewhere, and no script.
  ///
  /// - Parameter title: of the page; made safe here.
  public func html(title: String) -> String {
    TimelineHTML(timeline: self, title: title).page()
  }
}

/// Puts the SVG, the prose and the events on one page.
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

  func page() -> String {
    Self.document(title: title, body: content())
  }

  /// A page around what stands between its `main` tags.
  static func document(title: String, body: String) -> String {
    """
    <!DOCTYPE html>
    <html lang="en">
    <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta http-equiv="Content-Security-Policy" \
    content="default-src 'none'; style-src 'unsafe-inline'">
    <title>\(TimelineMarkup.text(title))</title>
    <style>\(style)</style>
    </head>
    <body>
    <main>
    \(body)</main>
    </body>
    </html>

    """
  }

  /// Heading, picture, prose and events.
  func content() -> String {
    let prose = TimelineProse(timeline: timeline, limit: 200)
    return """
      <h1>\(TimelineMarkup.text(title))</h1>
      <p>\(TimelineMarkup.escaped(prose.summary))</p>
      <figure tabindex="0" aria-label="Timeline">
      \(TimelineSVG(timeline: timeline, title: title).element())</figure>
      \(section("Threads", prose.threads))\(section("Operations", prose.operations))\(events())
      """
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
      <h2>Events</h2>
      <div class="wide" tabindex="0" role="region" aria-label="Events">
      <table>
      <thead><tr>\(head)</tr></thead>
      <tbody>
      \(rows)</tbody>
      </table>
      </div>
      \(more)
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

  private static let style = """
    :root{color-scheme:light dark}
    body{margin:0;font:16px/1.5 system-ui,sans-serif;background:#fff;color:#1d2733}
    main{max-width:76rem;margin:0 auto;padding:1.5rem}
    h1{font-size:1.6rem;margin:0 0 .5rem}
    h2{font-size:1.2rem;margin:2rem 0 .5rem}
    figure{margin:1rem 0;overflow-x:auto;border:1px solid #ccd4dd;border-radius:8px}
    figure svg{display:block}
    ul{padding-left:1.2rem}
    .wide{overflow-x:auto}
    table{border-collapse:collapse;font-size:.9rem;font-variant-numeric:tabular-nums}
    th,td{text-align:left;padding:.25rem .8rem .25rem 0;border-bottom:1px solid #ccd4dd;\
    vertical-align:top}
    tbody th{font-weight:normal}
    tbody th,.time{text-align:right}
    @media (prefers-color-scheme:dark){
    body{background:#12171e;color:#e6edf3}
    figure,th,td{border-color:#38434f}
    }
    @media print{figure,.wide{overflow:visible}figure svg{max-width:100%;height:auto}}
    """
}
