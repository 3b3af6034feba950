import Foundation
import OperationLab

/// A page that one can step through: one file, without anything from elsewhere.
///
/// What is told without a script (pictures, sentences, tables) stands in the page itself. Script and
/// style are the files in the folder `Page`, which the package puts into the library.
struct TimelinePage {
  let title: String
  let pages: [TimelineAlbum.Page]

  /// In the order in which they build on one another.
  private static let scripts = [
    PackageResources.dom_js, PackageResources.run_js, PackageResources.lanes_js,
    PackageResources.view_js, PackageResources.picture_js, PackageResources.panels_js,
    PackageResources.stepper_js,
  ]

  /// The page's own scripts have this mark; nothing else in the page is run.
  private static let nonce = "operation-lab"

  func text() -> String {
    """
    <!DOCTYPE html>
    <html lang="en">
    <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta http-equiv="Content-Security-Policy" \
    content="default-src 'none'; style-src 'unsafe-inline'; script-src 'nonce-\(Self.nonce)'">
    <title>\(TimelineMarkup.text(title))</title>
    <style>\(Self.text(PackageResources.page_css))</style>
    </head>
    <body>
    <main>
    \(pages.map(section).joined())</main>
    <script type="application/json" id="trace">\(json)</script>
    \(Self.scripts.map { "<script nonce=\"\(Self.nonce)\">\(Self.text($0))</script>\n" }.joined())\
    </body>
    </html>

    """
  }

  private func section(_ page: TimelineAlbum.Page) -> String {
    let content = TimelineHTML(timeline: page.timeline, title: page.title).content()
    return """
      <section class="program" data-program="\(TimelineMarkup.text(page.name))">
      \(content)</section>

      """
  }

  private var json: String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    let data = Data(title: TerminalText.visible(title), programs: pages.map(Program.init))
    do {
      return TimelineMarkup.json(String(decoding: try encoder.encode(data), as: UTF8.self))
    } catch {
      // Strings, numbers and lists: there is nothing that could not be encoded.
      return "null"
    }
  }

  private static func text(_ resource: [UInt8]) -> String {
    String(decoding: resource, as: UTF8.self)
  }
}
