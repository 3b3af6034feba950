import Foundation
import Testing

@testable import OperationDoctor

@Suite("A doctor calls operations", .repeatable)
struct DoctorNamesTests {
  private func stuck(_ names: String..., in queue: String = "q") -> OperationQueue {
    let queue = OperationQueue(queue, isSuspended: true)
    for name in names { queue.add(BlockOperation(name)) }
    return queue
  }

  private func subjects(_ queues: OperationQueue...) -> [String] {
    QueueDoctor(queues).diagnosis().findings.map(\.subject).sortedNaturally()
  }

  @Test("by their own names, and tells namesakes apart without using another's name")
  func namesakes() {
    let queue = stuck("load", "load", "load 2", "load 3")
    #expect(subjects(queue) == ["load", "load 2", "load 3", "load 4"])
    let held = QueueDoctor(queue).diagnosis().findings.map(\.queue)
    #expect(held == ["q", "q", "q", "q"])
  }

  @Test("by their own names, whatever a queue is called, or nothing, or what a program is called")
  func otherNames() {
    #expect(subjects(stuck("import", in: "import")) == ["import"])
    #expect(subjects(stuck("", in: "")) == ["BlockOperation"])
    let sentence = QueueDoctor(stuck("program")).diagnosis()["program"]?.sentence
    #expect(sentence?.hasPrefix("program is ready, but 'q' is suspended") == true)
  }

  @Test("once each, if a queue is given twice")
  func givenTwice() {
    let queue = stuck("a")
    #expect(
      QueueDoctor(queue, queue).report().contains("'q': 1 operation, no limit, suspended\na is"))
  }

  @Test("so that no name controls a terminal, in any text")
  func controlCharacters() throws {
    let hostile = "a\u{1B}[2J\u{7}\nb\u{202E}"
    let queue = stuck(hostile, in: hostile)
    let last = try #require(queue.operations.first)
    queue.add(BlockOperation("é下", after: last))
    let doctor = QueueDoctor(queue)
    let diagnosis = doctor.diagnosis()
    #expect(diagnosis.findings.map(\.subject) == [hostile, "é下"])
    let texts =
      [doctor.report(), doctor.diagram(), diagnosis.graph(width: 30), diagnosis.summary()]
      + diagnosis.findings.map(\.sentence)
    for text in texts {
      let controls = text.unicodeScalars.filter { scalar in
        [.control, .format].contains(scalar.properties.generalCategory) && scalar != "\n"
      }
      #expect(controls.isEmpty, "\(text.debugDescription)")
      for line in text.split(separator: "\n") { #expect(!line.hasPrefix("b")) }
    }
    #expect(diagnosis.graph(width: 90).contains("é下 ─▶ a\\u{1B}[2J\\u{7}\\u{A}b\\u{202E}"))
    let ascii = diagnosis.summary(width: 80, style: .ascii) + diagnosis.graph(style: .ascii)
    #expect(ascii.utf8.count == ascii.count, "\(ascii)")
  }
}
