import Foundation
import LabKit
import OperationCourse
import OperationLab
import OperationBench

/// Finds the programs of a lesson, and what they are made of, in the tree that the compiler's parser
/// makes of the lesson's files.
struct ProgramParser {
  private var programs: [Found] = []
  private var declarations: [Found] = []
  private var markNames: [String: String] = [:]

  /// The code of a lesson, from its folder and from that of all lessons.
  static func code(of lesson: Lesson, in sources: URL) throws(Failure) -> ProgramCode {
    var parser = Self()
    for folder in [lesson.folder, "Shared"] {
      let folder = sources.appendingPathComponent("OperationLab/Course/Lessons/\(folder)")
      do {
        // Questions and claims have no programs.
        for name in try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
        where name.hasSuffix(".swift") && !name.contains(/^Lesson\d\d\.(Claims.*\.)?swift$/) {
          try parser.read(folder.appendingPathComponent(name))
        }
      } catch {
        throw Failure(
          status: .unreadable, message: "cannot read the sources in \(folder.path): \(error)")
      }
    }
    return parser.code
  }

  /// The trees of the files so far: each lesson needs those that all lessons share.
  private static let trees = Locked<[URL: [ArraySlice<String>]]>([:])

  private static func tree(of file: URL) throws -> [ArraySlice<String>] {
    if let known = trees.withLock({ $0[file] }) { return known }
    let lines = Locked<[String]>([])
    _ = try ChildProcess(
      executable: Executable.compiler(), arguments: ["-frontend", "-dump-parse", file.path]
    ).run(deadline: .seconds(600)) { line in
      lines.withLock { $0.append(String(decoding: line, as: UTF8.self)) }
    }
    let tree = declarations(in: lines.withLock { $0 })
    trees.withLock { $0[file] = tree }
    return tree
  }

  private mutating func read(_ file: URL) throws {
    let source = Source(text: try String(contentsOf: file, encoding: .utf8))
    var owner: Substring?
    for declaration in try Self.tree(of: file) {
      let head = declaration[declaration.startIndex]
      let isMember = head.hasPrefix("    (")
      if !isMember { owner = head.firstMatch(of: /\] (?:unbound )?"(\w+)/)?.output.1 }
      read(declaration, of: isMember ? owner : nil, source)
    }
  }

  /// A piece of code, before it is known what of it is the lesson's own.
  private struct Found {
    let piece: ProgramCode.Piece
    /// The type whose member it is.
    var owner: Substring?
    /// The functions that it calls.
    let calls: Set<String>
  }

  /// The lines of the tree for each declaration in the file, or in a type or an extension of it: each
  /// begins less than three steps of two blanks from the left.
  private static func declarations(in tree: [String]) -> [ArraySlice<String>] {
    let starts = tree.indices.filter { place in
      let line = tree[place]
      return (line.hasPrefix("  (") || line.hasPrefix("    ("))
        && line.contains(/^ +\(\w+_decl\b/)
    }
    return zip(starts, starts.dropFirst() + [tree.count]).map { tree[$0..<$1] }
  }

  private mutating func read(
    _ tree: ArraySlice<String>, of owner: Substring?, _ source: Source
  ) {
    let head = tree[tree.startIndex]
    guard let place = Place(head), let kind = head.firstMatch(of: /\((\w+)_decl\b/)?.output.1 else {
      return
    }
    // What is called stands in the line after that of the call.
    let calls = tree.indices.dropLast().filter { tree[$0].isCall }.compactMap {
      tree[$0 + 1].firstMatch(of: /(?:name|field)="(\w+)/).map { String($0.output.1) }
    }
    let texts = tree.filter { $0.begins("(string_literal_expr ") }.compactMap { line in
      line.firstMatch(of: /value="(.*?)" builtin/)?.output.1
    }
    let text = source.lines(place).joined(separator: "\n")
    let name =
      head.firstMatch(of: /\] "(\w+)/)?.output.1
      ?? tree.lazy.compactMap { $0.firstMatch(of: /\(pattern_named "(\w+)"/)?.output.1 }.first
    guard let name = name.map(String.init) else { return }
    if text.contains("Mark"), ["pattern_binding", "func"].contains(kind), let pattern = texts.first
    {
      markNames[String(pattern)] = markNames[String(pattern)] ?? name
    }
    if kind == "pattern_binding", let program = texts.first,
      tree.contains(where: { $0.contains("name=\"Program\"") }),
      let body = tree.lazy.filter({ $0.begins("(brace_stmt ") }).compactMap(Place.init).first
    {
      programs.append(
        Found(piece: .init(name: String(program), lines: source.body(body)), calls: Set(calls)))
    }
    guard ["func", "class", "struct", "enum"].contains(kind),
      name.wholeMatch(of: /Lesson\d+/) == nil,
      !declarations.contains(where: { $0.piece.name == name })
    else { return }
    let isOperation =
      kind == "class"
      && ["Operation", "Download", "Transfer", "Loader"].contains { word in
        text.prefix { $0 != "{" }.contains("\(word),")
          || text.prefix { $0 != "{" }.hasSuffix("\(word) ")
      }
    let piece = ProgramCode.Piece(
      name: name, kind: kind == "func" ? .function : isOperation ? .operation : .other,
      lines: source.declaration(place))
    declarations.append(Found(piece: piece, owner: owner, calls: Set(calls)))
  }

  /// The code, without what no program of the lesson names. Members of the lesson's own types are
  /// parts of these.
  private var code: ProgramCode {
    let types = Set(declarations.filter { $0.owner == nil }.map(\.piece.name))
    let own = declarations.filter { !types.contains(String($0.owner ?? "")) }
    let kinds = Dictionary(own.map { ($0.piece.name, $0.piece.kind) }) { first, _ in first }
    func linked(_ found: Found) -> ProgramCode.Piece {
      let words = found.piece.lines.filter { !$0.drop { $0 == " " }.hasPrefix("//") }
        .flatMap { $0.split { !$0.isLetter && !$0.isNumber && $0 != "_" }.map(String.init) }
      var uses: [String] = []
      for word in words where word != found.piece.name && !uses.contains(word) {
        guard let kind = kinds[word], kind != .function || found.calls.contains(word) else {
          continue
        }
        uses.append(word)
      }
      return .init(
        name: found.piece.name, kind: found.piece.kind, lines: found.piece.lines, uses: uses)
    }
    let all = ProgramCode(
      programs: programs.map(linked), declarations: own.map(linked), markNames: markNames)
    let named = Set(all.programs.flatMap { all.pieces(of: $0.name) ?? [] }.map(\.name))
    return ProgramCode(
      programs: all.programs, declarations: all.declarations.filter { named.contains($0.name) },
      markNames: markNames)
  }
}

extension String {
  /// Whether a line of the tree is such a node. Much faster than a pattern, and there are many lines.
  fileprivate func begins(_ node: String) -> Bool {
    utf8.drop { $0 == UInt8(ascii: " ") }.starts(with: node.utf8)
  }

  /// Whether it is a call: `(call_expr` or, with what it is to the node above, `(…=call_expr`.
  fileprivate var isCall: Bool {
    let node = utf8.drop { $0 == UInt8(ascii: " ") }.prefix { $0 != UInt8(ascii: " ") }
    return node.split { "(=".utf8.contains($0) }.last?.elementsEqual("call_expr".utf8) == true
  }
}

/// A place in a file, as the compiler prints it: `range=[FILE:12:3 - line:40:3]`. The last token begins
/// at its end.
private struct Place {
  let start: (line: Int, column: Int)
  let end: (line: Int, column: Int)

  init?(_ line: String) {
    guard let match = line.firstMatch(of: /range=\[.*?:(\d+):(\d+) - line:(\d+):(\d+)\]/)?.output,
      let numbers = Optional([match.1, match.2, match.3, match.4].compactMap { Int($0) }),
      numbers.count == 4
    else { return nil }
    (start, end) = ((numbers[0], numbers[1]), (numbers[2], numbers[3]))
  }
}

/// The text of a file.
private struct Source {
  private let all: [Substring]

  init(text: String) { all = text.split(separator: "\n", omittingEmptySubsequences: false) }

  func lines(_ place: Place) -> ArraySlice<Substring> {
    all[place.start.line - 1...place.end.line - 1]
  }

  /// The lines of a declaration, with the comment before it.
  func declaration(_ place: Place) -> [String] {
    let comment = all[..<(place.start.line - 1)].reversed()
      .prefix { $0.drop { $0 == " " }.hasPrefix("///") }.reversed()
    return Self.shown(comment + lines(place))
  }

  /// The lines inside the braces of a closure, without its parameter.
  func body(_ place: Place) -> [String] {
    var lines = Array(lines(place))
    lines[lines.count - 1] = lines[lines.count - 1].prefix(place.end.column - 1)
    let isShort = lines.count == 1
    lines[0] = lines[0].dropFirst(place.start.column - 1)
    lines[0] = lines[0].firstRange(of: " in").map { lines[0][$0.upperBound...] } ?? lines[0]
    return Self.shown(isShort ? [lines[0].drop { $0 == " " }] : lines)
  }

  /// The lines as a learner sees them: without the marks for pages and without what gives the answer
  /// away, moved to the left.
  private static func shown(_ lines: some Sequence<Substring>) -> [String] {
    var kept: [Substring] = []
    var isSpoiler = false
    for line in lines {
      let words = line.drop { $0 == " " }
      if words.hasPrefix("// snippet:") || words == "// end snippet" { continue }
      isSpoiler = words.hasPrefix("///") && (isSpoiler || words.contains("BROKEN ON PURPOSE"))
      if !isSpoiler { kept.append(line) }
    }
    let indent = kept.filter { !$0.isEmpty }.map { $0.prefix { $0 == " " }.count }.min() ?? 0
    let moved = kept.map { String($0.dropFirst(indent)) }
    let isBlank = { (line: String) in line.allSatisfy { $0 == " " } }
    return moved.drop(while: isBlank).reversed().drop(while: isBlank).reversed()
  }
}
