import Foundation

func downloadAll(_ files: [() -> Void]) {
  let queue = OperationQueue()
  queue.isSuspended = true
  queue.maxConcurrentOperationCount = 2
  for file in files { queue.addOperation(file) }
  DispatchQueue.main.asyncAfter(deadline: .now() + 0.05) { queue.isSuspended = false }
}
