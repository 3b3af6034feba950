import Foundation
import Synchronization

final class Download: Operation, @unchecked Sendable {
  private let begin: (@escaping () -> Void) -> Void
  /// 0 in line, 1 under way, 2 over.
  private let state = Atomic<Int>(0)

  init(begin: @escaping (@escaping () -> Void) -> Void) {
    self.begin = begin
  }

  override func start() {
    if isCancelled {
      _ = move(0, 2)
      return
    }
    guard move(0, 1) else { return }
    begin { [self] in _ = move(1, 2) }
    if isCancelled { _ = move(1, 2) }
  }

  override func cancel() {
    super.cancel()
    _ = move(1, 2)
  }

  private func move(_ old: Int, _ new: Int) -> Bool {
    let isMine = state.compareExchange(
      expected: old, desired: new, ordering: .sequentiallyConsistent
    ).exchanged
    if isMine {
      for key in ["isExecuting", "isFinished"] {
        willChangeValue(forKey: key)
        didChangeValue(forKey: key)
      }
    }
    return isMine
  }

  override var isAsynchronous: Bool { true }
  override var isExecuting: Bool { state.load(ordering: .sequentiallyConsistent) == 1 }
  override var isFinished: Bool { state.load(ordering: .sequentiallyConsistent) == 2 }
}
