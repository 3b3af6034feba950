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
    let text = text.hasSuffix("\n") ? text : text + "\n"
    if isRenewed { return try renew(name, text) }
    let changes = lines(of: text).difference(from: lines(name)).map { change in
      switch change {
      case .remove(_, let line, _): "- \(line)"
      case .insert(_, let line, _): "+ \(line)"
      }
    }
    #expect(
      changes.isEmpty,
      """
      Tests/Goldens/\(name):
      \(changes.joined(separator: "\n"))
      If that is right: Scripts/goldens, and read what it shows.
      """, sourceLocation: sourceLocation)
  }

  /// Compares several texts with one file, in which each has a title.
  static func expect(
    _ name: String, are texts: KeyValuePairs<String, String>,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let parts = texts.map { title, text in "== \(title)\n\n\(text)" }
    try expect(name, is: parts.joined(separator: "\n\n"), sourceLocation: sourceLocation)
  }

  /// Compares a value as JSON.
  static func expect(
    _ name: String, isJSONOf value: some Encodable,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .prettyPrinted, .withoutEscapingSlashes]
    let text = String(decoding: try encoder.encode(value), as: UTF8.self)
    try expect(name, is: text, sourceLocation: sourceLocation)
  }

  /// The lines of the file as it is.
  static func lines(_ name: String) -> [Substring] {
    lines(of: (try? String(contentsOf: file(name), encoding: .utf8)) ?? "")
  }

  private static func renew(_ name: String, _ text: String) throws {
    try FileManager.default.createDirectory(
      at: file(name).deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: file(name))
  }

  private static func file(_ name: String) -> URL {
    URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../Goldens/\(name)")
      .standardizedFileURL
  }

  private static func lines(of text: String) -> [Substring] {
    text.split(separator: "\n", omittingEmptySubsequences: false)
  }
}
