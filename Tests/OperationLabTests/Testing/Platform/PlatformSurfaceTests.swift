import Foundation
import OperationLab
import Testing

/// Reads the sources: what differs between systems must stay in two files of a module that look
/// alike.
@Suite("What differs between systems", .repeatable)
struct PlatformSurfaceTests {
  private static let modules = ["Core", "Downloads", "Bench", "Testing", "Course"]

  /// How operations are traced: on Darwin the modules inherit it from `AnnouncingOperation`.
  private static let inherited: Set<String> = Set(
    ["will", "did"].flatMap { word in
      [
        "func \(word)ChangeValue(forKey key: String)",
        "static func \(word)ChangeValue(of operation: Operation, forKey key: String)",
      ]
    })

  private static func files(of module: String) -> [String] {
    ["Linux", "Darwin"].map { "Sources/OperationLab/\(module)/Platform/Platform+\($0).swift" }
  }

  @Test("has the same functions for both", arguments: modules)
  func sameFunctions(_ module: String) throws {
    let files = Self.files(of: module)
    let surfaces = try files.map {
      try PlatformSurface(source(of: $0)).functions.subtracting(Self.inherited)
    }
    #expect(!surfaces[0].isEmpty)
    #expect(surfaces[0].subtracting(surfaces[1]) == [], "not in \(files[1])")
    #expect(surfaces[1].subtracting(surfaces[0]) == [], "not in \(files[0])")
    let conditions = try files.map { PlatformSurface.conditions(in: try source(of: $0)) }
    #expect(conditions == [["#if !canImport(Darwin)"], ["#if canImport(Darwin)"]])
  }

  /// The kit does without them in silence where they have gone.
  @Test(
    "has each function and variable that the kit looks up by its name",
    .enabled(if: Platform.current == .linux, "the names are Linux's"))
  func names() throws {
    let pattern = /dlsym\(nil, "(\w+)"\)|"(swift_\w+_hook)"/
    let files = try SourceTree("Sources").files.filter { !$0.path.contains("Darwin") }
    let names = files.flatMap { file in
      file.source.matches(of: pattern).map { String($0.output.1 ?? $0.output.2 ?? "") }
    }
    #expect(names.count > 3)
    // It is there only under the sanitizer, which is what the kit asks.
    for name in names where name != "__tsan_init" { #expect(dlsym(nil, name) != nil, "\(name)") }
  }

  @Test("starts no thread that may silently never run, but in what learners read")
  func threads() throws {
    for file in try SourceTree("Sources").files where !file.path.contains("/Lessons/") {
      let code = file.source.split(separator: "\n").filter { !$0.contains("///") }
      #expect(!code.contains { $0.contains("detachNewThread") }, "\(file.path)")
    }
  }

  @Test("is in two files of each module, apart from conditions on the module for transfers")
  func twoFiles() throws {
    let platform = Self.modules.flatMap(Self.files)
    for folder in ["Sources", "Tests"] {
      let files = try SourceTree(folder).files
        .filter { !platform.contains($0.path) && !$0.path.contains("/DarwinHeaders/") }
      #expect(!files.isEmpty)
      for file in files {
        let isLibrary = file.path.hasPrefix("Sources/OperationLab/")
        #expect(
          PlatformSurface.strangeConditions(in: file.source, isLibrary: isLibrary) == [],
          "\(file.path)")
      }
    }
  }

  @Test("is noticed in every other place")
  func notices() {
    for line in [
      "#if os(macOS)", "  #if !os(Linux)", "#elseif canImport(Glibc)", "#if DEBUG && canImport(os)",
      "#if targetEnvironment(simulator)", "#if canImport(FoundationNetworking)\n  import Networks",
    ] {
      #expect(!PlatformSurface.strangeConditions(in: "\n\(line)\n", isLibrary: true).isEmpty)
    }
    let transfers = "#if canImport(FoundationNetworking)\n  import FoundationNetworking\n#endif"
    #expect(PlatformSurface.strangeConditions(in: transfers, isLibrary: false).isEmpty)
    #expect(!PlatformSurface.strangeConditions(in: transfers, isLibrary: true).isEmpty)
  }

  @Test("is not asked for by any script, nor does one need a tool that macOS lacks")
  func scripts() throws {
    let folder = SourceTree.root.appendingPathComponent("Scripts")
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    #expect(names.count > 5)
    for name in names {
      let path = folder.appendingPathComponent(name)
      var isFolder: ObjCBool = false
      _ = FileManager.default.fileExists(atPath: path.path, isDirectory: &isFolder)
      guard !isFolder.boolValue else { continue }
      let text = try String(contentsOf: path, encoding: .utf8)
      // `timeout`, a date's nanoseconds and arrays read from lines are Linux's only.
      let foreign = text.firstMatch(
        of: /\buname\b|\bOSTYPE\b|(?m)(^|[(;|&$ ])timeout [$0-9]|%s%N|\bmapfile\b|\breadarray\b/)
      #expect(foreign == nil, "\(name): \(foreign?.output.0 ?? "")")
    }
  }

  private func source(of path: String) throws -> String {
    try String(contentsOf: SourceTree.root.appendingPathComponent(path), encoding: .utf8)
  }
}

/// The functions that a file gives to the others, and its conditions on the platform.
private struct PlatformSurface {
  /// Names, arguments and results, as others could use them.
  let functions: Set<String>

  init(_ source: String) {
    let code = source.split(separator: "\n").filter { !$0.contains(/^\s*\/\//) }
      .joined(separator: " ").replacing(/\s+/, with: " ")
    let pattern = #/ ((?:[@\w]+ )*)(func|init|class|struct|static var)(\??[ (][^{]*?) ?\{/#
    functions = Set(
      code.matches(of: pattern).compactMap { match in
        let words = match.output.1.split(separator: " ")
        guard !words.contains(where: { $0.hasSuffix("private") }) else { return nil }
        let isStatic = words.contains("static") ? "static " : ""
        return isStatic + match.output.2
          + match.output.3.replacing("( ", with: "(").replacing(" )", with: ")")
      })
  }

  /// The lines that ask for the platform.
  static func conditions(in source: String) -> [String] {
    let lines: [Substring] = source.split(separator: "\n").map { $0.drop { $0 == " " } }
    return lines.filter { line in
      (line.hasPrefix("#if ") || line.hasPrefix("#elseif "))
        && ["os(", "canImport(", "targetEnvironment("].contains { line.contains($0) }
    }.map(String.init)
  }

  /// Those that no file but two may have.
  static func strangeConditions(in source: String, isLibrary: Bool) -> [String] {
    guard !conditions(in: source).isEmpty else { return [] }
    let lines = source.split(separator: "\n").map { String($0.drop { $0 == " " }) }
    return zip(lines, lines.dropFirst() + [""]).filter { line, next in
      !conditions(in: line).isEmpty
        && !["Networking", "XML"].contains { module in
          // Code that uses the library need not import the module.
          let accesses = isLibrary ? ["internal ", "package ", "public "] : [""]
          return line == "#if canImport(Foundation\(module))"
            && accesses.contains { next == "\($0)import Foundation\(module)" }
        }
    }.map(\.0)
  }
}
