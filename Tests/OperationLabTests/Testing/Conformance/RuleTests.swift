import Foundation
import Testing

@testable import OperationDoctor
@testable import OperationLab
@testable import OperationBench
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

  @Test("says that a cancelled operation was started only where its state shows it")
  func startedOrWaiting() throws {
    let rule = try #require(Battery.rule("cancel-ignores-dependencies"))
    func ruling(_ state: OperationState) -> Ruling {
      self.ruling(
        rule, "dependent-cancel-waiting",
        [
          (.cancelled, "subject", [], nil),
          (.observed, "subject", state, .mark(.idleAfterCancel)),
        ])
    }
    let (started, waits) = (ruling([.ready, .executing, .cancelled]), ruling(.cancelled))
    #expect(started.verdict == .broken && started.why.contains("start() was called"))
    #expect(started.way?.cure.contains("Finish in start()") == true)
    #expect(waits.verdict == .broken && waits.why.contains("went on waiting"))
    // It is not stuck: it does its work.
    let works = self.ruling(
      rule, "dependent-cancel-waiting",
      [
        (.cancelled, "subject", [], nil), (.began, "work", [], nil),
        (.observed, "subject", [.ready, .executing, .cancelled], .mark(.idleAfterCancel)),
      ])
    #expect(works.verdict == .broken && works.way == .worksThoughCancelled)
    #expect(waits.way == nil)
    #expect(ruling([.finished, .cancelled]).verdict == .holds)
  }

  @Test("about a cancel before the work needs that cancel, or a start() that begins the work")
  func beforeTheWork() throws {
    let rule = try #require(Battery.rule("cancel-before-work"))
    func ruling(_ events: [Happening], on threads: [String] = []) -> Ruling {
      let end: Happening = (.settled, "subject", [.ready, .finished], .place(queue: nil))
      return self.ruling(rule, "byHand-cancel-started", events + [end], on: threads)
    }
    let started: Happening = (.started, "subject", [], nil)
    let returned: Happening = (.returned, "subject", [], nil)
    let cancelled: Happening = (.cancelled, "subject", [], nil)
    let isBack: Happening = (.noted, "cancel()", [], .mark(.isBack))
    let began: Happening = (.began, "work", [], nil)
    let inStart = ruling([started, began, returned, cancelled], on: ["T1", "T1", "T1", "T2"])
    #expect(inStart.verdict == .holds && inStart.why.contains("start() itself"))
    #expect(ruling([started, returned, cancelled, isBack, began]).verdict == .holds)
    #expect(ruling([started, returned, began]).verdict == .undecided)
    // Another thread, or the same one when start() has returned, may be slower the next time.
    for events in [[started, began, returned, cancelled], [started, returned, began, cancelled]] {
      let missed = ruling(events, on: events.map { $0.0 == .began ? "T2" : "T1" })
      #expect(missed.verdict == .undecided, "\(events)")
      #expect(missed.finding.isProvisional && missed.why.contains("--make EXPR"))
    }
    #expect(ruling([started, returned, began, cancelled]).verdict == .undecided)
  }

  @Test("calls the end overwritten where only work that ends at once leaves it executing")
  func overwritten() throws {
    let rule = try #require(Battery.rule("completes-by-hand"))
    func way(_ life: String) -> Way? {
      ruling(
        rule, life,
        [
          (.started, "subject", [], nil), (.began, "work", [], nil), (.ended, "work", [], nil),
          (.returned, "subject", [], nil),
          (.settled, "subject", [.ready, .executing], .place(queue: "queue")),
        ]
      ).way
    }
    #expect(way("byHand-endsAtOnce") == StuckState.overwritten.way)
    #expect(way("byHand") == StuckState.endless.way)
    // Left alone, it shows the plainest mistake.
    let plain = ruling(
      .completesInAQueue, "queued",
      [
        (.enqueued, "subject", .ready, .place(queue: "queue")),
        (.began, "work", [], nil), (.observed, "subject", .executing, .mark(.whileWorking)),
        (.settled, "subject", [.ready, .executing], .place(queue: "queue")),
      ])
    #expect(plain.way == .neverEnds && plain.way?.lesson == 3)
  }

  @Test("about work done again decides nothing where start() was not called again")
  func startedOnce() throws {
    let rule = try #require(Battery.rule("works-once"))
    let events: [Happening] = [(.started, "subject", [], nil), (.began, "work", [], nil)]
    #expect(ruling(rule, "byHand-start-finished", events).verdict == .undecided)
    // It blocks its thread, so nobody can call it again.
    let blocks: Happening = (.noted, "subject", [], .mark(.stillStarting))
    #expect(ruling(rule, "byHand-start-working", events + [blocks]).verdict == .holds)
  }

  @Test("takes a trap in a start() that only misuse calls again for a remark")
  func refusesASecondStart() throws {
    let rule = try #require(Battery.rule("works-once"))
    func ruling(_ last: [Happening]) -> Ruling {
      let first: [Happening] = [(.started, "subject", [], nil), (.began, "work", [], nil)]
      let run = Run(
        program: "byHand-start-working", outcome: .traps,
        detail: Run.Detail(signal: "SIGILL", output: "A: Fatal error: started twice\n"),
        trace: Self.events(first + last))
      return rule.ruling(in: run)
    }
    let again = ruling([(.started, "subject", [], .mark(.again))])
    #expect(again.verdict == .holds && again.remark?.words.contains("started twice") == true)
    #expect(ruling([]).verdict == .broken)
  }

  @Test(
    "about the work of two that share it looks at the work of the one that began it",
    arguments: ["cancel-while-running", "cancel-returns", "works-once", "executing-while-working"])
  func sharedWork(_ id: String) throws {
    let rule = try #require(Battery.rule(id))
    func ruling(_ whileWorking: OperationState) -> Ruling {
      self.ruling(
        rule, "beside-cancel-working",
        [
          (.began, Environment.twins, [], nil),
          (.observed, "subject", whileWorking, .mark(.whileWorking)),
          (.cancelled, "subject", whileWorking, nil), (.noted, "cancel()", [], .mark(.isBack)),
          (.observed, "subject", [.ready, .finished, .cancelled], .mark(.afterCancel)),
          (.ended, Environment.twins, [], nil), (.began, "next", [], nil),
          (.settled, "subject", [.ready, .finished, .cancelled], .place(queue: nil)),
        ])
    }
    #expect(ruling([.ready, .executing]).verdict == .holds)
    // It may wait for its turn.
    #expect(ruling(.ready).verdict == .holds)
  }

  @Test("blames no cancel() where another one, which nobody cancelled, is stuck as well")
  func twinsStuck() throws {
    let end: Happening = (.settled, "subject", [.ready, .executing], .place(queue: "queue"))
    let twin: Happening = (.settled, "twin", [.ready, .executing], .place(queue: "queue"))
    let idle: Happening = (.observed, "subject", [.ready, .executing], .mark(.whileWorking))
    let begun: [Happening] = [
      (.enqueued, "subject", [], nil), (.began, "work", [], nil), idle,
      (.cancelled, "subject", [], nil), (.noted, "cancel()", [], .mark(.isBack)),
      (.settled, "next", .ready, .place(queue: "queue")),
    ]
    for (id, life) in [
      ("completes-in-a-queue", "beside"), ("cancel-while-running", "beside-cancel-working"),
    ] {
      let ruling = self.ruling(try #require(Battery.rule(id)), life, begun + [end, twin])
      #expect(ruling.verdict == .broken && ruling.why.contains("nor another of its class"))
      #expect(ruling.way == Rule.losesItsEnd)
    }
  }

  @Test("tells one that cancel() cancels from one that was cancelled before")
  func cancelledBefore() throws {
    let rule = try #require(Battery.rule("cancels-only-itself"))
    func ruling(_ before: OperationState) -> Ruling {
      self.ruling(
        rule, "beside-cancel-working",
        [
          (.observed, "twin", before, nil), (.cancelled, "subject", [], nil),
          (.settled, "subject", [.ready, .finished], .place(queue: nil)),
          (.settled, "twin", [.ready, .finished, .cancelled], .place(queue: nil)),
        ])
    }
    #expect(ruling([.ready, .executing]).verdict == .broken)
    let before = ruling([.ready, .finished, .cancelled])
    #expect(before.verdict == .holds && before.remark != nil)
  }

  @Test("compares readings only where nothing happens between them, and no start() is under way")
  func readings() throws {
    let (asking, ends) = try (
      #require(Battery.rule("asking-changes-nothing")), #require(Battery.rule("ends-not-executing"))
    )
    func look(_ state: OperationState) -> Happening {
      (.observed, "subject", state, .mark(.whileWorking))
    }
    let new: Happening = (.observed, "subject", [], .mark(.whenNew))
    let end: Happening = (.settled, "subject", [.ready, .finished], .place(queue: nil))
    let (torn, later) = (look([.ready, .executing, .finished]), look([.ready, .finished]))
    let completed: Happening = (.completed, "subject", [.ready, .finished], nil)
    let started: Happening = (.started, "subject", [], nil)
    let returned: Happening = (.returned, "subject", [], nil)
    for moves in [[torn, completed, later], [started, torn, later, returned]] {
      for rule in [asking, ends] {
        let ruling = ruling(rule, "byHand-endsAtOnce-cancel-started", [new] + moves + [end])
        #expect(ruling.verdict == .holds, "\(ruling.why)")
      }
    }
    let still = [new, started, returned, torn, torn, later, end]
    for rule in [asking, ends] {
      #expect(ruling(rule, "byHand", still).verdict == .broken)
    }
  }

  @Test("about races names one that never finishes, and waits for no clock then")
  func neverEnds() throws {
    func ruling(_ fact: Event.Fact?) throws -> Ruling {
      let run = Run(
        program: Life(.racedByHand).name, outcome: .completes,
        trace: Self.events([(.began, "lives", [], nil), (.timedOut, "lives", [], fact)]))
      return Rule.survivesRaces.ruling(in: run, isNamed: false)
    }
    let (stuck, late) = try (ruling(.mark("it never finishes")), ruling(nil))
    #expect(stuck.verdict == .broken && stuck.why.contains("never finished"))
    #expect(late.verdict == .undecided)
  }

  @Test("about answers takes one that goes back for a lie, and one that stays for late news")
  func answers() throws {
    let rule = try #require(Battery.rule("asking-changes-nothing"))
    func finding(_ states: [OperationState]) -> RuleFinding {
      ruling(rule, "unstarted", states.map { (.observed, "subject", $0, .mark(.whenNew)) }).finding
    }
    #expect(finding([[], [], []]).holds)
    let (lie, news) = (finding([[], .ready, []]), finding([[], .ready, .ready]))
    #expect(lie.isBroken && !lie.isProvisional)
    #expect(news.isBroken && news.isProvisional)
  }

  @Test("that compares leaves it to others when the comparison goes wrong as well")
  func comparison() throws {
    let rule = try #require(Battery.rule("main-thread-may-wait"))
    let run = Self.unfinished(in: Life(.mainWaits))
    #expect(rule.ruling(in: run).verdict == .broken)
    let plain = SoloRun(Self.unfinished(in: Life(.alone)))
    #expect(rule.ruling(in: run, plain).verdict == .undecided)
  }

  @Test("about the others of a class decides nothing where one alone does not finish")
  func others() throws {
    let life = Self.events([
      (.noted, "subject", [], .mark(.deallocated)),
      (.settled, "another", [.ready, .executing], .place(queue: "queue of another")),
    ])
    let run = Run(
      program: "unstarted", outcome: .completes, trace: life, snapshot: Snapshot(ending: .quiet))
    let rule = Rule.nextOneRuns
    #expect(rule.ruling(in: run).verdict == .broken)
    let plain = SoloRun(Self.unfinished(in: Life(.alone)))
    let ruling = rule.ruling(in: run, plain)
    #expect(ruling.verdict == .undecided && ruling.why.contains("does not finish"))
  }

  @Test("about a crowd decides nothing where a single one in such a queue does not finish")
  func crowd() {
    let stuck: Happening = (.timedOut, "the crowd", [], .mark("64 of 64 are stuck"))
    func verdict(_ events: [Happening]) -> Ruling.Verdict {
      let run = Run(
        program: "crowd", outcome: .completes,
        trace: Self.events([(.enqueued, "the crowd", [], nil)] + events))
      return Rule.manyAtOnce.ruling(in: run).verdict
    }
    #expect(verdict([(.ended, "the crowd", [], .mark("all finished"))]) == .holds)
    #expect(verdict([stuck]) == .broken)
    #expect(
      verdict([(.noted, "the crowd", [], .mark("a single one does not end")), stuck]) == .undecided)
  }

  @Test(
    "about what comes after an end is broken where it never comes",
    arguments: [("frees-its-slot", "next"), ("finish-is-announced", "dependent")])
  func comesAfter(_ id: String, _ name: String) throws {
    let rule = try #require(Battery.rule(id))
    func verdict(_ end: OperationState, _ last: Happening) -> Ruling.Verdict {
      ruling(rule, "queued", [(.settled, "subject", end, .place(queue: nil)), last]).verdict
    }
    let never: Happening = (.settled, name, .ready, .place(queue: "queue"))
    #expect(verdict([.ready, .finished], (.began, name, [], nil)) == .holds)
    #expect(verdict([.ready, .finished], never) == .broken)
    #expect(verdict([.ready, .executing], never) == .undecided)
  }

  @Test("that the flag stays says nothing of an operation that was never cancelled")
  func neverCancelled() {
    func verdict(_ look: OperationState, _ end: OperationState) -> Ruling.Verdict {
      ruling(
        .staysCancelled, "queued-cancel-working",
        [
          (.observed, "subject", look, .mark(.afterCancel)),
          (.settled, "subject", end, .place(queue: nil)),
        ]
      ).verdict
    }
    #expect(verdict([.ready, .executing], [.ready, .finished]) == .undecided)
    #expect(verdict([.ready, .executing], [.ready, .finished, .cancelled]) == .holds)
    #expect(verdict([.ready, .finished], [.ready, .finished]) == .holds)
    #expect(verdict([.ready, .cancelled], [.ready, .finished]) == .broken)
  }

  @Test("does not call one unready that has begun")
  func begun() {
    func why(_ state: OperationState) -> String {
      ruling(
        .cancelBeforeEnqueue, "queued-cancel-new",
        [
          (.cancelled, "subject", [], nil), (.began, "next", [], nil),
          (.settled, "subject", state, .place(queue: "queue")),
        ]
      ).why
    }
    #expect(why(.cancelled).contains("isReady is false"))
    for state: OperationState in [[.executing, .cancelled], [.finished, .cancelled]] {
      #expect(why(state).contains("never gets past it"))
    }
  }

  @Test("takes an operation that is not ready once it has begun for one that refuses start()")
  func refusesStart() {
    let refusal: Happening = (.noted, "subject", .executing, .mark(.refusesStart))
    let first: [Happening] = [(.started, "subject", .ready, nil), (.began, "work", [], nil)]
    #expect(ruling(.worksOnce, "byHand-start-working", first + [refusal]).verdict == .holds)
    let early = ruling(.completesByHand, "byHand", [refusal])
    #expect(early.verdict == .undecided && early.why.contains("nobody can start it"))
    #expect(!early.finding.isProvisional)
  }

  @Test("about the completion block tells an end that nobody posted from a block that is gone")
  func untold() {
    func way(_ queue: String?, _ dependent: Event.Kind) -> Way? {
      ruling(
        .completionBlockOnce, "queued-cancel-working",
        [
          (dependent, "dependent", [], nil),
          (.settled, "subject", [.ready, .finished], .place(queue: queue)),
        ]
      ).way
    }
    #expect(way(nil, .began) == Way("never-ran"))
    #expect(way("queue", .began) == StuckState.unannounced.way)
    #expect(way(nil, .settled) == StuckState.unannounced.way)
  }

  @Test("about an early end says what Foundation prints only if it has printed that")
  func earlyEnd() {
    func way(_ output: String) -> Way? {
      let run = Run(
        program: "queued-cancel-waiting", outcome: .completes, detail: Run.Detail(output: output),
        trace: Self.events([
          (.observed, "subject", [.ready, .finished, .cancelled], .mark(.idleAfterCancel))
        ]), snapshot: Snapshot(ending: .quiet))
      return Rule.noFinishBeforeStart.ruling(in: run).way
    }
    #expect(way("") == Way("only-says-so"))
    #expect(way("went isFinished=YES without being started by the queue it is in") == nil)
  }

  @Test("about what stays in memory only remarks on what stays until the next one has ended")
  func keptUntilNext() {
    func ruling(_ marks: Event.Mark...) -> Ruling {
      self.ruling(
        .isReleased, "queued",
        [(.settled, "subject", [.ready, .finished], .place(queue: nil))]
          + marks.map { (.noted, "subject", [], .mark($0)) })
    }
    #expect(ruling(.alive).verdict == .broken)
    #expect(ruling(.deallocated).verdict == .holds && ruling(.deallocated).remark == nil)
    let late = ruling(.alive, .deallocated)
    #expect(late.verdict == .holds && late.remark != nil && late.finding.isProvisional)
  }

  @Test("knows an operation that was executing and is neither that nor finished")
  func lost() {
    func way(_ look: OperationState) -> Way? {
      ruling(
        .cancelWhileRunning, "queued-cancel-working",
        [
          (.started, "subject", .ready, nil), (.began, "work", [], nil),
          (.returned, "subject", .ready, nil),
          (.observed, "subject", look, .mark(.whileWorking)), (.cancelled, "subject", look, nil),
          (.noted, "cancel()", [], .mark(.isBack)), (.ended, "work", [], nil),
          (.began, "next", [], nil), (.settled, "subject", .ready, .place(queue: "queue")),
        ]
      ).way
    }
    #expect(way([.ready, .executing]) == StuckState.lost.way)
    #expect(way(.ready) == StuckState.returned.way)
  }

  /// A run in which the operation does not end.
  private static func unfinished(in life: Life) -> Run {
    Run(
      program: life.name, outcome: .hangs,
      trace: events([
        (.enqueued, "subject", .ready, nil),
        (.observed, "subject", .ready, .mark(Rule.mainThreadWaits)),
        (.settled, "subject", .ready, .place(queue: "queue")),
      ]), snapshot: Snapshot(ending: .quiet))
  }

  /// The ruling if that happened in a life.
  private func ruling(
    _ rule: Rule, _ life: String, _ happenings: [Happening], on threads: [String] = []
  ) -> Ruling {
    let run = Run(
      program: life, outcome: .completes, trace: Self.events(happenings, on: threads),
      snapshot: Snapshot(ending: .quiet))
    return rule.ruling(in: run)
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
    let rule = Rule("r", words: .sample, in: { _ in true }) { _, _ in
      RuleFinding(answer, "seen", [])
    }
    let trace = Self.events([(kind, "gate", [], fact)])
    return rule.ruling(
      in: Run(program: Life(.queued).name, outcome: .completes, trace: trace)
    ).verdict
  }
}

extension Rule {
  /// The ruling on the rule if nothing else was checked.
  ///
  /// - Parameter isNamed: whether another rule names what this one leaves to others.
  fileprivate func ruling(
    in run: Run, _ pace: SoloRun? = nil, isNamed: Bool = true
  ) -> Ruling {
    let seen = Conformance.Report.Sighting(run: run, finding: finding(in: run))
    return Ruling(finding(in: seen, pace), in: run, isNamed: isNamed)
  }
}

extension RuleWords {
  /// For rules that only a test has.
  static let sample = RuleWords(statement: "It is a sample.", cost: "-", cure: "-", lesson: 1)
}
