import Foundation
import Testing

@testable import OperationLab
@testable import OperationTesting

@Suite("A rule", .repeatable)
struct RuleTests {
  @Test("may be broken, but does not hold, in a run whose gate gave up too early")
  func heldTooShort() {
    #expect(verdict(.holds(remark: nil), .timedOut, .gaveUp(reason: .neverOpened)) == .undecided)
    #expect(verdict(.broken, .timedOut, .gaveUp(reason: .neverOpened)) == .broken)
    #expect(verdict(.holds(remark: nil), .timedOut, .mark("64 of 64 are stuck")) == .holds)
    #expect(verdict(.holds(remark: nil), .opened) == .holds)
  }

  @Test(
    "ignores an observation that was made after its gate had given up",
    arguments: [
      ("waits-for-dependencies", "dependent"), ("executing-while-working", "held"),
      ("no-finish-before-work-ends", "held"), ("cancel-while-queued", "suspended"),
    ])
  func lateLook(_ id: String, _ trial: String) throws {
    let rule = try #require(Battery.rule(id))
    let subject = Subject("A(work: probe.run)") { _ in Operation() }
    func verdict(of events: [Happening]) -> Ruling.Verdict {
      let trace = Self.events(events)
      let snapshot = Snapshot(operations: [], queues: [], ending: .quiet)
      let runs = ["independent", trial].map {
        Run(program: $0, outcome: .completes, trace: trace, snapshot: snapshot)
      }
      return rule.ruling(in: runs, of: subject).verdict
    }
    let events: [Happening] = [
      (.enqueued, "subject", .ready, nil),
      (.began, "work", [], nil),
      (.ended, "work", [], nil),
      (.ended, "dependency", [], nil),
      (.cancelled, "subject", [.ready, .finished], nil),
      (.observed, "subject", [.ready, .finished], .mark(.whileWorking)),
      (.observed, "subject", [.ready, .finished], .mark(.whileDependencyRuns)),
      (.began, "next", [], nil),
      (.settled, "subject", [.ready, .finished], .place(queue: nil)),
    ]
    #expect(verdict(of: events) == .broken)
    #expect(
      verdict(of: [(.timedOut, "gate", [], .gaveUp(reason: .neverOpened))] + events) == .undecided)
  }

  @Test("says that a cancelled operation was started only where it holds a slot")
  func startedOrWaiting() throws {
    let rule = try #require(Battery.rule("cancel-ignores-dependencies"))
    func ruling(_ events: [(Event.Kind, String)]) -> Ruling {
      let start: [(Event.Kind, String)] = [(.cancelled, "subject"), (.observed, "subject")]
      let trace = Self.events(
        (start + events).map {
          ($0, $1, [.ready, .cancelled], $0 == .observed ? .mark(.afterCancel) : nil)
        })
      let run = Run(program: "dependent", outcome: .hangs, trace: trace)
      return rule.ruling(in: [run], of: Subject("A()") { _ in Operation() })
    }
    let holdsSlot = ruling([(.enqueued, "next"), (.ended, "dependency"), (.began, "next")])
    let waits = ruling([(.enqueued, "next"), (.began, "next"), (.ended, "dependency")])
    let unknown = [ruling([]), ruling([(.enqueued, "next")]), ruling([(.ended, "dependency")])]
    #expect(([holdsSlot, waits] + unknown).allSatisfy { $0.verdict == .broken })
    #expect(holdsSlot.why.contains("start() was called"))
    #expect(holdsSlot.way?.cure.contains("Finish in start()") == true)
    for other in [waits] + unknown {
      #expect(!other.why.contains("start()") && other.way == nil, "\(other)")
    }
    #expect(waits.why.contains("went on waiting"))
  }

  @Test("about a cancel before the work needs that cancel, or a start() that begins the work")
  func beforeTheWork() throws {
    let rule = try #require(Battery.rule("cancel-before-work"))
    func ruling(_ events: [Happening], on threads: [String]) -> Ruling {
      let end: Happening = (.settled, "subject", [.ready, .finished], .place(queue: nil))
      let runs = ["queued", "by-hand"].map { trial in
        Run(
          program: trial, outcome: .completes,
          trace: Self.events(events + [end], on: trial == "by-hand" ? threads : []),
          snapshot: Snapshot(operations: [], queues: [], ending: .quiet))
      }
      return rule.ruling(in: runs, of: Subject("A(work: probe.run)") { _ in Operation() })
    }
    let started: Happening = (.started, "subject", [], nil)
    let returned: Happening = (.returned, "subject", [], nil)
    let cancelled: Happening = (.cancelled, "subject", [], nil)
    let isBack: Happening = (.noted, "cancel()", [], .mark(.isBack))
    let began: Happening = (.began, "work", [], nil)
    let inStart = ruling([started, began, returned], on: ["T1", "T1", "T1"])
    #expect(inStart.verdict == .holds && inStart.why.contains("start() itself"))
    #expect(ruling([started, returned, cancelled, isBack, began], on: []).verdict == .holds)
    let others: [[Happening]] = [
      [started, returned, began], [started, began, returned],
      [started, returned, began, cancelled, isBack], [cancelled, isBack, started, began],
    ]
    for events in others {
      let missed = ruling(
        events, on: events.map { $0.0 == .began ? "T2" : "T1" })
      #expect(missed.verdict == .undecided, "\(events)")
      #expect(missed.finding.isProvisional && missed.why.contains("--make EXPR"))
    }
    // The same thread may begin it after start() has returned.
    #expect(ruling([started, returned, began], on: ["T1", "T1", "T1"]).verdict == .undecided)
  }

  @Test("calls the end overwritten where only work that ends at once leaves it executing")
  func overwritten() throws {
    let rule = try #require(Battery.rule("completes-by-hand"))
    func way(_ laterEnd: OperationState) -> Way? {
      let runs = [("work-ends-later", laterEnd), ("work-ends-at-once", [.ready, .executing])].map {
        trial, end in
        Run(
          program: trial, outcome: .hangs,
          trace: Self.events([
            (.started, "subject", [], nil), (.began, "work", [], nil), (.ended, "work", [], nil),
            (.returned, "subject", [], nil), (.settled, "subject", end, .place(queue: nil)),
          ]), snapshot: Snapshot(operations: [], queues: [], ending: .quiet))
      }
      return rule.ruling(in: runs, of: Subject("A()") { _ in Operation() }).way
    }
    #expect(way([.ready, .finished]) == Stuck.overwritten.way)
    #expect(way([.ready, .executing]) == Stuck.endless.way)
  }

  @Test("about work done again decides nothing where start() was not called again")
  func startedOnce() throws {
    let rule = try #require(Battery.rule("works-once"))
    let trace = Self.events([(.started, "subject", [], nil), (.began, "work", [], nil)])
    let run = Run(program: "started-after-its-end", outcome: .hangs, trace: trace)
    let ruling = rule.ruling(in: [run], of: Subject("A()") { _ in Operation() })
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
    let ruling = rule.ruling(in: runs, of: subject)
    #expect(rule.doubtful(in: ruling, nil)?.name == other)
    #expect(ruling.verdict != .broken)
    let endless = Pace(
      Run(
        program: "pace", outcome: .hangs, detail: Run.Detail(reachedDeadline: true), trace: Trace())
    )
    #expect(rule.doubtful(in: ruling, endless) == nil)
  }

  @Test("needs no patience to leave to others what never finishes by itself")
  func stuckAlone() throws {
    let rule = try #require(Battery.rule("is-released"))
    let finding = RuleFinding.lacking(
      .event(.finished, subject: "subject", program: "queued"), in: Runs([]))
    let ruling = Conformance.Report.Result(rule, finding).ruling
    #expect(rule.doubtful(in: ruling, nil)?.name == "queued")
    #expect(rule.doubtful(in: ruling, Pace(Self.unfinished(in: "pace"))) == nil)
  }

  /// A run in which everything happens that the rules ask for, but that the operation ends.
  private static func unfinished(in trial: String) -> Run {
    let events: [Happening] = [
      (.enqueued, "subject", .ready, nil),
      (.observed, "subject", .ready, .mark(Rule.mainThreadWaits)),
      (.observed, "subject", .ready, .mark(.whileDependencyRuns)),
      (.ended, "dependency", [], nil),
      (.began, "work", [], nil),
      (.noted, "work", [], .mark(Probe.again)),
      (.settled, "subject", .ready, .place(queue: "queue")),
    ]
    return Run(
      program: trial, outcome: .hangs,
      trace: Self.events(events.filter { trial != "dependent" || $0.1 != "work" }),
      snapshot: Snapshot(operations: [], queues: [], ending: .quiet))
  }

  private typealias Happening = (Event.Kind, String, OperationState, Event.Fact?)

  private static func events(_ happenings: [Happening], on threads: [String] = []) -> Trace {
    Trace(
      happenings.enumerated().map { place, happening in
        let (kind, subject, state, fact) = happening
        var event = Event(
          seq: place, ns: 0, thread: threads.dropFirst(place).first ?? "T1", subject: subject,
          kind: kind, state: state)
        if let fact { event.set(fact) }
        return event
      })
  }

  private func verdict(
    _ answer: RuleFinding.Answer, _ kind: Event.Kind, _ fact: Event.Fact? = nil
  ) -> Ruling.Verdict {
    let rule = Rule("r", words: .sample, trials: []) { _ in
      RuleFinding(answer, "seen", [])
    }
    let trace = Self.events([(kind, "gate", [], fact)])
    let runs = [Run(program: "held", outcome: .completes, trace: trace)]
    return rule.ruling(in: runs, of: Subject("A()") { _ in Operation() }).verdict
  }
}

extension Rule {
  /// The ruling on the rule if its trials were run that way.
  fileprivate func ruling(in runs: [Run], of subject: Subject) -> Ruling {
    Conformance.Report.Result(self, finding(in: runs, of: subject), in: runs).ruling
  }
}

extension RuleWords {
  /// For rules that only a test has.
  static let sample = RuleWords(statement: "It is a sample.", cost: "-", cure: "-", lesson: 1)
}
