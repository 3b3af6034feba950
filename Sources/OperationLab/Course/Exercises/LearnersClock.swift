import Foundation
import OperationLab
import OperationTesting

/// What the code of an exercise calls in place of the system's clocks and locks.
///
/// `lab verify` compiles a second file into the learner's module in which `asyncAfter`, `sleep`,
/// `NSLock` and others call these. So a scene knows of each timer that will fire, and can make a
/// thread pause between two steps that should be one. Callable from any thread.
public enum LearnersClock {
  private struct State: Sendable {
    var bench: Bench?
    var pauseAfterUnlock: Double?
    var pausesBeforeWriting = false
  }

  private static let state = Locked(State())

  /// How long a thread pauses after it has given a lock back: long enough for another one to take it.
  private static let pause = 0.002

  /// The scene begins.
  static func begin(on bench: Bench) { state.withLock { $0.bench = bench } }

  /// Makes each thread pause after it has given a lock back, as any thread may. On a busy machine a
  /// scene with few locks needs a longer pause for another thread to come by.
  static func pauseAfterUnlock(seconds: Double = pause) {
    state.withLock { $0.pauseAfterUnlock = seconds }
  }

  /// Makes each thread pause before it writes a file, as on a slow disk.
  static func pauseBeforeWriting() { state.withLock { $0.pausesBeforeWriting = true } }

  /// Something will happen after that many seconds; call the result when it has begun to happen.
  public static func timer(_ seconds: Double) -> @Sendable () -> Void {
    guard let bench = state.withLock({ $0.bench }) else { return {} }
    return bench.expectTimer(after: .seconds(max(0, min(seconds, 3600))))
  }

  /// The same, for a moment of Dispatch's clock.
  public static func timer(at time: DispatchTime) -> @Sendable () -> Void {
    let now = DispatchTime.now().uptimeNanoseconds
    return timer(Double(max(time.uptimeNanoseconds, now) - now) / 1e9)
  }

  /// A lock has been given back.
  public static func unlocked() {
    guard let pause = state.withLock({ $0.pauseAfterUnlock }) else { return }
    let hasFired = timer(pause)
    Thread.sleep(forTimeInterval: pause)
    hasFired()
  }

  /// A file is about to be written.
  public static func willWrite() {
    if state.withLock({ $0.pausesBeforeWriting }) { Thread.sleep(forTimeInterval: 15 * pause) }
  }
}
