// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// A type's page documents its members.

// What is asked for, what is answered, and what goes wrong.

/// https://developer.apple.com/documentation/foundation/urlrequest
public struct URLRequest: Hashable, Sendable {
  public init(
    url: URL, cachePolicy: CachePolicy = .useProtocolCachePolicy,
    timeoutInterval: TimeInterval = 60
  ) {}
  public var url: URL?
  public var httpMethod: String?
  public var httpBody: Data?
  public var allHTTPHeaderFields: [String: String]?
  public var timeoutInterval: TimeInterval = 60
  public var allowsCellularAccess = true
  public func value(forHTTPHeaderField field: String) -> String? { nil }
  public mutating func setValue(_ value: String?, forHTTPHeaderField field: String) {}
  public mutating func addValue(_ value: String, forHTTPHeaderField field: String) {}

  /// https://developer.apple.com/documentation/foundation/nsurlrequest/cachepolicy-swift.enum
  public enum CachePolicy: UInt, Sendable {
    case useProtocolCachePolicy = 0
    case reloadIgnoringLocalCacheData = 1
  }
}

/// https://developer.apple.com/documentation/foundation/urlresponse
open class URLResponse: NSObject, @unchecked Sendable {
  open var url: URL? { nil }
  open var expectedContentLength: Int64 { 0 }
}

/// https://developer.apple.com/documentation/foundation/httpurlresponse
open class HTTPURLResponse: URLResponse, @unchecked Sendable {
  public init?(
    url: URL, statusCode: Int, httpVersion HTTPVersion: String?,
    headerFields: [String: String]?
  ) {}
  open var statusCode: Int { 0 }
  open var allHeaderFields: [AnyHashable: Any] { [:] }
  open func value(forHTTPHeaderField field: String) -> String? { nil }
}

/// https://developer.apple.com/documentation/foundation/urlcredential
open class URLCredential: NSObject, @unchecked Sendable {}

/// https://developer.apple.com/documentation/foundation/urlprotectionspace
open class URLProtectionSpace: NSObject, @unchecked Sendable {
  open var authenticationMethod: String { "" }
}

/// https://developer.apple.com/documentation/foundation/urlauthenticationchallenge
open class URLAuthenticationChallenge: NSObject, @unchecked Sendable {
  open var protectionSpace: URLProtectionSpace { URLProtectionSpace() }
}

/// https://developer.apple.com/documentation/foundation/nsurlauthenticationmethodhttpbasic
public let NSURLAuthenticationMethodHTTPBasic = "NSURLAuthenticationMethodHTTPBasic"
/// https://developer.apple.com/documentation/foundation/nsurlauthenticationmethodhttpdigest
public let NSURLAuthenticationMethodHTTPDigest = "NSURLAuthenticationMethodHTTPDigest"

/// https://developer.apple.com/documentation/foundation/nserror
open class NSError: NSObject, Error, @unchecked Sendable {
  public init(domain: String, code: Int, userInfo dict: [String: Any]? = nil) {}
  open var domain: String { "" }
  open var code: Int { 0 }
  open var userInfo: [String: Any] { [:] }
}

/// https://developer.apple.com/documentation/foundation/nsunderlyingerrorkey
public let NSUnderlyingErrorKey = "NSUnderlyingError"

/// What the compiler calls to make an `NSError` of an error.
public func _convertErrorToNSError(_ error: any Error) -> NSError { NSError(domain: "", code: 0) }
/// The way back.
public func _convertNSErrorToError(_ error: NSError?) -> any Error { error! }

extension Error {
  /// https://developer.apple.com/documentation/swift/error/localizeddescription
  public var localizedDescription: String { "" }
}

/// https://developer.apple.com/documentation/foundation/urlerror
public struct URLError: Error {
  public init(_ code: Code, userInfo: [String: Any] = [:]) { self.code = code }
  public let code: Code
  public var failingURL: URL? { nil }
  public var networkUnavailableReason: NetworkUnavailableReason? { nil }

  /// https://developer.apple.com/documentation/foundation/urlerror/networkunavailablereason-swift.enum
  public enum NetworkUnavailableReason: Int, Sendable { case cellular, expensive, constrained }

  /// https://developer.apple.com/documentation/foundation/urlerror/code-swift.struct
  public struct Code: RawRepresentable, Hashable, Sendable {
    public var rawValue: Int
    public init(rawValue: Int) { self.rawValue = rawValue }
    public static let cancelled = Code(rawValue: -999)
    public static let badURL = Code(rawValue: -1000)
    public static let timedOut = Code(rawValue: -1001)
    public static let unsupportedURL = Code(rawValue: -1002)
    public static let cannotFindHost = Code(rawValue: -1003)
    public static let httpTooManyRedirects = Code(rawValue: -1007)
    public static let badServerResponse = Code(rawValue: -1011)
    public static let userAuthenticationRequired = Code(rawValue: -1013)
    public static let secureConnectionFailed = Code(rawValue: -1200)
    public static let serverCertificateHasBadDate = Code(rawValue: -1201)
    public static let serverCertificateUntrusted = Code(rawValue: -1202)
    public static let serverCertificateHasUnknownRoot = Code(rawValue: -1203)
    public static let serverCertificateNotYetValid = Code(rawValue: -1204)
    public static let clientCertificateRejected = Code(rawValue: -1205)
    public static let clientCertificateRequired = Code(rawValue: -1206)
  }
}
