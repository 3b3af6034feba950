import LabShared
import Foundation
import OperationCourse
import OperationDownloads
import OperationTesting

/// A page of the checkout as an article of the site: the same words, with links of the site, without
/// the comments that scripts look for.
struct BookArticle {
  /// What `docc` reads.
  private(set) var text = ""
  /// The files of the checkout that its links lead to, in order.
  private(set) var files: [String] = []

  /// - Parameters:
  ///   - path: of the page, from the checkout's root.
  ///   - header: directives that go below the title.
  ///   - footer: what goes below everything.
  init(
    _ source: String, path: String, links: BookLinks, title: String? = nil, header: String = "",
    footer: String = ""
  ) throws(Failure) {
    var lines: [String] = []
    var fence: String?
    for line in source.split(separator: "\n", omittingEmptySubsequences: false).map(String.init) {
      if let open = fence {
        lines.append(line)
        if line.trimmingCharacters(in: .whitespaces) == open { fence = nil }
      } else if let open = line.firstMatch(of: /^\s*(```+|~~~+)/)?.output.1 {
        fence = String(open)
        lines.append(line)
      } else if !(line.hasPrefix("<!--") && line.hasSuffix("-->")) {
        lines.append(Self.escaped(try linked(line, path, links)))
      }
    }
    if let heading = lines.firstIndex(where: { $0.hasPrefix("# ") }) {
      if let title { lines[heading] = "# \(title)" }
      // What leads to the other language comes after the abstract.
      let languages = lines[..<heading].filter { !$0.isEmpty }
      if let end = lines.dropFirst(heading + 2).firstIndex(of: "") {
        lines.insert(contentsOf: [""] + languages, at: end)
      }
      if !header.isEmpty { lines.insert("\n\(header)", at: heading + 1) }
      lines.removeFirst(heading)
    }
    text = lines.joined(separator: "\n") + (footer.isEmpty ? "" : "\n\n\(footer)\n")
  }

  /// A file that is no page: its text, shown as code.
  init(code: String, path: String) {
    let fence = code.contains("```") ? "````" : "```"
    let language = path.hasSuffix(".swift") ? "swift" : "text"
    text = """
      # \(path.replacing("Lessons/", with: ""))

      @Options {
        @AutomaticSeeAlso(disabled)
      }

      The file `\(path)` of the checkout.

      \(fence)\(language)
      \(code.trimmingCharacters(in: .newlines))
      \(fence)

      """
  }

  /// The line with every link's destination replaced, but for what stands in code.
  private mutating func linked(
    _ line: String, _ path: String, _ links: BookLinks
  ) throws(Failure) -> String {
    var pieces = line.components(separatedBy: "`")
    // Where a span of code goes on from line to line, no page has a link beside it.
    for index in pieces.indices where index.isMultiple(of: 2) {
      var piece = ""
      var rest = pieces[index][...]
      while let match = rest.firstMatch(of: /\]\(([^()\s]+)\)/) {
        piece += rest[..<match.range.lowerBound]
        let target = try links.target(of: String(match.output.1), in: path)
        piece += target.map { "](\($0.destination))" } ?? String(match.output.0)
        if let file = target?.file { files.append(file) }
        rest = rest[match.range.upperBound...]
      }
      pieces[index] = piece + rest
    }
    return pieces.joined(separator: "`")
  }

  /// A line that begins with an at sign is no directive.
  private static func escaped(_ line: String) -> String {
    let isDirective = line.firstMatch(of: /^\s*@/) != nil
    return isDirective ? line.replacing("@", with: "\\@", maxReplacements: 1) : line
  }
}
