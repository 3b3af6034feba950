import Foundation
import Testing

@testable import OperationDoctor
@testable import OperationLab
@testable import OperationBench

@Suite("In place of a hang", .repeatable)
struct HangTests {
  private let queue = OperationQueue("q", isSuspended: true)
  private let doctor: QueueDoctor

  init() {
    doctor = QueueDoctor(queue)
    queue.add(BlockOperation("waits"))
  }

  @Test("the doctor's report is thrown, and the thread of the body is left behind")
  func blocks() throws {
    let blockade = Blockade()
    let hang = #expect(throws: QueueDoctor.Hang.self) {
      try doctor.explainingHang(after: .milliseconds(20)) { blockade.block() }
    }
    #expect(
      hang?.description == """
        After 0.0 s it has not returned:
        'q': 1 operation, no limit, suspended
        waits is ready, but 'q' is suspended, and starts nothing until isSuspended is
          false again.
        waits: 'q' is suspended
        """)
    #expect(blockade.waitForBegin())
    blockade.open()
  }

  @Test("of a task the report is thrown, and the task is cancelled")
  func waits() async throws {
    let isCancelled = Latch()
    await #expect(throws: QueueDoctor.Hang.self) {
      try await doctor.explainingHang(after: .milliseconds(20)) {
        try? await Task.sleep(for: .seconds(3600))
        isCancelled.open()
      }
    }
    #expect(isCancelled.wait(deadline: .seconds(60)))
  }

  @Test("bodies that block take no thread from other tasks")
  func takesNoThread() async throws {
    let blockades = (0..<ProcessInfo.processInfo.activeProcessorCount + 2).map { _ in Blockade() }
    for blockade in blockades {
      await #expect(throws: QueueDoctor.Hang.self) {
        try await doctor.explainingHang(after: .milliseconds(1)) {
          await Task.yield()
          blockade.block()
        }
      }
      #expect(blockade.waitForBegin())
    }
    await Task.detached {}.value
    blockades.forEach { $0.open() }
  }

  @Test("what ends in time returns its value, and throws its error")
  func ends() async throws {
    func inTime() throws {
      #expect(try doctor.explainingHang(after: .seconds(60)) { 7 } == 7)
      #expect(throws: CancellationError.self) {
        try doctor.explainingHang(after: .seconds(60)) { throw CancellationError() }
      }
    }
    try inTime()
    let value = try await doctor.explainingHang(after: .seconds(60)) {
      await Task.yield()
      return 8
    }
    #expect(value == 8)
  }
}
