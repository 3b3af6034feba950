import Foundation
import OperationLab

/// What a program gets to work with: it makes named operations, queues and gates that write the
/// trace, and waits until nothing more can happen.
///
/// All methods may be called from any thread, except that ``settle(deadline:)`` serves the main
/// queue only when called on the main thread.
public final class Bench: Sendable {
  /// Where all events of this bench go.
  package let recorder: Recorder
  package let roster = Roster()
  let watchers = Watchers()
  let asker: Asker
  private let gateDeadline: Duration
  /// Whose process it is, and how rest is found in it.
  let policy: RestDetector.Policy
  /// Who chooses which thread goes on, if anybody does.
  let scheduler: Scheduler?

  /// An empty bench.
  ///
  /// - Parameter gateDeadline: how long a wait at a gate may last.
  public convenience init(gateDeadline: Duration = Bench.Gate.usualDeadline) {
    self.init(recorder: Recorder(), gateDeadline: gateDeadline)
  }

  /// An empty bench whose events go to that recorder.
  package convenience init(recorder: Recorder, gateDeadline: Duration = Gate.usualDeadline) {
    self.init(recorder: recorder, gateDeadline: gateDeadline, policy: .program)
  }

  init(
    recorder: Recorder, gateDeadline: Duration = Gate.usualDeadline, policy: RestDetector.Policy,
    scheduler: Scheduler? = nil
  ) {
    self.scheduler = scheduler
    self.policy = policy
    asker = Asker(policy)
    self.recorder = recorder
    self.gateDeadline = gateDeadline
  }

  /// Everything that has happened so far.
  public var trace: Trace { recorder.trace() }

  /// What something called `subject` writes its events with.
  public func log(_ subject: String) -> Bench.Log {
    Log(subject: subject, recorder: recorder)
  }

  /// A queue of Foundation's; `width` is its `maxConcurrentOperationCount`.
  ///
  /// - Parameters:
  ///   - name: what the trace calls it; a second one of that name gets a number.
  ///   - width: how many operations it runs at a time; by default as many as the system likes.
  ///   - holdsOperations: whether the bench keeps the queue's operations alive to the end of the
  ///     run, so that it can look at them; `false` for programs about deallocation.
  public func queue(
    _ name: String, width: Int = OperationQueue.defaultMaxConcurrentOperationCount,
    holdsOperations: Bool = true
  ) -> TracedQueue {
    let name = recorder.ownName(name, ofOneMore: "queue")
    let queue = TracedQueue(
      log: log(name), roster: roster, holdsOperations: holdsOperations,
      sparesProcess: policy.isShared)
    queue.maxConcurrentOperationCount = width
    if scheduler != nil { Platform.avoidSlowPools(queue) }
    roster.add(queue, named: name)
    return queue
  }

  /// The main queue, shown in every snapshot from now on; its name in traces is `main queue`.
  ///
  /// What is put into it runs when the main thread settles, or serves its run loop otherwise.
  package func mainQueue() -> TracedMainQueue {
    let name = Snapshot.Queue.main
    roster.add(.main, named: name)
    return TracedMainQueue(log: log(name), roster: roster)
  }

  /// A closed gate.
  ///
  /// - Parameters:
  ///   - name: what the trace calls it.
  ///   - isTraced: whether its opening is worth an event.
  public func gate(_ name: String, isTraced: Bool = true) -> Bench.Gate {
    Gate(name: name, bench: self, isTraced: isTraced, deadline: gateDeadline)
  }

  /// Foundation's own `BlockOperation` with one block.
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

  /// An operation that calls a method of a target.
  package func invocation<Target: Sendable, Value: Sendable>(
    _ name: String, _ target: Target, _ method: @escaping @Sendable (Target) -> () -> Value
  ) -> TracedInvocationOperation<Target, Value> {
    watch(TracedInvocationOperation(log: log(name), target, method))
  }

  /// Makes the bench look at an operation of the program's own in every snapshot.
  ///
  /// Operations that are put into a queue of the bench are watched anyway.
  /// - Parameters:
  ///   - operation: it needs no queue of the bench.
  ///   - weakly: whether the operation may be deallocated meanwhile.
  @discardableResult
  public func watch<Watched: Operation>(_ operation: Watched, weakly: Bool = false) -> Watched {
    roster.add(operation, isHeld: !weakly)
    return operation
  }

  /// The same for a stranger's, under that name, which need not be its own: it may have another idea.
  @discardableResult
  func watch(_ operation: Operation, as name: String, weakly: Bool = false) -> Operation {
    roster.add(operation, as: name, isHeld: !weakly)
    return operation
  }

  /// Writes down the state of an operation as of now.
  public func observe(_ operation: Operation, note: String = "") {
    log(roster.add(operation))(.observed, operation, note: note)
  }

  /// Writes down the state of an operation as of now, and which moment that is.
  package func observe(_ operation: Operation, _ moment: Trace.Event.Mark) {
    log(roster.add(operation))(.observed, operation, .mark(moment))
  }

  /// Runs the body on a new thread of its own.
  ///
  /// Not on a shared pool: a pool whose threads are all blocked would run it late or never.
  public func elsewhere(_ body: @escaping @Sendable () -> Void) {
    watchers.beginErrand()
    Thread.detachNewThread { [watchers, isHeld = scheduler != nil] in
      if isHeld { Platform.leavePool() }
      body()
      watchers.endErrand()
    }
  }

  /// Somebody's timer will fire after so long: until then nothing is at rest. Call the result when it
  /// has fired.
  package func expectTimer(after length: Duration) -> @Sendable () -> Void {
    watchers.expectTimer(after: length)
  }

  /// A thread for callbacks from elsewhere; it lives as long as somebody holds the worker.
  package func worker() -> Worker {
    Worker(watchers: watchers)
  }
}

// Inside the package, their short names.
package typealias Gate = Bench.Gate
package typealias Log = Bench.Log
