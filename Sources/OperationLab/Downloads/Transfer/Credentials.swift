import Foundation

#if canImport(FoundationNetworking)
  internal import FoundationNetworking
#endif

/// The user and password of an address, for Basic authentication.
///
/// They are kept in memory only. What is stored, reported or printed has the address without them.
///
/// Source of the rules: RFC 3986, section 3.2.1, and RFC 7617, section 2.
struct Credentials: Sendable {
  /// The name of the header that carries them.
  static let header = "Authorization"

  /// Empty if there is only a password.
  let user: String
  /// The value of that header.
  private let authorization: String

  /// Nil when the address has neither a user nor a password.
  init?(of url: URL) {
    user = url.user(percentEncoded: false) ?? ""
    let password = url.password(percentEncoded: false) ?? ""
    guard !user.isEmpty || !password.isEmpty else { return nil }
    authorization = "Basic " + Data("\(user):\(password)".utf8).base64EncodedString()
  }

  /// Adds them to a request.
  ///
  /// In a header, because a session need not take them from an address: that it does on Linux is
  /// documented nowhere.
  func authorize(_ request: inout URLRequest) {
    request.setValue(authorization, forHTTPHeaderField: Self.header)
  }
}

extension URL {
  /// The address without its user and password: what may be stored, reported and printed. Its scheme is in
  /// small letters, because Foundation on Linux knows no `HTTP:`.
  package var withoutUserInfo: URL {
    let small = scheme?.lowercased()
    guard user != nil || password != nil || scheme != small else { return self }
    var parts = URLComponents(url: self, resolvingAgainstBaseURL: true)
    parts?.scheme = small
    parts?.user = nil
    parts?.password = nil
    // Better an address that cannot be downloaded than one with a password.
    return parts?.url ?? URL(fileURLWithPath: "/")
  }

  /// Whether both addresses have the same scheme, host and port.
  fileprivate func hasOrigin(of other: URL) -> Bool {
    func origin(_ url: URL) -> [String] {
      let scheme = url.scheme?.lowercased() ?? ""
      return [
        scheme, url.host()?.lowercased() ?? "", "\(url.port ?? (scheme == "https" ? 443 : 80))",
      ]
    }
    return origin(self) == origin(other)
  }
}

extension URLRequest {
  /// Whether it carries a user and password.
  var isAuthorized: Bool { value(forHTTPHeaderField: Credentials.header) != nil }

  /// The same request for a whole file: any condition and part in it is left out.
  func plainGet(of url: URL) -> URLRequest {
    var request = self
    request.url = url
    request.httpMethod = "GET"
    request.httpBody = nil
    for name in ["Range", "If-Range", "If-Match", "If-None-Match", "If-Modified-Since"] {
      request.setValue(nil, forHTTPHeaderField: name)
    }
    return request
  }

  /// The headers that any server may see.
  private static let harmless: Set = [
    "accept", "accept-encoding", "accept-language", "if-range", "range", "user-agent",
  ]

  /// The request that follows a redirection.
  ///
  /// A user and password go on to the same origin only, and so do headers that may be as secret. If
  /// the server's reply names others, these are sent instead.
  ///
  /// - Parameters:
  ///   - old: the request that was redirected.
  ///   - cookies: what the server that is led to has set so far.
  func redirected(from old: URLRequest?, cookies: [HTTPCookie] = []) -> URLRequest {
    guard let url else { return self }
    var request = self
    request.url = url.withoutUserInfo
    let isSameOrigin = old?.url.map(url.hasOrigin) ?? false
    // Platforms differ in which headers they copy.
    let kept = isSameOrigin ? old?.value(forHTTPHeaderField: Credentials.header) : nil
    request.setValue(kept, forHTTPHeaderField: Credentials.header)
    if !isSameOrigin {
      for name in (allHTTPHeaderFields ?? [:]).keys where !Self.harmless.contains(name.lowercased())
      {
        request.setValue(nil, forHTTPHeaderField: name)
      }
    }
    Credentials(of: url)?.authorize(&request)
    // Behind the caller's own, which came along if this is the same origin.
    let given = isSameOrigin ? old?.value(forHTTPHeaderField: "Cookie") : nil
    let pairs =
      (given?.components(separatedBy: "; ") ?? []).filter { pair in
        !cookies.contains { pair.hasPrefix($0.name + "=") }
      } + cookies.filter { $0.isMeant(for: url) }.map { "\($0.name)=\($0.value)" }
    request.setValue(
      pairs.isEmpty ? nil : pairs.joined(separator: "; "), forHTTPHeaderField: "Cookie")
    return request
  }
}

extension HTTPCookie {
  /// The cookies that a reply sets.
  static func cookies(in reply: HTTPURLResponse, from url: URL) -> [HTTPCookie] {
    var headers: [String: String] = [:]
    for (name, value) in reply.allHeaderFields { headers["\(name)"] = "\(value)" }
    return cookies(withResponseHeaderFields: headers, for: url)
  }

  /// Whether it goes to an address of the host that has set it.
  ///
  /// Source of the rules: RFC 6265, sections 5.1.4 and 5.4.
  fileprivate func isMeant(for url: URL) -> Bool {
    let place = url.path(percentEncoded: true)
    let isInPath =
      place == path || path == "/" || place.hasPrefix(path.hasSuffix("/") ? path : path + "/")
    return isInPath && (!isSecure || url.scheme == "https")
      && expiresDate.map { $0 > Date() } ?? true
  }
}
