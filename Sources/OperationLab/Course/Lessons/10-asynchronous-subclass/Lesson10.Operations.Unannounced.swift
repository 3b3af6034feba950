import OperationLab

/// What lesson 10 has to say of ends that are not announced, or under a name that nobody knows.
extension Lesson10 {
  // snippet: silent-in-time
  /// BROKEN ON PURPOSE: sets its flags and tells nobody, all of it inside `start()`.
  final class HastyOperation: OpenOperation, @unchecked Sendable {
    private let flags = ExecutionFlags()

    override func start() {
      log(.started, self)
      flags.begin()
      flags.end()
      log(.finished, self)
      log(.observed, self, .mark(Lesson10.inheritedIsFinished(inheritedIsFinished)))
      log(.returned, self)
    }

    override var isExecuting: Bool { flags.isExecuting }
    override var isFinished: Bool { flags.isFinished }
  }
  // end snippet

  // snippet: own-key
  /// BROKEN ON PURPOSE: announces the change of a property of its own, on which the others depend.
  final class StateOperation: TransferOperation, @unchecked Sendable {
    override func start() {
      log(.started, self)
      if isCancelled { return finish() }
      announcing("state") { flags.begin() }
      main()
      log(.returned, self)
    }

    override func main() {
      request { self.finish() }
    }

    func finish() {
      guard flags.claimEnd() else { return }
      announcing("state") {
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
