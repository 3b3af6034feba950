import Foundation
import Testing

@testable import OperationDoctor
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

  @Test("looks anew after a notification, and accuses only what is there then")
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
        next holds a slot of 'q': its isExecuting is true, but next has not yet reported
          isFinished.
        next: started, not yet finished
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
    #expect(diagnosis.causes == ["operation: silent"])
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
    // Operations that are added do not make the stuck queue move.
    let current = Locked(quick)
    let diagnosis = QueueDoctor([moving, stuck]) { _ in
      stuck.add(BlockOperation("late"))
      let following = EndlessOperation("following")
      moving.add(following)
      let last = current.withLock { current in
        defer { current = following }
        return current
      }
      last.finish()
      #expect(following.waitForStart())
    }.diagnosis()
    #expect(
      diagnosis.causes.prefix(3) == ["bare: notExecuting", "behind: dependency", "endless: silent"])
    #expect(diagnosis["waits"]?.queue == "stuck")
    #expect(diagnosis["next"] == nil && diagnosis["quick"] == nil)
    current.withLock { $0 }.finish()
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

/// A queue of width 1 in which one operation ends in each pause of a doctor, and others are added.
private final class Stream: Sendable {
  let queue = OperationQueue("q", width: 1)
  private let priority: Operation.QueuePriority
  private let count: Int
  private let time = Locked<UInt64>(0)
  private let running = Locked<[EndlessOperation]>([])

  init(of priority: Operation.QueuePriority = .normal, adding count: Int = 1) throws {
    (self.priority, self.count) = (priority, count)
    add()
    try #require(running.withLock { $0[0] }.waitForStart())
  }

  var doctor: QueueDoctor {
    QueueDoctor([queue], clock: MonotonicClock { [time] in time.withLock { $0 } }) { [self] pause in
      time.withLock { $0 += UInt64(pause.seconds * 1e9) }
      add()
      let (last, next) = running.withLock { ($0.removeFirst(), $0[0]) }
      last.finish()
      #expect(next.waitForStart())
    }
  }

  private func add() {
    for _ in 0..<count {
      let operation = EndlessOperation("streaming")
      operation.queuePriority = priority
      running.withLock { $0.append(operation) }
      queue.add(operation)
    }
  }

  /// Ends all of it.
  func end() {
    while let first = running.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) {
      #expect(first.isExecuting || first.waitForStart())
      first.finish()
    }
    queue.waitUntilAllOperationsAreFinished()
  }
}

@Suite("Of a queue that moves for a second a doctor says", .repeatable)
struct StreamTests {
  @Test("which operation waited all the time while others began first, also in a watch")
  func starves() async throws {
    let stream = try Stream(of: .veryHigh)
    let slow = BlockOperation("slow")
    slow.queuePriority = .veryLow
    stream.queue.add(slow)
    let diagnosis = stream.doctor.diagnosis()
    #expect(diagnosis.causes == ["slow: outranked"])
    #expect(diagnosis["slow"]?.clue == .overtaken(by: 50, during: .seconds(1)))
    let (said, hasSpoken) = (Locked(""), Latch())
    stream.doctor.watching(for: .milliseconds(1)) { report in
      said.withLock { $0 = report }
      hasSpoken.open()
    } _: {
      #expect(hasSpoken.wait(deadline: .seconds(60)))
    }
    #expect(
      said.withLock { $0 } == """
        After 0.0 s it has not returned:
        'q': 2 operations, width 1
        'q' moves: within 1.0 s at least 50 were added, 50 began and 50 ended. What is
          certain only of a queue that does not move is left out.
        slow has waited in 'q' for all of 1.0 s, while at least 50 operations added
          later began first, for higher priority.
        slow ─▶ a slot of 'q'
        """)
    stream.end()
  }

  @Test("how it grows, and nothing of operations that wait for their turn")
  func grows() throws {
    let stream = try Stream(adding: 3)
    #expect(
      stream.doctor.report() == """
        'q': 105 operations, width 1
        'q' moves: within 1.0 s at least 150 were added, 50 began and 50 ended, so it
          holds 100 more. What is certain only of a queue that does not move is left
          out.
        """)
    stream.end()
  }

  @Test("only of those that were added later and have a higher priority that they went first")
  func counts() {
    var movement = Movement(of: "q")
    let crowd = (1...4).map { BlockOperation("\($0)") }
    for place in [0, 2] { crowd[place].queuePriority = .high }
    movement.look(at: crowd, at: 0)
    movement.look(at: [crowd[1]], at: 2_000_000_000)
    #expect(movement.overtakers(of: crowd[1], by: \.queuePriority.rawValue) == 1)
    #expect(movement.overtakers(of: crowd[0], by: \.queuePriority.rawValue) == 0)
    #expect(movement.began == 3 && movement.ended == 3 && movement.added == 0)
    #expect(movement.growth == -3 && movement.time == .seconds(2))
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
