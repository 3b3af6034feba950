import Foundation

/// The Swift files below a folder of the checkout, and the types that they declare and name.
struct SourceTree {
  struct File {
    /// From the checkout's root.
    let path: String
    /// The folder of the tree that it is in; empty for those directly in the tree.
    let room: String
    let source: String
    let words: [SwiftWords.Word]

    /// The types that it declares, at any depth, in extensions and in conditions, too.
    var declarations: [Declaration] { SourceTree.declarations(words) }
    /// The words that could be types. One after a dot belongs to what stands before it.
    var names: Set<String> { SourceTree.names(words) }

    func calls(_ functions: Set<String>) -> Bool {
      words.contains { $0.isCalled && functions.contains($0.text) }
    }
  }

  struct Declaration: Equatable {
    let name: String
    let isPrivate: Bool
    /// Whether it stands in braces.
    let isNested: Bool
  }

  let files: [File]

  static let root = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  /// - Throws: an error of Foundation's when a file cannot be read.
  init(_ folder: String) throws {
    let top = Self.root.appendingPathComponent(folder)
    files = try FileManager.default.subpathsOfDirectory(atPath: top.path).sorted()
      .filter { $0.hasSuffix(".swift") }
      .map { path in
        let source = try String(contentsOf: top.appendingPathComponent(path), encoding: .utf8)
        return File(
          path: "\(folder)/\(path)",
          room: path.contains("/") ? String(path.prefix { $0 != "/" }) : "",
          source: source, words: SwiftWords.all(in: source))
      }
  }

  var rooms: Set<String> { Set(files.map(\.room)).subtracting([""]) }

  func files(in room: String) -> [File] { files.filter { $0.room == room } }

  static func declarations(_ words: [SwiftWords.Word]) -> [Declaration] {
    var depth = 0
    var isPrivate = false
    var result: [Declaration] = []
    for (word, next) in zip(words, words.dropFirst()) {
      switch word.text {
      case "{": depth += 1
      case "}": depth -= 1
      case "private", "fileprivate": isPrivate = true
      case "struct", "class", "enum", "protocol", "actor", "typealias":
        if next.text.first?.isUppercase == true, !word.isAfterDot {
          result.append(
            Declaration(name: next.text, isPrivate: isPrivate, isNested: depth > 0))
        }
        isPrivate = false
      case "final", "indirect", "public", "open", "package": break
      default: isPrivate = false
      }
    }
    return result
  }

  static func names(_ words: [SwiftWords.Word]) -> Set<String> {
    Set(words.filter { !$0.isAfterDot && $0.text.first?.isUppercase == true }.map(\.text))
  }
}
