import Foundation
import OperationLab

/// An asynchronous operation that can be paused: one lock, one state, one table of moves.
///
/// It follows the operation class of AFNetworking 2, which article E describes. The caller's
/// closure gets every move and does the work:
///
/// ```swift
/// let connection = ConnectionOperation { connection, move in
///   switch move.new {
///   case .executing: transfer.resume()      // calls connection.finish() when it is over
///   case .paused: transfer.suspend()
///   case .finished: transfer.cancel()
///   case .ready: break
///   }
/// }
/// queue.addOperation(connection)
/// ```
///
/// You can call all methods from any thread at any time, also in that closure: no notification is
/// posted while the lock is held. If another thread is making a move, it makes yours next. A step that
/// is not possible is ignored. If it is cancelled before its start, it removes its dependencies.
class ConnectionOperation: Operation, @unchecked Sendable {
  /// Posted after the connection has begun, on the thread that made the move. The object is the
  /// operation.
  static let didStart = Notification.Name("OperationLab.ConnectionOperation.didStart")
  /// Posted after the connection has finished, on the thread that made the move. The object is the
  /// operation.
  static let didFinish = Notification.Name("OperationLab.ConnectionOperation.didFinish")

  // Recursive as in AFNetworking: what holds it may use `state`, which takes it again.
  private let lock = NSRecursiveLock()
  /// Guarded by `lock`. It changes in one place, as `State.after(_:isCancelled:)` says.
  private var currentState = State.ready
  /// Guarded by `lock`.
  private var moves = 0
  /// Guarded by `lock`. Whether a thread makes moves, and the steps that it will take next.
  private var isMoving = false
  private var waiting: [Step] = []

  private let center: NotificationCenter
  private let onMove: @Sendable (ConnectionOperation, Move) -> Void

  /// An operation that has not been started.
  ///
  /// - Parameters:
  ///   - center: where ``didStart`` and ``didFinish`` are posted.
  ///   - onMove: called after each move, without any lock, on the thread that made it. Moves made
  ///     by several threads at once may arrive in another order: see ``Move/number``.
  init(
    center: NotificationCenter = .default,
    onMove: @escaping @Sendable (ConnectionOperation, Move) -> Void = { _, _ in }
  ) {
    self.center = center
    self.onMove = onMove
    super.init()
  }

  /// Where it stands now.
  var state: State { lock.withLock { currentState } }

  /// Always `true`: the work goes on after `start()` has returned.
  override var isAsynchronous: Bool { true }
  /// False while it is paused, too. You can read it on any thread.
  override var isExecuting: Bool { state == .executing }
  /// May be read on any thread.
  override var isFinished: Bool { state == .finished }

  /// A paused operation is kept from starting.
  override var isReady: Bool { super.isReady && state != .paused(hasStarted: false) }

  /// Whether it is paused, before or after its start.
  var isPaused: Bool {
    if case .paused = state { true } else { false }
  }

  /// Begins, or finishes if it is cancelled. A paused operation continues only when resumed.
  override func start() { take(.start) }

  /// Stops for the time being. It keeps its slot in a queue if it has started.
  func pause() { take(.pause) }

  /// Goes on where it was paused.
  func resume() { take(.resume) }

  /// Reports the end of the work. Nothing can end that has not started: then it does nothing.
  func finish() { take(.finish) }

  /// Marks it cancelled, and finishes it if it has started. If not, `start()` will finish it.
  override func cancel() {
    var seen = moveCount
    super.cancel()
    // Foundation has posted `isReady`. If another thread has made a move meanwhile, a queue on Linux may
    // store the answer of before. It would take a ready operation for a paused one, and never start it.
    while seen != moveCount {
      seen = moveCount
      Platform.repeatReadiness(of: self)
    }
    take(.cancel)
  }

  // snippet: take
  /// Takes the step, unless another thread is making a move. Then that thread takes it next.
  private func take(_ step: Step) {
    var next: Step? = lock.withLock {
      guard !isMoving else {
        waiting.append(step)
        return nil
      }
      isMoving = true
      return step
    }
    var made: [Move] = []
    while let step = next {
      if let move = move(by: step) { made.append(move) }
      next = lock.withLock {
        isMoving = !waiting.isEmpty
        return isMoving ? waiting.removeFirst() : nil
      }
    }
    made.forEach(tell)
  }

  /// Makes the move if the table allows it, and posts nested notifications when the lock is free.
  private func move(by step: Step) -> Move? {
    let old = state
    // If it is cancelled after this look, the step of `cancel()` comes after this move.
    guard let new = old.after(step, isCancelled: isCancelled) else { return nil }
    if step == .start, new == .finished {
      dependencies.forEach(removeDependency)
      super.cancel()
    }
    let keys = State.keys(changedFrom: old, to: new)
    keys.reversed().forEach(willChange)
    let number = lock.withLock {
      currentState = new
      moves += 1
      return moves
    }
    keys.forEach(didChange)
    return Move(number: number, step: step, old: old, new: new)
  }
  // end snippet

  private var moveCount: Int { lock.withLock { moves } }

  private func tell(_ move: Move) {
    onMove(self, move)
    if move.old == .ready, move.new == .executing {
      center.post(name: Self.didStart, object: self)
    }
    if move.new == .finished {
      center.post(name: Self.didFinish, object: self)
    }
  }

  // Tests override these two, because Foundation on Linux has no observers.
  func willChange(_ key: String) { willChangeValue(forKey: key) }
  func didChange(_ key: String) { didChangeValue(forKey: key) }
}

extension ConnectionOperation {
  /// The one state: everything else the operation says about itself is derived from it.
  enum State: Hashable, Sendable {
    /// Not started. It may be started once its dependencies have finished.
    case ready
    /// At work.
    case executing
    /// Stopped for the time being, or kept from starting.
    case paused(hasStarted: Bool)
    /// Over, for whatever reason. No move leads away from here.
    case finished
  }

  /// A request to the operation.
  enum Step: String, CaseIterable, Sendable {
    /// `start()` is called.
    case start
    /// `pause()` is called.
    case pause
    /// `resume()` is called.
    case resume
    /// The work has ended.
    case finish
    /// `cancel()` is called.
    case cancel
  }

  /// A step that was made.
  struct Move: Hashable, Sendable {
    /// The operation's first move is 1, its next 2, and so on.
    let number: Int
    /// What was asked for.
    let step: Step
    /// The state before.
    let old: State
    /// The state after.
    let new: State

    init(number: Int, step: Step, old: State, new: State) {
      self.number = number
      self.step = step
      self.old = old
      self.new = new
    }
  }
}

extension ConnectionOperation.State {
  // snippet: moves
  /// The table of moves: where a step leads from here, or `nil` if it leads nowhere.
  ///
  /// - Parameters:
  ///   - step: what happens to it.
  ///   - isCancelled: whether the operation is cancelled. Such an operation does not begin and is
  ///     not paused. It finishes as soon as it has been started.
  func after(_ step: ConnectionOperation.Step, isCancelled: Bool) -> Self? {
    switch (self, step) {
    case (.ready, .start): isCancelled ? .finished : .executing
    case (.ready, .pause): isCancelled ? nil : .paused(hasStarted: false)

    case (.executing, .pause): isCancelled ? nil : .paused(hasStarted: true)
    case (.executing, .finish), (.executing, .cancel): .finished

    // The queue chose it just before it was paused: it has its slot now, and waits there.
    case (.paused(false), .start): isCancelled ? .finished : .paused(hasStarted: true)
    case (.paused(false), .resume): .ready
    // Only `start()` can finish it, and a queue starts only what is ready.
    case (.paused(false), .cancel): .ready

    case (.paused(true), .resume): isCancelled ? nil : .executing
    case (.paused(true), .finish), (.paused(true), .cancel): .finished

    default: nil
    }
  }
  // end snippet

  /// The properties that differ between two states, as key-value observing names them.
  static func keys(changedFrom old: Self, to new: Self) -> [String] {
    var keys: [String] = []
    if (old == .paused(hasStarted: false)) != (new == .paused(hasStarted: false)) {
      keys.append("isReady")
    }
    if old.isPaused != new.isPaused { keys.append("isPaused") }
    if (old == .executing) != (new == .executing) { keys.append("isExecuting") }
    if new == .finished { keys.append("isFinished") }
    return keys
  }

  private var isPaused: Bool {
    if case .paused = self { true } else { false }
  }
}

extension ConnectionOperation.State: CustomStringConvertible {
  /// The state in plain words, as lessons and tests show it.
  var description: String {
    switch self {
    case .ready: "ready"
    case .executing: "executing"
    case .paused(hasStarted: false): "paused before its start"
    case .paused(hasStarted: true): "paused"
    case .finished: "finished"
    }
  }
}
