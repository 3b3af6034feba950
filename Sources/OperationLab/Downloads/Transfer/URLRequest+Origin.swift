import Foundation

#if canImport(FoundationNetworking)
  internal import FoundationNetworking
#endif

extension URL {
  /// Whether it has a user or a password, which is refused: what is stored and printed has the address.
  package var hasUserInfo: Bool { user != nil || password != nil }

  /// The address without its user and password. Its scheme is in small letters, because Foundation on
  /// Linux knows no `HTTP:`.
  package var withoutUserInfo: URL {
    let small = scheme?.lowercased()
    guard hasUserInfo || scheme != small else { return self }
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

  /// The request that follows a redirection. Headers that may be secret go on to the same origin only.
  ///
  /// Platforms differ in which they copy: Linux copies all, also for another server.
  func redirected(from old: URLRequest?) -> URLRequest {
    guard let url else { return self }
    var request = self
    request.url = url.withoutUserInfo
    if old?.url.map(url.hasOrigin) == true {
      let authorization = old?.value(forHTTPHeaderField: "Authorization")
      request.setValue(authorization, forHTTPHeaderField: "Authorization")
    } else {
      for name in (allHTTPHeaderFields ?? [:]).keys where !Self.harmless.contains(name.lowercased())
      {
        request.setValue(nil, forHTTPHeaderField: name)
      }
    }
    return request
  }
}
