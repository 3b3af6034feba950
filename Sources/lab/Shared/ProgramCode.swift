import Foundation
import OperationCourse
import OperationDownloads
import OperationTesting

/// The code of a lesson's programs, taken from its source files.
package struct ProgramCode {
  /// A piece of code that can be shown.
  package struct Piece: Equatable {
    package let name: String
    package let lines: [String]
    /// The names of types and of functions that are called in it.
    package let names: Set<String>
    /// Whether it is a function.
    package let isFunction: Bool
    /// Whether it is a class of operations: what lessons are about.
    package let isOperation: Bool

    package init(name: String, lines: [String]) {
      (self.name, self.lines) = (name, lines)
      names = Set(ProgramCode.names(in: lines))
      let head = lines.first { !$0.hasPrefix("///") } ?? ""
      isFunction = head.contains("func ")
      isOperation =
        head.contains("class ")
        && ["Operation", "Download", "Transfer", "Loader"].contains { kind in
          head.contains("\(kind),") || head.contains("\(kind) {")
        }
    }
  }

  /// What is said in its place where the sources are not at hand.
  package static let missing =
    "Its source is not here: run lab from the folder in which it was built."

  private let files: [String]
  private var declarations: [String: Piece] = [:]

  /// Reads the files of a lesson, and those that all lessons share.
  ///
  /// - Throws: a failure when the folder of sources is not there.
  package init(of lesson: Lesson, in sources: URL) throws(Failure) {
    let lessons = sources.appendingPathComponent("OperationLab/Course/Lessons")
    var files: [String] = []
    for folder in [lesson.folder, "Shared"] {
      let folder = lessons.appendingPathComponent(folder)
      do {
        for name in try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
        where name.hasSuffix(".swift") && !name.contains(".Claims") {
          files.append(
            try String(contentsOf: folder.appendingPathComponent(name), encoding: .utf8))
        }
      } catch {
        throw Failure(status: .unreadable, message: "cannot read the sources in \(folder.path)")
      }
    }
    self.init(sources: files)
  }

  package init(sources: [String]) {
    files = sources
    for file in files {
      for piece in Self.declarations(in: file) where declarations[piece.name] == nil {
        declarations[piece.name] = piece
      }
    }
  }

  /// The program's body, then what of the lesson's own it calls, in the order in which it is named.
  /// `nil` where the source has no such program.
  package func pieces(of program: String) -> [Piece]? {
    guard let body = body(of: program) else { return nil }
    var found = [Piece(name: program, lines: body)]
    var index = 0
    while index < found.count {
      for word in Self.names(in: found[index].lines) {
        if let piece = declarations[word], !found.contains(where: { $0.name == word }) {
          found.append(piece)
        }
      }
      index += 1
    }
    return found
  }

  /// The names under which the files declare marks, by their patterns.
  package var markNames: [String: String] {
    let declaration = /(?:let|func) (\w+)[^\n"]*\WMark\W[^"]*"([^"\n]*)"/
    let found = files.flatMap { file in
      file.matches(of: declaration).map { (String($0.output.2), String($0.output.1)) }
    }
    return Dictionary(found, uniquingKeysWith: { first, _ in first })
  }

  private func body(of program: String) -> [String]? {
    for file in files {
      var rest = file[...]
      while let start = rest.firstRange(of: "= Program(") {
        rest = rest[start.upperBound...]
        let head = rest.drop { $0.isWhitespace }
        guard head.hasPrefix("\"\(program)\""),
          let open = rest.firstMatch(of: /\{ (?:bench|_) in/)?.range,
          let end = Self.closingBrace(of: open.lowerBound, in: file)
        else { continue }
        return Self.shown(file[open.upperBound..<end].split(separator: "\n"))
      }
    }
    return nil
  }

  /// Functions, classes and structures that a lesson declares, with the comment before each.
  private static func declarations(in file: String) -> [Piece] {
    let lines = file.split(separator: "\n", omittingEmptySubsequences: false)
    var pieces: [Piece] = []
    for (index, line) in lines.enumerated() {
      let isNested = line.prefix { $0 == " " }.count > 2
      guard !isNested, ["func ", "class ", "struct ", "enum "].contains(where: line.contains),
        let match = line.firstMatch(of: declaration)
      else { continue }
      let text = file[line.startIndex...]
      guard let open = text.firstIndex(of: "{"),
        let end = closingBrace(of: open, in: file)
      else { continue }
      let comment = lines[..<index].reversed().prefix { $0.drop { $0 == " " }.hasPrefix("///") }
      pieces.append(
        Piece(
          name: String(match.output.1),
          lines: shown(comment.reversed() + text[...end].split(separator: "\n"))))
    }
    return pieces
  }

  /// Where the brace is closed that is at that place. `nil` if it never is.
  ///
  /// In formatted code that is the first brace that is as far to the left as the line of the other.
  private static func closingBrace(of open: String.Index, in file: String) -> String.Index? {
    let start = file[..<open].lastIndex(of: "\n").map(file.index(after:)) ?? file.startIndex
    let line = file[start...].prefix { $0 != "\n" }
    let rest = line[open...]
    if rest.count(where: { $0 == "{" }) == rest.count(where: { $0 == "}" }) {
      return rest.lastIndex(of: "}")
    }
    let end = "\n" + line.prefix { $0 == " " } + "}"
    return file[line.endIndex...].firstRange(of: end).map { file.index(before: $0.upperBound) }
  }

  private static var declaration: Regex<(Substring, Substring)> {
    /^ *(?:(?:private|final|static|@discardableResult) +)*(?:func|class|struct|enum) +(\w+)/
  }

  /// The lines as a learner sees them: without the marks for pages and without what gives the answer
  /// away, moved to the left.
  private static func shown(_ lines: [Substring]) -> [String] {
    var kept: [Substring] = []
    var isSpoiler = false
    for line in lines {
      let words = line.drop { $0 == " " }
      if words.hasPrefix("// snippet:") || words == "// end snippet" { continue }
      if words.hasPrefix("///") {
        isSpoiler = isSpoiler || words.contains("BROKEN ON PURPOSE")
        if isSpoiler { continue }
      } else {
        isSpoiler = false
      }
      kept.append(line)
    }
    let indent =
      kept.filter { !$0.isEmpty }.map { $0.prefix { $0 == " " }.count }.min() ?? 0
    let moved = kept.map { String($0.dropFirst(indent)) }
    return moved.drop { $0.isEmpty }.reversed().drop { $0.allSatisfy { $0 == " " } }.reversed()
  }

  /// The names of types and of functions that are called, in the lines that are no comments.
  package static func names(in lines: [String]) -> [String] {
    let code = lines.filter { !$0.drop { $0 == " " }.hasPrefix("//") }.joined(separator: "\n")
    return code.matches(of: /\b(?:([A-Z]\w*)|(\w+)(?=\(| \{))/).map { match in
      String(match.output.1 ?? match.output.2 ?? "")
    }
  }
}
