import Foundation
import OperationLab

/// A transfer that counts in its queue until it is over.
final class Transfer: AsyncOperation, @unchecked Sendable {
  private let begin: (@escaping () -> Void) -> Void

  init(_ begin: @escaping (@escaping () -> Void) -> Void) {
    self.begin = begin
  }

  override func work() {
    begin { self.finish() }
  }
}

func loadAll(_ transfers: [(@escaping () -> Void) -> Void]) {
  let queue = OperationQueue()
  queue.maxConcurrentOperationCount = 6
  for start in stride(from: 0, to: transfers.count, by: 6) {
    let six = transfers[start..<min(start + 6, transfers.count)].map(Transfer.init)
    queue.addOperations(six, waitUntilFinished: true)
  }
}
