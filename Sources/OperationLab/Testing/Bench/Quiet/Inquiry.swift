import Foundation
import OperationLab

/// Questions that are answered on another thread, so that an answer that never comes holds up
/// nobody else.
final class Inquiry: Sendable {
  /// How long to wait between two looks at the thread that should answer.
  private static let pause = Duration.milliseconds(30)

  /// Opened when the last question is answered.
  private let isAnswered = Locked<Door?>(nil)
  private let sleep: @Sendable (Platform.ThreadNumber) -> Platform.Sleep

  /// - Parameter sleep: what a thread is doing; passed in so that a test can answer.
  init(sleep: @escaping @Sendable (Platform.ThreadNumber) -> Platform.Sleep = Platform.sleep) {
    self.sleep = sleep
  }

  /// The answer; `nil` if the thread that should give it waits for something that nobody does, and
  /// as long as that is so for an earlier question.
  ///
  /// Not after some time, which may pass on a busy machine while that thread only waits for its
  /// turn: it must have slept from one look to the next, at a moment when all others slept, too.
  /// Where threads cannot be asked, the process must have stood still (``Stillness``).
  ///
  /// - Parameter patience: how long it must have slept without a break: for one who may wait for a
  ///   thread that the system has yet to add to its pool.
  func ask<Answer: Sendable>(
    patience: Duration = .zero, _ question: @escaping @Sendable () -> Answer
  ) -> Answer? {
    let isBack = Door()
    let isFree = isAnswered.withLock { last in
      guard last?.isOpen != false else { return false }
      last = isBack
      return true
    }
    guard isFree else { return nil }
    let answer = Locked<Answer?>(nil)
    let thread = Locked<Platform.ThreadNumber?>(nil)
    Platform.detachHelperThread {
      thread.withLock { $0 = Platform.ownThread }
      let suspect = Platform.Suspect.becomingIt()
      Platform.Suspects.asking.withLock { $0 = suspect }
      let given = question()
      Platform.Suspects.asking.withLock { $0 = nil }
      answer.withLock { $0 = given }
      isBack.open()
    }
    var lastSleep = Platform.Sleep.awake
    let clock = ContinuousClock()
    var fellAsleep = clock.now
    var stillness = Stillness(most: Self.pause * 2)
    while !isBack.wait(deadline: Self.pause) {
      let sleep = thread.withLock { $0 }.map(sleep) ?? .awake
      if sleep != lastSleep || sleep == .awake {
        fellAsleep = clock.now
        stillness.startAgain()
      } else if clock.now - fellAsleep >= patience,
        sleep == .unknown ? stillness.isLongEnough() : Platform.threadActivity() != .running
      {
        return nil
      }
      lastSleep = sleep
    }
    return answer.withLock { $0 }
  }
}
