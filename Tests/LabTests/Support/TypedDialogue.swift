import Foundation

@testable import LabKit

/// A dialogue whose learner types what the test says, and then no more.
@MainActor
final class TypedDialogue {
  private var lines: [String]
  /// All that was printed, prompts and typed lines among it.
  private(set) var text = ""

  init(_ lines: [String]) { self.lines = lines }

  convenience init(_ lines: String...) { self.init(lines) }

  /// The lines that have not been read.
  var left: Int { lines.count }

  func dialogue(_ paper: Paper = .plain) -> Dialogue {
    Dialogue(paper) {
      self.text += $0 + "\n"
    } read: { prompt in
      let line = self.lines.isEmpty ? nil : self.lines.removeFirst()
      self.text += prompt + (line ?? "") + "\n"
      return line
    }
  }
}

extension String {
  /// Without the ends of lines that wrapping has made.
  var unwrapped: String { replacing(/\n */, with: " ") }
}
