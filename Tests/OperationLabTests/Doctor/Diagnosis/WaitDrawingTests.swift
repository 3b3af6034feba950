import Foundation
import OperationCourse
import OperationDoctor
import OperationBench
import Testing

@Suite("Who waits for whom, as a picture", .repeatable)
struct WaitDrawingTests {
  @Test("has a box for each station of the chain, and arrows from what waits")
  func slots() {
    #expect(
      TimelineHangs.slots.diagnosis.mermaid() == """
        flowchart LR
          n0["op3 … op10 (8)"]
          n1(["a slot of 'downloads'"])
          n2["op1 and op2<br>started, never finished"]
          n0 --> n1
          n1 --> n2
        """)
  }

  @Test("comes back to the first box where they wait in a circle")
  func circle() {
    #expect(
      TimelineHangs.circle.diagnosis.mermaid() == """
        flowchart LR
          n0["egg"]
          n1["hen"]
          n0 --> n1
          n1 --> n0
        """)
  }

  @Test("has one box for what several paths lead to")
  func shared() {
    let situation = Situation("queue q suspended: a ready, b after a, c after a, d after c")
    let chart = situation.diagnosis.mermaid().split(separator: "\n")
    #expect(chart.count { $0.contains("\"a<br>") } == 1)
    #expect(chart.count { $0.contains("-->") } == chart.count { $0.contains("[\"") } - 1)
  }

  @Test(
    "lets no name end a text, begin a tag or add a line",
    arguments: [
      "\"]; end", "<script>", "a#b;c", "%%{init}%%", "`code`", "line\nbreak", "1. first", "- dash",
      "_a_", "a-->b", "é下🚀",
    ])
  func hostile(_ name: String) {
    let snapshot = Snapshot(
      operations: [.init(name: name, state: .ready, queue: name)],
      queues: [.init(name: name, width: -1, isSuspended: true, operations: [name])])
    let diagnosis = Diagnosis(trace: Trace(), snapshot: snapshot)
    let lines = diagnosis.mermaid().split(separator: "\n")
    #expect(lines.count == 2)
    let box = #/\s\sn0\["(?:[^"<>%`#]|#\d+;)*<br>(?:[^"<>%`#]|#\d+;)*"\]/#
    #expect(lines.last?.wholeMatch(of: box) != nil, "\(lines)")
  }

  @Test("says so when nothing is stuck, and counts what it leaves out")
  func limits() {
    #expect(QueueDoctor().diagram().contains("Nothing is stuck"))
    let stuck = Situation(
      (0..<9).map { "queue q\($0) suspended: only\($0)one ready" }.joined(separator: "\n"))
    #expect(stuck.diagnosis.mermaid(limit: 4).hasSuffix("n4[\"… (5 more)\"]"))
  }

  @Test("is what a doctor gives of real queues")
  func doctor() {
    let queue = OperationQueue()
    queue.name = "downloads"
    queue.isSuspended = true
    let (fetch, show) = (BlockOperation {}, BlockOperation {})
    (fetch.name, show.name) = ("fetch", "show")
    show.addDependency(fetch)
    queue.addOperations([fetch, show], waitUntilFinished: false)
    #expect(
      QueueDoctor(queue).diagram() == """
        flowchart LR
          n0["show"]
          n1["fetch<br>'downloads' is suspended"]
          n0 --> n1
        """)
    queue.isSuspended = false
  }

  @Test("keeps within the width of the picture, however long names and chains are")
  func fits() throws {
    let names = (1...6).map { "operation with a rather long name \($0)x" }
    let snapshot = Snapshot(
      operations: names.enumerated().map { place, name in
        .init(
          name: name, state: place == 0 ? .ready : [],
          dependencies: place == 0 ? [] : [names[place - 1]], queue: "q")
      },
      queues: [.init(name: "q", width: -1, isSuspended: true, operations: names)])
    let trace = TimelineSamples.trace { writer in for name in names { writer.put(name, in: "q") } }
    let svg = Timeline(trace, snapshot: snapshot).svg(title: "t")
    let width = try #require(svg.firstMatch(of: /<svg [^>]*width="(\d+)"/).flatMap { Int($0.1) })
    #expect(width <= 900)
    let boxes = svg.matches(
      of: /<rect class="tl-(?:waiting|holding)" x="(\d+)" y="\d+" width="(\d+)"/)
    #expect(boxes.count > 3)
    for box in boxes { #expect((Int(box.1) ?? 0) + (Int(box.2) ?? 0) <= width) }
  }
}
