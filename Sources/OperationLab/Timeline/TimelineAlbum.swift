/// The timelines of several runs, in one document.
public struct TimelineAlbum: Sendable {
  private let title: String
  private let pages: [(title: String, timeline: Timeline)]

  /// - Parameters:
  ///   - title: of the whole.
  ///   - runs: each with a title of its own, in the order in which to show them.
  public init(title: String, runs: [(title: String, trace: Trace)]) {
    self.title = title
    pages = runs.map { ($0.title, Timeline($0.trace)) }
  }

  /// One SVG document, the pictures below each other.
  public func svg() -> String {
    let gap = 40
    var elements = ""
    var (width, y) = (0, 0)
    for page in pages {
      let heading = TimelineMarkup.text(page.title)
      elements += #"<text class="tl-thread" x="16" y="\#(y + 26)">\#(heading)</text>"# + "\n"
      let picture = TimelineSVG(timeline: page.timeline, title: page.title).picture(y: y + gap)
      elements += picture.element
      width = max(width, picture.width)
      y += gap + picture.height
    }
    return """
      <?xml version="1.0" encoding="UTF-8"?>
      <svg xmlns="http://www.w3.org/2000/svg" class="tl" width="\(width)" height="\(y)" \
      viewBox="0 0 \(width) \(y)">
      <title>\(TimelineMarkup.text(title))</title>
      <style>\(TimelineSVG.style)</style>
      <rect class="tl-paper" width="\(width)" height="\(y)"/>
      \(elements)</svg>

      """
  }

  /// One page, the runs below each other.
  public func html() -> String {
    let body = pages.map { TimelineHTML(timeline: $0.timeline, title: $0.title).content() }
    return TimelineHTML.document(title: title, body: body.joined())
  }

  /// One trace file, each run as a process.
  ///
  /// - Throws: what `JSONEncoder` throws; it has no cause to.
  public func perfetto() throws -> String {
    try TimelinePerfetto.json(
      pages.map { TimelinePerfetto(timeline: $0.timeline, title: $0.title) })
  }
}
