import Foundation

/// A base that overrides `start()` and leaves `main()` to its subclasses.
class AsyncOperation: Operation, @unchecked Sendable {
  private enum State { case waiting, working, ended }

  private let stateLock = NSLock()
  private var stored = State.waiting

  override var isAsynchronous: Bool { true }
  override var isExecuting: Bool { stateLock.withLock { stored == .working } }
  override var isFinished: Bool { stateLock.withLock { stored == .ended } }

  override func start() {
    if isCancelled { return finish() }
    guard move(from: [.waiting], to: .working, keys: ["isExecuting"]) else { return }
    main()
  }

  func finish() {
    let isWorking = isExecuting
    _ = move(
      from: [.waiting, .working], to: .ended,
      keys: isWorking ? ["isExecuting", "isFinished"] : ["isFinished"])
  }

  private func move(from: [State], to: State, keys: [String]) -> Bool {
    let isAllowed = stateLock.withLock { from.contains(stored) }
    guard isAllowed else { return false }
    for key in keys { willChangeValue(forKey: key) }
    let hasMoved = stateLock.withLock {
      guard from.contains(stored) else { return false }
      stored = to
      return true
    }
    for key in keys.reversed() { didChangeValue(forKey: key) }
    return hasMoved
  }
}

/// A base whose hook ends the process unless it is overridden.
class TrappingBase: AsyncOperation, @unchecked Sendable {
  override func main() {
    // A comment before it, and a message with braces {}.
    let name = String(describing: Self.self)
    fatalError("\(name) must override main() { … }")
  }
}

/// The message is in a function of its own.
class HelpfulBase: Operation, @unchecked Sendable {
  override func main() { perform() }
  func perform() { Self.mustOverride() }
  private static func mustOverride(_ name: String = #function) -> Never {
    preconditionFailure("\(name) must be overridden")
  }
}

/// Two things are left to subclasses: what to load, and how.
class LoadingBase: AsyncOperation, @unchecked Sendable {
  var key: String { fatalError("override it") }
  func load(_ key: String, then done: @escaping (Result<Data, any Error>) -> Void) {
    fatalError("override it")
  }
  override func main() { load(key) { _ in self.finish() } }
}

/// The hook does nothing, and need not be overridden.
class QuietBase: AsyncOperation, @unchecked Sendable {
  override func main() { execute() }
  func execute() {}
}

/// A base for a value.
class ProducingBase<Value: Sendable>: AsyncOperation, @unchecked Sendable {
  private let lock = NSLock()
  private var value: Value?
  func produce() async throws -> Value { fatalError("override it") }
  override func main() {
    Task {
      let made = try? await produce()
      lock.withLock { value = made }
      finish()
    }
  }
}

/// A base whose subclasses set a state when they have finished.
class StateBase: Operation, @unchecked Sendable {
  enum State: String { case ready, executing, finished }

  private let lock = NSRecursiveLock()
  private var stored = State.ready

  var state: State {
    get { lock.withLock { stored } }
    set {
      let old = state
      guard old != .finished, old != newValue else { return }
      let keys = [old, newValue].filter { $0 != .ready }
        .map { "is" + $0.rawValue.prefix(1).uppercased() + $0.rawValue.dropFirst() }
      for key in keys { willChangeValue(forKey: key) }
      lock.withLock { if stored != .finished { stored = newValue } }
      for key in keys { didChangeValue(forKey: key) }
    }
  }

  override var isAsynchronous: Bool { true }
  override var isExecuting: Bool { state == .executing }
  override var isFinished: Bool { state == .finished }

  override func start() {
    let mayBegin = lock.withLock { state == .ready }
    guard mayBegin else { return }
    guard !isCancelled else {
      state = .finished
      return
    }
    state = .executing
    main()
  }
}
