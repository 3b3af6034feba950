import Foundation
import Testing

/// Reads the sources and holds them to the layers of the design.
@Suite("The layers")
struct LayerTests {
  /// The folders of the library, each with the folders whose types it may name.
  private static let allowed: [String: Set<String>] = [
    "Trace": [],
    "Operations": ["Trace"],
    "Claims": ["Trace"],
    "Timeline": ["Trace"],
    "Diagnosis": ["Trace"],
    "Lessons": ["Trace", "Operations", "Claims", "Timeline", "Diagnosis", "Downloads"],
    "Conformance": ["Trace", "Operations", "Claims", "Timeline", "Diagnosis"],
    "Downloads": ["Trace", "Operations"],
  ]

  @Test("name only types of the layers below", arguments: allowed.keys.sorted())
  func namesOnlyLayersBelow(_ layer: String) throws {
    let allowed = try #require(Self.allowed[layer]).union([layer])
    let own = try declaredTypes(in: layer, nestedToo: true)
    for other in Self.allowed.keys where !allowed.contains(other) {
      let foreign = try declaredTypes(in: other).subtracting(own)
      for (file, words) in try words(in: layer) {
        let named = words.intersection(foreign)
        #expect(named.isEmpty, "\(file) names \(named.sorted()) of \(other)")
      }
    }
  }

  @Test("keep what differs between platforms in one file")
  func onePlatformFile() throws {
    for (file, source) in try sources(under: "Sources") where !file.hasSuffix("/Platform.swift") {
      let others = source.replacing("#if canImport(FoundationNetworking)", with: "")
      #expect(!others.contains("#if os("), "\(file)")
      #expect(!others.contains("#if canImport("), "\(file)")
    }
  }

  @Test("let one type print and one place exit")
  func onePrinterOneExit() throws {
    for (file, source) in try sources(under: "Sources") {
      let code = source.split(separator: "\n").filter { !$0.drop { $0 == " " }.hasPrefix("//") }
      let text = code.joined(separator: "\n")
      if !file.hasSuffix("lab/Console.swift") {
        #expect(text.firstMatch(of: /\b(print|debugPrint|NSLog|fputs|puts)\(/) == nil, "\(file)")
      }
      if !file.hasSuffix("lab/Lab.swift") {
        #expect(text.firstMatch(of: /\b_?exit\(/) == nil, "\(file)")
      }
    }
  }

  @Test("never sleep")
  func noSleep() throws {
    for (file, source) in try sources(under: "Sources") + sources(under: "Tests/LabTests") {
      #expect(
        source.firstMatch(of: /\b(usleep|nanosleep)\(|\bsleep\([0-9]|Thread\.sleep|Task\.sleep/)
          == nil,
        "\(file)")
    }
  }

  @Test("use no package but their own")
  func noDependencies() throws {
    let manifest = try String(
      contentsOf: Self.root.appendingPathComponent("Package.swift"), encoding: .utf8)
    #expect(!manifest.contains(".package("))
  }

  private static let root = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  private func sources(under folder: String) throws -> [(file: String, source: String)] {
    let folder = Self.root.appendingPathComponent(folder)
    let files = try #require(
      FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil))
    var result: [(String, String)] = []
    for case let file as URL in files where file.pathExtension == "swift" {
      result.append((file.path, try String(contentsOf: file, encoding: .utf8)))
    }
    return result
  }

  /// The types declared at the left margin of a layer's files, private ones left out.
  private func declaredTypes(in layer: String, nestedToo: Bool = false) throws -> Set<String> {
    var types: Set<String> = []
    for (_, source) in try sources(under: "Sources/OperationLab/\(layer)") {
      let declaration =
        /(?m)^( *)(?:public |open |final |package |private |@\w+(?:\([^)]*\))? )*(?:struct|class|enum|protocol|actor) (\w+)/
      for match in source.matches(of: declaration)
      where nestedToo || (match.output.1.isEmpty && !match.output.0.contains("private ")) {
        types.insert(String(match.output.2))
      }
    }
    return types
  }

  /// The words of each file of a layer, comments and strings left out.
  private func words(in layer: String) throws -> [(file: String, words: Set<String>)] {
    try sources(under: "Sources/OperationLab/\(layer)").map { file, source in
      let code = source.split(separator: "\n")
        .map { $0.replacing(/\/\/.*/, with: "").replacing(/"[^"]*"/, with: "") }
        .joined(separator: "\n")
        // A word after a dot belongs to what stands before it.
        .replacing(/\.[A-Z]\w+/, with: "")
      return (file, Set(code.matches(of: /\b[A-Z]\w+/).map { String($0.output) }))
    }
  }
}
