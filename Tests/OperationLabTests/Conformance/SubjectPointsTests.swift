import Foundation
import Testing

@testable import OperationLab
@testable import OperationTesting

@Suite("What checked code calls in place of Foundation")
struct SubjectPointsTests {
  @Test("tells what Foundation tells when nothing is explored")
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

  @Test("the words for a child's command line are read back as they were")
  func words() throws {
    let order = SceneOrder(
      scene: "by-hand-in-orders", orders: [Order(), Order(["T1", "T1", "main"])], isPatient: true)
    #expect(SceneOrder(words: order.words) == order)
    #expect(SceneOrder(words: ["works-once", "plain", "0", "1", "2", "brisk"]) == nil)
  }

  @Test("steps tell that a thread goes on with an answer only where another came between")
  func steps() {
    func event(_ seq: Int, _ thread: String, _ note: String) -> Event {
      Event(seq: seq, ns: 0, thread: thread, subject: "subject", kind: .noted, note: note)
    }
    func steps(_ events: [Event]) -> [String] {
      let run = Run(program: "scene", outcome: .completes, trace: Trace(events))
      return Ruling.Ordering(summary: "", order: Order(), run: run).steps
    }
    let (read, use) = ("reads isCancelled: false", "goes on: isCancelled was false")
    #expect(steps([event(0, "T1", read), event(1, "T1", use)]) == ["T1 \(read)"])
    #expect(
      steps([event(0, "T1", read), event(1, "T2", "takes the lock"), event(2, "T1", use)])
        == ["T1 \(read)", "T2 takes the lock", "T1 \(use)"])
  }
}
