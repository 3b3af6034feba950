import Foundation
import OperationLab

/// Reads an operation's flags on another thread, so that a getter that never returns blocks only
/// that thread.
package final class StateReader: Sendable {
  /// How long to wait between two looks at the thread that should answer.
  private static let pause = Duration.milliseconds(30)
  /// Opened when the last question is answered.
  private let isAnswered = Locked<Latch?>(nil)
  private let thread = Locked<Platform.ThreadNumber?>(nil)

  /// The thread that was last asked.
  var asked: Platform.ThreadNumber? { thread.withLock { $0 } }

  /// The answer, or `nil` if the getter blocks, or an earlier one still does.
  ///
  /// That thread must have slept without a break, at a moment when all others slept as well. One that spins
  /// never sleeps.
  ///
  /// - Parameter deadline: when to stop waiting for one that spins. `nil` where the parent process does.
  package func ask<Answer: Sendable>(
    until deadline: Deadline? = nil, _ question: @escaping @Sendable () -> Answer
  ) -> Answer? {
    let isBack = Latch()
    let isFree = isAnswered.withLock { last in
      guard last?.isOpen != false else { return false }
      last = isBack
      return true
    }
    guard isFree else { return nil }
    let answer = Locked<Answer?>(nil)
    thread.withLock { $0 = nil }
    let hasThread = Platform.detachHelperThread { [thread] in
      thread.withLock { $0 = Platform.ownThread }
      let given = question()
      answer.withLock { $0 = given }
      isBack.open()
    }
    guard hasThread else {
      // Better than to take a lack of threads for a getter that never returns.
      isBack.open()
      return question()
    }
    let driver = RestDriver(pause: Self.pause, alarm: isBack)
    _ = driver.run(until: deadline) { [thread] _ in
      let mark = thread.withLock { $0 }.flatMap(Platform.sleepMark(ofThread:))
      return RestSearch.Look(threads: mark.map { .asleep(fingerprint: $0.hashValue) } ?? .running)
    } decides: { _, step in
      isBack.isOpen || step.isRest(for: .zero) && Platform.threadActivity() != .running
    }
    return answer.withLock { $0 }
  }
}

extension Bench {
  /// What an operation answers. `nil` if it gives no answer.
  ///
  /// The rest detector must not take this thread's wait for rest.
  ///
  /// - Parameter limit: how long it may take in an engineer's test. At least a second: on a busy machine, a
  ///   thread does not begin at once.
  package func ask<Answer: Sendable>(
    within limit: Duration = Durations.settling, _ question: @escaping @Sendable () -> Answer
  ) -> Answer? {
    waitingThreads.enter(.body)
    defer { waitingThreads.leave(.body) }
    let deadline = policy.patience.map { _ in Deadline(max(limit, .seconds(1))) }
    return stateReader.ask(until: deadline, question)
  }
}
