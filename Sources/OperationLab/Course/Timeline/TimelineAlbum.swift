import OperationLab

/// The timelines of several runs, in one document.
package struct TimelineAlbum: Sendable {
  private let title: String
  private let pages: [Page]

  /// One run in an album.
  package struct Page: Sendable {
    /// What is shown above it.
    package let title: String
    /// What it is called among the others, such as the name of its program.
    package let name: String
    /// The run.
    package let timeline: Timeline
    /// The program that was run, to be shown beside it.
    package let code: Code

    /// A page of the album.
    ///
    /// - Parameters:
    ///   - title: what stands above the picture.
    ///   - name: the program's.
    ///   - timeline: what is drawn.
    ///   - code: of the program. By default none is at hand.
    package init(title: String, name: String, timeline: Timeline, code: Code = Code()) {
      self.title = title
      self.name = name
      self.timeline = timeline
      self.code = code
    }
  }

  /// The code of a program, for readers.
  package struct Code: Sendable {
    /// What to show, in order.
    package let pieces: [Piece]
    /// For each event, by its place in the trace, the line that it comes from where that is known:
    /// counted from 0 through the lines of all pieces.
    package let lineOfEvent: [Int?]

    /// By default, no code.
    package init(pieces: [Piece] = [], lineOfEvent: [Int?] = []) {
      self.pieces = pieces
      self.lineOfEvent = lineOfEvent
    }

    /// Lines that belong together: a body, a class.
    package struct Piece: Encodable, Sendable {
      /// What it is called.
      package let name: String
      /// Without line feeds.
      package let lines: [String]

      /// A piece of code.
      package init(name: String, lines: [String]) {
        self.name = name
        self.lines = lines
      }
    }
  }

  /// An album of these pages.
  ///
  /// - Parameters:
  ///   - title: of the whole.
  ///   - pages: the runs, in the order in which to show them.
  package init(title: String, pages: [Page]) {
    self.title = title
    self.pages = pages
  }

  /// One SVG document, the pictures below each other.
  package func svg() -> String {
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

  /// One page to step through, the runs below each other and stepped together.
  package func html() -> String { TimelinePage(title: title, pages: pages).text() }

  /// One trace file, each run as a process.
  ///
  /// - Throws: what `JSONEncoder` throws. It has no cause to.
  package func perfetto() throws -> String {
    try TimelinePerfetto.json(
      pages.map { TimelinePerfetto(timeline: $0.timeline, title: $0.title) })
  }
}
