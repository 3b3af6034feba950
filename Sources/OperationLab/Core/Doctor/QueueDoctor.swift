import Foundation

/// Explains why the operations of your queues do not run, in a running app or test, without a
/// bench.
///
/// ```swift
/// let doctor = QueueDoctor(downloads, uploads)
/// NSLog("%@", doctor.report())
/// ```
///
/// It reads each operation's flags and dependencies, and each queue's width and operations, also of
/// the main queue if one of the operations is there. Foundation on Linux also shows whether a queue
/// has called `start()`. Elsewhere a report names every possible reason, the likeliest first.
///
/// It looks several times, within a tenth of a second. If operations of a queue begin or finish
/// meanwhile, the report says that the queue moves, and leaves out what is only certain of a queue
/// that does not. You can call it from any thread at any time. It changes nothing, and blocks longer
/// only if an operation's own getters do.
public struct QueueDoctor: Sendable {
  private let queues: [OperationQueue]
  /// Passed in, so that tests choose what happens between two looks.
  private let sleep: @Sendable (Duration) -> Void

  /// A doctor for these queues.
  public init(_ queues: OperationQueue...) {
    self.init(queues)
  }

  /// A doctor for these queues.
  public init(_ queues: [OperationQueue]) {
    self.init(queues) { Thread.sleep(forTimeInterval: $0.seconds) }
  }

  init(_ queues: [OperationQueue], sleep: @escaping @Sendable (Duration) -> Void) {
    self.queues = queues
    self.sleep = sleep
  }

  /// Why each operation that is not running does not run, who holds the slots, and which circles
  /// there are.
  public func diagnosis() -> Diagnosis { examine().diagnosis }

  /// Looks until everything that was found lasts, or a tenth of a second has passed.
  private func examine() -> (picture: QueuePicture, diagnosis: Diagnosis) {
    var picture = QueuePicture(queues)
    var diagnosis = picture.diagnosis
    for pause in [5, 20, 75] where diagnosis.findings.contains(where: \.needsRest) {
      sleep(.milliseconds(pause))
      picture.lookAgain()
      diagnosis = picture.diagnosis
    }
    return (picture, diagnosis)
  }

  /// The diagnosis in sentences, and who waits for whom, drawn.
  ///
  /// - Parameter width: columns to stay within.
  public func report(width: Int = 80) -> String {
    let (picture, diagnosis) = examine()
    let lines = picture.snapshot.queues.map { queue in
      let width = queue.width < 0 ? "no limit" : "width \(queue.width)"
      let count = queue.operations.count
      let underlying = queue.underlyingQueue.map { ", underlyingQueue '\($0)'" }
      return "'\(queue.name)': \(count) operation\(count == 1 ? "" : "s"), \(width)"
        + (queue.isSuspended ? ", suspended" : "") + (underlying ?? "")
    }
    let movement = picture.movement.map { TerminalText.wrapped($0, to: width, indent: 2) }
    let texts =
      diagnosis.isEmpty
      ? movement ?? [Diagnosis.nothing]
      : (movement ?? []) + [diagnosis.summary(width: width), diagnosis.graph(width: width)]
    return (lines.map { TerminalText.visible($0) } + texts).joined(separator: "\n")
  }
}

extension QueuePicture {
  /// Says which queues move, if any do.
  fileprivate var movement: String? {
    guard !movedQueues.isEmpty else { return nil }
    let names = Names(movedQueues.map { TerminalText.visible("'\($0)'") })
    return
      "\(names.words()) \(names.count == 1 ? "moves" : "move"): operations changed between two "
      + "looks. What is certain only of a queue that does not move is left out."
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
  public func diagram() -> String {
    let (picture, diagnosis) = examine()
    return diagnosis.mermaid(otherwise: picture.movement ?? Diagnosis.nothing)
  }
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
  ///   - say: takes the report, on another thread, or, at once and on the calling one, that the system
  ///     gives no thread for the watch. By default it goes to standard error.
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

  @Sendable @usableFromInline
  static func writeToErrors(_ report: String) {
    FileHandle.standardError.write(Data((report + "\n").utf8))
  }

  /// On a thread of its own: those of the pools may all be blocked, which is what it is about.
  private func keepWatch(for time: Duration, _ say: @escaping @Sendable (String) -> Void) -> Latch {
    let isOver = Latch()
    let hasThread = Platform.detachThread {
      guard !isOver.wait(deadline: time) else { return }
      say("After \(time.seconds) s it has not returned:\n" + report())
    }
    if !hasThread { say("This call is not watched, because the system gives no thread for that.") }
    return isOver
  }
}
