// Transfers: what a delegate is told, word by word as Apple's pages have it. In Objective-C every
// method of a delegate is optional, so that a wrong one is never called; here each is required.

/// https://developer.apple.com/documentation/foundation/urlsessiondatadelegate
public protocol URLSessionDataDelegate: NSObject, Sendable {
  func urlSession(
    _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
    completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void)
  func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data)
  func urlSession(
    _ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?)
  func urlSession(
    _ session: URLSession, task: URLSessionTask,
    willPerformHTTPRedirection response: HTTPURLResponse,
    newRequest request: URLRequest,
    completionHandler: @escaping @Sendable (URLRequest?) -> Void)
  func urlSession(
    _ session: URLSession, task: URLSessionTask, didReceive challenge: URLAuthenticationChallenge,
    completionHandler:
      @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void)
}

/// https://developer.apple.com/documentation/foundation/urlsession
open class URLSession: NSObject, @unchecked Sendable {
  /// https://developer.apple.com/documentation/foundation/urlsession/responsedisposition
  public enum ResponseDisposition: Int, Sendable {
    case cancel, allow, becomeDownload, becomeStream
  }

  /// https://developer.apple.com/documentation/foundation/urlsession/authchallengedisposition
  public enum AuthChallengeDisposition: Int, Sendable {
    case useCredential, performDefaultHandling, cancelAuthenticationChallenge, rejectProtectionSpace
  }
}

/// https://developer.apple.com/documentation/foundation/urlsessiontask
open class URLSessionTask: NSObject, @unchecked Sendable {
  open var taskIdentifier: Int { 0 }
  open var currentRequest: URLRequest? { nil }
  open func resume() {}
  open func cancel() {}
}

open class URLSessionDataTask: URLSessionTask, @unchecked Sendable {}

open class URLResponse: NSObject, @unchecked Sendable {
  open var url: URL? { nil }
}

open class HTTPURLResponse: URLResponse, @unchecked Sendable {
  open var statusCode: Int { 0 }
  open func value(forHTTPHeaderField field: String) -> String? { nil }
}

/// https://developer.apple.com/documentation/foundation/urlrequest
public struct URLRequest: Sendable {
  /// What is asked for.
  public var url: URL?
}

/// https://developer.apple.com/documentation/foundation/url
public struct URL: Sendable {
  /// Such as `https`; none in an address that is relative.
  public var scheme: String? { nil }

  /// `nil` if it is no address.
  public init?(string: String) {}
}

open class URLCredential: NSObject, @unchecked Sendable {}

open class URLProtectionSpace: NSObject, @unchecked Sendable {
  open var authenticationMethod: String { "" }
}

open class URLAuthenticationChallenge: NSObject, @unchecked Sendable {
  open var protectionSpace: URLProtectionSpace { URLProtectionSpace() }
}

/// https://developer.apple.com/documentation/foundation/nsurlauthenticationmethodhttpbasic
public let NSURLAuthenticationMethodHTTPBasic = "basic"
/// https://developer.apple.com/documentation/foundation/nsurlauthenticationmethodhttpdigest
public let NSURLAuthenticationMethodHTTPDigest = "digest"

/// https://developer.apple.com/documentation/foundation/data
public struct Data: Sendable {}

/// https://developer.apple.com/documentation/foundation/urlerror
public struct URLError: Error {
  /// Which one; the only one that the sources name.
  public enum Code: Sendable { case userAuthenticationRequired }

  /// https://developer.apple.com/documentation/foundation/urlerror/networkunavailablereason
  public enum NetworkUnavailableReason: Int, Sendable { case cellular, expensive, constrained }

  /// https://developer.apple.com/documentation/foundation/urlerror/networkunavailablereason
  public var networkUnavailableReason: NetworkUnavailableReason? { nil }

  /// https://developer.apple.com/documentation/foundation/urlerror/code-swift.property
  public let code: Code

  /// An error with that code.
  public init(_ code: Code) { self.code = code }
}

open class DispatchQueue: NSObject, @unchecked Sendable {
  /// https://developer.apple.com/documentation/dispatch/dispatchqueue
  public static func global() -> DispatchQueue { DispatchQueue() }
  /// https://developer.apple.com/documentation/dispatch/dispatchqueue
  public func async(execute work: @escaping @Sendable @convention(block) () -> Void) {}
}
