import LabKit
import OperationCourse

/// A Markdown page with generated parts, each between `<!-- kind: argument -->` and `<!-- end -->`.
struct Page {
  /// What a generated part asks for.
  struct Marker: Hashable {
    /// Such as `snippet` or `trace`.
    let kind: String
    /// The text after the colon, or an empty string.
    let argument: String

    /// Whether it shows something of the run of the program that the argument names.
    var isOfRun: Bool { ["trace", "timeline", "diagnosis", "picture"].contains(kind) }
  }

  /// A piece of the page, in order.
  enum Piece {
    case text([String])
    case generated(Marker, content: String)
  }

  private(set) var pieces: [Piece] = []

  /// - Throws: a failure that names the marker whose end is missing.
  init(_ source: String) throws(Failure) {
    var text: [String] = []
    var open: (marker: Marker, content: [String])?
    for line in source.split(separator: "\n", omittingEmptySubsequences: false).map(String.init) {
      if let (marker, content) = open {
        if line == Self.end {
          pieces.append(.generated(marker, content: content.joined(separator: "\n")))
          open = nil
        } else {
          open = (marker, content + [line])
        }
      } else if let marker = Self.marker(in: line) {
        pieces.append(.text(text))
        text = []
        open = (marker, [])
      } else {
        text.append(line)
      }
    }
    if let open {
      throw Failure(
        status: .unreadable, message: "'\(Self.line(open.marker))' has no '\(Self.end)' after it")
    }
    pieces.append(.text(text))
  }

  /// The generated parts, in order.
  var parts: [(marker: Marker, content: String)] {
    pieces.compactMap { piece in
      if case .generated(let marker, let content) = piece { (marker, content) } else { nil }
    }
  }

  /// What people wrote: all but the generated parts.
  var prose: String {
    pieces.flatMap { piece in
      if case .text(let lines) = piece { return lines }
      return []
    }.joined(separator: "\n")
  }

  /// The page with the content of every generated part replaced.
  func filled(_ content: (Marker, String) -> String) -> String {
    var lines: [String] = []
    for piece in pieces {
      switch piece {
      case .text(let text): lines += text
      case .generated(let marker, let old):
        lines += [Self.line(marker), content(marker, old), Self.end]
      }
    }
    return lines.joined(separator: "\n")
  }

  private static let end = "<!-- end -->"
  private static let kinds: Set = [
    "snippet", "trace", "timeline", "diagnosis", "verdicts", "console", "differences", "lessons",
    "statements", "article", "rules", "plain", "picture", "exercises", "solution",
    "translated from",
  ]

  static func line(_ marker: Marker) -> String {
    marker.argument.isEmpty
      ? "<!-- \(marker.kind) -->" : "<!-- \(marker.kind): \(marker.argument) -->"
  }

  private static func marker(in line: String) -> Marker? {
    guard line.hasPrefix("<!-- "), line.hasSuffix(" -->") else { return nil }
    let parts = line.dropFirst(5).dropLast(4)
      .split(separator: ":", maxSplits: 1).map { $0.drop { $0 == " " } }
    guard let kind = parts.first, kinds.contains(String(kind)) else { return nil }
    return Marker(kind: String(kind), argument: parts.count > 1 ? String(parts[1]) : "")
  }
}
