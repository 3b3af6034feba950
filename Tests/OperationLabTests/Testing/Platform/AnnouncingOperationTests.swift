import Foundation
import Testing

@testable import OperationLab
@_spi(Course) @testable import OperationBench

/// Records whether its dependent was ready when its own notification was about to be posted.
private final class Announcer: AnnouncingOperation, @unchecked Sendable {
  let dependent = Operation()
  private let state = Locked((heard: [String](), isOver: false))

  override init() {
    super.init()
    dependent.addDependency(self)
  }

  override var isFinished: Bool { state.withLock { $0.isOver } }

  override func isAboutToChange(_ key: String) {
    let words = isFinished ? "over" : "not over"
    state.withLock { $0.heard.append("\(key) about to change, \(words)") }
  }

  override func willAnnounce(_ key: String) {
    let isReady = dependent.isReady
    state.withLock { $0.heard.append("\(key) \(isReady ? "after" : "before") others") }
  }

  var heard: [String] { state.withLock { $0.heard } }

  func end() { announcing("isFinished") { state.withLock { $0.isOver = true } } }
}

@Suite("An operation with callbacks for its own notifications", .repeatable)
struct AnnouncingOperationTests {
  @Test("gets one for each, whatever its key")
  func everyKey() {
    let operation = Announcer()
    let keys = ["isReady", "isExecuting", "executing", "own", "own"]
    for key in keys { operation.announcing(key) {} }
    #expect(operation.heard.filter { $0.hasSuffix("others") } == keys.map { "\($0) before others" })
  }

  @Test("gets one before a change, with the old state")
  func beforehand() {
    let operation = Announcer()
    operation.end()
    #expect(
      operation.heard == ["isFinished about to change, not over", "isFinished before others"])
  }

  @Test("gets those of several keys in nested pairs")
  func nested() {
    let operation = Announcer()
    operation.announcing("isExecuting", "isFinished") {}
    #expect(
      operation.heard == [
        "isFinished about to change, not over", "isExecuting about to change, not over",
        "isExecuting before others", "isFinished before others",
      ])
  }

  @Test("gets one for its finish before its dependents, which still become ready")
  func beforeOthers() {
    let operation = Announcer()
    #expect(!operation.dependent.isReady)
    operation.end()
    #expect(operation.heard.last == "isFinished before others")
    #expect(operation.dependent.isReady)
  }

  @Test("records each notification on the thread that posts it, if it has a log")
  func writtenDown() async throws {
    let bench = Bench()
    let operation = SilentOperation(
      bench.log("op"), returned: bench.gate("returned", isTraced: false),
      looked: bench.gate("looked", isTraced: false))
    try await elsewhere { operation.announce() }
    #expect(
      bench.recorder.trace().normalised().events == [
        Event(
          seq: 0, ns: 0, thread: "T1", subject: "op", kind: .announced,
          fact: .key(path: "isFinished"))
      ])
  }
}
