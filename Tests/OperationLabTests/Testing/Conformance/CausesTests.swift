import Foundation
import Testing

@testable import OperationDoctor
@testable import OperationLab
@testable import OperationBench
@testable import OperationTesting

@Suite("Causes and symptoms", .repeatable)
struct CausesTests {
  private typealias Seen = (rule: Rule, sighting: Conformance.Report.Sighting)

  private func broken(_ rule: Rule, _ reason: Ruling.Reason = "seen") -> Seen {
    (rule, .init(finding: .broken(reason, [])))
  }

  private func broken(
    _ rule: Rule, in life: String, _ manner: Ruling.Ending.EndKind
  ) -> Seen {
    broken(rule, .ending(Ruling.Ending(trial: life, manner: manner)))
  }

  private func grouped(_ seen: [Seen]) -> [[String]] {
    Conformance.Report(subject: "A()", seen).causes.map { cause in
      [cause.result.rule.id] + cause.symptoms.map(\.rule.id)
    }
  }

  /// A rule that is broken in a life, by something that is seen there or by something that is missing.
  private func broken(
    _ rule: Rule, _ life: Life, _ kind: Event.Kind = .settled, isMissing: Bool = true
  ) -> Seen {
    let event = Event(seq: 0, ns: 0, thread: "T1", subject: Life.subject, kind: kind)
    let evidence = [Evidence(program: life.name, event: event)]
    let run = Run(program: life.name, outcome: .hangs, trace: Trace([event]))
    return (
      rule,
      .init(
        run: run, finding: isMissing ? .missing("seen", evidence) : .broken("seen", evidence))
    )
  }

  /// The same, with the moment of a look, whether its work began, and the way in which it is broken.
  private func broken(
    _ rule: Rule, _ life: Life, at look: Event.Mark? = nil, works: Bool, _ way: Way? = nil
  ) -> Seen {
    var event = Event(
      seq: 1, ns: 0, thread: "T1", subject: Life.subject,
      kind: look == nil ? .settled : .observed)
    if let look { event.set(.mark(look)) }
    let began = Event(seq: 0, ns: 0, thread: "T1", subject: Probe.subject, kind: .began)
    let run = Run(
      program: life.name, outcome: .hangs, trace: Trace(works ? [began, event] : [event]))
    let evidence = [Evidence(program: life.name, event: event)]
    return (rule, .init(run: run, finding: .missing("seen", evidence, way: way)))
  }

  @Test("explain by what is so at work nothing of a life whose work never begins")
  func atWork() {
    let (cancelled, returns) = (Life(.queued, .cancel(.new)), Way.returnsWhenCancelled)
    let groups = grouped([
      broken(.executingWhileWorking, Life(.queued), at: .whileWorking, works: true),
      broken(.cancelBeforeStart, Life(.byHand, .cancel(.new)), works: false, Way("unfinished")),
      broken(.cancelBeforeEnqueue, cancelled, works: false, returns),
    ])
    // What hangs is told first.
    #expect(
      groups == [["cancel-before-enqueue", "cancel-before-start"], ["executing-while-working"]])
    let follows = grouped([
      broken(.executingWhileWorking, Life(.queued), at: .whileWorking, works: true),
      broken(.cancelWhileRunning, Life(.queued, .cancel(.working)), works: true),
    ])
    #expect(follows == [["executing-while-working", "cancel-while-running"]])
  }

  @Test("begin with the plain life where one alone never finishes")
  func neverFinishes() {
    let groups = grouped([
      broken(.completesByHand, Life(.byHand), works: true, StuckState.endless.way),
      broken(.cancelWhileRunning, Life(.queued, .cancel(.working)), works: true),
      broken(.completesInAQueue, Life(.queued), works: true, .neverEnds),
    ])
    #expect(groups == [["completes-in-a-queue", "completes-by-hand", "cancel-while-running"]])
  }

  @Test("explain by a cancel() that does not cancel work that nobody stopped before its start")
  func notCancelled() {
    func groups(_ look: OperationState) -> [[String]] {
      let life = Life(.byHand, .cancel(.new))
      var asked = Event(
        seq: 0, ns: 0, thread: "T1", subject: Life.subject, kind: .observed, state: look)
      asked.set(.mark(.afterCancel))
      let began = Event(seq: 1, ns: 0, thread: "T1", subject: Probe.subject, kind: .began)
      let run = Run(program: life.name, outcome: .completes, trace: Trace([asked, began]))
      let evidence = [Evidence(program: life.name, event: began)]
      return grouped([
        (.cancelBeforeStart, .init(run: run, finding: .broken("seen", evidence))),
        broken(.cancelSetsCancelled, Life(.queued, .cancel(.working)), .observed, isMissing: false),
      ])
    }
    #expect(groups([.ready, .finished]) == [["cancel-sets-cancelled", "cancel-before-start"]])
    #expect(groups([.ready, .cancelled]) == [["cancel-sets-cancelled"], ["cancel-before-start"]])
  }

  @Test("put what fails in a plainer life first, in whatever order they were found")
  func plainest() {
    let all = [
      broken(.survivesRaces),
      broken(.cancelWhileRunning, Life(.queued, .cancel(.working))),
      broken(.completesInAQueue, Life(.queued)),
    ]
    let expected = ["completes-in-a-queue", "cancel-while-running", "survives-races"]
    #expect(grouped(all) == [expected])
    #expect(grouped(all.reversed()) == [expected])
  }

  @Test("keep apart what happens in lives of which none contains the other")
  func twoCauses() {
    let groups = grouped([
      broken(.mayBeLetGo, Life(.unstarted)),
      broken(.cancelsOnlyItself, Life(.queued, .cancel(.working)), .began, isMissing: false),
    ])
    #expect(groups.map(\.count) == [1, 1])
  }

  @Test("explain by an answer that is not true all that follows in longer lives")
  func untrue() {
    let groups = grouped([
      broken(.cancelSetsCancelled, Life(.unstarted, .cancel(.new)), .observed, isMissing: false),
      broken(.cancelWhileQueued, Life(.queued, .cancel(.waiting)), .began, isMissing: false),
      broken(.completesInAQueue, Life(.queued)),
    ])
    #expect(groups.contains(["cancel-sets-cancelled", "cancel-while-queued"]))
    #expect(groups.contains(["completes-in-a-queue"]))
  }

  @Test("explain by what is missing nothing that happens")
  func missing() {
    let groups = grouped([
      broken(.completionBlockOnce, Life(.queued)),
      broken(.worksOnce, Life(.queued, .cancel(.working)), .began, isMissing: false),
    ])
    #expect(groups == [["completion-block-once"], ["works-once"]])
  }

  @Test("say in one line which rules break alike, and what happened in all their lives")
  func title() {
    func title(_ other: Life) -> String? {
      let seen = [
        broken(
          .cancelBeforeEnqueue, Life(.queued, .cancel(.new)), works: true, .worksThoughCancelled),
        broken(.cancelBeforeStart, other, works: true, .worksThoughCancelled),
      ]
      let causes = Conformance.Report(subject: "A()", seen).causes
      #expect(causes.map(\.symptoms.count) == [1] && causes[0].others.isEmpty)
      return causes.first?.title?.english
    }
    let circumstances = ", when it was cancelled before its start"
    #expect(
      title(Life(.byHand, .cancel(.new))) == "The same\(circumstances), breaks: cancel-before-start"
    )
    #expect(title(Life(.queued, .cancel(.working))) == "The same breaks: cancel-before-start")
  }

  @Test("group what ended the process in the same way, and no others with it")
  func endings() {
    let groups = grouped([
      broken(.cancelReturns, in: "a", .trapped(signal: "SIGILL", message: "boom")),
      broken(.worksOnce, in: "b", .trapped(signal: "SIGILL", message: "boom")),
      broken(.staysCancelled, in: "c", .exited(status: 3)),
    ])
    #expect(groups == [["cancel-returns", "works-once"], ["stays-cancelled"]])
  }

  @Test("recognize a call that never returned in every reason that contains one")
  func neverReturned() {
    let blocked = CancelRace.neverReturned("start()")
    let ending = Ruling.Ending(trial: "by-hand", manner: .blocked)
    let reasons: [Ruling.Reason] = [
      .neverReturned(.cancel), .ending(ending), .life(blocked),
      .orders(manner: "by hand", faulty: 1, of: 2, shortest: Order(["T1"]), .life(blocked)),
    ]
    for reason in reasons {
      #expect(reason.neverReturns)
      #expect(reason.words.contains("never came back"))
    }
    let busy = Ruling.Ending(trial: "by-hand", manner: .busy)
    let others: [Ruling.Reason] = [.ending(busy), .life("it is still busy")]
    #expect(others.allSatisfy { !$0.neverReturns })
  }

  @Test("a life of which no call has been made yet shows nothing")
  func notBegun() {
    let life = CancelRace(isQueued: false) { _ in Operation() }
    #expect(life.fault([]) == nil)
    life.start()
    #expect(life.fault([]) == nil)
  }

  @Test("an end that harms is a fault, and only its repeated notification is a remark")
  func repeatedEnd() {
    func finding(_ marks: [Event.Mark]) -> RuleFinding {
      let findings = marks.map { mark in
        var event = Event(
          seq: 0, ns: 0, thread: "main", subject: Life.subject, kind: .observed,
          state: [.ready, .finished])
        event.set(.mark(mark))
        let run = Run(program: Life(.racedByHand).name, outcome: .completes, trace: Trace([event]))
        var finding = OrdersFinding(Life(.racedByHand))
        finding.fault = RaceFault.found(in: run).map { .init($0, order: Order(), run: run) }
        return finding
      }
      return .onOrders(findings)
    }
    let again = RaceFault.announcedAgain
    guard case .holds(.some) = finding([again]).answer else {
      Issue.record("no remark")
      return
    }
    for harm in [CancelRace.repetition(2), RaceFault.ended(2)] {
      #expect(finding([again, harm]).isBroken, "\(harm)")
    }
  }

  @Test("orders decide nothing if none was run, or if the time was up too early")
  func fewOrders() {
    let none = OrdersFinding(Life(.racedByHand))
    var few = none
    few.orders = 8
    #expect(RuleFinding.onOrders([few]).holds)
    few.isCutShort = true
    for findings in [[none], [few]] {
      guard case .open = RuleFinding.onOrders(findings).answer else {
        Issue.record("decided: \(findings)")
        return
      }
    }
  }

  @Test("leave out no broken rule")
  func complete() {
    let all = Battery.rules.map { broken($0) }
    #expect(Set(grouped(all).joined()) == Set(Battery.rules.map(\.id)))
  }
}
