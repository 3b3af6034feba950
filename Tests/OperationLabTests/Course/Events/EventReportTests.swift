import Foundation
import OperationDoctor
import Testing

@testable import OperationCourse
@testable import OperationLab

@Suite("A report of queues", .repeatable)
struct EventReportTests {
  @Test("shows in its trace each slot as a lane, and who passed it on")
  func slots() {
    let report = EventReport(stall)
    let timeline = Timeline(report.trace, snapshot: report.snapshot)
    #expect(timeline.lanes.map(\.thread) == ["photos", "photos 1", "photos 2"])
    let spans = timeline.lanes.flatMap(\.spans)
    #expect(spans.map(\.subject) == ["load#1", "load#3", "load#2"])
    #expect(spans.map(\.isOpen) == [false, true, true])
    #expect(spans.allSatisfy { $0.kind == .running })
    #expect(timeline.arrows.map(\.kind) == [.slot])
    #expect(timeline.arrows.map(\.releaser) == ["load#1"])
  }

  @Test("says who waits for whom in the end")
  func end() throws {
    let report = EventReport(stall)
    let diagnosis = Diagnosis(trace: report.trace, snapshot: report.snapshot)
    #expect(diagnosis["load#2"]?.cause == .silent && diagnosis["load#3"]?.cause == .silent)
    #expect(diagnosis["load#4"]?.cause == .noFreeSlot)
    #expect(diagnosis["load#4"]?.waitsFor == ["load#2", "load#3"])
    #expect(diagnosis["show#5"]?.cause == .dependency)
    #expect(diagnosis["show#5"]?.waitsFor == ["load#4"])
    #expect(diagnosis["load#1"] == nil)
  }

  @Test("says who waited longest, for what, and how full the queue was")
  func figures() throws {
    let report = EventReport(stall)
    #expect(report.waits.map(\.operation) == ["load#4", "show#5", "load#3", "load#1", "load#2"])
    let (load, show, third) = (report.waits[0], report.waits[1], report.waits[2])
    #expect(show.dependency == "load#4" && !show.isOver)
    #expect((show.untilReadyNs, show.untilStartNs) == (100, 0) && !show.isForSlot)
    #expect((load.untilReadyNs, load.untilStartNs) == (0, 100) && load.isForSlot && !load.isOver)
    #expect(third.untilStartNs == 40 && third.isForSlot && third.isOver)
    let use = try #require(report.queues.first)
    #expect((use.width, use.added, use.finished, use.most) == (2, 5, 1, 2))
    #expect((use.lengthNs, use.fullNs) == (100, 100))
  }

  @Test("takes an operation whose start cannot be seen for started where there is room")
  func unseen() {
    func report(width: Int) -> EventReport {
      EventReport(
        story(
          Array(["a", "b"].map { added($0, width: width, reportsStart: false) })
            + [("a", .ready, 0), ("b", .ready, 0)].map { .init($0, $1, $2) }))
    }
    func causes(_ report: EventReport) -> [Diagnosis.Cause] {
      Diagnosis(trace: report.trace, snapshot: report.snapshot).findings.map(\.cause)
    }
    #expect(causes(report(width: 1)) == [.silent, .noFreeSlot])
    #expect(causes(report(width: 2)) == [.silent, .silent])
    #expect(report(width: 1).queues.map(\.unseenStarts) == [2])
  }

  @Test("names none as never started whose start cannot be seen, and not what was free beside it")
  func hidden() throws {
    let report = EventReport(
      story([
        added("hidden", width: 2, reportsStart: false), added("seen", width: 2),
        added("late", width: 2), Step("hidden", .ready, 0), Step("seen", .ready, 0),
        Step("late", .ready, 0), Step("seen", .started, 0), Step("seen", .finished, 100),
        Step("late", .started, 100),
      ]))
    let timeline = Timeline(report.trace, snapshot: report.snapshot)
    let outcomes = Dictionary(
      uniqueKeysWithValues: timeline.operations.map { ($0.subject, $0.outcome) })
    #expect(outcomes == ["hidden": .neverFinished, "seen": .over, "late": .neverFinished])
    let wait = try #require(report.waits.first { $0.operation == "late" })
    #expect(wait.untilStartNs == 100 && !wait.isForSlot && !wait.knowsSlots)
  }

  @Test("names a dependency that was added to no queue")
  func unadded() {
    let report = EventReport(
      story([added("draw", width: 1, dependencies: ["fetch"])]))
    let diagnosis = Diagnosis(trace: report.trace, snapshot: report.snapshot)
    #expect(diagnosis["fetch"]?.cause == .neverStarted)
    #expect(diagnosis["fetch"]?.clue == .inNoReportingQueue)
    #expect(diagnosis.graph().contains("draw ─▶ fetch: added to no queue of this file"))
  }

  @Test("takes no dependency for unfinished that a file which begins in the middle no longer has")
  func middle() {
    let later = story([
      added("holder", width: 1), added("draw", width: 1, dependencies: ["gone", "holder"]),
    ]).map { event in
      OperationEvent(
        seq: event.seq + 1000, ns: event.ns, operation: event.operation, kind: event.kind,
        queue: event.queue, isCancelled: false, addition: event.addition)
    }
    let report = EventReport(later)
    #expect(report.missing == 1000 && EventReport(stall).missing == 0)
    let diagnosis = Diagnosis(trace: report.trace, snapshot: report.snapshot)
    #expect(diagnosis["draw"]?.waitsFor == ["holder"] && diagnosis["gone"] == nil)
  }

  @Test("says that a cancelled operation waits in a suspended queue")
  func suspended() {
    var step = added("late", width: 1)
    step.addition = .init(
      width: 1, isSuspended: true, priority: 0, dependencies: [], reportsStart: true)
    let report = EventReport(story([step, Step("late", .cancelled, 1), Step("late", .ready, 1)]))
    let diagnosis = Diagnosis(trace: report.trace, snapshot: report.snapshot)
    #expect(diagnosis.graph().contains("'photos' is suspended"), "\(diagnosis.graph())")
  }

  @Test("is made of any events, in any order and at any time")
  func hostile() {
    let kinds: [OperationEvent.Kind] = [
      .added, .ready, .started, .cancelled, .finished, .released, .started, .finished,
    ]
    var random = SplitMix(seed: 7)
    for _ in 0..<300 {
      let events = (0..<Int.random(in: 0...20, using: &random)).map { number in
        let kind = kinds.randomElement(using: &random) ?? .added
        return OperationEvent(
          seq: number, ns: .random(in: 0...99, using: &random),
          operation: ["a", "b", ""].randomElement(using: &random) ?? "", kind: kind,
          queue: Bool.random(using: &random) ? ["q", ""].randomElement(using: &random) : nil,
          isCancelled: .random(using: &random),
          addition: Bool.random(using: &random)
            ? .init(
              width: .random(in: -1...1, using: &random), isSuspended: .random(using: &random),
              priority: 0, dependencies: ["a", "c"], reportsStart: .random(using: &random)) : nil)
      }
      let report = EventReport(events)
      #expect(report.trace.events.count == events.count)
      #expect(Timeline(report.trace, snapshot: report.snapshot).events.count == events.count)
    }
  }

  @Test("leaves a cut line and unknown kinds out, counts them, and keeps processes apart")
  func file() throws {
    let lines = try ["7-1", "8-2"].flatMap { process in
      try stall.map { try text(OperationEventLine($0, of: process)) }
    }
    let unknown = try text(
      OperationEventLine(story([Step("a", "moved", 0)])[0], of: "7-1"))
    // As two processes write at a time.
    let mixed = (0..<stall.count).flatMap { [lines[$0], lines[$0 + stall.count]] }
    let all = [unknown, ""] + mixed + ["[]", "{\"seq\":1}", String(unknown.dropLast(9))]
    let file = EventFile(Data(all.joined(separator: "\n").utf8))
    #expect(file.processes.map(\.number) == [7, 8])
    #expect(file.processes.allSatisfy { $0.events == stall })
    let twice = EventFile(Data((lines + lines).joined(separator: "\n").utf8))
    #expect(twice.processes.allSatisfy { $0.events == stall })
    #expect(file.unknown == ["moved": 1])
    #expect(file.unreadable == 3)
    #expect(EventFile(Data()).processes.isEmpty)
  }

  private func text(_ line: OperationEventLine) throws -> String {
    String(decoding: try JSONEncoder().encode(line), as: UTF8.self)
  }

  /// Two slots are held at the end, of which one was passed on after 40 ns.
  private var stall: [OperationEvent] {
    story(
      (1...4).map { added("load#\($0)", width: 2) }
        + [added("show#5", width: 2, dependencies: ["load#4"])]
        + (1...4).map { Step("load#\($0)", .ready, 0) } + [
          Step("load#1", .started, 0), Step("load#2", .started, 0), Step("load#1", .finished, 40),
          Step("load#3", .started, 40), Step("load#1", .released, 100),
        ])
  }

  private struct Step {
    let operation: String
    let kind: OperationEvent.Kind
    let ns: UInt64
    var addition: OperationEvent.Addition?

    init(_ operation: String, _ kind: OperationEvent.Kind, _ ns: UInt64) {
      (self.operation, self.kind, self.ns) = (operation, kind, ns)
    }

    init(_ operation: String, _ kind: String, _ ns: UInt64) {
      self.init(operation, OperationEvent.Kind(rawValue: kind), ns)
    }
  }

  private func added(
    _ operation: String, width: Int, dependencies: [String] = [], reportsStart: Bool = true
  ) -> Step {
    var step = Step(operation, .added, 0)
    step.addition = .init(
      width: width, isSuspended: false, priority: 0, dependencies: dependencies,
      reportsStart: reportsStart)
    return step
  }

  private func story(_ steps: [Step]) -> [OperationEvent] {
    steps.enumerated().map { seq, step in
      OperationEvent(
        seq: seq, ns: step.ns, operation: step.operation, kind: step.kind,
        queue: step.addition == nil ? nil : "photos", isCancelled: step.kind == .cancelled,
        addition: step.addition)
    }
  }
}
