import Foundation
import Testing

/// Reads the sources and holds them to ``LayerMap``.
@Suite("The layers")
struct LayerTests {
  /// What a room declares and names, looked at once.
  private struct Room: Sendable {
    var own: Set<String> = []
    /// What another room could name without naming a type around it.
    var outer: Set<String> = []
    var names: [String: Set<String>] = [:]
  }

  private static let trees = [
    ("Sources/OperationLab", LayerMap.library), ("Sources/lab", LayerMap.program),
  ]

  private static let rooms = Result {
    try trees.map { folder, _ in
      try SourceTree(folder).files.reduce(into: [String: Room]()) { rooms, file in
        let declared = file.declarations
        rooms[file.room, default: Room()].own.formUnion(declared.map(\.name))
        rooms[file.room]?.outer
          .formUnion(declared.filter { !$0.isPrivate && !$0.isNested }.map(\.name))
        rooms[file.room]?.names[file.path] = file.names
      }
    }
  }

  @Test("name only types of rooms that the map allows", arguments: 0..<2)
  func namesOnlyWhatTheMapAllows(_ index: Int) throws {
    let rooms = try Self.rooms.get()[index]
    for line in Self.trees[index].1 {
      let room = try #require(rooms[line.name])
      for (other, foreign) in rooms where other != line.name && !line.mayName.contains(other) {
        for (path, names) in room.names {
          let named = names.intersection(foreign.outer.subtracting(room.own))
          #expect(named.isEmpty, "\(path) names \(named.sorted()) of \(other)")
        }
      }
    }
  }

  @Test("have no room without a line on the map, and no line without a room", arguments: 0..<2)
  func mapIsComplete(_ index: Int) throws {
    let rooms = try Set(Self.rooms.get()[index].keys).subtracting([""])
    #expect(rooms == Set(Self.trees[index].1.map(\.name)))
  }

  @Test("have no arrow that points back", arguments: 0..<2)
  func noArrowPointsBack(_ index: Int) {
    var above: Set<String> = []
    for line in Self.trees[index].1 {
      #expect(line.mayName.isSubset(of: above), "\(line.name)")
      above.insert(line.name)
    }
  }

  @Test("have no arrow that nothing uses", arguments: 0..<2)
  func everyArrowIsUsed(_ index: Int) throws {
    let rooms = try Self.rooms.get()[index]
    for line in Self.trees[index].1 {
      let names = rooms[line.name]?.names.values.reduce(into: Set<String>()) { $0.formUnion($1) }
      for other in line.mayName {
        let isUsed = names?.isDisjoint(with: rooms[other]?.outer ?? []) == false
        #expect(isUsed, "\(line.name) names nothing of \(other)")
      }
    }
  }

  @Test("find types wherever they are declared, and name whoever uses them")
  func findsTypesAnywhere() {
    let source = #"""
      extension Outer { private final class Inner { struct Core {} } } // class Comment
      #if DEBUG
        public enum Conditional { case a }
      #endif
      let text = "struct Quoted \" class Quoted"
      typealias Short = Outer.Inner
      """#
    let words = SwiftWords.all(in: source)
    let found = SourceTree.declarations(words)
    #expect(found.map(\.name) == ["Inner", "Core", "Conditional", "Short"])
    #expect(found.map(\.isNested) == [true, true, false, false])
    #expect(found.map(\.isPrivate) == [true, false, false, false])
    #expect(SourceTree.names(words) == ["Outer", "Inner", "Core", "DEBUG", "Conditional", "Short"])
  }

  @Test("keep a folder for each lesson, named like the folder of its page, with the same files")
  func lessonsLookAlike() throws {
    let pages = try FileManager.default.contentsOfDirectory(
      atPath: SourceTree.root.appendingPathComponent("Lessons").path
    ).filter { $0.contains(/^[0-9]{2}-/) }
    let tree = try SourceTree("Sources/OperationLab/Lessons")
    #expect(tree.rooms == Set(pages).union(["Shared"]))
    for folder in pages {
      let names = tree.files(in: folder).map { String($0.path.split(separator: "/").last ?? "") }
      let lesson = "Lesson\(folder.prefix(2))"
      // Plain Foundation leaves no trace that a claim could be judged by.
      for part in ["", ".Programs"] + (lesson == "Lesson00" ? [] : [".Claims"]) {
        #expect(names.contains { $0 == "\(lesson)\(part).swift" }, "\(folder): \(part)")
      }
      let parts = "Operations|Programs|Claims|Predictions"
      let pattern = try Regex("\(lesson)(\\.(\(parts))(\\.[A-Z]\\w+)?)?\\.swift")
      let strangers = names.filter { $0.wholeMatch(of: pattern) == nil }
      #expect(strangers.isEmpty, "\(folder)")
    }
  }

  @Test("are described by a guide that names only what is there")
  func guideIsTrue() throws {
    let guide = try String(
      contentsOf: SourceTree.root.appendingPathComponent("CONTRIBUTING.md"), encoding: .utf8)
    let places = guide.matches(of: /`((?:Sources|Tests|Scripts|\.ci)\/[\w+.\/-]*)/)
      .map { String($0.output.1) }.filter { !$0.contains("NN") }
    #expect(places.count > 20)
    for place in places {
      let path = SourceTree.root.appendingPathComponent(place).path
      #expect(FileManager.default.fileExists(atPath: path), "\(place)")
    }
  }

  @Test("let one type print and one place exit")
  func onePrinterOneExit() throws {
    for file in try SourceTree("Sources").files {
      // What a program of lesson 0 prints is read by its parent.
      if !file.path.hasSuffix("lab/Terminal/Console.swift"), !file.path.contains("/00-first-steps/")
      {
        #expect(!file.calls(["print", "debugPrint", "NSLog", "fputs", "puts"]), "\(file.path)")
      }
      if !file.path.hasSuffix("lab/Lab.swift") {
        #expect(!file.calls(["exit", "_exit"]), "\(file.path)")
      }
    }
  }

  @Test("never sleep")
  func noSleep() throws {
    for file in try SourceTree("Sources").files + SourceTree("Tests").files {
      #expect(
        file.source.firstMatch(
          of: /\b(usleep|nanosleep)\(|\bsleep\([0-9]|Thread\.sleep|Task\.sleep/) == nil,
        "\(file.path)")
    }
  }

  @Test("use no package but their own")
  func noDependencies() throws {
    let manifest = try String(
      contentsOf: SourceTree.root.appendingPathComponent("Package.swift"), encoding: .utf8)
    #expect(!manifest.contains(".package("))
  }
}
