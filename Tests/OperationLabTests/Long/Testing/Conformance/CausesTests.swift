import Foundation
import Testing

@testable import OperationLab
@testable import OperationTesting

@Suite("Causes and symptoms", .repeatable)
struct CausesTests {
  private func broken(
    _ rule: Rule, _ reason: Ruling.Reason = "seen"
  ) -> Conformance.Report.Result {
    Conformance.Report.Result(rule, .broken(reason, []))
  }

  private func broken(
    _ rule: Rule, in trial: String, _ manner: Ruling.Ending.Manner
  ) -> Conformance.Report.Result {
    broken(rule, .ending(Ruling.Ending(trial: trial, manner: manner)))
  }

  private func grouped(_ results: [Conformance.Report.Result]) -> [[String]] {
    Conformance.Report(subject: "A()", results: results).causes.map { cause in
      [cause.result.rule.id] + cause.symptoms.map(\.rule.id)
    }
  }

  @Test("put what explains the others first, in whatever order they were found")
  func oneCause() {
    let all = [broken(.cancelWhileQueued), broken(.survivesRaces), broken(.cancelBeforeStart)]
    let expected = ["cancel-before-start", "cancel-while-queued", "survives-races"]
    #expect(grouped(all) == [expected])
    #expect(grouped(all.reversed()).map { Set($0) } == [Set(expected)])
    #expect(grouped(all.reversed()).first?.first == "cancel-before-start")
  }

  @Test("keep apart what has nothing to do with each other")
  func twoCauses() {
    #expect(
      grouped([broken(.mayBeLetGo), broken(.cancelsOnlyItself)]).map(\.count) == [1, 1])
  }

  @Test("group trials that ended the process in the same way, and no others with them")
  func endings() {
    let groups = grouped([
      broken(.cancelReturns, in: "a", .trapped(signal: "SIGILL", message: "boom")),
      broken(.worksOnce, in: "b", .trapped(signal: "SIGILL", message: "boom")),
      broken(.staysCancelled, in: "c", .trapped(signal: "SIGILL", message: "bang")),
    ])
    #expect(groups == [["cancel-returns", "works-once"], ["stays-cancelled"]])
  }

  @Test("begin with cancel() itself when that ends the process, also of one never started")
  func cancelEnds() {
    let exited = Ruling.Ending.Manner.exited(status: 3)
    let groups = grouped([
      broken(.mayBeLetGo, in: "cancelled", exited),
      broken(.cancelSetsCancelled, in: "by-itself", exited),
      broken(.cancelReturns, in: "main", exited),
    ])
    #expect(groups == [["cancel-sets-cancelled", "may-be-let-go", "cancel-returns"]])
  }

  @Test("begin with the rule that a trap is nearest to, not with what cancel() sets")
  func laterTrap() {
    let trapped = Ruling.Ending.Manner.trapped(signal: "SIGSEGV", message: nil)
    let groups = grouped([
      broken(.cancelSetsCancelled, in: "running", trapped),
      broken(.cancelWhileRunning, in: "running", trapped),
    ])
    #expect(groups == [["cancel-while-running", "cancel-sets-cancelled"]])
  }

  @Test("call a cancel() that never returns by that name, if that is what it is")
  func heldCancel() {
    let returns = broken(.cancelReturns, .neverReturned(.cancelOnMainThread))
    let sets = broken(.cancelSetsCancelled, in: "by-itself", .blocked)
    let start = broken(.cancelBeforeStart, in: "by-hand", .blocked)
    #expect(
      grouped([sets, start, returns])
        == [["cancel-returns", "cancel-sets-cancelled", "cancel-before-start"]])
    #expect(grouped([start, returns]) == [["cancel-returns"], ["cancel-before-start"]])
    #expect(grouped([sets, broken(.cancelReturns)]).first?.first == "cancel-sets-cancelled")
    // A trial that was still busy says nothing of cancel().
    let busy = broken(.cancelSetsCancelled, in: "by-itself", .busy)
    #expect(grouped([busy, returns]).first?.first == "cancel-sets-cancelled")
  }

  @Test("do not depend on the words in which a judge says what it saw")
  func words() {
    let words: Ruling.Reason = "in trial 'by-itself' the thread that called it never came back"
    let groups = grouped([
      broken(.cancelSetsCancelled, words), broken(.cancelReturns, .neverReturned(.cancel)),
    ])
    #expect(groups.first?.first == "cancel-sets-cancelled")
    #expect(!words.neverReturns)
  }

  @Test("recognize a call that never returned in every reason that contains one")
  func neverReturned() {
    let blocked = SubjectLife.neverReturned("start()")
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
    let life = SubjectLife(isQueued: false) { _ in Operation() }
    #expect(life.fault([]) == nil)
    life.start()
    #expect(life.fault([]) == nil)
  }

  @Test("an end that harms is a fault, and only its repeated notification is a remark")
  func repeatedEnd() {
    func finding(_ marks: [Event.Mark]) -> RuleFinding {
      let findings = marks.map { mark in
        var event = Event(
          seq: 0, ns: 0, thread: "main", subject: TrialBench.subjectName, kind: .observed,
          state: [.ready, .finished])
        event.set(.mark(mark))
        let run = Run(program: "by-hand-in-orders", outcome: .completes, trace: Trace([event]))
        var finding = SceneFinding(SubjectScene.all[0])
        finding.fault = SubjectScene.fault(in: run).map { .init($0, order: Order(), run: run) }
        return finding
      }
      return .onOrders(findings)
    }
    let again = SubjectScene.announcedAgain
    guard case .holds(.some) = finding([again]).answer else {
      Issue.record("no remark")
      return
    }
    for harm in [SubjectLife.repetition(2), SubjectScene.ended(2)] {
      #expect(finding([again, harm]).isBroken, "\(harm)")
    }
  }

  @Test("orders decide nothing if none was run, or if the time was up too early")
  func fewOrders() {
    let none = SceneFinding(SubjectScene.all[0])
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

  @Test("have a place of their own each, and explain no rule by itself")
  func ranks() {
    let ranks = Battery.rules.flatMap { $0.explains() }.map(\.rank)
    #expect(Set(ranks).count == ranks.count)
    for rule in Battery.rules {
      #expect(grouped([broken(rule)]) == [[rule.id]])
    }
  }

  @Test("leave out no broken rule")
  func complete() {
    let all = Battery.rules.map { broken($0) }
    #expect(Set(grouped(all).joined()) == Set(Battery.rules.map(\.id)))
  }
}
