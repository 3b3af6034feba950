import Foundation
import OperationLab

/// The work of a checked operation. It lets the battery observe when the work begins and ends, and
/// control how long it takes.
///
/// It records `began` and `ended` events of the subject `work`. A trial may hold the work at a gate
/// until it lets it end.
public final class Probe: Sendable {
  /// When asynchronous work calls its completion.
  package enum Completion: String, Codable, Sendable {
    /// From another thread, after `begin` has returned.
    case later
    /// Before `begin` returns, on the calling thread.
    case atOnce
    /// Twice: at once, and again later. Only once for a task, which cannot be resumed twice.
    case twice
  }

  /// The error that failing work throws or passes to its completion.
  public struct Failure: Error, Hashable {
    /// A failure like any other.
    package init() {}
  }

  /// The subject of the events of the work.
  package static let subject = "work"
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
  private let fails: Bool
  private let beginner: Locked<Platform.ThreadNumber?>

  /// Creates work from functions.
  ///
  /// - Parameter awaited: begins work that a task waits for. The function that it returns is called
  ///   when the task is cancelled before the end. By default it does nothing.
  init(
    run: @escaping @Sendable () -> Void, begin: @escaping @Sendable (Callback) -> Void,
    awaited: (@Sendable (Callback) -> (@Sendable () -> Void)?)? = nil, fails: Bool = false,
    beginner: Locked<Platform.ThreadNumber?> = Locked(nil)
  ) {
    synchronous = run
    asynchronous = begin
    self.awaited =
      awaited ?? { call in
        begin(call)
        return {}
      }
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

  /// A piece of asynchronous work, as a function that takes a completion.
  ///
  /// A property, not a method, so that `probe.begin` converts to what an initialiser expects,
  /// with or without `@Sendable`. The completion is called on the calling thread or on one of the battery's,
  /// with no lock held.
  public var begin: @Sendable (@escaping () -> Void) -> Void {
    { [asynchronous] completion in asynchronous(Callback(completion)) }
  }

  /// A piece of asynchronous work whose completion takes a result: `.success(())`, or a ``Failure``
  /// in trials of failing work.
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
  /// - Throws: `CancellationError` as soon as the task is cancelled, and ``Failure`` in trials of
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

  /// A completion of the checked operation. It may lack `@Sendable`, as completions of older code
  /// do, although it is called on another thread.
  package struct Callback: @unchecked Sendable {
    private let call: () -> Void

    package init(_ call: @escaping () -> Void) {
      self.call = call
    }

    package func callAsFunction() { call() }

    /// A value of any type for the result of the work.
    package struct Carried<Value>: @unchecked Sendable {
      package let value: Value

      package init(value: Value) { self.value = value }
    }
  }
}

extension Probe {
  /// Creates work that records its events. It is held until the gate opens, if there is one.
  ///
  /// - Parameters:
  ///   - laterHold: holds each further piece of work, if it is not the same gate.
  ///   - fails: whether it fails in the end, if the kind of work allows that.
  convenience init(
    bench: Bench, completion: Completion, hold: Gate?, laterHold: Gate? = nil, fails: Bool = false
  ) {
    let log = bench.log(Self.subject)
    let shared = bench.worker()
    // Held work blocks its thread, so two pieces of held work need two threads.
    let worker: @Sendable () -> Worker = { hold == nil ? shared : bench.worker() }
    let beginner = Locked<Platform.ThreadNumber?>(nil)
    let pieces = Locked(0)
    let isRefused: @Sendable () -> Bool = {
      let number = pieces.withLock { pieces in
        pieces += 1
        return pieces
      }
      if number == Self.most + 1 { log(Self.endless) }
      return number > Self.most
    }
    let began: @Sendable () -> Gate? = {
      let isFirst = beginner.withLock { beginner in
        defer { beginner = Platform.ownThread }
        return beginner == nil
      }
      let thread = Platform.ReportingThread.current()
      Platform.ReportingThreads.working.withLock { $0 = thread }
      log(.began)
      return isFirst ? hold : laterHold ?? hold
    }
    self.init(
      run: {
        if isRefused() { while true { Platform.parkThread() } }
        let hold = began()
        hold?.wait(in: [TrialBench.subjectName])
        log(.ended)
      },
      begin: { call in
        if isRefused() { return }
        let hold = began()
        switch completion {
        case .later:
          worker().async {
            hold?.wait(in: [TrialBench.subjectName])
            log(.ended)
            call()
          }
        case .atOnce:
          log(.ended)
          call()
        case .twice:
          let isAwaited = withUnsafeCurrentTask { $0 != nil }
          log(.ended)
          call()
          // A task's continuation resumes once. A second call would trap.
          guard !isAwaited else { return }
          worker().async {
            log(Self.again)
            call()
          }
        }
      },
      awaited: { call in
        // Cancelled, it would only begin the next attempt.
        if isRefused() { return nil }
        let hold = began()
        let isOver = Locked(false)
        let end: @Sendable (Event.Fact?) -> Void = { fact in
          let isFirst = isOver.withLock { isOver in
            defer { isOver = true }
            return !isOver
          }
          if isFirst { log(.ended, nil, fact) }
        }
        if completion == .later {
          worker().async {
            hold?.wait(in: [TrialBench.subjectName])
            end(nil)
            call()
          }
        } else {
          end(nil)
          call()
        }
        return { end(.mark(Self.givenUp)) }
      },
      fails: fails, beginner: beginner)
  }
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
