// Article A's download in plain Foundation: it checks isCancelled only when data arrives.
import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A server that takes the request and stays silent.
final class SilentServer: URLProtocol {
  override class func canInit(with request: URLRequest) -> Bool { true }
  override class func canonicalRequest(for request: URLRequest) -> URLRequest { request }
  override func startLoading() { isAsked.signal() }
  override func stopLoading() {}
}

final class FileDownloadOperation: Operation, URLSessionDataDelegate, @unchecked Sendable {
  override func start() {
    print("start() is called, cancelled: \(isCancelled)")
    let configuration = URLSessionConfiguration.ephemeral
    configuration.protocolClasses = [SilentServer.self]
    URLSession(configuration: configuration, delegate: self, delegateQueue: nil)
      .dataTask(with: URL(string: "http://server/file")!).resume()
  }

  func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
    // Here the article finishes an operation that was cancelled. No data ever comes.
    if isCancelled { print("it sees that it was cancelled") }
  }
}

let isAsked = DispatchSemaphore(value: 0)
let queue = OperationQueue()
let download = FileDownloadOperation()
queue.addOperation(download)
isAsked.wait()
download.cancel()
print("cancelled: \(download.isCancelled), finished: \(download.isFinished)")
print("in the queue: \(queue.operations.contains(download))")
exit(0)
