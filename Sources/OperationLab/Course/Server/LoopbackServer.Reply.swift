import Foundation

extension LoopbackServer {
  /// What to answer: decided from the request and the resource alone, before a byte is sent.
  ///
  /// Source of the rules: RFC 9110, sections 13 (conditions) and 14 (ranges).
  struct Reply: Equatable, Sendable {
    var status: Int
    var headers: [Header]
    /// The part of the resource's bytes that is sent.
    var part: Range<Int>
    var isChunked: Bool

    /// A reply without a body.
    init(status: Int, headers: [Header] = []) {
      self.status = status
      self.headers = headers + [Header("Content-Length", "0")]
      part = 0..<0
      isChunked = false
    }

    /// The answer to a `GET` or `HEAD` of a resource.
    init(to request: Request, with resource: Resource) {
      if case .status(let status, let headers) = resource.fault {
        self.init(status: status, headers: headers)
        return
      }
      let length = resource.body.length
      let validators = Reply.validators(of: resource)
      if resource.isUnchanged(for: request) {
        self.init(status: 304)
        headers = validators
        return
      }
      switch Reply.range(for: request, of: resource) {
      case .unsatisfiable:
        self.init(status: 416, headers: [Header("Content-Range", "bytes */\(length)")])
        return
      case .whole:
        self.init(status: 200)
        part = 0..<length
        headers = validators
      case .part(let range):
        self.init(status: 206)
        part = range
        var told = "bytes \(range.lowerBound)-\(range.upperBound - 1)/\(length)"
        if case .contentRange(let wrong) = resource.fault { told = wrong }
        headers = validators + [Header("Content-Range", told)]
      }
      if case .shortBody(let missing) = resource.fault {
        part = part.lowerBound..<max(part.lowerBound, part.upperBound - missing)
      }
      isChunked = resource.framing == .chunked
      headers.append(Header("Accept-Ranges", "bytes"))
      // Without a type, macOS keeps back the first 512 bytes to guess one from.
      if !headers.contains(where: { $0.name.lowercased() == "content-type" }) {
        headers.append(Header("Content-Type", "application/octet-stream"))
      }
      headers.append(
        isChunked
          ? Header("Transfer-Encoding", "chunked") : Header("Content-Length", "\(part.count)"))
    }

    private static func validators(of resource: Resource) -> [Header] {
      [
        resource.etag.map { Header("ETag", $0) },
        resource.lastModified.map { Header("Last-Modified", $0) },
      ].compactMap { $0 } + resource.headers
    }

    private static func range(for request: Request, of resource: Resource) -> ByteRange {
      if case .ignoreRange = resource.fault { return .whole }
      guard request.method == "GET", resource.agrees(withIfRange: request["If-Range"]) else {
        return .whole
      }
      return ByteRange(header: request["Range"], length: resource.body.length)
    }

    /// The status line and the headers, with the empty line that ends them.
    func head(closing: Bool) -> Data {
      var lines = ["HTTP/1.1 \(status) \(Reply.reason(status))"]
      lines += headers.map { "\($0.name): \($0.value)" }
      lines.append("Connection: \(closing ? "close" : "keep-alive")")
      return Data((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8)
    }

    private static func reason(_ status: Int) -> String {
      switch status {
      case 200: "OK"
      case 206: "Partial Content"
      case 304: "Not Modified"
      case 400: "Bad Request"
      case 404: "Not Found"
      case 405: "Method Not Allowed"
      case 416: "Range Not Satisfiable"
      default: "Status \(status)"
      }
    }
  }
}

extension LoopbackServer.Resource {
  /// Whether a range may be served: the client has the same version, or did not say which it has.
  ///
  /// A weak validator never agrees here, even with itself: it does not promise the same bytes.
  fileprivate func agrees(withIfRange value: String?) -> Bool {
    guard let value else { return true }
    if value.hasSuffix("\"") { return value == etag && !value.hasPrefix("W/") }
    return value == lastModified
  }

  /// Whether the client's copy is the current one, so that 304 is the answer.
  fileprivate func isUnchanged(for request: LoopbackServer.Request) -> Bool {
    if let tags = request["If-None-Match"] {
      guard let etag else { return false }
      let strong = { (tag: String) in tag.hasPrefix("W/") ? String(tag.dropFirst(2)) : tag }
      return tags.split(separator: ",").contains {
        let tag = $0.trimmingCharacters(in: .whitespaces)
        return tag == "*" || strong(tag) == strong(etag)
      }
    }
    guard let date = request["If-Modified-Since"] else { return false }
    return date == lastModified
  }
}
