import Foundation
import Synchronization

/// Sound: one atomic number, and moves by compare-and-exchange.
///
/// make: `AtomicStateOperation(work: probe.begin)`
final class AtomicStateOperation: Operation, @unchecked Sendable {
  private static let (waiting, executing, finished) = (0, 1, 2)

  private let work: Work
  private let state = Atomic<Int>(AtomicStateOperation.waiting)

  init(work: @escaping Work) {
    self.work = work
  }

  override var isAsynchronous: Bool { true }
  override var isExecuting: Bool { state.load(ordering: .acquiring) == Self.executing }
  override var isFinished: Bool { state.load(ordering: .acquiring) == Self.finished }

  override func start() {
    if isCancelled {
      if move(from: Self.waiting, to: Self.finished) { didChangeValue(forKey: "isFinished") }
    } else if move(from: Self.waiting, to: Self.executing) {
      didChangeValue(forKey: "isExecuting")
      work {
        guard self.move(from: Self.executing, to: Self.finished) else { return }
        self.didChangeValue(forKey: "isExecuting")
        self.didChangeValue(forKey: "isFinished")
      }
    }
  }

  private func move(from old: Int, to new: Int) -> Bool {
    state.compareExchange(expected: old, desired: new, ordering: .acquiringAndReleasing).exchanged
  }
}
