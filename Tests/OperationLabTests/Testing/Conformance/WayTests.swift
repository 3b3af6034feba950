import Foundation
import Testing

@testable import OperationDoctor
@testable import OperationLab
@testable import OperationBench
@testable import OperationTesting

@Suite("A way to break a rule", .repeatable)
struct WayTests {
  private static let rules = Battery.rules + [Rule.noDataRaces]

  @Test("has its own cost and cure", arguments: rules.map(\.id))
  func list(_ id: String) throws {
    let rule = try #require(Self.rules.first { $0.id == id })
    #expect(!rule.ways.isEmpty)
    #expect(Set(rule.ways).count == rule.ways.count)
    for way in rule.ways {
      #expect(!way.cost.isEmpty && way.cure.count > 20 && way.cost != way.cure, "\(way)")
      #expect(way.lesson.map { (0...22).contains($0) } != false)
      Self.expectToStandAlone(way)
    }
  }

  @Test("is described by itself, whatever else is found")
  func general() {
    for way in Way.general { Self.expectToStandAlone(way) }
    // What never began, or waits, is not mended by a report of its end.
    for stuck in [StuckState.neverBegan, .standing, .notReady, .dependent, .notStarted] {
      #expect(!stuck.way.cure.contains("isFinished"), "\(stuck)")
    }
    #expect(!Way.locked.cure.contains("isFinished"))
    for way in [Way.trapped, .unowned, .exited, .busy] {
      #expect(!way.cure.contains("lock") && !way.cure.contains("isFinished"), "\(way)")
    }
  }

  @Test("and a rule are all that rules.json describes")
  func words() {
    let ways = Way.general + Self.rules.flatMap(\.ways)
    // The file has two more names, for the ways that any rule may be broken in and for calls.
    let calls = RuleWords.all.values.filter { $0.functions != nil }
    #expect(calls.allSatisfy { $0.statement != nil && $0.cure != nil } && calls.count > 5)
    #expect(RuleWords.all.count == ways.count + calls.count + 2)
    // Nothing is translated twice.
    let costs = RuleWords.all.values.compactMap(\.cost)
    let cures = RuleWords.all.values.compactMap(\.cure)
    #expect(Set(costs + cures).count == costs.count + cures.count)
    #expect((costs + cures).allSatisfy { !$0.contains("\n") })
  }

  private static func expectToStandAlone(_ way: Way) {
    for word in ["--rule", "first finding", "other rules", "other finding"] {
      #expect(!(way.cost + way.cure).contains(word), "\(way)")
    }
  }

  @Test(
    "follows from how an operation stands in the end",
    arguments: [
      ([], [], true, .notReady), ([], ["dependent"], true, .dependent), ([.ready], [], true, .idle),
      ([.ready], ["started", "returned"], true, .returned),
      ([.ready], ["started"], true, .standing),
      ([.ready], ["next"], true, .returned), ([.ready], ["next", "next ran"], true, .notStarted),
      ([.ready, .executing], ["given"], true, .neverBegan),
      ([.ready, .executing], ["given", "began"], true, .endless),
      ([.ready, .executing], [], true, .endless),
      ([.ready, .executing], ["started"], true, .standing),
      ([.ready, .executing], [], false, .overwritten),
      ([.ready, .finished], [], true, .unannounced), ([.ready, .finished], [], false, nil),
    ] as [(OperationState, [String], Bool, StuckState?)])
  func stuck(_ state: OperationState, _ seen: [String], _ isInQueue: Bool, _ expected: StuckState?)
  {
    var events: [Event] = []
    func add(
      _ kind: Event.Kind, _ subject: String, _ state: OperationState = [], _ fact: Event.Fact? = nil
    ) {
      var event = Event(
        seq: events.count, ns: 0, thread: "T1", subject: subject, kind: kind, state: state)
      if let fact { event.set(fact) }
      events.append(event)
    }
    add(.enqueued, "subject")
    for what in seen {
      switch what {
      case "dependent": break
      case "started": add(.started, "subject")
      case "returned": add(.returned, "subject")
      case "next": add(.enqueued, "next")
      case "next ran": add(.began, "next")
      case "given": add(.noted, "subject", [], .mark(.hasWork))
      default: add(.began, Probe.subject)
      }
    }
    add(.settled, "subject", state, .place(queue: isInQueue ? "queue" : nil))
    let dependency = Snapshot.Operation(name: "other", state: .ready)
    let operation = Snapshot.Operation(name: "subject", state: state, dependencies: ["other"])
    let run = Run(
      program: "one", outcome: .hangs, trace: Trace(events),
      snapshot: seen == ["dependent"] ? Snapshot(operations: [operation, dependency]) : nil)
    #expect(
      StuckState(Evidence(program: "one", event: events[events.count - 1]), in: run) == expected)
  }

  @Test("is that of a call that has not returned, where a thread stands in one")
  func standing() {
    func way(of function: String, from way: Way) -> Way? {
      let calls = [StackFrame(function: function, file: "/A.swift", line: 7)]
      let event = Event(seq: 0, ns: 0, thread: "T1", subject: "subject", kind: .enqueued)
      let finding = RuleFinding.broken(
        "it never finished", [Evidence(program: "one", event: event)], way: way)
      let run = Run(program: "one", outcome: .hangs, trace: Trace([event]))
      let ruling = Ruling(finding, in: run) { _ in
        StackReport([calls], of: .files(["/A.swift"]), hasDied: false)
      }
      return ruling.way
    }
    let endless = StuckState.endless.way
    #expect(way(of: "A.main()", from: endless) == StuckState.standing.way)
    #expect(way(of: "A.start()", from: StuckState.idle.way) == StuckState.standing.way)
    // A thread of its own that waits for the next request.
    #expect(way(of: "closure #1 in A.start()", from: endless) == endless)
    #expect(way(of: "A.serve()", from: endless) == endless)
    #expect(way(of: "A.main()", from: Way.twice) == Way.twice)
  }

  @Test("is a trap where the process ended, though a judge only missed a return")
  func trap() throws {
    let rule = try #require(Battery.rule("cancel-returns"))
    let began = Event(seq: 0, ns: 0, thread: "T1", subject: Probe.subject, kind: .began)
    let call = Event(seq: 1, ns: 0, thread: "T2", subject: "subject", kind: .cancelled)
    let died = Run(
      program: Life(.queued, .cancel(.working)).name, outcome: .traps,
      detail: Run.Detail(signal: "SIGILL", output: "A.swift:1: Fatal error: no queue\n"),
      trace: Trace([began, call]))
    let seen = Conformance.Report.Sighting(run: died, finding: rule.finding(in: died))
    let ruling = Ruling(rule.finding(in: seen, nil), in: died)
    #expect(ruling.verdict == .broken)
    #expect(ruling.ending?.manner == .trapped(signal: "SIGILL", message: "no queue"))
  }
}
