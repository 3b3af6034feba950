import Foundation
import OperationCourse
import OperationBench
import Testing

/// The files under `Lessons/foundation-differences`: what they find without the kit is what the kit's
/// claims say.
@Suite("A difference of Foundation's", .longPlan, .repeatable, .elsewhere)
struct DifferencesTests {
  private static let folder = LabProcess.checkout
    .appendingPathComponent("Lessons/foundation-differences")

  @Test("is seen without the kit where the claim says so", arguments: Differences.all)
  func reproduces(_ difference: Differences.Difference) throws {
    let claim = try #require(Self.claim(difference.claim))
    let program = FileManager.default.temporaryDirectory
      .appendingPathComponent("difference-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: program) }
    let compiled = try LabProcess.shell(
      "swiftc -swift-version 6 -warnings-as-errors -o \"$OUT\" \"$FILE\"",
      environment: [
        "OUT": program.path, "FILE": Self.folder.appendingPathComponent(difference.file).path,
      ])
    try #require(compiled.status == 0, "\(compiled.output)\(compiled.errors)")
    let result = try LabProcess.shell("exec \"$OUT\"", environment: ["OUT": program.path])
    #expect(
      result.output.wholeMatch(of: /(documented|expected): [^\n]+\nseen: [^\n]+\n/) != nil,
      "\(result.output)")
    let isGuess = claim.expected.basis(on: .current) == .unmeasured
    let differs = claim.expected.verdict(on: .current) != claim.expected.darwin
    #expect(result.status == (differs ? 1 : 0) || (isGuess && result.status == 1), "\(result)")
  }

  @Test("is one between the platforms, with a program of its lesson", arguments: Differences.all)
  func isOne(_ difference: Differences.Difference) throws {
    #expect(try #require(Self.claim(difference.claim)).expected.dependsOnPlatform)
    let lesson = Lessons.all.first { $0.claims.contains { $0.id == difference.claim } }
    #expect(lesson?.program(named: difference.program) != nil)
  }

  @Test("has one short file of Swift, which needs nothing but Foundation")
  func files() throws {
    let files = try FileManager.default.contentsOfDirectory(atPath: Self.folder.path).sorted()
    #expect(files == Differences.all.map(\.file).sorted())
    for file in files {
      let source = try String(
        contentsOf: Self.folder.appendingPathComponent(file), encoding: .utf8)
      let imports = source.matches(of: /(?m)^ *import (\w+)/).map { String($0.output.1) }
      #expect(Set(imports).isSubset(of: ["Foundation", "FoundationNetworking"]), "\(file)")
      #expect(source.split(separator: "\n").count < 50, "\(file)")
    }
  }

  @Test("of every claim that expects one is on the list")
  func isComplete() {
    let claims = Lessons.all.flatMap(\.claims).filter(\.expected.dependsOnPlatform).map(\.id)
    // C18b is C18 once more: what comes of it when two blocks wait for each other.
    #expect(Set(claims) == Set(Differences.all.map(\.claim)).union(["C18b"]))
  }

  private static func claim(_ id: String) -> Claim? {
    Lessons.all.flatMap(\.claims).first { $0.id == id }
  }
}

extension Differences.Difference: CustomTestStringConvertible {
  /// Its file, in the output of the tests.
  public var testDescription: String { file }
}
