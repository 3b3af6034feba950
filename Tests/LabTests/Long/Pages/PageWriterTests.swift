import Foundation
import OperationLab
import OperationTesting
import Testing

@testable import LabShared
@testable import lab
@testable import labdocs

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
    #expect(
      filled == """
        <!-- trace: silent -->
        ```text
        #0  main  op1  added to q       ready
        #1  main  op2  added to q       ready
        #2  T1    op1  start() called   ready
        #3  T1    op1  start() returns  ready
        #4  main  op1  at rest, in q    ready
        #5  main  op2  at rest, in q    ready
        ```
        <!-- end -->
        <!-- timeline: silent -->
        ```text
        event │0           2           3           4
        main  │+op1…op2                            ·
        T1    │            ├op1────────┤╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌▷
        Never finished: op1.
        Never started: op2.
        op2 waits for a slot of q, held by op1.
        ├─┤ call of start(), ╌╌ start() returned, not finished,
          ▷ still open at the end
        + enqueued, · settled
        Left to right: the order of events, not time.
        ```
        <!-- end -->
        <!-- diagnosis: silent -->
        ```text
        op1 holds a slot of 'q' since 1.2 ms (event 2): start()
          was called on T1 and returned, but op1 never reported
          isFinished.
        op2 is ready, but 'q' has no free slot: its width is 1,
          and op1 holds the slot until it reports isFinished.

          op2 ─▶ a slot of 'q' ─▶ op1: started, never finished
        ```
        <!-- end -->
        <!-- verdicts -->
        | Claim | Who says what | Linux | macOS | Why |
        |---|---|---|---|---|
        | C01 | Article C: Statement C01. | confirmed | confirmed? (our guess) | It is the only slot. |
        | C02 | Article C: Statement C02. | refuted | refuted? (our guess) | Only the report counts. |
        | C03 | Article C: Statement C03. | confirmed | refuted ([documented](page)) | So it is. |
        | C04 | Article C: Statement C04. | varies | varies? (our guess) | Nothing forces an order. |
        <!-- end -->
        """)
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
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("snippets-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    return PageWriter(snippets: try Snippets(in: folder), report: SampleLesson.report())
  }
}
