// Article E's rule in plain Foundation: an operation that is not finished is not deallocated.
import Foundation

class Transfer: Operation, @unchecked Sendable {
  override func start() {}
}

final class FinishingTransfer: Transfer, @unchecked Sendable {
  private let lock = NSLock()
  private var hasFinished = false

  override var isFinished: Bool { lock.withLock { hasFinished } }

  override func start() {
    willChangeValue(forKey: "isFinished")
    lock.withLock { hasFinished = true }
    didChangeValue(forKey: "isFinished")
  }
}

/// Hands the operation over, releases it, and waits. Then it prints whether it was deallocated.
func release(_ title: String, _ make: () -> Operation, _ handOver: (Operation) -> Void) {
  weak var transfer: Operation?
  do {
    let new = make()
    transfer = new
    handOver(new)
  }
  Thread.sleep(forTimeInterval: 0.4)
  print("\(title): deallocated: \(transfer == nil)")
}

let queue = OperationQueue()
release("never finishes, in a queue", { Transfer() }) { queue.addOperation($0) }
release("finishes, in a queue", { FinishingTransfer() }) { queue.addOperation($0) }
release("never finishes, in no queue", { Transfer() }) { $0.start() }
release("its block captures it", { FinishingTransfer() }) { transfer in
  transfer.completionBlock = { _ = transfer.isFinished }
  queue.addOperation(transfer)
}
release("its block captures it weakly", { FinishingTransfer() }) { transfer in
  transfer.completionBlock = { [weak transfer] in _ = transfer?.isFinished }
  queue.addOperation(transfer)
}
exit(0)
