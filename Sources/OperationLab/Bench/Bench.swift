import Foundation
import OperationLab

/// What a program or a test gets to work with: it makes named operations, queues and gates that write
/// the trace, and waits until nothing more happens.
///
/// All methods may be called from any thread, except that ``settle(deadline:)`` serves the main
/// queue only when called on the main thread.
public final class Bench: Sendable {
  /// Where all events of this bench go.
  package let recorder: Recorder
  package let registry = Registry()
  package let waitingThreads: WaitingThreads
  package let stateReader = StateReader()
  private let gateDeadline: Duration
  /// Whose process it is, and how rest is found in it.
  package let policy: RestDetector.Policy
  /// The names of the gates, which no snapshot shows.
  let gateNames = Locked<Set<String>>([])
  /// Chooses which thread continues, if the order is chosen.
  package let scheduler: Scheduler?

  /// An empty bench.
  ///
  /// An operation may wait for a timer, and no system tells which timers there are. So a bench waits
  /// until nothing has been recorded for a while: that is its patience. An operation that is executing
  /// even then may still go on, and what has not happened stays undecided. A timer that starts
  /// something while no operation is executing must be announced with ``expectTimer(after:)``, or be
  /// shorter than the patience.
  ///
  /// - Parameters:
  ///   - patience: for how long nothing must be recorded. Longer than any timer, if possible.
  ///     A test that uses no timer is faster with a few milliseconds.
  ///   - gateDeadline: how long a wait at a gate may last.
  public convenience init(
    patience: Duration = .seconds(1), gateDeadline: Duration = Durations.gate
  ) {
    self.init(recorder: Recorder(), gateDeadline: gateDeadline, policy: .test(patience: patience))
  }

  package init(
    recorder: Recorder, gateDeadline: Duration = Durations.gate, policy: RestDetector.Policy,
    scheduler: Scheduler? = nil, waitingThreads: WaitingThreads = WaitingThreads()
  ) {
    self.scheduler = scheduler
    self.waitingThreads = waitingThreads
    self.policy = policy
    self.recorder = recorder
    self.gateDeadline = gateDeadline
  }

  /// Everything that has happened so far.
  public var trace: Trace { recorder.trace() }

  /// A log for the events of `subject`.
  public func log(_ subject: String) -> Bench.Log {
    Log(subject: subject, recorder: recorder)
  }

  /// A queue of Foundation's. `width` is its `maxConcurrentOperationCount`.
  ///
  /// - Parameters:
  ///   - name: what the trace calls it. A second one of that name gets a number.
  ///   - width: how many operations it runs at a time. By default as many as the system likes.
  ///   - holdsOperations: whether the bench keeps the queue's operations alive to the end of the
  ///     run, so that it can look at them. `false` for programs about deallocation.
  public func queue(
    _ name: String, width: Int = OperationQueue.defaultMaxConcurrentOperationCount,
    holdsOperations: Bool = true
  ) -> OperationQueue {
    let name = recorder.uniqueName(name, of: "queue")
    let queue = TracedQueue(
      log: log(name), registry: registry, holdsOperations: holdsOperations)
    queue.maxConcurrentOperationCount = width
    if scheduler != nil { Platform.avoidSlowPools(queue) }
    registry.add(queue, named: name)
    return queue
  }

  /// The main queue, shown in every snapshot from now on. Its name in traces is `main queue`.
  ///
  /// What is put into it runs when the main thread settles, or serves its run loop otherwise.
  package func mainQueue() -> TracedMainQueue {
    let name = Snapshot.Queue.main
    registry.add(.main, named: name)
    return TracedMainQueue(log: log(name), registry: registry)
  }

  /// A closed gate.
  ///
  /// - Parameters:
  ///   - name: what the trace calls it.
  ///   - isTraced: whether its opening is worth an event.
  public func gate(_ name: String, isTraced: Bool = true) -> Bench.Gate {
    gateNames.withLock { _ = $0.insert(name) }
    return Gate(name: name, bench: self, isTraced: isTraced, deadline: gateDeadline)
  }

  /// Foundation's own `BlockOperation` with one block. It runs on the thread that starts the operation.
  public func block(_ name: String, _ body: @escaping @Sendable () -> Void = {})
    -> BlockOperation
  {
    let operation = blocks(name)
    operation.addBlock(name, body)
    return operation
  }

  /// Foundation's own `BlockOperation`, as yet without blocks.
  package func blocks(_ name: String) -> TracedBlockOperation {
    watch(TracedBlockOperation(log: log(name)))
  }

  /// Makes the bench look at an operation of the program's own in every snapshot.
  ///
  /// Operations that are put into a queue of the bench are watched anyway.
  /// - Parameters:
  ///   - operation: it needs no queue of the bench.
  ///   - weakly: whether the operation may be deallocated meanwhile.
  @discardableResult
  public func watch<Watched: Operation>(_ operation: Watched, weakly: Bool = false) -> Watched {
    registry.add(operation, isHeld: !weakly)
    return operation
  }

  /// Makes the bench look at an operation of a class under test, which may change its own name.
  @discardableResult
  package func watch(_ operation: Operation, as name: String, weakly: Bool = false) -> Operation {
    registry.add(operation, as: name, isHeld: !weakly)
    return operation
  }

  /// Writes down the state of an operation as of now.
  public func observe(_ operation: Operation, note: String = "") {
    log(registry.add(operation))(.observed, operation, note: note)
  }

  /// Writes down the state of an operation as of now, and which moment that is.
  package func observe(_ operation: Operation, _ moment: Trace.Event.Mark) {
    log(registry.add(operation))(.observed, operation, .mark(moment))
  }

  /// Runs the body on a new thread of its own.
  ///
  /// Not on a shared pool: a pool whose threads are all blocked would run it late or never. If the
  /// system gives no thread, the body does not run, and nothing is decided.
  public func elsewhere(_ body: @escaping @Sendable () -> Void) {
    waitingThreads.beginWork()
    let hasThread = Platform.detachThread { [waitingThreads, isHeld = scheduler != nil] in
      if isHeld { Platform.leavePool() }
      waitingThreads.doWork(body)
    }
    if !hasThread {
      waitingThreads.endWork()
      reportMissingResource("\(Shortage.threads)")
    }
  }

  /// Announces that a timer will fire, so that the bench waits for it.
  ///
  /// ```swift
  /// let hasFired = bench.expectTimer(after: .seconds(3))
  /// DispatchQueue.global().asyncAfter(deadline: .now() + 3) {
  ///   queue.addOperation(late)
  ///   hasFired()
  /// }
  /// ```
  ///
  /// - Parameter length: how long it takes.
  /// - Returns: a function to call when the timer has fired and has done its work. Until then, what has
  ///   not happened is undecided.
  public func expectTimer(after length: Duration) -> @Sendable () -> Void {
    waitingThreads.expectTimer(after: length)
  }

  /// A thread for callbacks. It lives as long as the worker is referenced.
  package func worker() -> Worker {
    let worker = Worker(waitingThreads: waitingThreads)
    if !worker.hasThread { reportMissingResource("\(Shortage.threads)") }
    return worker
  }
}

extension Bench {
  /// The program needs something from outside this process, such as a server: if its order was
  /// chosen, the run ends here.
  package func needsExternalService() { scheduler?.giveUp(.outside) }
}

// Inside the package, their short names.
package typealias Gate = Bench.Gate
package typealias Log = Bench.Log

extension Bench {
  /// Waits at a gate until it opens or nothing else can happen, and records the result for the
  /// subject that waits.
  ///
  /// If the gate stays shut it also asks the system for one more thread: what never came may just
  /// have had none.
  ///
  /// - Returns: whether the gate is open.
  @discardableResult
  package func wait(_ subject: String, for gate: Gate) -> Bool {
    let isOpen = gate.waitUnlessQuiet()
    let answer: Event.Answer = isOpen ? .open : hasFreeThread() ? .shut : .shutWithoutThread
    log(subject)(.noted, nil, .answer(gate: gate.name, answer: answer))
    return isOpen
  }

  private func hasFreeThread() -> Bool {
    let isHere = gate("a free thread", isTraced: false)
    DispatchQueue.global().async { isHere.open() }
    return isHere.waitUnlessQuiet()
  }
}

// Readings of Foundation's objects besides the four flags. Claims judge these readings, and never a
// program's own words.
extension Bench {
  /// Writes down the class of an operation, and what it answers for `isAsynchronous`.
  ///
  /// - Parameters:
  ///   - operation: whom to ask.
  ///   - subject: the operation's name in the trace.
  package func observeIsAsynchronous(_ operation: Operation, as subject: String) {
    let name = "\(type(of: operation))".prefix { $0 != "<" }
    // On Darwin some of Foundation's classes still go by the names they have in Objective-C.
    let type = name.hasPrefix("NS") ? name.dropFirst(2) : name
    log(subject)(
      .noted, nil, .type(name: String(type), isAsynchronous: operation.isAsynchronous))
  }

  /// Writes down the queue that runs the calling thread's operation. To be called in a body.
  package func observeCurrentQueue(in subject: String) {
    log(subject)(.noted, nil, .currentQueue(name: OperationQueue.current?.name))
  }

  /// Writes down which of the bench's queues holds an operation, in the words of
  /// ``Event/Kind/settled``, and its state.
  package func observePlace(of operation: Operation) {
    let name = registry.name(of: operation)
    let queue = registry.snapshot().operation(name)?.queue
    log(name)(.observed, operation, .place(queue: queue))
  }

  /// Writes down what an operation depends on.
  package func observeDependencies(of operation: Operation) {
    let names = Platform.releasingTemporaries {
      operation.dependencies.map(registry.name(of:))
    }
    log(registry.name(of: operation))(.observed, operation, .dependencies(names: names))
  }
}

extension Bench {

  /// Waits until the process is quiet, then writes down and returns how everything stands.
  ///
  /// Quiet means that every other thread of the process sleeps at the same moment, the main queue
  /// is empty, no operation is executing or about to start, and nothing was recorded for as long as
  /// the bench's patience. An operation whose recorded body waits at a ``Bench/Gate`` is held, and
  /// does not count as executing.
  ///
  /// When called on the main thread it serves the main queue meanwhile, as a run loop would.
  ///
  /// - Parameter deadline: when to give up waiting for quiet, beside the patience.
  /// - Returns: whether everything is quiet. `false` if the deadline has passed, if an operation is
  ///   still executing when the patience is over, or if an operation's getter does not return within the
  ///   deadline, or a second. Then no `settled` events are recorded, because nothing was decided.
  @discardableResult
  public func settle(deadline: Duration = Durations.settling) -> Bool {
    let snapshot = settledSnapshot(deadline: deadline)
    return snapshot.ending == .quiet && !snapshot.isProgramBlocked
  }

  /// Waits as ``settle(deadline:)`` does, and returns the state of everything.
  package func settledSnapshot(deadline: Duration = Durations.settling) -> Snapshot {
    let detector = RestDetector(
      bench: self, rank: .program, servesMainQueue: Thread.isMainThread)
    return takeSnapshot(detector.wait(deadline: deadline) ?? .deadline, within: deadline)
  }

  /// Takes the snapshot and records what it shows.
  ///
  /// - Parameter limit: how long an operation may take to answer.
  package func takeSnapshot(
    _ ending: Snapshot.Ending, isProgramBlocked: Bool = false,
    within limit: Duration = Durations.settling
  ) -> Snapshot {
    var snapshot = standing(within: limit)
    if snapshot.isProgramBlocked {
      recorder.record(.noted, Self.state, .mark(Self.noAnswer))
      return snapshot
    }
    snapshot.ending = ending
    snapshot.isProgramBlocked = isProgramBlocked
    if ending == .quiet { recordSettled(snapshot) }
    return snapshot
  }

  /// Records how all operations stand, now that nothing more can happen.
  package func recordSettled(_ snapshot: Snapshot) {
    for operation in snapshot.operations {
      recorder.record(
        .settled, operation.name, state: operation.state, .place(queue: operation.queue))
    }
  }

  /// How everything stands at this moment. Nothing but that the program is blocked if an operation from
  /// outside the kit, asked for its state, does not answer.
  package func standing(within limit: Duration = Durations.settling) -> Snapshot {
    if policy.isProgram { return registry.snapshot() }
    return ask(within: limit) { [registry] in registry.snapshot() }
      ?? Snapshot(isProgramBlocked: true)
  }

  /// The subject and the note of the event that reports an operation which never answers.
  package static let state = "state"
  package static let noAnswer: Event.Mark = "asking an operation for its state never returned"
}

/// What a program needs of the machine, and does not get.
extension Bench {
  /// The subject of the event that says so. The parent then takes the run for not decided.
  static let surroundings = "surroundings"

  /// Notes that the program cannot show anything here.
  ///
  /// - Parameter what: what is missing and what to do, in one line.
  package func reportMissingResource(_ what: String) { log(Self.surroundings)(.noted, note: what) }
}
