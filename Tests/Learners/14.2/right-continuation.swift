import Foundation

final class Load: Operation, @unchecked Sendable {
  private let connect: (@escaping (Bool) -> Void) -> () -> Void

  init(connect: @escaping (@escaping (Bool) -> Void) -> () -> Void) {
    self.connect = connect
  }

  /// Synchronous: the queue's thread waits for the end.
  override func main() {
    let isOver = DispatchSemaphore(value: 0)
    Task {
      let isWell = await withCheckedContinuation { continuation in
        _ = connect { continuation.resume(returning: $0) }
      }
      if isWell { decode() }
      isOver.signal()
    }
    isOver.wait()
  }

  private func decode() {}
}
