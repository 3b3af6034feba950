import OperationDoctor
import OperationTesting
import Testing

@testable import LabKit

@Suite("The page of an order that goes wrong", .longPlan, .repeatable)
struct OrderPageTests {
  private static let lines = """
    final class A: Operation {
      // In start() the lock guards isCancelled.
      override func start() {
        if isCancelled { return }
        lock.withLock { state = 1 }
        willChangeValue(forKey: "isFinished")
        didChangeValue(for: \\.isFinished)
      }
      override func cancel() {
        willChangeValue(forKey: "isExecuting")
        willChangeValue(forKey: "isExecuting")
      }
    }
    """.components(separatedBy: "\n")

  @Test(
    "shows the line of a step where only one can be meant",
    arguments: [
      (.started, nil, 2), (.cancelled, nil, 8), (.began, nil, nil),
      (.noted, Trace.Event.Mark("reads {}: {}", .text("isCancelled"), .text("false")), 3),
      (.noted, Trace.Event.Mark("takes {}", .text("the lock")), 4),
      (.noted, Trace.Event.Mark("calls willChangeValue for {}", .text("isFinished")), 5),
      (.noted, Trace.Event.Mark("calls didChangeValue for {}", .text("isFinished")), 6),
      (.noted, Trace.Event.Mark("calls willChangeValue for {}", .text("isExecuting")), nil),
      (.noted, Trace.Event.Mark("tries to take {}", .text("the lock")), nil),
    ] as [(Trace.Event.Kind, Trace.Event.Mark?, Int?)])
  func lines(_ kind: Trace.Event.Kind, _ mark: Trace.Event.Mark?, _ line: Int?) {
    let event = Trace.Event(
      seq: 0, ns: 0, thread: "T1", subject: "a", kind: kind, fact: mark.map { .mark($0) })
    #expect(OrderPage.line(of: event, in: Self.lines) == line)
  }
}
