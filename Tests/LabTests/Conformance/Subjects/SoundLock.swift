import Foundation

/// Asynchronous work: it calls what it is given when it is over.
typealias Work = @Sendable (@escaping @Sendable () -> Void) -> Void

/// Sound: two flags behind a lock, announced after unlocking. Broken ones differ from it in one
/// place.
///
/// make: `LockOperation(work: probe.begin)`
class LockOperation: Operation, @unchecked Sendable {
  struct Flags {
    var isExecuting = false
    var isFinished = false
  }

  let work: Work
  let lock = NSLock()
  /// Guarded by `lock`.
  var flags = Flags()

  init(work: @escaping Work) {
    self.work = work
  }

  override var isAsynchronous: Bool { true }
  override var isExecuting: Bool { lock.withLock { flags.isExecuting } }
  override var isFinished: Bool { lock.withLock { flags.isFinished } }

  override func start() {
    if isCancelled { return finish() }
    guard set(isExecuting: true, isFinished: false) else { return }
    work { self.finish() }
  }

  func finish() {
    set(isExecuting: false, isFinished: true)
  }

  /// Changes both flags and announces them, and says whether it did: what is finished stays so, and
  /// what is executing has been started before.
  @discardableResult
  final func set(isExecuting: Bool, isFinished: Bool) -> Bool {
    willChangeValue(forKey: "isExecuting")
    willChangeValue(forKey: "isFinished")
    let hasChanged = lock.withLock {
      if flags.isFinished || flags.isExecuting && isExecuting && !isFinished { return false }
      flags = Flags(isExecuting: isExecuting, isFinished: isFinished)
      return true
    }
    guard hasChanged else { return false }
    didChangeValue(forKey: "isExecuting")
    didChangeValue(forKey: "isFinished")
    return true
  }
}
