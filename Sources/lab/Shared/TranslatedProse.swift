import Foundation
import OperationDoctor

/// Texts that are translated a paragraph at a time.
struct TranslatedProse {
  /// Gives a translation for an English paragraph or item of a list, in one line.
  let translation: (String) -> String

  /// The paragraphs and items, a line each.
  func text(_ lines: some Collection<Substring>) -> String {
    Self.paragraphs(lines).map { $0.map(translation).joined(separator: "\n") }
      .joined(separator: "\n\n")
  }

  /// Swift source with its comments translated. Its code stays as it is.
  func comments(of source: String) -> String {
    var rest = source.split(separator: "\n", omittingEmptySubsequences: false)[...]
    var lines: [Substring] = []
    while let first = rest.first {
      let mark = Self.mark(first)
      let block = rest.prefix { Self.mark($0) == mark }
      rest = rest.dropFirst(block.count)
      lines += mark.map { comment(block, $0) } ?? Array(block)
    }
    return lines.joined(separator: "\n")
  }

  private func comment(_ lines: ArraySlice<Substring>, _ mark: Substring) -> [Substring] {
    let english = Self.paragraphs(lines.map { $0.dropFirst(mark.count + 1) })
    let groups = english.map { $0.map(translation) }
    if groups == english { return Array(lines) }
    return Array(
      groups.map { group in
        group.flatMap { text in
          TerminalText.wrapped(
            text, to: Self.width - mark.count - 1, indent: text.hasPrefix("- ") ? 2 : 0)
        }.map { "\(mark) \($0)"[...] }
      }.joined(separator: [mark]))
  }

  /// As wide as the sources are.
  private static let width = 100

  /// What stands between empty lines: a paragraph, or the items of a list, which begin with `- `.
  private static func paragraphs(_ lines: some Collection<Substring>) -> [[String]] {
    lines.split { $0.allSatisfy(\.isWhitespace) }.map { group in
      group.reduce(into: []) { texts, line in
        let words = line.trimmingCharacters(in: .whitespaces)
        if texts.isEmpty || line.hasPrefix("- ") {
          texts.append(words)
        } else {
          texts[texts.count - 1] += " " + words
        }
      }
    }
  }

  /// What a line with nothing but a comment begins with. `nil` for any other line.
  private static func mark(_ line: Substring) -> Substring? {
    line.wholeMatch(of: /(\s*\/\/\/?)( .*)?/)?.1
  }
}
