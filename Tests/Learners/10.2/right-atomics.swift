import Foundation
import Synchronization

final class Download: Operation, @unchecked Sendable {
  private let begin: (@escaping () -> Void) -> Void
  private let step = Atomic<Int>(0)
  init(begin: @escaping (@escaping () -> Void) -> Void) { self.begin = begin }
  override var isAsynchronous: Bool { true }
  override var isExecuting: Bool { step.load(ordering: .sequentiallyConsistent) == 1 }
  override var isFinished: Bool { step.load(ordering: .sequentiallyConsistent) == 2 }
  override func start() {
    let next = isCancelled ? 2 : 1
    guard move(from: 0, to: next), next == 1 else { return }
    begin { _ = self.move(from: 1, to: 2) }
  }
  private func move(from old: Int, to new: Int) -> Bool {
    willChangeValue(forKey: "isExecuting")
    willChangeValue(forKey: "isFinished")
    let isMine = step.compareExchange(
      expected: old, desired: new, ordering: .sequentiallyConsistent
    ).exchanged
    didChangeValue(forKey: "isFinished")
    didChangeValue(forKey: "isExecuting")
    return isMine
  }
}
