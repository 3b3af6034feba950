import Foundation

extension OperationQueue {
  /// A queue that reports what happens to the operations added to it, for logs and metrics.
  ///
  /// ```swift
  /// let queue = OperationQueue.reportingEvents { print($0.subject, $0.kind) }
  /// queue.name = "photos"
  /// try await queue.run(name: "load") {}
  /// // load#1 enqueued
  /// // load#1 observed
  /// // load#1 started
  /// // load#1 finished
  /// // load#1 released
  /// ```
  ///
  /// Use it as any other queue. Each operation has its own number after its name, or after its type if
  /// it has no name. These events are reported, on every platform:
  ///
  /// - ``Trace/Event/Kind/enqueued``: it is added to the queue, which the `note` names.
  /// - ``Trace/Event/Kind/observed``: it is ready, because its dependencies have finished.
  /// - ``Trace/Event/Kind/started``: the queue has called `start()`.
  /// - ``Trace/Event/Kind/cancelled``: `cancel()` was called.
  /// - ``Trace/Event/Kind/finished``: it has finished. The `state` says whether it was cancelled.
  /// - ``Trace/Event/Kind/released``: it is deallocated.
  ///
  /// All of them come from ``AsyncOperation`` and its subclasses, and so from ``TaskOperation`` and
  /// `run`. Other classes report less, because Foundation on Linux has no KVO observers. Blocks given to
  /// `addOperation(_:)` do not report `cancelled`. Of any other operation, `started`, `cancelled` and
  /// `released` cannot be seen, and `finished` comes when an operation that depends on it could begin.
  /// A barrier block and changes to the queue are not reported. If a class overrides `isReady`, that is
  /// read only when the operation is added. A queue that you have made otherwise reports nothing: see
  /// ``Foundation/Operation/reportEvents(to:)``.
  ///
  /// The report costs nothing until a program first asks for one.
  ///
  /// - Parameter report: takes each event, one at a time and by rising ``Trace/Event/seq``.
  ///   ``Trace/Event/ns`` counts from this call. It is called without a lock, on the thread on which the event
  ///   happens, or on the one that is in this closure at that moment. So it may call any method of any
  ///   operation and queue: what this causes is reported when it has returned. It should return soon, and
  ///   must not wait for a further report.
  public static func reportingEvents(
    to report: @escaping @Sendable (Trace.Event) -> Void
  ) -> OperationQueue {
    ReportingQueue(EventSink(report))
  }
}

extension Operation {
  /// Reports what happens to this operation from now on, whichever queue it is in.
  ///
  /// The events are those of ``Foundation/OperationQueue/reportingEvents(to:)`` without
  /// ``Trace/Event/Kind/enqueued``. Add the dependencies first.
  ///
  /// An operation of another class than ``AsyncOperation`` stays in memory until it has finished.
  ///
  /// - Parameter report: takes each event, as there.
  public func reportEvents(to report: @escaping @Sendable (Trace.Event) -> Void) {
    EventReporter(subject, EventSink(report)).watch(self)
  }

  fileprivate var subject: String {
    if let name, !name.isEmpty { name } else { "\(type(of: self))" }
  }
}

final class ReportingQueue: OperationQueue, @unchecked Sendable {
  private let sink: EventSink
  private let count = Locked(0)
  private static let living = Locked<[ObjectIdentifier: Weakly]>([:])

  private struct Weakly {
    weak var queue: ReportingQueue?
  }

  fileprivate init(_ sink: EventSink) {
    self.sink = sink
    super.init()
    let (id, weakly) = (ObjectIdentifier(self), Weakly(queue: self))
    Self.living.withLock { $0[id] = weakly }
  }

  deinit {
    let id = ObjectIdentifier(self)
    Self.living.withLock { $0[id] = nil }
  }

  /// Those that exist now, by name.
  static var all: [OperationQueue] {
    living.withLock { $0 }.values.compactMap(\.queue).sortedNaturally { $0.name ?? "" }
  }

  override func addOperation(_ operation: Operation) {
    reporter(of: operation.subject).watch(operation)
    super.addOperation(operation)
  }

  override func addOperations(_ operations: [Operation], waitUntilFinished wait: Bool) {
    for operation in operations { reporter(of: operation.subject).watch(operation) }
    super.addOperations(operations, waitUntilFinished: wait)
  }

  override func addOperation(_ block: @escaping @Sendable () -> Void) {
    let reporter = reporter(of: "\(BlockOperation.self)")
    let operation = BlockOperation {
      reporter.report(.started, [.ready, .executing])
      block()
    }
    reporter.watch(operation, isHeld: true)
    super.addOperation(operation)
  }

  /// Makes a reporter for an operation that is about to be added.
  private func reporter(of subject: String) -> EventReporter {
    let number = count.withLock { count in
      count += 1
      return count
    }
    let reporter = EventReporter("\(subject)#\(number)", sink)
    reporter.report(.enqueued, note: name ?? "")
    return reporter
  }
}

/// Gives events their places and times under a lock, and passes them on without it.
private final class EventSink: @unchecked Sendable {
  private let report: @Sendable (Trace.Event) -> Void
  private let began = MonotonicClock.system.now()
  private let lock = NSLock()
  /// Guarded by `lock`.
  private var count = 0
  private let outbox = Outbox()

  init(_ report: @escaping @Sendable (Trace.Event) -> Void) {
    self.report = report
  }

  /// Does something under the lock, and then reports the events that it has added.
  func withLock(_ body: () -> Void) {
    lock.withLock(body)
    outbox.deliver()
  }

  /// Adds an event. To be called under the lock.
  func add(_ kind: Event.Kind, _ subject: String, _ state: OperationState, note: String) {
    let event = Event(
      seq: count, ns: MonotonicClock.system.now() - began,
      thread: Thread.isMainThread ? "main" : "", subject: subject, kind: kind, state: state,
      note: note)
    count += 1
    outbox.add { [report] in report(event) }
  }
}

/// Reports what happens to one operation. It is released with an operation that holds it.
final class EventReporter: @unchecked Sendable {
  private let subject: String
  private let sink: EventSink
  /// Guarded by the lock of `sink`, as is `isHeld`.
  private var wasReady = false
  private var wasCancelled = false
  private var hasFinished = false
  private var isHeld = false

  fileprivate init(_ subject: String, _ sink: EventSink) {
    self.subject = subject
    self.sink = sink
  }

  deinit {
    if isHeld { report(.released) }
  }

  /// Reports an event, and before it that the operation is ready, if it must have been.
  func report(_ kind: Event.Kind, _ state: OperationState = [], note: String = "") {
    sink.withLock {
      if [.observed, .started, .finished].contains(kind), !wasReady {
        wasReady = true
        sink.add(.observed, subject, .ready, note: "ready")
      }
      // Two threads may cancel it at a time, and one of them late.
      if kind == .cancelled, wasCancelled || hasFinished { return }
      if kind == .cancelled { wasCancelled = true }
      if kind == .finished { hasFinished = true }
      if kind != .observed { sink.add(kind, subject, state, note: note) }
    }
  }

  /// Reports what happens from now on. `isHeld` says whether the operation holds this object already.
  fileprivate func watch(_ operation: Operation, isHeld: Bool = false) {
    sink.withLock { self.isHeld = isHeld || operation is AsyncOperation }
    let unfinished = operation.dependencies.filter { !$0.isFinished }
    if !unfinished.isEmpty {
      after(unfinished) { [weak self] in self?.report(.observed) }
    } else if operation.isReady {
      report(.observed)
    }
    if let operation = operation as? AsyncOperation { return operation.add(self) }
    after([operation]) { [self] in report(.finished, OperationState(of: operation)) }
  }

  /// Does something when operations have finished. A queue for each: Foundation goes through all of a
  /// queue when one of its operations finishes.
  private func after(_ operations: [Operation], _ body: @escaping @Sendable () -> Void) {
    let next = BlockOperation(block: body)
    operations.forEach(next.addDependency)
    OperationQueue().addReliably(next)
  }
}
