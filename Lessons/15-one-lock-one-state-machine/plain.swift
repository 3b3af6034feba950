// Article D's start() and cancel() in plain Foundation: both take one semaphore, and start() calls
// its handler while it holds it.
import Foundation

final class ImageDownloader: Operation, @unchecked Sendable {
  private let semap = DispatchSemaphore(value: 1)
  private var _isFinished = false
  var wrongHandler: (() -> Void)?

  override var isFinished: Bool { _isFinished }

  override func start() {
    semap.wait()
    defer { semap.signal() }
    if isCancelled {
      wrongHandler?()
      _isFinished = true
      return
    }
  }

  override func cancel() {
    semap.wait()
    defer { semap.signal() }
    super.cancel()
  }
}

let download = ImageDownloader()
download.wrongHandler = {
  print("the handler calls cancel()")
  download.cancel()
  print("cancel() returns")
}
download.cancel()
print("cancelled before its start: \(download.isCancelled)")

let hasReturned = DispatchSemaphore(value: 0)
Thread.detachNewThread {
  download.start()
  hasReturned.signal()
}
print("start() returns: \(hasReturned.wait(timeout: .now() + 1) == .success)")
print("cancelled: \(download.isCancelled), finished: \(download.isFinished)")
exit(0)
