import Foundation
import OperationLab
@_spi(Course) import OperationTesting
import Synchronization

extension Lesson22 {
  /// BROKEN ON PURPOSE: begins, and never calls `finish()`.
  final class NeverFinishes: AsyncOperation, @unchecked Sendable {
    private let log: Log

    init(_ log: Log) {
      self.log = log
      super.init()
      name = log.subject
    }

    override func work() { log(.began) }
  }

  /// The task stores the picture here, and show looks for it here.
  final class Album: Sendable {
    private let picture = Mutex<String?>(nil)

    var isEmpty: Bool { picture.withLock { $0 == nil } }

    func keep(_ picture: String) {
      self.picture.withLock { $0 = picture }
    }
  }

  // snippet: until-cancelled
  /// Suspends the calling task until it is cancelled.
  static func untilCancelled() async {
    let signal = Signal()
    await withTaskCancellationHandler {
      await signal.wait()
    } onCancel: {
      signal.send()
    }
  }

  /// One task waits for it, and any thread may send it, before or after.
  private final class Signal: Sendable {
    private enum State { case quiet, awaited(CheckedContinuation<Void, Never>), sent }

    private let state = Mutex(State.quiet)

    func wait() async {
      await withCheckedContinuation { continuation in
        let wasSent = state.withLock { state in
          if case .sent = state { return true }
          state = .awaited(continuation)
          return false
        }
        if wasSent { continuation.resume() }
      }
    }

    func send() {
      let continuation = state.withLock { state -> CheckedContinuation<Void, Never>? in
        defer { state = .sent }
        if case .awaited(let continuation) = state { return continuation }
        return nil
      }
      continuation?.resume()
    }
  }
  // end snippet

  static let awaits: Event.Mark = "awaits for the first time"

  /// What `await` does in an `async` `main`: the rest becomes a job of the main actor, and the main
  /// thread calls the runtime's function that runs such jobs. At the end, the process exits.
  static func awaitInMain(_ rest: @escaping @MainActor @Sendable () async -> Void) -> Never {
    Task { @MainActor in
      await rest()
      exit(0)
    }
    runJobsOfMainActor()
  }
}

/// The compiler calls it in each program whose `main` is `async`. No module declares it.
@_silgen_name("swift_task_asyncMainDrainQueue")
private func runJobsOfMainActor() -> Never

extension Bench {
  /// An operation whose task records when it begins and ends.
  func task(_ name: String, _ body: @escaping @Sendable () async -> Void) -> Operation {
    let log = log(name)
    let operation = TaskOperation { await log.during(body) }
    operation.name = name
    return operation
  }
}

extension Log {
  /// Records when an `async` body begins and ends. After an `await`, it may continue on another
  /// thread.
  func during(_ body: @Sendable () async -> Void) async {
    self(.began)
    await body()
    self(.ended)
  }
}

extension PretendTransfer {
  // snippet: arrival
  /// Suspends the calling task until the transfer answers: a bridge from a callback to a task.
  func arrival() async {
    await withCheckedContinuation { continuation in
      begin { continuation.resume() }
    }
  }
  // end snippet
}
