import Foundation
import Testing

@testable import OperationLab
@testable import OperationTesting

@Suite("A rule")
struct RuleTests {
  @Test("is not kept by a run in which what was held went on too early; broken it may be")
  func heldTooShort() {
    #expect(verdict(.holds, event: .timedOut, note: "nobody opened it") == .undecided)
    #expect(verdict(.broken, event: .timedOut, note: "nobody opened it") == .broken)
    #expect(verdict(.holds, event: .timedOut, note: "64 of 64 are stuck") == .holds)
    #expect(verdict(.holds, event: .opened, note: "") == .holds)
  }

  @Test(
    "does not take for a look at what is held one that came when its gate had given up",
    arguments: [
      ("waits-for-dependencies", "dependent"), ("executing-while-working", "held"),
      ("no-finish-before-work-ends", "held"), ("cancel-while-queued", "suspended"),
    ])
  func lateLook(_ id: String, _ trial: String) throws {
    let rule = try #require(Battery.rule(id))
    let subject = Subject("A(work: probe.run)") { _ in Operation() }
    func verdict(of events: [(Event.Kind, String, OperationState, String)]) -> Ruling.Verdict {
      let trace = events.enumerated().map {
        Event.written(seq: $0, thread: "T1", subject: $1.1, kind: $1.0, state: $1.2, note: $1.3)
      }
      let snapshot = Snapshot(operations: [], queues: [], ending: .quiet)
      let runs = ["independent", trial].map {
        Run(program: $0, outcome: .completes, trace: Trace(trace), snapshot: snapshot)
      }
      return rule.ruling(on: Runs(runs), of: subject).verdict
    }
    let events: [(Event.Kind, String, OperationState, String)] = [
      (.enqueued, "subject", .ready, ""),
      (.began, "work", [], ""),
      (.ended, "work", [], ""),
      (.ended, "dependency", [], ""),
      (.cancelled, "subject", [.ready, .finished], ""),
      (.observed, "subject", [.ready, .finished], "while the work goes on"),
      (.observed, "subject", [.ready, .finished], "while its dependency runs"),
      (.began, "next", [], ""),
      (.settled, "subject", [.ready, .finished], "in no queue"),
    ]
    #expect(verdict(of: events) == .broken)
    #expect(verdict(of: [(.timedOut, "gate", [], "nobody opened it")] + events) == .undecided)
  }

  @Test("says that a cancelled operation was started only where it holds a slot")
  func startedOrWaiting() throws {
    let rule = try #require(Battery.rule("cancel-ignores-dependencies"))
    func ruling(_ events: [(Event.Kind, String)]) -> Ruling {
      let start: [(Event.Kind, String)] = [(.cancelled, "subject"), (.observed, "subject")]
      let trace = (start + events).enumerated().map {
        Event(
          seq: $0, ns: 0, thread: "T1", subject: $1.1, kind: $1.0, state: [.ready, .cancelled],
          note: $1.0 == .observed ? "after cancel()" : "")
      }
      let run = Run(program: "dependent", outcome: .hangs, trace: Trace(trace))
      return rule.ruling(on: Runs([run]), of: Subject("A()") { _ in Operation() })
    }
    let holdsSlot = ruling([(.enqueued, "next"), (.ended, "dependency"), (.began, "next")])
    let waits = ruling([(.enqueued, "next"), (.began, "next"), (.ended, "dependency")])
    let unknown = [ruling([]), ruling([(.enqueued, "next")]), ruling([(.ended, "dependency")])]
    #expect(([holdsSlot, waits] + unknown).allSatisfy { $0.verdict == .broken })
    #expect(holdsSlot.why.contains("start() was called"))
    #expect(holdsSlot.cure?.contains("Finish in start()") == true)
    for other in [waits] + unknown {
      #expect(!other.why.contains("start()") && other.cure == nil, "\(other)")
    }
    #expect(waits.why.contains("went on waiting"))
  }

  @Test("about work done again decides nothing where start() was not called again")
  func startedOnce() throws {
    let rule = try #require(Battery.rule("works-once"))
    let events = [(Event.Kind.started, "subject"), (.began, "work")].enumerated().map {
      Event(seq: $0, ns: 0, thread: "T1", subject: $1.1, kind: $1.0)
    }
    let run = Run(program: "started-after-its-end", outcome: .hangs, trace: Trace(events))
    let ruling = rule.ruling(on: Runs([run]), of: Subject("A()") { _ in Operation() })
    #expect(ruling.verdict == .undecided)
  }

  @Test(
    "that compares looks again, with patience, at a comparison that goes wrong as well",
    arguments: [
      ("finish-survives-repetition", "twice", "once"),
      ("main-thread-may-wait", "waiting", "free"),
      ("waits-for-dependencies", "dependent", "independent"),
    ])
  func comparison(_ id: String, _ trial: String, _ other: String) throws {
    let rule = try #require(Battery.rule(id))
    let subject = Subject("A()") { _ in Operation() }
    let runs = [trial, other].map(Self.unfinished)
    let reconsideration = Reconsideration(rule, subject, nil, isEndless: false)
    #expect(reconsideration.doubtful(in: runs, patient: [])?.name == other)
    #expect(reconsideration.doubtful(in: runs, patient: [other]) == nil)
    #expect(rule.ruling(on: Runs(runs), of: subject).verdict != .broken)
  }

  /// A run in which everything happens that the rules ask for, but that the operation ends.
  private static func unfinished(in trial: String) -> Run {
    let events: [(Event.Kind, String, OperationState, String)] = [
      (.enqueued, "subject", .ready, ""),
      (.observed, "subject", .ready, "while the main thread waits"),
      (.observed, "subject", .ready, "while its dependency runs"),
      (.ended, "dependency", [], ""),
      (.began, "work", [], ""),
      (.noted, "work", [], Probe.again),
      (.settled, "subject", .ready, "in queue"),
    ]
    let trace = events.filter { trial != "dependent" || $0.1 != "work" }.enumerated().map {
      Event.written(
        seq: $0, thread: "T1", subject: $1.1, kind: $1.0, state: $1.2, note: $1.3)
    }
    return Run(
      program: trial, outcome: .hangs, trace: Trace(trace),
      snapshot: Snapshot(operations: [], queues: [], ending: .quiet))
  }

  private func verdict(
    _ judged: Ruling.Verdict, event: Event.Kind, note: String
  ) -> Ruling.Verdict {
    let rule = Rule("r", "It is so.", cost: "-", cure: "-", lesson: 1, trials: []) { _ in
      Ruling(judged, "seen", [])
    }
    let event = Event.written(seq: 0, thread: "main", subject: "gate", kind: event, note: note)
    let runs = Runs([Run(program: "held", outcome: .completes, trace: Trace([event]))])
    return rule.ruling(on: runs, of: Subject("A()") { _ in Operation() }).verdict
  }
}
