import Foundation
import OperationCourse
import Testing

@testable import LabShared
@testable import lab
@testable import labdocs

/// The articles in the products' own catalogues.
@Suite("An article of a product", .repeatable, .elsewhere)
struct ProductArticleTests {
  @Test(
    "begins with code that compiles with the public symbols, and ends with what that prints",
    arguments: BookCatalogue.articles)
  func isTrue(_ path: String) throws {
    let article = try String(
      contentsOf: LabProcess.checkout.appendingPathComponent(path),
      encoding: .utf8)
    let code = try #require(article.firstMatch(of: /```swift\n((?s).*?)```/)).output.1
    let ending = try #require(article.firstMatch(of: /```text\n((?s).*)```\n$/)).output.1
    let compiler = try SubjectCompiler(.course, beside: LabProcess.executable)
    let server = try LoopbackServer()
    server.serve("/file", LoopbackServer.Resource(.generated(length: 5_000)))
    let folder = try TemporaryFolder()
    let source = folder.url.appendingPathComponent("main.swift")
    try String(code).write(to: source, atomically: true, encoding: .utf8)
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
    #expect(Self.withoutChance(result.output) == Self.withoutChance(String(ending)))
  }

  /// Which thread of a queue comes next, and how its events mix with another's, is left to chance.
  private static func withoutChance(_ output: String) -> String {
    output.replacing(/\W\d+ T\d+\s/, with: "")
  }
}
