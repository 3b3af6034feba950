import Foundation

#if canImport(FoundationNetworking)
  package import FoundationNetworking
#endif

/// The status and the headers of a server's reply, as a value that tests can write down.
package struct ReplyHead: Equatable, Sendable {
  var status: Int
  /// By lower-case name.
  private let headers: [String: String]
  /// Whether the connection tells the end of a body that has no announced length: on encrypted
  /// connections it does, in clear text an end and a broken connection look the same.
  var endIsCertain: Bool
  /// Where it came from in the end.
  private var url: URL?

  init(_ status: Int, _ headers: [String: String] = [:], endIsCertain: Bool = false) {
    self.status = status
    self.headers = Dictionary(
      headers.map { ($0.key.lowercased(), $0.value) }, uniquingKeysWith: { first, _ in first })
    self.endIsCertain = endIsCertain
  }

  package init(_ response: HTTPURLResponse) {
    var headers: [String: String] = [:]
    for (name, value) in response.allHeaderFields { headers["\(name)"] = "\(value)" }
    self.init(
      response.statusCode, headers, endIsCertain: response.url?.scheme?.lowercased() == "https")
    url = response.url
  }

  /// A header's value, by any spelling of its name.
  subscript(name: String) -> String? { headers[name.lowercased()] }

  /// What a program reads of it. The address counts if the platform tells no other.
  func ofDownload(from url: URL) -> DownloadManager.Download.Reply {
    let type = self["Content-Type"]?.prefix { $0 != ";" }.trimmingCharacters(in: .whitespaces)
    return DownloadManager.Download.Reply(
      url: self.url ?? url, mimeType: type, etag: self["ETag"])
  }

  /// The announced length of this reply's body. `nil` without a sensible one.
  var bodyLength: Int? { self["Content-Length"].flatMap { Int($0) }.flatMap { $0 < 0 ? nil : $0 } }

  /// The length of the whole file that a reply is, or is a part of.
  var wholeLength: Int? {
    status == 206 ? self["Content-Range"].flatMap(ContentRange.init)?.total : bodyLength
  }

  /// How the body is encoded, if it is. Foundation decodes it: a program gets the bytes that come out.
  var coding: String? {
    self["Content-Encoding"].flatMap { $0.lowercased() == "identity" ? nil : $0 }
  }

  /// Whether the end of the body will be known to be the end.
  var saysWhereItEnds: Bool {
    bodyLength != nil || endIsCertain
      || self["Transfer-Encoding"]?.lowercased().contains("chunked") == true
  }

  /// Seconds to wait before the next request, if the server said so: as a number, or as a date by
  /// its own clock.
  var retryAfter: Int? {
    guard let text = self["Retry-After"] else { return nil }
    if let seconds = Int(text) { return max(0, seconds) }
    let now = self["Date"].flatMap(HTTPDate.init)?.seconds ?? Int(Date().timeIntervalSince1970)
    return HTTPDate(text).map { max(0, $0.seconds - now) }
  }
}

/// How a reply's body is to be used.
package enum ReplyJudgement: Equatable, Sendable {
  /// The bytes continue the part.
  case append
  /// The bytes are the file from its first byte: what there is of it belongs to another version,
  /// or the server cannot send parts.
  case startOver
  /// The bytes are of no use, but the part may still be.
  case keepPart(DownloadError)
  /// The bytes are of no use, and continuing the part would not be safe.
  case discardPart(DownloadError)
}

extension ReplyHead {
  /// Decides whether a reply may be written behind the bytes that are on disk.
  ///
  /// Versions are never mixed: a part is continued only by a 206 that begins at its end, has the
  /// same total and the same validator. Everything doubtful starts over.
  ///
  /// - Parameters:
  ///   - offset: how many bytes there are. A range was asked for if there are any.
  ///   - record: what was known when they were written.
  package func judged(offset: Int, record: PartFile.Record?) -> ReplyJudgement {
    // Neither length nor ranges are those of the decoded bytes.
    if let coding {
      return .keepPart(
        .badReply("it is encoded as \(coding), and Foundation keeps only the decoded bytes"))
    }
    switch status {
    case 200:
      return saysWhereItEnds
        ? .startOver
        : .keepPart(.badReply("it does not say where the file ends, so a cut would go unnoticed"))
    case 206: return judgedPart(offset: offset, record: record)
    case 416 where offset > 0: return .discardPart(.changed)
    case 401, 407: return .keepPart(.needsAuthentication)
    default: return .keepPart(.status(status, retryAfter: retryAfter))
    }
  }

  private func judgedPart(offset: Int, record: PartFile.Record?) -> ReplyJudgement {
    guard offset > 0, let record else {
      return .keepPart(.badReply("it is a part of a file of which the whole was asked for"))
    }
    guard let text = self["Content-Range"] else {
      return .discardPart(.wrongPart("without Content-Range"))
    }
    // The server may send less of it than was asked for, but it must say how long the whole is: if
    // not, the end of this reply need not be the end of the file.
    guard let range = ContentRange(text), let part = range.part, part.lowerBound == offset,
      range.total != nil, bodyLength ?? part.count <= part.count
    else { return .discardPart(.wrongPart("\(text), asked for from \(offset)")) }
    return agrees(with: record) ? .append : .discardPart(.changed)
  }

  /// Whether this is the version of the record: same total, same validator, both really there.
  private func agrees(with record: PartFile.Record) -> Bool {
    if let total = record.total, total != wholeLength { return false }
    if let etag = record.etag { return self["ETag"] == etag }
    return record.lastModified != nil && self["Last-Modified"] == record.lastModified
      && self["ETag"] == nil
  }
}
