import Foundation
import OperationLab
@_spi(LabCheck) import OperationTesting

/// What the code of an exercise calls in place of the system's clocks and locks.
///
/// `lab verify` compiles a second file into the learner's module in which `asyncAfter`, `sleep`,
/// `NSLock` and others call these. So a scene knows of each timer that will fire, and can make a
/// thread pause between two steps that should be one. Callable from any thread.
public enum LearnersClock {
  private struct State: Sendable {
    var bench: Bench?
    var pauseAfterUnlock: Double?
    var asksWhenAnnounced = false
    var unlocks = 0
    var pausesBeforeWriting = false
  }

  private static let state = Locked(State())

  /// How long a thread pauses after it has given a lock back: long enough for another one to take it.
  private static let pause = 0.002
  /// How long a thread pauses before it writes a file: as a slow disk would make it.
  private static let writing = 0.03

  /// The scene begins.
  static func begin(on bench: Bench) {
    state.withLock { $0.bench = bench }
    SteppedLock.afterUnlock.withLock { $0 = unlocked }
  }

  /// Makes each thread pause after it has given a lock back, as any thread may. On a busy machine a
  /// scene with few locks needs a longer pause for another thread to come by.
  static func pauseAfterUnlock(seconds: Double = pause) {
    state.withLock { $0.pauseAfterUnlock = seconds }
  }

  /// At each announcement another thread asks for `isFinished`; the trace tells if it gets no answer.
  static func askWhenAnnounced() { state.withLock { $0.asksWhenAnnounced = true } }

  /// How often a lock has been given back.
  static var unlocks: Int { state.withLock { $0.unlocks } }

  /// Makes each thread pause before it writes a file, as on a slow disk.
  static func pauseBeforeWriting() { state.withLock { $0.pausesBeforeWriting = true } }

  /// Something will happen after that many seconds; call the result when it has begun to happen.
  public static func timer(_ seconds: Double) -> @Sendable () -> Void {
    guard let bench = state.withLock({ $0.bench }) else { return {} }
    return bench.expectTimer(after: .seconds(max(0, min(seconds, 3600))))
  }

  /// The same, for a moment of Dispatch's clock.
  public static func timer(at time: DispatchTime) -> @Sendable () -> Void {
    timer(seconds(to: time))
  }

  /// How long it is until that moment of Dispatch's clock.
  public static func seconds(to time: DispatchTime) -> Double {
    let now = DispatchTime.now().uptimeNanoseconds
    return Double(max(time.uptimeNanoseconds, now) - now) / 1e9
  }

  /// This thread sleeps for that many seconds; call the result when it is awake again.
  public static func sleep(_ seconds: Double) -> @Sendable () -> Void {
    guard let bench = state.withLock({ $0.bench }) else { return {} }
    bench.log(Stage.learner)(.waiting, nil, .wait(.other("for a timer")))
    return timer(seconds)
  }

  /// A lock has been given back.
  public static func unlocked() {
    let pause = state.withLock { state in
      state.unlocks += 1
      return state.pauseAfterUnlock
    }
    guard let pause else { return }
    let hasFired = timer(pause)
    Thread.sleep(forTimeInterval: pause)
    hasFired()
  }

  /// An operation posts a notification: it is written down with the state that observers find, and
  /// posted.
  public static func didChangeValue(of operation: Operation, forKey key: String) {
    let (bench, asks) = state.withLock { ($0.bench, $0.asksWhenAnnounced) }
    if let bench, let name = operation.name {
      let log = bench.log(name)
      if asks {
        let answers = bench.gate("\(name) answers", isTraced: false)
        bench.elsewhere {
          _ = operation.isFinished
          answers.open()
        }
        if !answers.waitUnlessQuiet() { log(Stage.lockedOut) }
      }
      log(.announced, operation, .key(key))
    }
    operation.didChangeValue(forKey: key)
  }

  /// The same for a key path.
  public static func didChangeValue(of operation: Operation, for path: PartialKeyPath<Operation>) {
    let keys: [PartialKeyPath<Operation>: String] = [
      \.isFinished: "isFinished", \.isExecuting: "isExecuting", \.isReady: "isReady",
    ]
    if let key = keys[path] { didChangeValue(of: operation, forKey: key) }
  }

  /// A file is about to be written.
  public static func willWrite() {
    if state.withLock({ $0.pausesBeforeWriting }) { Thread.sleep(forTimeInterval: writing) }
  }
}
