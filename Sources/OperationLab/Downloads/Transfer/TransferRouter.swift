import Foundation
import OperationLab

#if canImport(FoundationNetworking)
  internal import FoundationNetworking
#endif

/// A session's delegate: finds whose a task is, as article B's manager does with its table, and
/// hides how the platforms differ.
final class TransferRouter: NSObject, URLSessionDataDelegate, Sendable {
  typealias Receiver = @Sendable (TransferEvent) -> Void

  /// How many transfers there are. Raised by who reserves, lowered when one leaves the table.
  let load = Locked(0)
  private let receivers = Locked<[Int: Receiver]>([:])
  /// How often each task was led elsewhere.
  private let redirections = Locked<[Int: Int]>([:])

  func add(_ receiver: @escaping Receiver, for task: URLSessionTask) {
    receivers.withLock { $0[task.taskIdentifier] = receiver }
  }

  @discardableResult
  func remove(_ task: URLSessionTask) -> Receiver? {
    let receiver = receivers.withLock { $0.removeValue(forKey: task.taskIdentifier) }
    redirections.withLock { _ = $0.removeValue(forKey: task.taskIdentifier) }
    if receiver != nil { load.withLock { $0 -= 1 } }
    return receiver
  }

  private func receiver(of task: URLSessionTask) -> Receiver? {
    receivers.withLock { $0[task.taskIdentifier] }
  }

  func urlSession(
    _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
    completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
  ) {
    // Linux reports `100 Continue`, too, before the response proper.
    if let response = response as? HTTPURLResponse, response.statusCode >= 200 {
      receiver(of: dataTask)?(.response(response))
    }
    // Linux ignores `.cancel` here. To get no body, cancel the transfer instead.
    completionHandler(.allow)
  }

  /// Follows a reply that leads elsewhere, so many times, to the same or a safer kind of address.
  func urlSession(
    _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection reply: HTTPURLResponse,
    newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
  ) {
    let current = task.currentRequest
    let old = current?.url ?? reply.url
    let count = redirections.withLock { counts in
      counts[task.taskIdentifier, default: 0] += 1
      return counts[task.taskIdentifier, default: 0]
    }
    // Linux asks the old server for the path of a `file:` address: what the server said counts, too.
    let said = reply.value(forHTTPHeaderField: "Location").flatMap { URL(string: $0) }
    let places = [request.url] + (said?.scheme == nil ? [] : [said])
    let error = places.lazy.compactMap {
      DownloadError.refusal(ofGoingOnFrom: old, to: $0, count: count)
    }.first
    // Linux traps when the answer meets a task that was cancelled since it asked. It is given here
    // and now, then: the session's thread, which is this one, comes to a later `cancel()` after it.
    if !Platform.answerTraps(for: task) {
      completionHandler(error == nil ? request.redirected(from: current) : nil)
    }
    if let error { remove(task)?(.ended(error)) }
  }

  func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
    receiver(of: dataTask)?(.bytes(data))
  }

  func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: Error?) {
    remove(task)?(.ended(error))
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask, didReceive challenge: URLAuthenticationChallenge,
    completionHandler:
      @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
  ) {
    let method = challenge.protectionSpace.authenticationMethod
    guard
      [NSURLAuthenticationMethodHTTPBasic, NSURLAuthenticationMethodHTTPDigest].contains(method)
    else {
      // The server's certificate, among others: the platform judges it better.
      completionHandler(.performDefaultHandling, nil)
      return
    }
    // The request has carried the header that there is. On Linux the default handling would now never end
    // the task, and cancelling from this thread would wait for this thread.
    remove(task)?(.ended(DownloadError.needsAuthentication))
    Transfer.canceller.async { completionHandler(.cancelAuthenticationChallenge, nil) }
  }
}
