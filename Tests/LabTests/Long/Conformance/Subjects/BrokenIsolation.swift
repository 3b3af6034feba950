import Foundation

/// BROKEN ON PURPOSE: its closure inherits the main actor, and a queue calls it on another thread.
///
/// make: `CountsInATitle.make { probe.run() }`
/// remarks: completes-in-a-queue "belongs to the main actor"
@MainActor final class CountsInATitle {
  private static var count = 0

  nonisolated static func make(_ work: @escaping @Sendable () -> Void) -> Operation {
    MainActor.assumeIsolated {
      var steps: [() -> Void] = []
      steps.append {
        work()
        count += 1  // BROKEN: the closure is not @Sendable, so it belongs to the main actor.
      }
      return StepsOperation(steps)
    }
  }
}

/// Calls closures of any isolation.
final class StepsOperation: Operation, @unchecked Sendable {
  private let steps: [() -> Void]

  init(_ steps: [() -> Void]) {
    self.steps = steps
  }

  override func main() {
    for step in steps where !isCancelled { step() }
  }
}

/// BROKEN ON PURPOSE: a protocol without isolation hides that its delegate belongs to the main actor.
///
/// make: `TellsAView(work: probe.begin)`
/// remarks: completes-in-a-queue "belongs to the main actor"
final class TellsAView: LockOperation, @unchecked Sendable {
  @MainActor private final class View: @preconcurrency EndDelegate {
    private var ends = 0

    nonisolated init() {}

    func operationDidEnd() {
      ends += 1  // BROKEN: it is called on the thread that ends the work.
    }
  }

  private let delegate: any EndDelegate = View()

  override func finish() {
    delegate.operationDidEnd()
    super.finish()
  }
}

/// Says nothing of a thread, as protocols from before Swift 6 do.
protocol EndDelegate {
  func operationDidEnd()
}

/// BROKEN ON PURPOSE: its closure inherits the main actor from the one around it, and its work ends on
/// another thread. No app in Swift 5 mode notices that.
///
/// make: `EndsInAHop(work: probe.begin)`
/// breaks: main-thread-may-wait
/// remarks: completes-in-a-queue "belongs to the main actor"
final class EndsInAHop: LockOperation, @unchecked Sendable {
  override func start() {
    if isCancelled { return finish() }
    guard set(isExecuting: true, isFinished: false) else { return }
    // As callbacks from before Swift 6 are.
    let begin: (@escaping () -> Void) -> Void = { end in
      nonisolated(unsafe) let end = end
      self.work { end() }
    }
    DispatchQueue.main.async { begin { self.finish() } }  // BROKEN: it is not @Sendable.
  }
}
