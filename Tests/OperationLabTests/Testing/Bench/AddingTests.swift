import Foundation
import Testing

@testable import OperationLab
@testable import OperationBench
@testable import OperationTesting

/// Becomes ready on another thread during the n-th read of `isReady`, with a notification. That
/// read still returns `false`.
private final class ReadyInAReading: Operation, @unchecked Sendable {
  private let moment: Int
  private let body: @Sendable () -> Void
  private let state = Locked((readings: 0, isReady: false))

  init(_ moment: Int, _ body: @escaping @Sendable () -> Void) {
    self.moment = moment
    self.body = body
  }

  override var isReady: Bool {
    let (wasReady, isTheMoment) = state.withLock { state in
      state.readings += 1
      return (state.isReady, state.readings == moment)
    }
    if isTheMoment {
      let isReady = DispatchSemaphore(value: 0)
      Thread.detachNewThread {
        self.becomeReady()
        isReady.signal()
      }
      isReady.wait()
    }
    return super.isReady && wasReady
  }

  override func main() { body() }

  var readings: Int { state.withLock { $0.readings } }

  /// Does and announces nothing if it is ready.
  func becomeReady() {
    guard !state.withLock({ $0.isReady }) else { return }
    willChangeValue(for: \.isReady)
    state.withLock { $0.isReady = true }
    didChangeValue(for: \.isReady)
  }
}

@Suite("An operation that becomes ready while it is added to a queue", .repeatable)
struct AddingTests {
  /// More reads than occur.
  static let readings = 1...8

  @Test("is started by a queue of Foundation's that is notified again", arguments: readings)
  func reliably(reading: Int) async throws {
    #expect(
      try await hasRun(reading: reading) {
        let queue = OperationQueue()
        queue.addReliably($0)
        return queue
      })
  }

  @Test("is started by a queue that reports events", arguments: readings, [false, true])
  func reporting(reading: Int, isList: Bool) async throws {
    #expect(
      try await hasRun(reading: reading) {
        let queue = ReportingQueue { _ in }
        if isList {
          queue.addOperations([$0], waitUntilFinished: false)
        } else {
          queue.addOperation($0)
        }
        return queue
      })
  }

  @Test("finishes in a race", arguments: readings)
  func race(reading: Int) async throws {
    let made = Locked<ReadyInAReading?>(nil)
    let hasEnded = Latch()
    try await elsewhere {
      let life = CancelRace(isQueued: true) { probe in
        let operation = ReadyInAReading(reading) {
          probe.run()
          hasEnded.open()
        }
        made.withLock { $0 = operation }
        return operation
      }
      life.start()
      made.withLock { $0 }?.becomeReady()
      #expect(hasEnded.wait(deadline: longEnough))
    }
  }

  @Test("is checked again only if it was not ready before")
  func alone() {
    let queue = OperationQueue()
    queue.isSuspended = true
    func readings(_ add: (Operation) -> Void) -> Int {
      let operation = ReadyInAReading(0) {}
      operation.becomeReady()
      let before = operation.readings
      add(operation)
      return operation.readings - before
    }
    #expect(readings(queue.addReliably) == readings(queue.addOperation) + 1)
    queue.cancelAllOperations()
    queue.isSuspended = false
  }

  /// Whether it runs once it has been added, and is ready.
  private func hasRun(
    reading: Int, add: @escaping @Sendable (Operation) -> OperationQueue
  ) async throws -> Bool {
    try await elsewhere {
      let hasRun = Latch()
      let operation = ReadyInAReading(reading) { hasRun.open() }
      let queue = add(operation)
      operation.becomeReady()
      return withExtendedLifetime(queue) { hasRun.wait(deadline: longEnough) }
    }
  }
}
