import Foundation
import Testing

@testable import OperationCourse
@testable import OperationLab

/// Both halves of an operation's notifications and the removals of its dependencies, each with the
/// state that an observer reads in it.
private final class Halves: Sendable {
  private let lines = Locked<[String]>([])
  private let interrupted: String
  private let interruption: Locked<(@Sendable () -> Void)?>

  var all: [String] { lines.withLock { $0 } }

  /// Calls the closure on another thread, and waits for it, inside one half.
  init(in interrupted: String = "", _ interruption: (@Sendable () -> Void)? = nil) {
    self.interrupted = interrupted
    self.interruption = Locked(interruption)
  }

  func add(_ half: String, of operation: Operation) {
    let state = [
      operation.isExecuting ? "executing" : nil, operation.isFinished ? "finished" : nil,
    ].compactMap(\.self).joined(separator: " ")
    lines.withLock { $0.append("\(half): \(state)") }
    guard half == interrupted else { return }
    if let interrupt = interruption.withLock({ closure in
      defer { closure = nil }
      return closure
    }) {
      let hasReturned = Latch()
      Thread.detachNewThread {
        interrupt()
        hasReturned.open()
      }
      #expect(hasReturned.wait(deadline: longEnough))
    }
  }
}

/// Weak, because the closures of `Halves` name the operation that holds them.
private final class Reference<Object: AnyObject>: @unchecked Sendable {
  weak var object: Object?
}

private final class Watched: AsyncOperation, @unchecked Sendable {
  let halves: Halves
  let works = Locked(0)

  init(_ halves: Halves = Halves()) {
    self.halves = halves
    super.init()
    listen { operation, point in
      switch point {
      case .willChange(let key): halves.add("will \(key)", of: operation)
      case .didChange(let key): halves.add("did \(key)", of: operation)
      default: break
      }
    }
  }

  /// Another thread finishes it in one half of a notification.
  convenience init(finishedIn half: String) {
    let reference = Reference<Watched>()
    self.init(Halves(in: half) { reference.object?.finish() })
    reference.object = self
  }

  override func work() { works.withLock { $0 += 1 } }

  override func removeDependency(_ operation: Operation) {
    halves.add("removes", of: self)
    super.removeDependency(operation)
  }
}

private let start = ["will isExecuting: ", "did isExecuting: executing"]
private let end = [
  "will isFinished: executing", "will isExecuting: executing", "did isExecuting: finished",
  "did isFinished: finished",
]
private let endWithoutWork = ["will isFinished: ", "did isFinished: finished"]

@Suite("The notifications of an asynchronous operation", .repeatable)
struct AsyncOperationNotificationTests {
  @Test("are one nested pair for each change")
  func nested() {
    let operation = Watched()
    operation.start()
    operation.finish()
    operation.finish()
    operation.start()
    #expect(operation.halves.all == start + end)
  }

  @Test("name only isFinished if it was never executing, and its dependencies are gone before")
  func withoutWork() {
    let operation = Watched()
    operation.addDependency(BlockOperation {})
    operation.cancel()
    operation.start()
    #expect(operation.halves.all == ["removes: "] + endWithoutWork)
    #expect(operation.dependencies == [])
  }

  @Test("are posted once when a second thread calls finish() before the first has changed anything")
  func twoEnds() {
    let operation = Watched(finishedIn: "will isFinished")
    operation.start()
    operation.finish()
    #expect(operation.halves.all == start + end)
  }

  @Test(
    "are complete, and no work begins, when finish() comes between start() and the work",
    arguments: ["will isExecuting", "did isExecuting"])
  func endBeforeWork(_ half: String) {
    let operation = Watched(finishedIn: half)
    operation.start()
    #expect(operation.halves.all == start + end)
    #expect(operation.works.withLock { $0 } == 0)
  }
}

@Suite(
  "An operation with a finished dependency is ready after its end, as Foundation's own is",
  .repeatable)
struct ReadyAfterTheEndTests {
  private static let makes: [@Sendable () -> Operation] = [
    { BlockOperation {} }, { Watched() }, { WatchedConnection() }, { TaskOperation {} },
    { ConcurrentBlockOperation([{}]) },
  ]

  @Test("when it was cancelled before its start, with another dependency that has not finished")
  func cancelledBefore() {
    for make in Self.makes {
      let (operation, finished) = (make(), BlockOperation {})
      finished.start()
      [finished, BlockOperation {}].forEach(operation.addDependency)
      operation.cancel()
      operation.start()
      #expect(operation.isFinished && operation.isReady, "\(type(of: operation))")
    }
  }

  @Test("when it was cancelled at work")
  func cancelledAtWork() {
    let (operation, finished) = (Watched(), BlockOperation {})
    finished.start()
    operation.addDependency(finished)
    operation.start()
    operation.cancel()
    operation.finish()
    #expect(operation.isFinished && operation.isReady)
  }
}

private final class WatchedConnection: ConnectionOperation, @unchecked Sendable {
  let halves: Halves

  init(
    _ halves: Halves = Halves(),
    onMove: @escaping @Sendable (ConnectionOperation, Move) -> Void = { _, _ in }
  ) {
    self.halves = halves
    super.init(onMove: onMove)
  }

  override func removeDependency(_ operation: Operation) {
    halves.add("removes", of: self)
    super.removeDependency(operation)
  }

  override func willChange(_ key: String) {
    halves.add("will \(key)", of: self)
    super.willChange(key)
  }

  override func didChange(_ key: String) {
    super.didChange(key)
    halves.add("did \(key)", of: self)
  }
}

@Suite("The notifications of a connection operation", .repeatable)
struct ConnectionOperationNotificationTests {
  private static let pause = [
    "will isExecuting: executing", "will isPaused: executing", "did isPaused: ",
    "did isExecuting: ",
  ]
  private static let endPaused = [
    "will isFinished: ", "will isPaused: ", "did isPaused: finished", "did isFinished: finished",
  ]

  @Test("are one nested pair for each change")
  func nested() {
    let connection = WatchedConnection()
    connection.start()
    connection.pause()
    connection.finish()
    connection.cancel()
    #expect(connection.halves.all == start + Self.pause + Self.endPaused)
  }

  @Test(
    "of one move are complete before those of the next, which another thread asks for meanwhile",
    arguments: ["will isPaused", "did isPaused"])
  func twoThreads(_ half: String) {
    let reference = Reference<ConnectionOperation>()
    let moves = Locked<[String]>([])
    let connection = WatchedConnection(Halves(in: half) { reference.object?.finish() }) {
      let move = $1
      moves.withLock { $0.append("\(move.number) \(move.step)") }
    }
    reference.object = connection
    connection.start()
    connection.pause()
    #expect(connection.halves.all == start + Self.pause + Self.endPaused)
    #expect(moves.withLock { $0 } == ["1 start", "2 pause", "3 finish"])
  }

  @Test("name only isFinished if it was never executing, and its dependencies are gone before")
  func withoutWork() {
    let connection = WatchedConnection()
    connection.addDependency(BlockOperation {})
    connection.cancel()
    connection.start()
    #expect(connection.halves.all == ["removes: "] + endWithoutWork)
    #expect(connection.dependencies == [])
  }
}
