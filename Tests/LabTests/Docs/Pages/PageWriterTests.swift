import Foundation
import OperationBench
import Testing

@testable import LabDocs
@testable import LabKit

@Suite("Filling a page", .repeatable)
struct PageWriterTests {
  @Test("makes trace, picture, diagnosis and verdicts from the runs of its lesson")
  func fills() throws {
    let page = """
      <!-- trace: silent -->
      <!-- end -->
      <!-- timeline: silent -->
      <!-- end -->
      <!-- diagnosis: silent -->
      <!-- end -->
      <!-- verdicts -->
      <!-- end -->
      """
    let filled = try writer().refreshed(page).text
    try Golden.expect("pages/filled.md", is: filled)
    #expect(try writer().refreshed(filled).text == filled)
  }

  @Test(
    "refuses a marker that asks for what is not there",
    arguments: [
      ("trace: none", "'<!-- trace: none -->' names no program of its lesson"),
      ("diagnosis: fixed", "'<!-- diagnosis: fixed -->' names a program that gets no diagnosis"),
      ("snippet: none", "no source has a region '// snippet: none'"),
    ])
  func refuses(_ marker: String, _ message: String) throws {
    let error = #expect(throws: Failure.self) {
      try writer().refreshed("<!-- \(marker) -->\n<!-- end -->")
    }
    #expect(error?.message == message)
  }

  private func writer() throws -> PageWriter {
    let folder = try TemporaryFolder()
    return PageWriter(snippets: try Snippets(in: folder.url), report: SampleLesson.report())
  }
}
