import Foundation

/// Sound: its closure is `@Sendable`, and a task on the main actor does what belongs there.
///
/// make: `CountsOnTheMainActor.make { probe.run() }`
@MainActor final class CountsOnTheMainActor {
  private static var count = 0

  nonisolated static func make(_ work: @escaping @Sendable () -> Void) -> Operation {
    MainActor.assumeIsolated {
      var steps: [() -> Void] = []
      steps.append { @Sendable in
        work()
        Task { @MainActor in count += 1 }
      }
      return StepsOperation(steps)
    }
  }
}

/// Sound: the main actor's delegate may be called on any thread, and continues on the main queue.
///
/// make: `TellsAViewOnTheMainQueue(work: probe.begin)`
final class TellsAViewOnTheMainQueue: LockOperation, @unchecked Sendable {
  @MainActor private final class View: EndDelegate {
    private var ends = 0

    nonisolated init() {}

    nonisolated func operationDidEnd() {
      DispatchQueue.main.async { self.ends += 1 }
    }
  }

  private let delegate: any EndDelegate = View()

  override func finish() {
    delegate.operationDidEnd()
    super.finish()
  }
}
