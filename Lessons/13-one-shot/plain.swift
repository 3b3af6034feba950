// Article B's rule in plain Foundation: to run the work again, make a new operation.
import Foundation

final class DownloadTaskOperation: Operation, @unchecked Sendable {
  private let lock = NSLock()
  private var runs = 0

  override func main() {
    lock.withLock { runs += 1 }
  }

  func printState() {
    print("\(name!) ran: \(lock.withLock { runs }), finished: \(isFinished), ready: \(isReady)")
  }
}

func makeTask(_ name: String) -> DownloadTaskOperation {
  let task = DownloadTaskOperation()
  task.name = name
  return task
}

let photo = makeTask("photo")
photo.printState()
photo.start()
photo.printState()
photo.start()
photo.printState()

// A queue would trap if photo were added to it now.
let queue = OperationQueue()
let photoAgain = makeTask("photo again")
queue.addOperation(photoAgain)
queue.waitUntilAllOperationsAreFinished()
photoAgain.printState()
