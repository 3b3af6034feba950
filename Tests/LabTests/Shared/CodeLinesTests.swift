import OperationCourse
@_spi(Course) import OperationTesting
import Testing

@testable import LabKit

@Suite("The line of code that an event comes from", .repeatable)
struct CodeLinesTests {
  @Test("is the only one that can have written it")
  func onlyOne() {
    let lines = CodeLines([piece("body", "let queue = q", "queue.addOperation(cook)", "}")])
    #expect(lines.line(of: event("cook", .enqueued)) == 1)
    #expect(lines.line(of: event("cook", .suspended)) == nil)
  }

  @Test("is, of several, the only one that names the subject")
  func named() {
    let lines = CodeLines([
      piece(
        "body", #"let cook = bench.block("cook") {}"#, #"let wash = bench.block("wash") {}"#,
        "queue.addOperation(cook)", "queue.addOperation(wash)", "queue.addOperation(cooking)")
    ])
    #expect(lines.line(of: event("wash", .enqueued)) == 3)
    #expect(lines.line(of: event("dry", .enqueued)) == nil)
  }

  @Test("is unknown where two name the subject, and in comments")
  func twice() {
    let twice = CodeLines([piece("body", "queue.addOperation(cook)", "other.addOperation(cook)")])
    #expect(twice.line(of: event("cook", .enqueued)) == nil)
    let comment = CodeLines([piece("body", "// queue.addOperation(cook)")])
    #expect(comment.line(of: event("cook", .enqueued)) == nil)
  }

  @Test("is in the class of the operations only where all are of that class")
  func classes() {
    let silent = piece(
      "Silent", "final class Silent: TracedOperation, @unchecked Sendable {",
      "  log(.started, self)", "}")
    let body = piece("body", "queue.addOperation(Silent(log))")
    #expect(CodeLines([body, silent]).line(of: event("op1", .started)) == 2)
    let mixed = piece("body", "queue.addOperation(Silent(log))", #"bench.block("b") {}"#)
    #expect(CodeLines([mixed, silent]).line(of: event("b", .started)) == nil)
  }

  @Test("records a mark by the name under which the lesson declares it")
  func marks() {
    let lines = CodeLines(
      [piece("body", "log(hasPart)", "for number in 1...3 { log(step(number)) }")],
      markNames: ["has a part": "hasPart", "step {}": "step"])
    #expect(lines.line(of: marked("has a part")) == 0)
    #expect(lines.line(of: marked(Event.Mark("step {}", .number(2)))) == 1)
    #expect(lines.line(of: marked("something else")) == nil)
  }

  @Test("opens a gate by the name that the program gave it")
  func gates() {
    let lines = CodeLines([
      piece("body", #"let go = bench.gate("both may end")"#, "go.open()", "answer.open()")
    ])
    #expect(lines.line(of: event("both may end", .opened)) == 1)
    #expect(lines.line(of: event("answer", .opened)) == nil)
  }

  private func piece(_ name: String, _ lines: String...) -> ProgramCode.Piece {
    ProgramCode.Piece(
      name: name, kind: name == "Silent" ? .operation : .other, lines: lines)
  }

  private func marked(_ mark: Event.Mark) -> Event {
    Event(seq: 0, ns: 0, thread: "main", subject: "a", kind: .noted, fact: .mark(mark))
  }

  private func event(_ subject: String, _ kind: Event.Kind) -> Event {
    Event(seq: 0, ns: 0, thread: "main", subject: subject, kind: kind)
  }
}
