// Article A's warning in plain Foundation: the block begins its work on another thread and returns.
import Foundation

final class Album: @unchecked Sendable {
  private let lock = NSLock()
  private var stored: String?  // guarded by lock
  var picture: String? {
    get { lock.withLock { stored } }
    set { lock.withLock { stored = newValue } }
  }
}

let album = Album()
let serverAnswers = DispatchSemaphore(value: 0)
let transferEnds = DispatchSemaphore(value: 0)

let download = BlockOperation {
  DispatchQueue.global().async {
    serverAnswers.wait()
    album.picture = "600 x 400"
    transferEnds.signal()
  }
}
let show = BlockOperation { print("show begins, picture: \(album.picture ?? "none")") }
show.addDependency(download)

let queue = OperationQueue()
queue.addOperations([show, download], waitUntilFinished: true)
print("download finished: \(download.isFinished), picture: \(album.picture ?? "none")")
serverAnswers.signal()
transferEnds.wait()
print("after the transfer, picture: \(album.picture ?? "none")")
