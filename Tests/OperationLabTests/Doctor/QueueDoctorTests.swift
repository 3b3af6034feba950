import Foundation
import OperationDoctor
import OperationLab
import Testing

@Suite("A queue doctor", .repeatable)
struct QueueDoctorTests {
  @Test("says who holds the only slot, and who waits for it")
  func slot() {
    let queue = OperationQueue()
    queue.name = "downloads"
    queue.maxConcurrentOperationCount = 1
    let (hasBegun, mayEnd) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let first = BlockOperation {
      hasBegun.signal()
      mayEnd.wait()
    }
    first.name = "first"
    let second = BlockOperation {}
    second.name = "second"
    queue.addOperations([first, second], waitUntilFinished: false)
    #expect(hasBegun.wait(timeout: .longEnough) == .success)
    let report = QueueDoctor(queue).report()
    mayEnd.signal()
    queue.waitUntilAllOperationsAreFinished()
    #expect(report.contains("first"), "\(report)")
    #expect(report.contains("second"), "\(report)")
    #expect(report.contains("no free slot"), "\(report)")
  }

  @Test("draws a circle")
  func circle() {
    let queue = OperationQueue()
    let operations = ["a", "b"].map { name in
      let operation = BlockOperation {}
      operation.name = name
      return operation
    }
    operations[0].addDependency(operations[1])
    operations[1].addDependency(operations[0])
    queue.addOperations(operations, waitUntilFinished: false)
    let report = QueueDoctor(queue).report()
    queue.cancelAllOperations()
    #expect(report.contains("┌─▶ a ─▶ b ─┐"), "\(report)")
  }

  @Test("finds nothing in a queue that has done its work, and gives every operation its name")
  func idle() {
    let queue = OperationQueue()
    #expect(QueueDoctor(queue).report().hasSuffix("Nothing is stuck that a queue knows of."))
    queue.isSuspended = true
    queue.addOperations([BlockOperation {}, BlockOperation {}], waitUntilFinished: false)
    let names = QueueDoctor(queue).diagnosis().findings.map(\.subject)
    #expect(names == ["BlockOperation", "BlockOperation 2"])
    queue.isSuspended = false
  }

  @Test("looks at all queues that report events, as long as they exist, if it is given none")
  func reportingQueues() {
    let name = UUID().uuidString
    weak var released: ReportingQueue?
    do {
      let queue = ReportingQueue { _ in }
      queue.name = name
      #expect(QueueDoctor().report().contains("'\(name)': 0 operations, no limit"))
      released = queue
    }
    // A doctor of another test may look at it at the moment.
    let deadline = Date.longEnough
    while released != nil, Date() < deadline { sched_yield() }
    #expect(released == nil && !QueueDoctor().report().contains(name))
    #expect(QueueDoctor([]).report() == "Nothing is stuck that a queue knows of.")
  }

  @Test("speaks up when a wait takes too long, and keeps silent otherwise")
  func watching() {
    let queue = OperationQueue()
    queue.isSuspended = true
    queue.addOperation {}
    let hasSpoken = DispatchSemaphore(value: 0)
    QueueDoctor(queue).watching(
      for: .milliseconds(20),
      report: { report in
        if report.contains("suspended") { hasSpoken.signal() }
      }
    ) {
      #expect(hasSpoken.wait(timeout: .longEnough) == .success)
    }
    queue.isSuspended = false
    let value = QueueDoctor(queue).watching(
      for: .seconds(60), report: { _ in Issue.record("spoke") }
    ) {
      7
    }
    #expect(value == 7)
  }
}
