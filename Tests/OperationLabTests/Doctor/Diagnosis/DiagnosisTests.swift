import Foundation
import Testing

@testable import OperationDoctor
@testable import OperationBench

@Suite("The text of a diagnosis", .repeatable)
struct DiagnosisTests {
  @Test("in JSON is an array of findings with their events, and decodes to the same value")
  func jsonArray() throws {
    let run = Situation(
      """
      T1 started op1
      T1 returned op1
      queue q width 1: op1 executing, op2 ready
      """)
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    let data = try encoder.encode(FindingJSON.all(run.trace, run.snapshot))
    #expect(try encoder.encode(JSONDecoder().decode([FindingJSON].self, from: data)) == data)
    let read = try JSONDecoder().decode(Diagnosis.self, from: data)
    #expect(read.findings.map(\.sentence) == run.diagnosis.findings.map(\.sentence))
    let values = try #require(try JSONSerialization.jsonObject(with: data) as? [[String: Any]])
    #expect(
      values.map { $0.keys.sorted() } == [
        [
          "besides", "cause", "isFinal", "lastSeen", "outrankedBy", "presence", "queue", "sentence",
          "since", "started", "subject", "waitsFor", "waitsForCount", "wasAdded", "width",
        ],
        [
          "besides", "cause", "isFinal", "outrankedBy", "queue", "sentence", "subject", "waitsFor",
          "waitsForCount", "wasAdded", "width",
        ],
      ])
  }

  @Test(
    "is no wider than requested, in either style", arguments: [20, 40, 60, 80],
    [Diagnosis.Style.unicode, .ascii])
  func lineWidth(_ width: Int, _ style: Diagnosis.Style) {
    let names = (1...9).map { "a rather long name of an operation, the one with number \($0)" }
    let queue = "a queue with quite a long name"
    let operations = names.enumerated().map { place, name in
      Snapshot.Operation(
        name: name, state: place < 2 ? [.ready, .executing] : place < 5 ? .ready : [],
        dependencies: place < 5 ? [] : [names[place - 1]], queue: queue)
    }
    let diagnosis = Diagnosis(
      trace: Trace(
        names.prefix(2).enumerated().map { place, name in
          .written(seq: place, thread: "T1", subject: name, kind: .started)
        }),
      snapshot: Snapshot(
        operations: operations, queues: [.init(name: queue, width: 2, operations: names)]))
    let lines = diagnosis.graph(width: width, style: style).split(separator: "\n")
    #expect(!lines.isEmpty && lines.allSatisfy { $0.count <= width })
    let text = diagnosis.summary(width: width, style: style).split(separator: "\n")
    #expect(text.allSatisfy { $0.count <= max(width, 26) })
    #expect(style == .unicode || (lines + text).allSatisfy { $0.allSatisfy(\.isASCII) })
  }

  @Test("counts the reasons and lines beyond a limit")
  func limits() {
    let diagnosis = Situation(
      (1...5).map { "queue of \($0) suspended: op\($0) ready" }.joined(separator: "\n")
    ).diagnosis
    #expect(
      diagnosis.summary(width: 200, limit: 1) == """
        op1 is ready, but 'of 1' is suspended, and starts nothing until isSuspended is false again.
        … and 4 more operations.
        """)
    #expect(
      diagnosis.graph(limit: 2) == """
        op1: 'of 1' is suspended
        op2: 'of 2' is suspended
        … (3 more lines)
        """)
  }

  @Test("has a circle that is too wide for a line drawn vertically, within the columns")
  func wideCircle() {
    let names = (1...3).map { "an_operation_with_a_name_of_some_length_number_\($0)" }
    let diagnosis = Situation(
      "queue q: \(names[0]) after \(names[1]), \(names[1]) after \(names[2]), "
        + "\(names[2]) after \(names[0])"
    ).diagnosis
    #expect(
      diagnosis.graph(width: 40) == """
        ┌─▶ an_operation_with_a_name_of_some_le…
        │   ▼
        │   an_operation_with_a_name_of_some_le…
        │   ▼
        └── an_operation_with_a_name_of_some_le…
        """)
  }

  @Test("has a circle in ASCII") func asciiCircle() {
    #expect(
      Situation("queue q: a after b, b after a, c after b").diagnosis.graph(style: .ascii) == """
        +-> a -> b -+
        +-----------+
        c -> b
        """)
  }
}
