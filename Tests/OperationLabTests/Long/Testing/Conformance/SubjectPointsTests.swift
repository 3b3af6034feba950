import Foundation
import Testing

@testable import OperationLab
@testable import OperationBench
@_spi(LabCheck) @testable import OperationTesting

@Suite("The replacements for Foundation's calls in checked code", .longPlan, .repeatable)
struct SubjectPointsTests {
  @Test("return what Foundation returns when nothing is explored")
  func plain() {
    let operation = Operation()
    #expect(!SubjectPoints.isCancelled(of: operation))
    operation.cancel()
    #expect(SubjectPoints.isCancelled(of: operation))
  }

  @Test("a stepped lock keeps others out, and lets its own thread in again if it is recursive")
  func lock() {
    let (plain, recursive) = (
      SteppedLock(isRecursive: false), SteppedLock(isRecursive: true)
    )
    plain.lock()
    #expect(!plain.try())
    #expect(!plain.lock(before: Date()))
    plain.unlock()
    #expect(plain.try())
    recursive.lock()
    #expect(recursive.try())
  }

  @Test("a request to a child is read back as it was, and nothing else is taken for one")
  func requests() {
    let orders = OrdersRequest(
      life: Life(.racedByHand), orders: [Order(), Order(["T1", "T1", "main"])],
      calm: .milliseconds(150))
    let lives = LivesRequest(
      lives: [Life(.queued)], patience: .milliseconds(150), waitsLong: true)
    for request in [ChildRequest.orders(orders), .lives(lives), .series] {
      #expect(ChildRequest(line: request.line) == request)
    }
    for other in ["", "survives-races", "{}"] {
      #expect(ChildRequest(line: Data(other.utf8)) == nil)
    }
  }

  @Test("steps show that a thread continues with an answer only if another thread ran in between")
  func steps() {
    func event(_ seq: Int, _ thread: String, _ mark: Event.Mark) -> Event {
      Event(seq: seq, ns: 0, thread: thread, subject: "subject", kind: .noted, fact: .mark(mark))
    }
    func steps(_ events: [Event]) -> [String] {
      let run = Run(program: "scene", outcome: .completes, trace: Trace(events))
      return Ruling.Ordering(summary: "", order: Order(), run: run).steps
    }
    let read: Event.Mark = "reads isCancelled: false"
    let use = PausePoints.goingOn("isCancelled", false)
    #expect(steps([event(0, "T1", read), event(1, "T1", use)]) == ["T1 \(read.words)"])
    #expect(
      steps([event(0, "T1", read), event(1, "T2", "takes the lock"), event(2, "T1", use)])
        == ["T1 \(read.words)", "T2 takes the lock", "T1 \(use.words)"])
  }
}
