import Foundation
import Testing

@testable import OperationDoctor

@Suite("The diagnosis as a whole", .repeatable) struct TheDiagnosisAsAWholeTests {
  @Test("without a snapshot the last events are shown") func withoutSnapshot() {
    let trace = Story.trace(
      """
      main enqueued a q
      T1 started a
      T1 began a
      main enqueued b q
      main enqueued c q
      T2 began c
      T2 ended c
      T2 returned c
      """)
    let diagnosis = Diagnosis(trace: trace, snapshot: nil)
    #expect(
      diagnosis.told == """
        lastSeen: The program was last seen on main at 0.4 ms (event 4): added to q (c); the \
        process was gone before it could be asked for more.
        lastSeen: a was last seen on T1 at 0.2 ms (event 2): body begins; the process was gone \
        before it could be asked for more.
        lastSeen: b was last seen on main at 0.3 ms (event 3): added to q; the process was gone \
        before it could be asked for more.
        """)
    #expect(
      diagnosis.graph() == """
        program: last seen on main
        a: last seen on T1
        b: last seen on main
        """)
    #expect(Diagnosis(trace: Trace(), snapshot: nil).isEmpty)
  }

  @Test("in JSON it is an array of findings, and decodes to the same value") func jsonArray() throws
  {
    let story = Story(
      "T1 started op1\nT1 returned op1", queues: [.named("q", width: 1)],
      [.running("op1", in: "q"), .named("op2", .ready, in: "q")])
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    let data = try encoder.encode(story.diagnosis)
    #expect(try JSONDecoder().decode(Diagnosis.self, from: data) == story.diagnosis)
    let values = try #require(
      try JSONSerialization.jsonObject(with: data) as? [[String: Any]])
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

  @Test("no line is wider than requested, in either style") func lineWidth() {
    let names = (1...9).map { "a rather long name of an operation, the one with number \($0)" }
    let story = Story(
      names.prefix(2).map { "T1 started \($0)" }.joined(separator: "\n"),
      queues: [.named("a queue with quite a long name", width: 2)],
      names.enumerated().map { place, name in
        .named(
          name, place < 2 ? [.ready, .executing] : place < 5 ? .ready : [],
          in: "a queue with quite a long name", after: place < 5 ? [] : [names[place - 1]])
      })
    for width in [20, 40, 60, 80] {
      for style in [Diagnosis.Style.unicode, .ascii] {
        let lines = story.diagnosis.graph(width: width, style: style).split(separator: "\n")
        #expect(!lines.isEmpty && lines.allSatisfy { $0.count <= width })
        let text = story.diagnosis.summary(width: width, style: style).split(separator: "\n")
        #expect(text.allSatisfy { $0.count <= max(width, 26) })
        #expect(style == .unicode || (lines + text).allSatisfy { $0.allSatisfy(\.isASCII) })
      }
    }
  }

  @Test("more reasons than fit are counted") func moreReasonsThanFitAreCounted() {
    let names = (1...5).map { "op\($0)" }
    let story = Story(
      "", queues: names.map { .named("queue of \($0)", isSuspended: true) },
      names.map { .named($0, .ready, in: "queue of \($0)") })
    #expect(
      story.diagnosis.summary(width: 200, limit: 1) == """
        op1 is ready, but 'queue of op1' is suspended, and starts nothing until isSuspended is \
        false again.
        … and 4 more operations.
        """)
    #expect(
      story.diagnosis.graph(limit: 2) == """
        op1: 'queue of op1' is suspended
        op2: 'queue of op2' is suspended
        … (3 more lines)
        """)
  }
}
