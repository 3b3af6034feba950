import Foundation
import Testing

@testable import OperationLab

/// Sound operations that move while a doctor looks, at a moment that the test chooses.
@Suite("Of a queue that moves a doctor", .repeatable)
struct MovingQueueTests {
  @Test("accuses no operation that finishes and leaves while its flags are read")
  func finishesWhileRead() throws {
    let queue = OperationQueue("q")
    let operation = FinishesWhenRead()
    queue.add(operation)
    try #require(operation.waitForStart())
    operation.whenRead {
      operation.finish()
      queue.waitUntilAllOperationsAreFinished()
    }
    #expect(QueueDoctor(queue).diagnosis().isEmpty)
  }

  @Test("says that it moves, and finds nothing, when a notification comes between two looks")
  func notifiesBetweenLooks() throws {
    let serial = DispatchQueue(label: "serial")
    let queue = OperationQueue("q", width: 1, above: serial)
    let (operation, next) = (EndlessOperation("operation"), EndlessOperation("next"))
    queue.add(operation)
    serial.sync {}
    operation.set(finished: true)
    queue.add(next)
    let report = QueueDoctor([queue]) { _ in
      operation.notify()
      serial.sync {}
    }.report()
    #expect(
      report == """
        'q': 1 operation, width 1, underlyingQueue 'serial'
        'q' moves: operations changed between two looks. What is certain only of a queue
          that does not move is left out.
        """)
    next.finish()
    #expect(
      QueueDoctor([queue]) { _ in }.report().hasSuffix("Nothing is stuck that a queue knows of."))
  }

  @Test("accuses no operation that was on its way to a thread, or just becoming ready")
  func startsBetweenLooks() {
    let below = DispatchQueue(label: "below")
    below.suspend()
    let queue = OperationQueue("q", above: below)
    let operation = EndlessOperation("operation")
    let shy = ReluctantOperation("shy")
    queue.add(operation, shy)
    let isResumed = Locked(false)
    let diagnosis = QueueDoctor([queue]) { _ in
      guard
        !isResumed.withLock({ state in
          defer { state = true }; return state
        })
      else { return }
      below.resume()
      shy.becomeWilling()
      shy.didChangeValue(forKey: "isReady")
      below.sync {}
    }.diagnosis()
    #expect(diagnosis.isEmpty, "\(diagnosis.causes)")
    operation.finish()
    queue.waitUntilAllOperationsAreFinished()
  }

  @Test("still explains another queue, and what is certain of this one")
  func movesAlone() throws {
    let (moving, stuck) = (OperationQueue("moving", width: 2), OperationQueue("stuck", width: 1))
    let (quick, endless) = (EndlessOperation("quick"), EndlessOperation("endless"))
    let bare = FlaggedOperation("bare")
    moving.add(endless, quick, BlockOperation("behind", after: endless), BlockOperation("next"))
    stuck.add(bare, BlockOperation("waits"))
    try #require(quick.waitForStart() && endless.waitForStart() && bare.waitForStart())
    // One more operation does not make the stuck queue move.
    let doctor = QueueDoctor([moving, stuck]) { _ in
      quick.finish()
      stuck.add(BlockOperation("late"))
    }
    let diagnosis = doctor.diagnosis()
    let stays = Platform.current == .linux ? "silent" : "notExecuting"
    #expect(
      diagnosis.causes.prefix(3) == ["bare: \(stays)", "behind: dependency", "endless: silent"])
    #expect(diagnosis["waits"]?.queue == "stuck")
    #expect(diagnosis["next"] == nil && diagnosis["quick"] == nil && diagnosis["late"] == nil)
    endless.finish()
    moving.waitUntilAllOperationsAreFinished()
  }

  @Test("looks again only as long as a finding may be that of a moment")
  func looksOnce() throws {
    let queue = OperationQueue("q")
    let endless = EndlessOperation("endless")
    queue.add(endless, BlockOperation("after", after: endless))
    try #require(endless.waitForStart())
    let doctor = QueueDoctor([queue]) { _ in Issue.record("it waited") }
    #expect(doctor.diagnosis().causes == ["after: dependency", "endless: silent"])
    endless.finish()
    queue.waitUntilAllOperationsAreFinished()
  }
}

/// Sound. Calls back once, when its flags are read.
private final class FinishesWhenRead: FlaggedOperation, @unchecked Sendable {
  private let body = Locked<(@Sendable () -> Void)?>(nil)

  func whenRead(_ body: @escaping @Sendable () -> Void) { self.body.withLock { $0 = body } }

  override func start() {
    set(executing: true)
    notify()
    started.signal()
  }

  override var isReady: Bool {
    body.withLock { body in
      defer { body = nil }
      return body
    }?()
    return super.isReady
  }
}
