import Foundation

/// Asynchronous work. It calls its argument when it ends.
typealias Work = @Sendable (@escaping @Sendable () -> Void) -> Void

/// Sound: two flags behind a lock, announced after unlocking. Broken subjects change one place of
/// it.
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

  /// Changes both flags, announces them, and returns whether it did. A finished operation does not
  /// change, and an executing one does not start again.
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
