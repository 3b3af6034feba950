import Foundation

/// Explains why the operations of your queues do not run, in a running app or test, without a
/// bench.
///
/// ```swift
/// let doctor = QueueDoctor(downloads, uploads)
/// NSLog("%@", doctor.report())
/// ```
///
/// It reads each operation's flags and dependencies, and each queue's width and operations.
/// Foundation does not say when an operation was started, nor which of those that are not executing
/// holds a slot. So of an operation with wrong flags the doctor knows only these flags. You can
/// call it from any thread at any time. It changes nothing, and blocks only if an operation's own
/// getters do.
public struct QueueDoctor: Sendable {
  private let queues: [OperationQueue]

  /// A doctor for these queues.
  public init(_ queues: OperationQueue...) {
    self.queues = queues
  }

  /// A doctor for these queues.
  public init(_ queues: [OperationQueue]) {
    self.queues = queues
  }

  /// Why each operation that is not running does not run, who holds the slots, and which circles
  /// there are.
  public func diagnosis() -> Diagnosis {
    Diagnosis(trace: Trace(), snapshot: QueuePicture(queues).snapshot)
  }

  /// The diagnosis in sentences, and who waits for whom, drawn.
  ///
  /// - Parameter width: columns to stay within.
  public func report(width: Int = 80) -> String {
    let picture = QueuePicture(queues).snapshot
    let diagnosis = Diagnosis(trace: Trace(), snapshot: picture)
    let counts = picture.queues.map { queue in
      let width = queue.width < 0 ? "no limit" : "width \(queue.width)"
      let count = queue.operations.count
      return "'\(queue.name)': \(count) operation\(count == 1 ? "" : "s"), \(width)"
        + (queue.isSuspended ? ", suspended" : "")
    }
    if diagnosis.isEmpty {
      return (counts + ["Nothing is stuck that a queue knows of."]).joined(separator: "\n")
    }
    return (counts + [diagnosis.summary(width: width), diagnosis.graph(width: width)])
      .joined(separator: "\n")
  }
}

extension QueueDoctor {
  /// Who waits for whom, as a [Mermaid](https://mermaid.js.org) flowchart. GitHub draws it in an
  /// issue or a pull request, in a block of code with the language `mermaid`.
  ///
  /// ```swift
  /// let queue = OperationQueue()
  /// queue.name = "downloads"
  /// queue.isSuspended = true
  /// let (fetch, show) = (BlockOperation {}, BlockOperation {})
  /// (fetch.name, show.name) = ("fetch", "show")
  /// show.addDependency(fetch)
  /// queue.addOperations([fetch, show], waitUntilFinished: false)
  /// print(QueueDoctor(queue).diagram())
  /// // flowchart LR
  /// //   n0["show"]
  /// //   n1["fetch<br>'downloads' is suspended"]
  /// //   n0 --> n1
  /// ```
  ///
  /// An arrow leads from what waits to what it waits for. Boxes with round ends are no operations: a
  /// slot of a queue, the main thread. It reads the queues as ``report(width:)`` does.
  public func diagram() -> String { diagnosis().mermaid() }
}

extension QueueDoctor {
  /// Does the body, and reports if it takes longer than that: for a test that waits for a queue.
  ///
  /// ```swift
  /// @Test func allArrive() {
  ///   QueueDoctor(queue).watching(for: .seconds(5)) {
  ///     queue.waitUntilAllOperationsAreFinished()
  ///   }
  /// }
  /// ```
  ///
  /// XCTest works the same way. The body keeps waiting. A time limit of the test may end it, and
  /// the report is in the log before that.
  ///
  /// - Parameters:
  ///   - time: how long the body may take.
  ///   - say: takes the report, on another thread. By default it goes to standard error.
  ///   - body: runs on the calling thread. Its result and its error are passed on.
  @discardableResult
  public func watching<Value>(
    for time: Duration, say: @escaping @Sendable (String) -> Void = QueueDoctor.writeToErrors,
    _ body: () throws -> Value
  ) rethrows -> Value {
    let isOver = keepWatch(for: time, say)
    defer { isOver.open() }
    return try body()
  }

  /// The same with a body that waits as a task does.
  @discardableResult
  public func watching<Value>(
    for time: Duration, say: @escaping @Sendable (String) -> Void = QueueDoctor.writeToErrors,
    isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Value
  ) async rethrows -> Value {
    let isOver = keepWatch(for: time, say)
    defer { isOver.open() }
    return try await body()
  }

  /// Writes a report to standard error.
  @Sendable public static func writeToErrors(_ report: String) {
    FileHandle.standardError.write(Data((report + "\n").utf8))
  }

  /// On a thread of its own: those of the pools may all be blocked, which is what it is about.
  private func keepWatch(for time: Duration, _ say: @escaping @Sendable (String) -> Void) -> Door {
    let isOver = Door()
    Thread.detachNewThread {
      guard !isOver.wait(deadline: time) else { return }
      say("After \(time.seconds) s this does not go on:\n" + report())
    }
    return isOver
  }
}
