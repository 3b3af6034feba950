@_spi(Course) import OperationBench

// The operations of lesson 10 in which two threads meet.
extension Lesson10 {
  /// What the two variants of article C's class share: all but the order of the steps in `start()`.
  class DetachingOperation: TransferOperation, @unchecked Sendable {
    fileprivate let flags = ExecutionFlags()
    fileprivate let hasEnded: Gate

    init(_ log: Log, _ transfer: PretendTransfer, ended hasEnded: Gate) {
      self.hasEnded = hasEnded
      super.init(log, transfer)
    }

    /// Begins the work on another thread, which finishes the operation.
    fileprivate final func detach() {
      request { [self] in
        announcing("isExecuting", "isFinished") {
          flags.end()
          log(.finished, self)
        }
        hasEnded.open()
      }
    }

    override var isAsynchronous: Bool { true }
    override var isExecuting: Bool { flags.isExecuting }
    override var isFinished: Bool { flags.isFinished }
  }

  // snippet: late
  /// BROKEN ON PURPOSE: sets executing after it has begun the work, as in article C.
  final class LateOperation: DetachingOperation, @unchecked Sendable {
    override func start() {
      log(.started, self)
      willChangeValue(forKey: "isExecuting")
      detach()
      // A thread can lose the processor at any line. Here it does, until the work has ended.
      hasEnded.wait()
      flags.begin()
      didChangeValue(forKey: "isExecuting")
      log(.returned, self)
    }
  }
  // end snippet

  // snippet: early
  /// Fixed: sets executing first.
  final class EarlyOperation: DetachingOperation, @unchecked Sendable {
    override func start() {
      log(.started, self)
      willChangeValue(forKey: "isExecuting")
      flags.begin()
      didChangeValue(forKey: "isExecuting")
      detach()
      hasEnded.wait()
      log(.returned, self)
    }
  }
  // end snippet

  /// Stops a thread between two steps until another thread has acted.
  struct Interruption: Sendable {
    let hasCome: Gate
    let isPast: Gate

    init(_ bench: Bench) {
      hasCome = bench.gate("a thread is between two steps", isTraced: false)
      isPast = bench.gate("the other thread has acted", isTraced: false)
    }

    func wait() {
      hasCome.open()
      isPast.wait()
    }
  }

  // snippet: observing
  /// BROKEN ON PURPOSE: built like article D's class, without its semaphore. Property observers post
  /// the notifications.
  final class ObservingOperation: InspectedOperation, @unchecked Sendable {
    private let transfer: PretendTransfer
    private let interruption: Interruption?
    private var executing = false {
      willSet { willChangeValue(forKey: "isExecuting") }
      didSet { didChangeValue(forKey: "isExecuting") }
    }
    private var finished = false {
      willSet { willChangeValue(forKey: "isFinished") }
      didSet {
        log(.finished, self, .mark(inDidSet))
        didChangeValue(forKey: "isFinished")
      }
    }

    init(_ log: Log, _ transfer: PretendTransfer, _ interruption: Interruption? = nil) {
      self.transfer = transfer
      self.interruption = interruption
      super.init(log)
    }

    override func isAboutToChange(_ key: String) {
      log(.observed, self, .mark(Lesson10.isAboutToChange(key)))
    }

    override func start() {
      log(.started, self)
      executing = true
      transfer.begin { [self] in end("a picture") { interruption?.wait() } }
      log(.returned, self)
    }

    override func cancel() {
      super.cancel()
      log(.cancelled, self)
      end("an error")
    }

    private func end(_ result: String, interrupted: () -> Void = {}) {
      log(wants(result))
      guard !finished else { return }
      interrupted()
      log(delivers(result))
      executing = false
      finished = true
    }

    override var isAsynchronous: Bool { true }
    override var isExecuting: Bool { executing }
    override var isFinished: Bool { finished }
  }
  // end snippet

  // snippet: one-end
  /// Fixed: one lock decides which thread finishes it. It posts the notifications without the lock.
  final class OneEndOperation: TransferOperation, @unchecked Sendable {
    private let flags = ExecutionFlags()
    private let interruption: Interruption

    init(_ log: Log, _ transfer: PretendTransfer, _ interruption: Interruption) {
      self.interruption = interruption
      super.init(log, transfer)
    }

    override func start() {
      log(.started, self)
      announcing("isExecuting") { flags.begin() }
      request { [self] in end("a picture") { interruption.wait() } }
      log(.returned, self)
    }

    override func cancel() {
      super.cancel()
      log(.cancelled, self)
      end("an error")
    }

    private func end(_ result: String, interrupted: () -> Void = {}) {
      log(wants(result))
      guard flags.claimEnd() else { return }
      interrupted()
      log(delivers(result))
      announcing("isExecuting", "isFinished") {
        flags.end()
        log(.finished, self)
      }
    }

    override var isAsynchronous: Bool { true }
    override var isExecuting: Bool { flags.isExecuting }
    override var isFinished: Bool { flags.isFinished }
  }
  // end snippet
}
