import Foundation

#if canImport(FoundationNetworking)
  internal import FoundationNetworking
#endif

/// The status and the headers of a server's reply, as a value that tests can write down.
struct ReplyHead: Equatable, Sendable {
  var status: Int
  /// By lower-case name.
  private let headers: [String: String]
  /// Whether the connection tells the end of a body that has no announced length: on encrypted
  /// connections it does, in clear text an end and a broken connection look the same.
  var endIsCertain: Bool

  init(_ status: Int, _ headers: [String: String] = [:], endIsCertain: Bool = false) {
    self.status = status
    self.headers = Dictionary(
      headers.map { ($0.key.lowercased(), $0.value) }, uniquingKeysWith: { first, _ in first })
    self.endIsCertain = endIsCertain
  }

  init(_ response: HTTPURLResponse) {
    var headers: [String: String] = [:]
    for (name, value) in response.allHeaderFields { headers["\(name)"] = "\(value)" }
    self.init(
      response.statusCode, headers, endIsCertain: response.url?.scheme?.lowercased() == "https")
  }

  /// A header's value, by any spelling of its name.
  subscript(name: String) -> String? { headers[name.lowercased()] }

  /// The announced length of this reply's body; nil without a sensible one.
  var bodyLength: Int? { self["Content-Length"].flatMap { Int($0) }.flatMap { $0 < 0 ? nil : $0 } }

  /// The length of the whole file that a reply is, or is a part of.
  var wholeLength: Int? {
    status == 206 ? self["Content-Range"].flatMap(ContentRange.init)?.total : bodyLength
  }

  /// Whether the end of the body will be known to be the end.
  var saysWhereItEnds: Bool {
    bodyLength != nil || endIsCertain
      || self["Transfer-Encoding"]?.lowercased().contains("chunked") == true
  }

  /// Seconds to wait before the next request, if the server said so in seconds.
  var retryAfter: Int? { self["Retry-After"].flatMap { Int($0) }.map { max(0, $0) } }
}
