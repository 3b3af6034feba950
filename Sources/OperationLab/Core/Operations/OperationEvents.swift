import Foundation

extension OperationQueue {
  /// A queue that reports what happens to the operations added to it, for logs and metrics.
  ///
  /// ```swift
  /// let queue = OperationQueue.reportingEvents { print($0) }
  /// queue.name = "photos"
  /// try await queue.run(name: "load") {}
  /// // load#1 added to photos
  /// // load#1 ready
  /// // load#1 started
  /// // load#1 finished
  /// // load#1 released
  /// ```
  ///
  /// Use it as any other queue. Each operation has its own number after its name, or after its type if
  /// it has no name.
  ///
  /// All ``OperationEvent/Kind``s come from ``AsyncOperation`` and its subclasses, ``TaskOperation`` and
  /// `run`. Other classes report less, because Foundation on Linux has no KVO observers. Blocks given to
  /// `addOperation(_:)` do not report `cancelled`. Of any other operation, `started`, `cancelled` and
  /// `released` cannot be seen, and `finished` comes when an operation that depends on it could begin.
  /// A barrier block and changes to the queue are not reported. If a class overrides `isReady`, that is
  /// read only when the operation is added. A queue that you have made otherwise reports nothing: see
  /// ``Foundation/Operation/reportEvents(to:)``.
  ///
  /// - Parameter report: takes each event, one at a time and by rising ``OperationEvent/seq``.
  ///   ``OperationEvent/ns`` counts from this call. It is called without a lock, on the thread on which
  ///   the event happens, or on the one that is in this closure at that moment. So it may call any method
  ///   of any operation and queue: what this causes is reported when it has returned. It should return
  ///   soon, and must not wait for a further report.
  public static func reportingEvents(
    to report: @escaping @Sendable (OperationEvent) -> Void
  ) -> OperationQueue {
    ReportingQueue(EventSink(report))
  }

  /// The queues that report events and exist now.
  package static var allReportingEvents: [OperationQueue] { ReportingQueue.all }
}

extension Operation {
  /// Reports what happens to this operation from now on, whichever queue it is in.
  ///
  /// The events are those of ``Foundation/OperationQueue/reportingEvents(to:)`` without
  /// ``OperationEvent/Kind/added``. Add the dependencies first.
  ///
  /// An operation that is no ``StatefulOperation`` stays in memory until it has finished.
  ///
  /// - Parameter report: takes each event, as there.
  public func reportEvents(to report: @escaping @Sendable (OperationEvent) -> Void) {
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

  static var all: [OperationQueue] { living.withLock { $0 }.values.compactMap(\.queue) }

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
      reporter.report(.started)
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
    reporter.report(.added, queue: name ?? "")
    return reporter
  }
}

/// Gives events their places and times under a lock, and passes them on without it.
private final class EventSink: @unchecked Sendable {
  private let report: @Sendable (OperationEvent) -> Void
  private let began = MonotonicClock.system.now()
  private let lock = NSLock()
  /// Guarded by `lock`.
  private var count = 0
  private let outbox = Outbox()

  init(_ report: @escaping @Sendable (OperationEvent) -> Void) {
    self.report = report
  }

  /// Does something under the lock, and then reports the events that it has added.
  func withLock(_ body: () -> Void) {
    lock.withLock(body)
    outbox.deliver()
  }

  /// Adds an event. To be called under the lock.
  func add(_ kind: OperationEvent.Kind, _ subject: String, queue: String?, isCancelled: Bool) {
    let event = OperationEvent(
      seq: count, ns: MonotonicClock.system.now() - began, operation: subject, kind: kind,
      queue: queue, isCancelled: isCancelled)
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
  func report(_ kind: OperationEvent.Kind, queue: String? = nil, isCancelled: Bool = false) {
    sink.withLock {
      // Two threads may cancel it at a time, and one of them late.
      if kind == .cancelled, wasCancelled || hasFinished { return }
      if kind == .cancelled { wasCancelled = true }
      let isCancelled = isCancelled || wasCancelled
      if [.ready, .started, .finished].contains(kind), !wasReady {
        wasReady = true
        sink.add(.ready, subject, queue: nil, isCancelled: isCancelled)
      }
      if kind == .finished { hasFinished = true }
      if kind != .ready { sink.add(kind, subject, queue: queue, isCancelled: isCancelled) }
    }
  }

  /// Reports what happens from now on. `isHeld` says whether the operation holds this object already.
  fileprivate func watch(_ operation: Operation, isHeld: Bool = false) {
    sink.withLock { self.isHeld = isHeld || operation is StatefulOperation }
    let unfinished = operation.dependencies.filter { !$0.isFinished }
    if !unfinished.isEmpty {
      after(unfinished) { [weak self] in self?.report(.ready) }
    } else if operation.isReady {
      report(.ready)
    }
    if let operation = operation as? StatefulOperation { return operation.add(self) }
    after([operation]) { [self] in report(.finished, isCancelled: operation.isCancelled) }
  }

  /// Does something when operations have finished. A queue for each: Foundation goes through all of a
  /// queue when one of its operations finishes.
  private func after(_ operations: [Operation], _ body: @escaping @Sendable () -> Void) {
    let next = BlockOperation(block: body)
    operations.forEach(next.addDependency)
    OperationQueue().addReliably(next)
  }
}
