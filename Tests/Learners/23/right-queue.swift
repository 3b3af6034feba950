import Foundation
import OperationLab

func downloadAll(_ files: [@Sendable () async -> Void]) async {
  let queue = OperationQueue()
  queue.maxConcurrentOperationCount = 2
  await withTaskGroup(of: Void.self) { group in
    for file in files { group.addTask { try? await queue.run { await file() } } }
  }
}
