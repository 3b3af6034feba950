import Foundation
import OperationBench
import OperationLab

/// The work of a checked operation. It lets the battery observe when the work begins and ends, and
/// control how long it takes.
///
/// It records `began` and `ended` events of the subject `work`. A life may hold the work
/// until it lets it end.
public final class Probe: Sendable {
  /// The error that failing work throws or passes to its completion.
  public struct Failure: Error, Hashable {
    /// A failure like any other.
    package init() {}
  }

  /// The subject of the events of the work.
  package static let subject = "work"
  /// The subject of the events of who is told the result.
  package static let caller = "caller"
  /// Recorded each time the operation tells its caller something.
  static let isTold: Trace.Event.Mark = "is told the result"
  /// Recorded when the completion is called although it was called before.
  static let again: Trace.Event.Mark = "calls its completion again"
  /// Recorded when work ends because its task was cancelled.
  static let givenUp: Trace.Event.Mark = "given up: its task was cancelled"

  /// So many pieces of work begin, and no more: each that is held has a thread, and work that begins
  /// again without end would use up the machine.
  static let most = 100
  /// Recorded when a piece is refused. It never ends.
  static let endless: Trace.Event.Mark = "the work begins again and again"

  private let synchronous: @Sendable () -> Void
  private let asynchronous: @Sendable (Callback) -> Void
  /// Begins work that a task waits for, and returns a function that gives the work up, if it can be.
  private let awaited: @Sendable (Callback) -> (@Sendable () -> Void)?
  private let answered: @Sendable () -> Void
  private let fails: Bool
  private let beginner: Locked<Platform.ThreadNumber?>

  /// Creates work from functions.
  ///
  /// - Parameter awaited: begins work that a task waits for. The function that it returns is called
  ///   when the task is cancelled before the end. By default it does nothing.
  /// - Parameter answered: called when the operation tells its caller something.
  init(
    run: @escaping @Sendable () -> Void, begin: @escaping @Sendable (Callback) -> Void,
    awaited: (@Sendable (Callback) -> (@Sendable () -> Void)?)? = nil,
    answered: @escaping @Sendable () -> Void = {}, fails: Bool = false,
    beginner: Locked<Platform.ThreadNumber?> = Locked(nil)
  ) {
    synchronous = run
    asynchronous = begin
    self.awaited =
      awaited ?? { call in
        begin(call)
        return {}
      }
    self.answered = answered
    self.fails = fails
    self.beginner = beginner
  }

  /// What lives as long as the probe, or any work that it has given out.
  var lifetime: AnyObject { beginner }

  /// The thread on which the work began last. `nil` before it begins.
  var beginningThread: Platform.ThreadNumber? { beginner.withLock { $0 } }

  /// Whether the work has begun.
  var hasBegun: Bool { beginningThread != nil }

  /// A piece of synchronous work. It blocks the calling thread until it ends.
  public func run() {
    synchronous()
  }

  /// A piece of synchronous work that may fail. It blocks the calling thread until it ends.
  ///
  /// - Throws: ``Failure`` in lives of failing work.
  public func runOrThrow() throws {
    synchronous()
    if fails { throw Failure() }
  }

  /// A piece of asynchronous work, as a function that takes a completion.
  ///
  /// A property, not a method, so that `probe.begin` converts to what an initialiser expects,
  /// with or without `@Sendable`. The completion is called on the calling thread or on one of the battery's,
  /// with no lock held.
  public var begin: @Sendable (@escaping () -> Void) -> Void {
    { [asynchronous] completion in asynchronous(Callback(completion)) }
  }

  /// A piece of asynchronous work whose completion takes a result: `.success(())`, or a ``Failure``
  /// in lives of failing work.
  public var result: @Sendable (@escaping (Result<Void, any Error>) -> Void) -> Void {
    result(of: ())
  }

  /// Asynchronous work for a completion that takes a value: `Fetch(work: probe.result(of:
  /// "text"))`.
  public func result<Value>(
    of value: Value
  ) -> @Sendable (@escaping (Result<Value, any Error>) -> Void) -> Void {
    let value = Callback.Carried(value: value)
    return { [asynchronous, fails] completion in
      asynchronous(Callback { completion(fails ? .failure(Failure()) : .success(value.value)) })
    }
  }

  /// A piece of work for a task: `Fetch { try await probe.work() }`.
  ///
  /// - Throws: `CancellationError` as soon as the task is cancelled, and ``Failure`` in lives of
  ///   failing work.
  public func work() async throws {
    let taskWait = TaskWait()
    let fails = fails
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        taskWait.wait(with: continuation)
        let giveUp = awaited(
          Callback { taskWait.end(fails ? .failure(Failure()) : .success(())) })
        if let giveUp { taskWait.onCancel(giveUp) }
      }
    } onCancel: {
      taskWait.cancel()
    }
  }
}

// The caller of an operation that tells a result. There is one function for each number of values.
extension Probe {
  /// Stands where a class takes a closure that it calls with its result: `Fetch(work: probe.begin,
  /// completion: probe.answer)`. It may be called on any thread.
  public func answer() { answered() }

  /// The same for one value.
  public func answer<Value>(_ value: Value) { answered() }

  /// The same for two values, such as a result and an error.
  public func answer<First, Second>(_ first: First, _ second: Second) { answered() }

  /// The same for three values.
  public func answer<First, Second, Third>(
    _ first: First, _ second: Second, _ third: Third
  ) { answered() }
}

extension Probe {
  /// A task's wait for work. It ends once, with the work or with the task's cancellation.
  final class TaskWait: Sendable {
    private struct State: Sendable {
      var continuation: CheckedContinuation<Void, any Error>?
      var isCancelled = false
      /// `nil` as long as the work has not begun.
      var giveUp: (@Sendable () -> Void)?
    }

    private let state = Locked(State())

    func wait(with continuation: CheckedContinuation<Void, any Error>) {
      state.withLock { $0.continuation = continuation }
    }

    /// Sets the function to call when it is cancelled. If it is cancelled already, calls it.
    func onCancel(_ giveUp: @escaping @Sendable () -> Void) {
      let isCancelled = state.withLock { state in
        state.giveUp = giveUp
        return state.isCancelled
      }
      if isCancelled { cancel() }
    }

    /// Work that has not begun is given up by ``onCancel(_:)``.
    func cancel() {
      let giveUp = state.withLock { state in
        state.isCancelled = true
        return state.continuation == nil ? nil : state.giveUp
      }
      guard let giveUp else { return }
      giveUp()
      end(.failure(CancellationError()))
    }

    func end(_ result: Result<Void, any Error>) {
      let continuation = state.withLock { state in
        defer { state.continuation = nil }
        return state.continuation
      }
      continuation?.resume(with: result)
    }
  }
}
