import OperationTesting

// The claims of lesson 10 about two threads at once.
extension Lesson10 {
  /// What the two variants of article C's subclass share: everything but the order in `start()`.
  class OvertakenOperation: TransferOperation, @unchecked Sendable {
    fileprivate let isOver: Gate

    init(_ log: Log, _ transfer: PretendTransfer, overtaken isOver: Gate) {
      self.isOver = isOver
      super.init(log, transfer)
    }

    /// Sets the work going on another thread.
    fileprivate final func detach() {
      request { [self] in
        announcing("isExecuting", "isFinished") {
          flags.end()
          log(.finished, self)
        }
        isOver.open()
      }
    }

    override var isAsynchronous: Bool { true }
    override var isExecuting: Bool { flags.isExecuting }
    override var isFinished: Bool { flags.isFinished }
  }

  // snippet: late
  /// BROKEN ON PURPOSE: sets executing after the work has been set going, as in article C.
  final class LateOperation: OvertakenOperation, @unchecked Sendable {
    override func start() {
      log(.started, self)
      announcing("isExecuting") {
        detach()
        // Any thread may be stopped anywhere; here it is, until the other one is through.
        isOver.wait()
        flags.begin()
      }
      log(.returned, self)
    }
  }
  // end snippet

  // snippet: early
  /// The same, except that executing is set first.
  final class EarlyOperation: OvertakenOperation, @unchecked Sendable {
    override func start() {
      log(.started, self)
      announcing("isExecuting") {
        flags.begin()
      }
      detach()
      isOver.wait()
      log(.returned, self)
    }
  }
  // end snippet

  // snippet: observing
  /// BROKEN ON PURPOSE: article D's subclass, whose property observers announce without any lock.
  final class ObservingOperation: OpenOperation, @unchecked Sendable {
    private let transfer: PretendTransfer
    private let moment: Moment?
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

    init(_ log: Log, _ transfer: PretendTransfer, _ moment: Moment? = nil) {
      self.transfer = transfer
      self.moment = moment
      super.init(log)
    }

    override func isAboutToChange(_ key: String) {
      log(.observed, self, .mark(Lesson10.isAboutToChange(key)))
    }

    override func start() {
      log(.started, self)
      executing = true
      transfer.begin { [self] in end("a picture") { moment?.pause() } }
      log(.returned, self)
    }

    override func cancel() {
      super.cancel()
      log(.cancelled, self)
      end("an error")
    }

    private func end(_ result: String, pausing: () -> Void = {}) {
      log(wants(result))
      guard !finished else { return }
      pausing()
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
  /// The same, except that one lock decides who ends it, and nobody announces while holding it.
  final class OneEndOperation: TransferOperation, @unchecked Sendable {
    private let moment: Moment

    init(_ log: Log, _ transfer: PretendTransfer, _ moment: Moment) {
      self.moment = moment
      super.init(log, transfer)
    }

    override func start() {
      log(.started, self)
      announcing("isExecuting") { flags.begin() }
      request { [self] in end("a picture") { moment.pause() } }
      log(.returned, self)
    }

    override func cancel() {
      super.cancel()
      log(.cancelled, self)
      end("an error")
    }

    private func end(_ result: String, pausing: () -> Void = {}) {
      log(wants(result))
      guard flags.claimEnd() else { return }
      pausing()
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
