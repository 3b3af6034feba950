import Foundation
import Testing

@testable import OperationDoctor
@testable import OperationLab

/// What a doctor finds and says of queues that are stuck for one reason each. No test waits for time
/// to pass: each state stays as it is until the test ends it.
@Suite("Of a stuck queue a doctor says", .repeatable, .enabled(if: Platform.current == .linux))
struct StuckQueueTests {
  /// Compares the causes, and looks for words that must be, and words that must not be in the report.
  private func check(
    _ queues: OperationQueue..., finds expected: [String], says: [String] = [],
    never: [String] = [], at place: SourceLocation = #_sourceLocation
  ) {
    let doctor = QueueDoctor(queues) { _ in }
    #expect(doctor.diagnosis().causes == expected, sourceLocation: place)
    let report = doctor.report(width: .max)
    for words in says { #expect(report.contains(words), "\(report)", sourceLocation: place) }
    for words in never + ["moves:", "yet became", "in no queue"] {
      #expect(!report.contains(words), "'\(words)' in\n\(report)", sourceLocation: place)
    }
  }

  @Test("that most likely start() returned without setting a flag, and who waits for the slots")
  func bareStart() throws {
    let queue = OperationQueue("thumbs", width: 2)
    let crowd = (1...4).map { FlaggedOperation("t\($0)") }
    queue.addOperations(crowd, waitUntilFinished: false)
    try #require(crowd[0].waitForStart() && crowd[1].waitForStart())
    #expect(
      QueueDoctor([queue]) { _ in }.report() == """
        'thumbs': 4 operations, width 2
        t1 and t2 are ready, but not executing: most likely start() returned without
          setting isExecuting or isFinished, or the system has no free thread (0
          executing in these queues), or a barrier block of 'thumbs' has not returned,
          or isReady became true without a notification.
        t3 and t4 are ready, but 'thumbs' has no free slot: its width is 2, and t1 and
          t2 hold both slots until they report isFinished.
        t3 and t4 ─▶ a slot of 'thumbs' ─▶ t1 and t2: ready, not executing
        """)
    check(
      queue, finds: ["t1: notExecuting", "t2: notExecuting", "t3: noFreeSlot", "t4: noFreeSlot"],
      never: ["not yet started", "free slot, yet"])
  }

  @Test("that an operation is executing, and who waits for its slot")
  func silent() throws {
    let queue = OperationQueue("q", width: 1)
    let silent = EndlessOperation("silent")
    queue.add(silent, BlockOperation("next"))
    try #require(silent.waitForStart())
    check(
      queue, finds: ["next: noFreeSlot", "silent: silent"],
      says: ["its isExecuting is true, but silent has not yet reported isFinished"],
      never: ["returned without"])
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
    check(
      queue, finds: ["cancelled: cancelledNotFinished, notExecuting", "next: noFreeSlot"],
      says: ["it is not executing: most likely start() returned without setting"])
  }

  @Test("that the queue got no notification of an end")
  func noNotification() {
    let serial = DispatchQueue(label: "serial")
    let queue = OperationQueue("q", above: serial)
    let end = EndlessOperation("end")
    queue.add(end, BlockOperation("after", after: end))
    serial.sync {}
    end.set(finished: true)
    check(
      queue, finds: ["after: dependency", "end: finishNotAnnounced"],
      says: ["'q' still holds it: isFinished became true", "or without a notification"])
    end.notify()
  }

  @Test("that dependents may have got no notification of an end outside the queues")
  func noNotificationByHand() {
    let queue = OperationQueue("q")
    let end = EndlessOperation("end")
    end.start()
    end.set(finished: true)
    queue.add(BlockOperation("after", after: end))
    check(
      queue, finds: ["after: notReady, barrier"],
      says: ["or a dependency finished without posting a notification"],
      never: ["own isReady", "still holds"])
    end.notify()
  }

  @Test("that an operation finished before it was started, and that it holds no slot")
  func finishedBeforeStart() {
    let queue = OperationQueue("q", width: 1, isSuspended: true)
    let early = FlaggedOperation("early")
    queue.add(early, BlockOperation("next"))
    early.set(finished: true)
    check(
      queue, finds: ["early: finishNotAnnounced", "next: suspended"],
      says: ["before the queue had started it, or without a notification"], never: ["slot"])
  }

  @Test("nothing of main() that has returned, but that the operation does not finish")
  func unendedMain() {
    let serial = DispatchQueue(label: "serial")
    let queue = OperationQueue("q", above: serial)
    let operation = UnendedMainOperation()
    queue.add(operation)
    serial.sync {}
    check(queue, finds: ["UnendedMainOperation: silent"], says: ["its isExecuting is true"])
    operation.finishSilently()
    check(queue, finds: ["UnendedMainOperation: finishNotAnnounced"])
  }

  @Test("that a barrier block waits, not that an operation behind it is unwilling")
  func waitingBarrier() throws {
    let queue = OperationQueue("q")
    let first = EndlessOperation("first")
    queue.add(first)
    queue.addBarrierBlock {}
    queue.add(BlockOperation("behind"))
    try #require(first.waitForStart())
    check(
      queue, finds: ["behind: notReady, barrier", "first: silent"],
      says: ["most likely a barrier block, put into 'q' earlier, has not returned"],
      never: ["own isReady"])
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
    check(queue, finds: ["behind: notReady, barrier", "first: silent"], never: ["done"])
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
    check(
      queue, finds: ["behind: notReady, barrier", "later: notExecuting"],
      says: ["most likely a barrier block, put into 'q' earlier", "or a barrier block of 'q'"],
      never: ["own isReady", "has a free slot"])
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
    check(
      queue, finds: ["behind: notExecuting"],
      says: ["'q' has passed it to Dispatch, which has not run it", "a barrier block of 'q'"],
      never: ["start()", "notification"])
    blockade.open()
    queue.waitUntilAllOperationsAreFinished()
  }

  @Test("that a dependency was removed")
  func removedDependency() {
    let queue = OperationQueue("q")
    let former = BlockOperation("former")
    let operation = BlockOperation("operation", after: former)
    operation.removeDependency(former)
    queue.add(operation)
    check(
      queue, finds: ["operation: notReady, barrier"],
      says: ["a barrier block", "removeDependency(_:) was called on it"], never: ["own isReady"])
  }

  @Test("that an operation's own isReady returns false, cancelled or not")
  func ownIsReady() {
    let queue = OperationQueue("q")
    let operation = ReluctantOperation("shy")
    queue.add(operation)
    check(
      queue, finds: ["shy: notReady, barrier"],
      says: ["unfinished: most likely its own isReady returns false, or a barrier block"])
    operation.cancel()
    check(
      queue, finds: ["shy: cancelledNotFinished, notReady"], says: ["its isReady is false"],
      never: ["free slot", "not yet started"])
  }

  @Test("that the queue got no notification of isReady")
  func unannouncedIsReady() {
    let queue = OperationQueue("q")
    let operation = ReluctantOperation("shy")
    queue.add(operation)
    operation.becomeWilling()
    check(
      queue, finds: ["shy: notExecuting"], says: ["or isReady became true without a notification"])
    queue.add(BlockOperation("next"))
  }

  @Test("that the underlying queue may be suspended")
  func suspendedUnderlyingQueue() {
    let below = DispatchQueue(label: "io")
    below.suspend()
    let queue = OperationQueue("uploads", above: below)
    queue.add(BlockOperation("send"))
    #expect(
      QueueDoctor([queue]) { _ in }.report() == """
        'uploads': 1 operation, no limit, underlyingQueue 'io'
        send is ready, but 'uploads' has passed it to Dispatch, which has not run it:
          either its underlyingQueue 'io' is suspended, busy or blocked, or the system
          has no free thread (0 executing in these queues).
        send: ready, not executing
        """)
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
    check(
      queue, finds: ["after: dependency", "save: mainThreadBlocked"],
      says: ["only the main queue starts what is in 'main queue'", "save ─▶ the main thread"],
      never: ["none of the given", "not notified"])
  }

  @Test("that the width is 0")
  func noWidth() {
    let queue = OperationQueue("q", width: 0)
    queue.add(BlockOperation("a"))
    check(queue, finds: ["a: noFreeSlot"], says: ["the width of 'q' is 0"])
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
    check(
      queue, finds: ["important: noFreeSlot", "index: noFreeSlot", "running: silent"],
      says: ["important and index: the width of 'q' is 0"], never: ["─▶", "until it reports"])
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
    check(queue, finds: ["running: silent"], never: ["token", "more"])
    running.finish()
  }

  @Test("that a suspended queue does not remove cancelled operations")
  func cancelledWhileSuspended() {
    let queue = OperationQueue("q", isSuspended: true)
    queue.add(BlockOperation("a"), BlockOperation("b"))
    queue.cancelAllOperations()
    check(
      queue, finds: ["a: cancelledNotFinished, suspended", "b: cancelledNotFinished, suspended"],
      says: ["a queue removes a cancelled operation only by starting it, and 'q' is suspended"])
  }

  @Test("once that operations of several queues wait for one another")
  func circle() {
    let (farm, kitchen) = (OperationQueue("farm"), OperationQueue("kitchen", isSuspended: true))
    let hen = BlockOperation("hen")
    let egg = BlockOperation("egg", after: hen)
    hen.addDependency(egg)
    farm.add(hen)
    kitchen.add(egg)
    #expect(
      QueueDoctor([farm, kitchen]) { _ in }.report() == """
        'farm': 1 operation, no limit
        'kitchen': 1 operation, no limit, suspended
        egg and hen wait for one another: egg → hen → egg, a circle of dependencies in
          which none can begin; besides, 'kitchen' is suspended.
        ┌─▶ egg ─▶ hen ─┐
        └───────────────┘
        """)
    check(farm, kitchen, finds: ["egg: cycle, suspended", "hen: cycle"])
    hen.removeDependency(egg)
  }

  @Test("that a dependency is in none of the given queues")
  func missingDependency() {
    let (queue, other) = (OperationQueue("q"), OperationQueue("other", isSuspended: true))
    let (load, unlock) = (BlockOperation("load"), BlockOperation("unlock"))
    queue.add(BlockOperation("decode", after: load))
    check(
      queue, finds: ["decode: dependency", "load: neverStarted"],
      says: ["load is in none of the given queues and not executing: most likely no queue"])
    other.add(load)
    load.addDependency(unlock)
    check(
      queue, finds: ["decode: dependency", "load: neverStarted", "unlock: neverStarted"])
    check(
      queue, other,
      finds: ["decode: dependency", "load: dependency, suspended", "unlock: neverStarted"])
    unlock.start()
    check(
      queue, other, finds: ["decode: dependency", "load: suspended"], never: ["none of the given"])
  }

  @Test("of a cancelled dependency only that no given queue holds it")
  func cancelledDependency() {
    let queue = OperationQueue("q")
    let load = BlockOperation("load")
    load.cancel()
    let decode = BlockOperation("decode")
    decode.addDependency(load)
    queue.add(decode)
    check(
      queue, finds: ["decode: dependency", "load: cancelledNotFinished"],
      says: ["was cancelled and is in none of the given queues"], never: ["outside a queue"])
  }

  @Test("what is known of dependencies that were started outside the given queues")
  func startedByHand() {
    let queue = OperationQueue("q")
    let (bare, endless) = (FlaggedOperation("bare"), EndlessOperation("endless"))
    bare.start()
    endless.start()
    queue.add(BlockOperation("after", after: bare, endless))
    check(
      queue, finds: ["after: dependency", "bare: neverStarted", "endless: silent"],
      says: [
        "bare is in none of the given queues and not executing",
        "endless is in none of the given queues: its isExecuting is true",
      ], never: ["holds a slot", "not called", "not started"])
    endless.finish()
  }

  @Test("that an operation claims to be executing, also in a suspended queue")
  func executingBeforeStart() {
    let queue = OperationQueue("q", width: 1, isSuspended: true)
    let operation = FlaggedOperation("eager")
    operation.set(executing: true)
    queue.add(operation, BlockOperation("next"))
    check(
      queue, finds: ["eager: silent", "next: suspended"], says: ["its isExecuting is true"])
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
    check(
      one, other, finds: ["inner: noFreeSlot", "last: dependency", "outer: silent"],
      says: ["last ─▶ inner ─▶ a slot of 'one' ─▶ outer: started, not yet finished"])
    blockade.open()
    other.waitUntilAllOperationsAreFinished()
  }

  @Test("that there may be no thread, and how many operations are executing")
  func noThread() throws {
    var snapshot = try #require(
      Situation("queue q: op1 executing, op2 ready, op3 ready\nthe deadline passed").snapshot)
    for place in 0..<3 { snapshot.operations[place].isPlainBlock = true }
    let diagnosis = Diagnosis(Diagnosis.findings(in: snapshot))
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
    snapshot.operations[0].isPlainBlock = true
    let words = "or 'q' missed that it became ready while it was added"
    func sentence() -> String {
      Diagnosis(Diagnosis.findings(in: snapshot))["lost"]?.sentence ?? ""
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

  @Test("that it does not answer, and does not hang itself")
  func locked() throws {
    // Its lock is never given back, so nothing of it can be ended.
    let (queue, other) = (OperationQueue("q"), OperationQueue("other", isSuspended: true))
    let blockade = Blockade()
    queue.add(BlockOperation("first") { blockade.block() })
    try #require(blockade.waitForBegin())
    queue.addBarrierBlock {}
    let cancelled = BlockOperation("cancelled")
    cancelled.cancel()
    Thread.detachNewThread { queue.addOperation(cancelled) }
    other.add(BlockOperation("last"))
    let doctor = QueueDoctor([other, queue]) { _ in }
    let (clock, began) = (ContinuousClock(), ContinuousClock.now)
    // Until that thread is inside.
    while doctor.diagnosis()["queue 2 of 2"] == nil, clock.now - began < longEnough {}
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
    let diagnosis = Diagnosis(Diagnosis.findings(in: snapshot))
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
