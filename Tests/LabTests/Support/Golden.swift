import Foundation
import Testing

/// A text that must stay as it is, in a file of its own in `Tests/Goldens`.
///
/// `Scripts/goldens` writes the files anew and shows what has changed.
enum Golden {
  private static let isRenewed = ProcessInfo.processInfo.environment["RENEW_GOLDENS"] != nil

  /// Compares a text with its file. If they differ, the issue shows the lines that do.
  static func expect(
    _ name: String, is text: String, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let file = LabProcess.checkout.appending(path: "Tests/Goldens/\(name)")
    if isRenewed { return try Data(text.utf8).write(to: file) }
    let golden = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
    let changes = lines(of: text).difference(from: lines(of: golden)).map { change in
      switch change {
      case .remove(_, let line, _): "- \(line)"
      case .insert(_, let line, _): "+ \(line)"
      }
    }
    #expect(
      changes.isEmpty,
      """
      \(changes.joined(separator: "\n"))
      If that is right: Scripts/goldens, and read what it shows.
      """, sourceLocation: sourceLocation)
  }

  private static func lines(of text: String) -> [Substring] {
    text.split(separator: "\n", omittingEmptySubsequences: false)
  }
}
