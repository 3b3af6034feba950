import Foundation
import OperationCourse
import Testing

@testable import LabDocs
@testable import LabKit

/// The articles in the products' own catalogues. The program of one is its first code, and each
/// later code that is followed at once by what it prints.
@Suite("An article of a product", .longPlan, .repeatable, .elsewhere)
struct ProductArticleTests {
  @Test(
    "has code that compiles with the public symbols, and prints what stands there",
    arguments: try articles())
  func isTrue(_ path: String) throws {
    let article = try String(
      contentsOf: LabProcess.checkout.appendingPathComponent(path),
      encoding: .utf8)
    let first = try #require(article.firstMatch(of: /```swift\n((?s).*?)```/)).output.1
    let shown = article.matches(of: /```swift\n((?s)(?:(?!```).)*)```\n\n```text/).map(\.output.1)
    let code = ([first] + shown).joined()
    let outputs = article.matches(of: /```text\n((?s).*?)```\n/).map(\.output.1)
    try #require(outputs.count == max(shown.count, 1))
    let compiler = try SubjectCompiler(.course, beside: LabProcess.executable)
    let server = try LoopbackServer()
    server.serve("/file", LoopbackServer.Resource(.generated(length: 5_000)))
    let folder = try TemporaryFolder()
    let source = folder.url.appendingPathComponent("main.swift")
    try code.write(to: source, atomically: true, encoding: .utf8)
    let result = try LabProcess.shell(
      """
      "$SWIFTC" -swift-version 6 -warnings-as-errors -I "$MODULES" "$SOURCE" "$ARCHIVE" \
        -o "$FOLDER/program" && exec "$FOLDER/program" "$ADDRESS" "$FOLDER/file"
      """,
      environment: [
        "SWIFTC": compiler.swiftc.path, "MODULES": compiler.kit.modules, "SOURCE": source.path,
        "ARCHIVE": compiler.kit.archive, "FOLDER": folder.url.path,
        "ADDRESS": server.url("/file").absoluteString,
      ])
    #expect(result.status == 0, "\(result.errors)")
    #expect(Self.withoutChance(result.output) == Self.withoutChance(outputs.joined()))
  }

  /// Beside the page of each product, which has its name and lists the symbols.
  private static func articles() throws -> [String] {
    let folder = "Sources/OperationLab"
    let files = FileManager.default.enumerator(
      atPath: LabProcess.checkout.appendingPathComponent(folder).path)
    let pages = (files?.allObjects as? [String] ?? []).filter { $0.contains(".docc/") }
      .filter { $0.hasSuffix(".md") && !$0.contains(#/(\w+)\.docc/\1\.md/#) }
    try #require(!pages.isEmpty)
    return pages.sorted().map { "\(folder)/\($0)" }
  }

  /// Which thread of a queue comes next, and how its events mix with another's, is left to chance.
  private static func withoutChance(_ output: String) -> String {
    output.replacing(/\W\d+ T\d+\s/, with: "").replacing(/\((?:#\d+(?:, )?)+\)/, with: "")
  }
}
