import Foundation
import Synchronization
import Testing

/// A text that must stay as it is, in a file of its own in `Tests/Goldens`.
///
/// `Scripts/goldens` writes the files anew and shows what has changed.
enum Golden {
  private static let isRenewed = ProcessInfo.processInfo.environment["RENEW_GOLDENS"] != nil
  /// Tests that renew parts of the same file run at once.
  private static let renewal = Mutex(())

  /// Compares a text with its file. If they differ, the issue shows the lines that do.
  static func expect(
    _ name: String, is text: String, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let text = text.hasSuffix("\n") ? text : text + "\n"
    if isRenewed { return try renew(name, text) }
    expect(name, lines(name).joined(separator: "\n"), text, sourceLocation)
  }

  private static func expect(
    _ name: String, _ golden: String, _ text: String, _ sourceLocation: SourceLocation
  ) {
    let changes = lines(of: text).difference(from: lines(of: golden)).map { change in
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

  /// A text with a title, one of several in a file.
  struct Part {
    let title: String
    let text: String
  }

  /// The texts of a file in which each has a title.
  static func parts(_ name: String) -> [Part] {
    let file = "\n" + lines(name).joined(separator: "\n")
    return file.components(separatedBy: "\n== ").dropFirst().map { part in
      let title = part.prefix { $0 != "\n" }
      let text = part.dropFirst(title.count).trimmingCharacters(in: .newlines)
      return Part(title: String(title), text: text)
    }
  }

  /// Compares a text with the part of the file that has this title.
  static func expect(
    _ name: String, part title: String, is text: String,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    if isRenewed {
      return try renewal.withLock { _ in
        var parts = parts(name)
        let new = Part(title: title, text: text)
        let place = parts.firstIndex { $0.title == title }
        parts.replaceSubrange(place.map { $0..<($0 + 1) } ?? parts.count..<parts.count, with: [new])
        try renew(
          name, parts.map { "== \($0.title)\n\n\($0.text)\n" }.joined(separator: "\n"))
      }
    }
    let part = try #require(
      parts(name).first { $0.title == title }, "no '\(title)' in Tests/Goldens/\(name)",
      sourceLocation: sourceLocation)
    expect("\(name), \(title)", part.text, text, sourceLocation)
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
