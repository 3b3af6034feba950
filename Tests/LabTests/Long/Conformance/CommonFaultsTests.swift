import OperationBench
import Testing
@testable import OperationTesting

/// What a check says first of the mistakes that are made most often.
@Suite("The first finding", .longPlan, .repeatable, .elsewhere)
struct CommonFaultsTests {
  struct Fault: Sendable, CustomTestStringConvertible {
    let subject: String
    let rule: String
    let lesson: Int
    /// Words of the cure.
    let cure: String

    init(_ subject: String, _ rule: String, _ lesson: Int, _ cure: String) {
      (self.subject, self.rule, self.lesson, self.cure) = (subject, rule, lesson, cure)
    }

    var testDescription: String { subject }
  }

  @Test(
    "names the mistake, how to mend it, and its lesson",
    arguments: [
      Fault("NeverReportsItsEnd", "completes-in-a-queue", 3, "Let every way out of the work"),
      Fault("NeverPostsItsEnd", "finish-is-announced", 10, "exactly that key"),
      Fault("FinishesTooEarly", "no-finish-before-work-ends", 11, "in the completion of the work"),
      Fault("ReturnsWhenCancelled", "cancel-before-enqueue", 14, "ask isCancelled there"),
      Fault("ReturnsAndNeverExecutes", "cancel-before-enqueue", 14, "ask isCancelled there"),
      Fault(
        "DropsTheEndWhenCancelled", "cancel-while-running", 14, "also the failed, the cancelled"),
      Fault("NeverExecuting", "executing-while-working", 10, "Set executing"),
      Fault("CancelsWithoutSuper", "cancel-sets-cancelled", 9, "Call super.cancel()"),
      Fault("KeepsQuietWhenItFails", "completes-in-a-queue", 14, "also the failed"),
      Fault("PostsUnderItsLock", "completes-in-a-queue", 15, "only when the lock is free"),
      Fault("WorksAtEachStart", "works-once", 13, "whether it was started before"),
    ])
  func first(_ fault: Fault) throws {
    // What a crowd and chosen orders show comes after the others.
    let rules = Battery.rules.filter { !["many-at-once", "survives-races"].contains($0.id) }
    let report = try SubjectFolder.shared.get().check(fault.subject, rules)
    let first = try #require(report.causes.first?.result ?? report.remarks.first)
    let found = (first.rule.id, first.lesson)
    #expect(found == (fault.rule, fault.lesson), "\(report.causes)")
    #expect(first.cure.contains(fault.cure), "\(first.cure)")
  }
}
