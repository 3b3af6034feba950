import Foundation

/// BROKEN ON PURPOSE: `main()` checks in a loop whether its work has ended.
///
/// make: `AsksInALoop(work: probe.begin)`
final class AsksInALoop: Operation, @unchecked Sendable {
  private let work: Work
  private let lock = NSLock()
  private var isDone = false

  init(work: @escaping Work) {
    self.work = work
  }

  override func main() {
    if isCancelled { return }
    work { self.lock.withLock { self.isDone = true } }
    while !lock.withLock({ isDone }) {}  // BROKEN: a core is busy until the work ends.
  }
}

/// BROKEN ON PURPOSE: its own thread repeats a run loop that has nothing to wait for.
///
/// make: `TurnsItsRunLoop(work: probe.begin)`
final class TurnsItsRunLoop: LockOperation, @unchecked Sendable {
  override func start() {
    if isCancelled { return finish() }
    guard set(isExecuting: true, isFinished: false) else { return }
    Thread.detachNewThread {
      self.work { self.finish() }
      while !self.isFinished {
        _ = RunLoop.current.run(mode: .default, before: Date())  // BROKEN: it returns at once.
      }
    }
  }
}
