import Foundation
import Testing

@testable import OperationBench
@testable import OperationDoctor
@testable import OperationLab

/// What a doctor finds and says of queues that are stuck for one reason each is in
/// `Tests/Goldens/doctor/stuck-queues.txt`. No test waits for time to pass: each state stays as it is until
/// the test ends it.
@Suite("Of a stuck queue a doctor says", .repeatable, .enabled(if: Platform.current == .linux))
struct StuckQueueTests {
  /// Compares what a doctor finds, and its whole report, with a part of a file. A test that looks more
  /// than once says when.
  private func check(_ queues: OperationQueue..., when moment: String? = nil) throws {
    let title = [Test.current?.displayName, moment].compactMap { $0 }.joined(separator: ", ")
    let doctor = QueueDoctor(queues) { _ in }
    let found = doctor.diagnosis().causes.joined(separator: "\n")
    try Golden.expect(
      "doctor/stuck-queues.txt", part: title, is: "\(found)\n\n\(doctor.report())")
  }

  @Test("that most likely start() returned without setting a flag, and who waits for the slots")
  func bareStart() throws {
    let queue = OperationQueue("thumbs", width: 2)
    let crowd = (1...4).map { FlaggedOperation("t\($0)") }
    queue.addOperations(crowd, waitUntilFinished: false)
    try #require(crowd[0].waitForStart() && crowd[1].waitForStart())
    try check(queue)
  }

  @Test("that an operation is executing, and who waits for its slot")
  func silent() throws {
    let queue = OperationQueue("q", width: 1)
    let silent = EndlessOperation("silent")
    queue.add(silent, BlockOperation("next"))
    try #require(silent.waitForStart())
    try check(queue)
    silent.finish()
  }

  @Test("that a cancelled operation was started, if its start() returned without finishing it")
  func cancelledBareStart() throws {
    let queue = OperationQueue("q", width: 1, isSuspended: true)
    let cancelled = FlaggedOperation("cancelled")
    queue.add(cancelled, BlockOperation("next"))
    cancelled.cancel()
    queue.isSuspended = false
    try #require(cancelled.waitForStart())
    try check(queue)
  }

  @Test("that the queue got no notification of an end")
  func noNotification() throws {
    let serial = DispatchQueue(label: "serial")
    let queue = OperationQueue("q", above: serial)
    let end = EndlessOperation("end")
    queue.add(end, BlockOperation("after", after: end))
    serial.sync {}
    end.set(finished: true)
    try check(queue)
    end.notify()
  }

  @Test("that dependents may have got no notification of an end outside the queues")
  func noNotificationByHand() throws {
    let queue = OperationQueue("q")
    let end = EndlessOperation("end")
    end.start()
    end.set(finished: true)
    queue.add(BlockOperation("after", after: end))
    try check(queue)
    end.notify()
  }

  @Test("that an operation finished before it was started, and that it holds no slot")
  func finishedBeforeStart() throws {
    let queue = OperationQueue("q", width: 1, isSuspended: true)
    let early = FlaggedOperation("early")
    queue.add(early, BlockOperation("next"))
    early.set(finished: true)
    try check(queue)
  }

  @Test("nothing of main() that has returned, but that the operation does not finish")
  func unendedMain() throws {
    let serial = DispatchQueue(label: "serial")
    let queue = OperationQueue("q", above: serial)
    let operation = UnendedMainOperation()
    queue.add(operation)
    serial.sync {}
    try check(queue)
    operation.finishSilently()
    try check(queue, when: "once it has finished")
  }

  @Test("that a barrier block waits, not that an operation behind it is unwilling")
  func waitingBarrier() throws {
    let queue = OperationQueue("q")
    let first = EndlessOperation("first")
    queue.add(first)
    queue.addBarrierBlock {}
    queue.add(BlockOperation("behind"))
    try #require(first.waitForStart())
    try check(queue)
    first.finish()
  }

  @Test("nothing of a dependency that has finished, of an operation behind a barrier block")
  func finishedDependencyBehindBarrier() throws {
    let queue = OperationQueue("q", isSuspended: true)
    let (first, done) = (EndlessOperation("first"), BlockOperation("done"))
    done.start()
    queue.add(first)
    queue.addBarrierBlock {}
    queue.add(BlockOperation("behind", after: done))
    queue.isSuspended = false
    try #require(first.waitForStart())
    try check(queue)
    first.finish()
  }

  @Test("that a running barrier block keeps the slot")
  func runningBarrier() throws {
    let queue = OperationQueue("q", width: 1, isSuspended: true)
    let blockade = Blockade()
    queue.add(BlockOperation("first"))
    queue.addBarrierBlock { blockade.block() }
    queue.add(BlockOperation("behind"))
    queue.isSuspended = false
    try #require(blockade.waitForBegin())
    queue.add(BlockOperation("later"))
    try check(queue)
    blockade.open()
    queue.waitUntilAllOperationsAreFinished()
  }

  @Test("that a barrier block may be running, if the queue was empty when it was added")
  func barrierOfEmptyQueue() throws {
    let queue = OperationQueue("q")
    let blockade = Blockade()
    queue.addBarrierBlock { blockade.block() }
    try #require(blockade.waitForBegin())
    queue.add(BlockOperation("behind"))
    try check(queue)
    blockade.open()
    queue.waitUntilAllOperationsAreFinished()
  }

  @Test("that a dependency was removed")
  func removedDependency() throws {
    let queue = OperationQueue("q")
    let former = BlockOperation("former")
    let operation = BlockOperation("operation", after: former)
    operation.removeDependency(former)
    queue.add(operation)
    try check(queue)
  }

  @Test("that an operation's own isReady returns false, cancelled or not")
  func ownIsReady() throws {
    let queue = OperationQueue("q")
    let operation = ReluctantOperation("shy")
    queue.add(operation)
    try check(queue)
    operation.cancel()
    try check(queue, when: "once it is cancelled")
  }

  @Test("that the queue got no notification of isReady")
  func unannouncedIsReady() throws {
    let queue = OperationQueue("q")
    let operation = ReluctantOperation("shy")
    queue.add(operation)
    operation.becomeWilling()
    try check(queue)
    queue.add(BlockOperation("next"))
  }

  @Test("that the underlying queue may be suspended")
  func suspendedUnderlyingQueue() throws {
    let below = DispatchQueue(label: "io")
    below.suspend()
    let queue = OperationQueue("uploads", above: below)
    queue.add(BlockOperation("send"))
    try check(queue)
    below.resume()
    queue.waitUntilAllOperationsAreFinished()
  }

  @Test("that only the main thread runs what is in the main queue, even if that is not given")
  @MainActor func blockedMainThread() throws {
    let queue = OperationQueue("q")
    let save = BlockOperation("save")
    queue.add(BlockOperation("after", after: save))
    OperationQueue.main.add(save)
    // The test keeps the main thread from running the main queue.
    let doctor = QueueDoctor([queue]) { _ in }
    let elsewhere = Locked<Diagnosis?>(nil)
    let isDone = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
      let diagnosis = doctor.diagnosis()
      elsewhere.withLock { $0 = diagnosis }
      isDone.signal()
    }
    try #require(isDone.wait(timeout: .longEnough) == .success)
    #expect(elsewhere.withLock { $0 } == doctor.diagnosis())
    try check(queue)
  }

  @Test("that the width is 0")
  func noWidth() throws {
    let queue = OperationQueue("q", width: 0)
    queue.add(BlockOperation("a"))
    try check(queue)
  }

  @Test("that the width is 0, and not that those wait for a slot which still run")
  func widthBecomesNothing() throws {
    let queue = OperationQueue("q", width: 1)
    let running = EndlessOperation("running")
    queue.add(running)
    try #require(running.waitForStart())
    queue.maxConcurrentOperationCount = 0
    let important = BlockOperation("important")
    important.queuePriority = .high
    queue.add(BlockOperation("index"), important)
    try check(queue)
    running.finish()
    queue.maxConcurrentOperationCount = 1
    queue.waitUntilAllOperationsAreFinished()
  }

  @Test("nothing of a dependency that no operation waits for")
  func lateDependency() throws {
    let queue = OperationQueue("q")
    let running = EndlessOperation("running")
    queue.add(running)
    try #require(running.waitForStart())
    running.addDependency(BlockOperation("token", after: BlockOperation("more")))
    try check(queue)
    running.finish()
  }

  @Test("that a suspended queue does not remove cancelled operations")
  func cancelledWhileSuspended() throws {
    let queue = OperationQueue("q", isSuspended: true)
    queue.add(BlockOperation("a"), BlockOperation("b"))
    queue.cancelAllOperations()
    try check(queue)
  }

  @Test("once that operations of several queues wait for one another")
  func circle() throws {
    let (farm, kitchen) = (OperationQueue("farm"), OperationQueue("kitchen", isSuspended: true))
    let hen = BlockOperation("hen")
    let egg = BlockOperation("egg", after: hen)
    hen.addDependency(egg)
    farm.add(hen)
    kitchen.add(egg)
    try check(farm, kitchen)
    hen.removeDependency(egg)
  }

  @Test("that a dependency is in none of the given queues")
  func missingDependency() throws {
    let (queue, other) = (OperationQueue("q"), OperationQueue("other", isSuspended: true))
    let (load, unlock) = (BlockOperation("load"), BlockOperation("unlock"))
    queue.add(BlockOperation("decode", after: load))
    try check(queue)
    other.add(load)
    load.addDependency(unlock)
    try check(queue, when: "once another queue holds it")
    try check(queue, other, when: "given that queue, too")
    unlock.start()
    try check(queue, other, when: "once it is ready")
  }

  @Test("of a cancelled dependency only that no given queue holds it")
  func cancelledDependency() throws {
    let queue = OperationQueue("q")
    let load = BlockOperation("load")
    load.cancel()
    let decode = BlockOperation("decode")
    decode.addDependency(load)
    queue.add(decode)
    try check(queue)
  }

  @Test("what is known of dependencies that were started outside the given queues")
  func startedByHand() throws {
    let queue = OperationQueue("q")
    let (bare, endless) = (FlaggedOperation("bare"), EndlessOperation("endless"))
    bare.start()
    endless.start()
    queue.add(BlockOperation("after", after: bare, endless))
    try check(queue)
    endless.finish()
  }

  @Test("that an operation claims to be executing, also in a suspended queue")
  func executingBeforeStart() throws {
    let queue = OperationQueue("q", width: 1, isSuspended: true)
    let operation = FlaggedOperation("eager")
    operation.set(executing: true)
    queue.add(operation, BlockOperation("next"))
    try check(queue)
  }

  @Test("along a chain through two queues, which slot it ends at")
  func crossQueueWait() throws {
    let (one, other) = (OperationQueue("one", width: 1), OperationQueue("other", width: 1))
    let blockade = Blockade()
    let inner = BlockOperation("inner")
    one.add(BlockOperation("outer") { blockade.block() })
    try #require(blockade.waitForBegin())
    one.add(inner)
    other.add(BlockOperation("last", after: inner))
    try check(one, other)
    blockade.open()
    other.waitUntilAllOperationsAreFinished()
  }

  @Test("that there may be no thread, and how many operations are executing")
  func noThread() throws {
    let snapshot = try #require(
      Situation("queue q: op1 executing, op2 ready, op3 ready\nthe deadline passed").snapshot)
    var reading = snapshot.reading
    for place in 0..<3 { reading.operations[place].isPlainBlock = true }
    let diagnosis = Diagnosis(Diagnosis.findings(in: reading))
    #expect(diagnosis.causes == ["op1: silent", "op2: notExecuting", "op3: notExecuting"])
    #expect(
      diagnosis["op2"]?.sentence == """
        op2 is ready, but 'q' has passed it to Dispatch, which has not run it: either the system \
        has no free thread (1 executing in these queues), or a barrier block of 'q' has not returned.
        """)
  }

  @Test(
    "that it may have missed that an operation with dependencies became ready while it was added")
  func missed() throws {
    var snapshot = try #require(
      Situation("queue q width 4: lost ready after first\nthe deadline passed").snapshot)
    let words = "or 'q' missed that it became ready while it was added"
    func sentence() -> String {
      var reading = snapshot.reading
      reading.operations[0].isPlainBlock = true
      return Diagnosis(Diagnosis.findings(in: reading))["lost"]?.sentence ?? ""
    }
    #expect(sentence().contains(words), "\(sentence())")
    snapshot.operations[0].dependencies = []
    #expect(!sentence().contains(words))
  }

  @Test("that an operation of lower quality of service waits for those of a higher one")
  func quality() throws {
    let queue = OperationQueue("q", width: 2)
    let holders = (1...2).map { EndlessOperation("holder\($0)") }
    queue.addOperations(holders, waitUntilFinished: false)
    for holder in holders { try #require(holder.waitForStart()) }
    let (slow, fast) = (BlockOperation("slow"), BlockOperation("fast"))
    (slow.qualityOfService, fast.qualityOfService) = (.background, .userInitiated)
    queue.add(slow, fast)
    let finding = QueueDoctor([queue]) { _ in }.diagnosis()["slow"]
    #expect(finding?.cause == .outranked && finding?.outrankedBy == ["fast"])
    holders.forEach { $0.finish() }
    queue.waitUntilAllOperationsAreFinished()
  }

  @Test("that it does not answer, and does not hang itself", arguments: [false, true])
  func locked(onlyWhenLookedAt isLate: Bool) throws {
    // Its lock is never given back, so nothing of it can be ended.
    let (queue, other) = (OperationQueue("q"), OperationQueue("other", isSuspended: true))
    let blockade = Blockade()
    queue.add(BlockOperation("first") { blockade.block() })
    try #require(blockade.waitForBegin())
    queue.addBarrierBlock {}
    let cancelled = BlockOperation("cancelled")
    cancelled.cancel()
    other.add(BlockOperation("last"))
    // Another thread goes in, for ever.
    let lock: @Sendable () -> Void = {
      Thread.detachNewThread { queue.addOperation(cancelled) }
      let (clock, began) = (ContinuousClock(), ContinuousClock.now)
      while OperationQueue.answers(of: [queue], within: .seconds(1)) == [true],
        clock.now - began < longEnough
      {}
    }
    let isLocked = Locked(false)
    @Sendable func lockOnce() {
      let isFirst = isLocked.withLock { isLocked in
        defer { isLocked = true }
        return !isLocked
      }
      if isFirst { lock() }
    }
    if !isLate { lockOnce() }
    // It reads the time when it has looked once.
    let clock = MonotonicClock {
      lockOnce()
      return MonotonicClock.system.now()
    }
    let doctor = QueueDoctor([other, queue], clock: clock) { _ in }
    #expect(doctor.diagnosis().causes == ["last: suspended", "queue 2 of 2: blocked"])
    #expect(doctor.report(width: .max).contains("queue 2 of 2 does not answer"))
    other.isSuspended = false
    other.waitUntilAllOperationsAreFinished()
  }

  @Test("that the main queue is busy, if an operation is executing that may wait for it")
  func mainIsBusy() throws {
    let queue = OperationQueue("q", width: 1)
    let silent = EndlessOperation("silent")
    queue.add(silent)
    try #require(silent.waitForStart())
    func causes(asking main: @escaping @Sendable (Latch) -> Void) -> [String] {
      QueueDoctor([queue], sleep: { _ in }, askMain: main).diagnosis().causes
    }
    #expect(causes { _ in } == ["program: blocked", "silent: silent"])
    #expect(causes { $0.open() } == ["silent: silent"])
    silent.finish()
    queue.waitUntilAllOperationsAreFinished()
    #expect(causes { _ in } == [])
  }

  @Test("every possible reason, the likeliest first, where Foundation does not show its own state")
  func unreadable() throws {
    let situation = Situation(
      """
      queue q width 1: a ready, b unready, d after c
      no queue: c ready
      the deadline passed
      """)
    let snapshot = try #require(situation.snapshot)
    let diagnosis = Diagnosis(Diagnosis.findings(in: snapshot.reading))
    #expect(
      diagnosis.causes == [
        "a: notExecuting", "b: notReady, barrier", "c: neverStarted", "d: dependency",
      ])
    #expect(
      diagnosis["a"]?.sentence == """
        a is ready, but not executing: most likely start() returned without setting isExecuting or \
        isFinished, or the system has no free thread (0 executing in these queues), or a barrier \
        block of 'q' has not returned, or isReady became true without a notification.
        """)
    #expect(
      diagnosis["c"]?.sentence == """
        c is in none of the given queues and not executing: most likely no queue holds it, or \
        another one does.
        """)
  }
}
