import Foundation
import OperationCourse
import Testing

@testable import LabDocs
@testable import LabKit

@Suite("The app that stalls", .longPlan, .repeatable, .elsewhere)
struct GalleryTests {
  @Test("stalls as its page says, and has the code that the page shows")
  func stalls() throws {
    let page = LabProcess.checkout.appendingPathComponent("Lessons/see-your-queues.md")
    let text = try String(contentsOf: page, encoding: .utf8)
    let source = LabProcess.checkout.appendingPathComponent("Lessons/see-your-queues/Gallery.swift")
    let code = try String(contentsOf: source, encoding: .utf8)
    let shown = text.matches(of: /```swift\n((?s).*?)```/).map(\.output.1)
    #expect(shown.count == 2 && shown.allSatisfy { code.contains($0) })
    let compiler = try SubjectCompiler(.course, beside: LabProcess.executable)
    let folder = try TemporaryFolder()
    // Return is pressed when the two photos are shown that can be, and the next load has begun.
    let result = try LabProcess.shell(
      """
      cp "$SOURCE" "$FOLDER/main.swift" && touch "$FOLDER/queues.jsonl" || exit
      "$SWIFTC" -swift-version 6 -warnings-as-errors -I "$MODULES" "$FOLDER/main.swift" "$ARCHIVE" \
        -o "$FOLDER/program" || exit
      until [ "$(grep -c '"finished"' "$FOLDER/queues.jsonl")" -ge 4 ] && \
        [ "$(grep -c '"started"' "$FOLDER/queues.jsonl")" -ge 6 ]; do :; done | \
        "$FOLDER/program" "$FOLDER/queues.jsonl" && "$LAB" show "$FOLDER/queues.jsonl"
      """,
      environment: [
        "SWIFTC": compiler.swiftc.path, "MODULES": compiler.kit.modules, "SOURCE": source.path,
        "ARCHIVE": compiler.kit.archive, "FOLDER": folder.url.path,
      ])
    #expect(result.status == 0, "\(result.errors)")
    #expect(ending(of: result.output) == ending(of: text))
  }

  /// Who waits for whom.
  private func ending(of output: String) -> Substring? {
    output.firstMatch(of: /In the end\n((?s).*?)\n\n/)?.output.1
  }
}
