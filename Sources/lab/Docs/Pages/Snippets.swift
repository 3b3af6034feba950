import Foundation
import LabKit
import OperationCourse

/// The regions of the sources that pages show: from `// snippet: NAME` to `// end snippet`.
struct Snippets {
  private var regions: [String: [String: String]] = [:]

  /// Reads every Swift file under the folder.
  init(in folder: URL) throws(Failure) {
    guard let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
    else {
      throw Failure(status: .unreadable, message: "cannot read the folder \(folder.path)")
    }
    for case let file as URL in files where file.pathExtension == "swift" {
      do {
        let source = try String(contentsOf: file, encoding: .utf8)
        regions[file.lastPathComponent] = Self.regions(of: source)
      } catch {
        throw Failure(status: .unreadable, message: "cannot read \(file.path): \(error)")
      }
    }
  }

  /// The region of that name: the lesson's own if it has one.
  func region(_ name: String, for lesson: Lesson?) throws(Failure) -> String {
    let own = lesson.map { "Lesson" + $0.folder.prefix(2) } ?? "-"
    let files = regions.keys.sorted { first, second in
      (first.hasPrefix(own) ? 0 : 1, first) < (second.hasPrefix(own) ? 0 : 1, second)
    }
    for file in files {
      if let region = regions[file]?[name] { return region }
    }
    throw Failure(status: .unreadable, message: "no source has a region '// snippet: \(name)'")
  }

  /// The regions of one file, without the blanks that all lines of a region begin with. A region
  /// may lie in another: each end closes the one that was opened last.
  static func regions(of source: String) -> [String: String] {
    var regions: [String: String] = [:]
    var open: [(name: String, lines: [Substring])] = []
    for line in source.split(separator: "\n", omittingEmptySubsequences: false) {
      let words = line.drop { $0 == " " }
      if words.hasPrefix("// snippet: ") {
        open.append((String(words.dropFirst(12)), []))
      } else if words == "// end snippet" {
        if let region = open.popLast() { regions[region.name] = unindented(region.lines) }
      } else {
        for index in open.indices { open[index].lines.append(line) }
      }
    }
    return regions
  }

  private static func unindented(_ lines: [Substring]) -> String {
    let indent = lines.filter { !$0.isEmpty }.map { $0.prefix { $0 == " " }.count }.min() ?? 0
    return lines.map { String($0.dropFirst(indent)) }.joined(separator: "\n")
  }
}
