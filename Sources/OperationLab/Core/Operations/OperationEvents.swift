import Foundation

/// A queue that reports what happens to the operations added to it, for logs and metrics.
///
/// ```swift
/// let queue = ReportingQueue { print($0) }
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
/// read only when the operation is added. A plain `OperationQueue` reports nothing: see
/// ``Foundation/Operation/reportEvents(to:)``.
public final class ReportingQueue: OperationQueue, @unchecked Sendable {
  private let sink: EventSink
  private static let living = Locked<[ObjectIdentifier: Weakly]>([:])

  private struct Weakly {
    weak var queue: ReportingQueue?
  }

  /// Makes a queue that reports to a file, to a closure, or to both. The file is for `lab show`:
  ///
  /// ```swift
  /// let file = try OperationEventFile(at: folder.appending(path: "queues.jsonl"))
  /// let photos = ReportingQueue(in: file)
  /// photos.name = "photos"
  /// ```
  ///
  /// The file also has the dependencies of each operation, the width of its queue, and its priority, as
  /// they are when it is added. Give each queue a name, and the operations, too.
  ///
  /// - Parameters:
  ///   - file: takes a line for each event. Queues of one file count their operations and events together.
  ///   - report: takes each event after that, one at a time and by rising ``OperationEvent/seq``.
  ///     ``OperationEvent/ns`` counts from this call. It is called without a lock, on the thread on which
  ///     the event happens, or on the one that is in this closure at that moment. So it may call any method
  ///     of any operation and queue: what this causes is reported when it has returned. It should return
  ///     soon, and must not wait for a further report.
  public init(
    in file: OperationEventFile? = nil,
    to report: @escaping @Sendable (OperationEvent) -> Void = { _ in }
  ) {
    sink = EventSink(report, file)
    super.init()
    let (id, weakly) = (ObjectIdentifier(self), Weakly(queue: self))
    Self.living.withLock { $0[id] = weakly }
  }

  deinit {
    let id = ObjectIdentifier(self)
    Self.living.withLock { $0[id] = nil }
  }

  /// Those that exist now.
  package static var all: [OperationQueue] { living.withLock { $0 }.values.compactMap(\.queue) }

  /// Reports, and adds as any other queue does.
  public override func addOperation(_ operation: Operation) {
    reporter(of: operation).watch(operation)
    Self.repeatingReadiness(of: [operation]) { super.addOperation(operation) }
  }

  /// Reports, and adds as any other queue does.
  public override func addOperations(_ operations: [Operation], waitUntilFinished wait: Bool) {
    for operation in operations { reporter(of: operation).watch(operation) }
    Self.repeatingReadiness(of: operations) {
      super.addOperations(operations, waitUntilFinished: false)
    }
    if wait { operations.forEach { $0.waitUntilFinished() } }
  }

  /// Reports, and adds as any other queue does.
  public override func addOperation(_ block: @escaping @Sendable () -> Void) {
    let operation = BlockOperation()
    let reporter = reporter(of: operation, reportsStart: true)
    operation.addExecutionBlock {
      reporter.report(.started)
      block()
    }
    reporter.watch(operation, isHeld: true)
    super.addOperation(operation)
  }

  /// Makes a reporter for an operation that is about to be added.
  private func reporter(of operation: Operation, reportsStart: Bool = false) -> EventReporter {
    let names = sink.names(of: operation)
    let reporter = EventReporter(names.own, sink)
    let addition = OperationEvent.Addition(
      width: maxConcurrentOperationCount, isSuspended: isSuspended,
      priority: operation.queuePriority.rawValue, dependencies: names.dependencies,
      reportsStart: reportsStart || operation is AsyncOperation)
    reporter.report(.added, queue: name ?? "", addition)
    return reporter
  }
}

extension Operation {
  /// Reports what happens to this operation from now on, whichever queue it is in.
  ///
  /// The events are those of ``ReportingQueue`` without
  /// ``OperationEvent/Kind/added``. Add the dependencies first.
  ///
  /// An operation that is no ``AsyncOperation`` stays in memory until it has finished.
  ///
  /// - Parameter report: takes each event, as there.
  public func reportEvents(to report: @escaping @Sendable (OperationEvent) -> Void) {
    EventReporter(subject, EventSink(report)).watch(self)
  }

  fileprivate var subject: String {
    if let name, !name.isEmpty { name } else { "\(type(of: self))" }
  }
}

/// Gives events their places and times, for one queue or for all of a file.
final class EventOrder: @unchecked Sendable {
  fileprivate let began = MonotonicClock.system.now()
  fileprivate let lock = NSLock()
  /// Guarded by `lock`.
  fileprivate var count = 0
  fileprivate let outbox = Outbox()
  fileprivate let names = Locked(OperationNames())
}

/// Gives events their places and times under a lock, and passes them on without it.
private final class EventSink: @unchecked Sendable {
  private let report: @Sendable (OperationEvent) -> Void
  private let file: OperationEventFile?
  private let order: EventOrder

  init(_ report: @escaping @Sendable (OperationEvent) -> Void, _ file: OperationEventFile? = nil) {
    self.report = report
    self.file = file
    order = file?.order ?? EventOrder()
  }

  /// Does something under the lock, and then reports the events that it has added.
  func withLock(_ body: () -> Void) {
    order.lock.withLock(body)
    order.outbox.deliver()
  }

  /// Adds an event. To be called under the lock.
  func add(
    _ kind: OperationEvent.Kind, _ subject: String, queue: String?, isCancelled: Bool,
    _ addition: OperationEvent.Addition? = nil
  ) {
    let event = OperationEvent(
      seq: order.count, ns: MonotonicClock.system.now() - order.began, operation: subject,
      kind: kind, queue: queue, isCancelled: isCancelled, addition: file == nil ? nil : addition)
    order.count += 1
    // Before anything else can happen: a process that crashes then leaves it.
    file?.append(event)
    order.outbox.add { [report] in report(event) }
  }

  /// What the report calls an operation, and for a file its unfinished dependencies.
  func names(of operation: Operation) -> (own: String, dependencies: [String]) {
    let subject = operation.subject
    let others = file == nil ? [] : operation.dependencies.filter { !$0.isFinished }
    let named = others.map { ($0, $0.subject) }
    return order.names.withLock { names in
      (names.name(of: operation, subject), named.map { names.name(of: $0, $1) })
    }
  }
}

/// The number of each operation that exists. An operation may be a dependency before it is added.
private struct OperationNames {
  private var count = 0
  private var given: [ObjectIdentifier: Given] = [:]
  /// How many names to have before those of operations that are gone are taken away.
  private var limit = 1000

  private struct Given {
    weak var operation: Operation?
    let name: String
  }

  mutating func name(of operation: Operation, _ subject: String) -> String {
    let id = ObjectIdentifier(operation)
    if let known = given[id], known.operation === operation { return known.name }
    count += 1
    let name = "\(subject)#\(count)"
    given[id] = Given(operation: operation, name: name)
    if given.count > limit {
      given = given.filter { $0.value.operation != nil }
      limit = max(1000, 2 * given.count)
    }
    return name
  }
}

/// Reports what happens to one operation. It is released with an operation that holds it.
private final class EventReporter: @unchecked Sendable {
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
  func report(
    _ kind: OperationEvent.Kind, queue: String? = nil, isCancelled: Bool = false,
    _ addition: OperationEvent.Addition? = nil
  ) {
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
      if kind != .ready {
        sink.add(kind, subject, queue: queue, isCancelled: isCancelled, addition)
      }
    }
  }

  /// Reports what happens from now on. `isHeld` says whether the operation holds this object already.
  fileprivate func watch(_ operation: Operation, isHeld: Bool = false) {
    sink.withLock { self.isHeld = isHeld || operation is AsyncOperation }
    let unfinished = operation.dependencies.filter { !$0.isFinished }
    if !unfinished.isEmpty {
      after(unfinished) { [weak self] in self?.report(.ready) }
    } else if operation.isReady {
      report(.ready)
    }
    if let operation = operation as? AsyncOperation {
      return operation.listen { [self] in report($1, of: $0) }
    }
    after([operation]) { [self] in report(.finished, isCancelled: operation.isCancelled) }
  }

  private func report(_ point: AsyncOperation.Point, of operation: AsyncOperation) {
    switch point {
    case .asksIfCancelled: report(.started, isCancelled: operation.isCancelled)
    case .cancelled: report(.cancelled, isCancelled: operation.isCancelled)
    case .didChange("isFinished"): report(.finished, isCancelled: operation.isCancelled)
    default: break
    }
  }

  /// Does something when operations have finished. A queue for each: Foundation goes through all of a
  /// queue when one of its operations finishes.
  private func after(_ operations: [Operation], _ body: @escaping @Sendable () -> Void) {
    let next = BlockOperation(block: body)
    operations.forEach(next.addDependency)
    OperationQueue().addReliably(next)
  }
}
