import Foundation

/// Questions that are answered on another thread, so that an answer that never comes holds up
/// nobody else.
final class Inquiry: Sendable {
  /// How long to wait between two looks at the thread that should answer.
  private static let pause = Duration.milliseconds(30)

  /// Opened when the last question is answered.
  private let isAnswered = Locked<Door?>(nil)

  /// The answer; `nil` if the thread that should give it waits for something that nobody does, and
  /// as long as that is so for an earlier question.
  ///
  /// Not after some time, which may pass on a busy machine while that thread only waits for its
  /// turn: it must have slept from one look to the next, at a moment when all others slept, too.
  func ask<Answer: Sendable>(_ question: @escaping @Sendable () -> Answer) -> Answer? {
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
      let given = question()
      answer.withLock { $0 = given }
      isBack.open()
    }
    var lastSleep: String?
    while !isBack.wait(deadline: Self.pause) {
      let sleep = thread.withLock { $0 }.flatMap(Platform.sleep(ofThread:))
      if sleep != nil, sleep == lastSleep, Platform.threadActivity() != .running { return nil }
      lastSleep = sleep
    }
    return answer.withLock { $0 }
  }
}
