import Foundation

extension PartFile {
  /// What is known of the file that a part belongs to; kept beside the part, as JSON.
  struct Record: Codable, Equatable, Sendable {
    /// Where the file comes from.
    var url: URL
    /// The version's `ETag`, if it is a strong one.
    var etag: String?
    /// The version's date, if it is old enough to tell versions apart.
    var lastModified: String?
    /// The length of the whole, if the server said it.
    var total: Int?

    /// What `If-Range` may hold; nil when no part of this version can safely be continued.
    var validator: String? { etag ?? lastModified }
  }
}

extension PartFile.Record {
  /// Reads the validators of a reply.
  ///
  /// Source of the rules: RFC 9110, sections 8.8.2 and 13.1.5. A weak `ETag` promises no equal
  /// bytes and is no good here, nor is a date beside one. A date counts when the reply was made at
  /// least a minute later, for a file may change twice within the second that a date can tell.
  init(url: URL, reply: ReplyHead) {
    self.url = url
    total = reply.wholeLength
    if let tag = reply["ETag"] {
      let isStrong = tag.count >= 2 && tag.hasPrefix("\"") && tag.hasSuffix("\"")
      etag = isStrong ? tag : nil
    } else if let text = reply["Last-Modified"], let modified = HTTPDate(text),
      let now = reply["Date"].flatMap(HTTPDate.init), now.seconds - modified.seconds >= 60
    {
      lastModified = text
    }
  }
}

// On disk.
extension PartFile.Record {
  /// The record of a part with a number that tells whether any byte of it was changed: a total that is
  /// too short by a damaged digit would make a part look whole.
  private struct Sealed: Codable {
    var record: PartFile.Record
    var seal: String
  }

  /// The most bytes that are read; addresses and validators are shorter.
  static let mostBytes = 65_536

  /// Reads a record, if it is sound and of this address.
  init?(_ text: Data, of url: URL) {
    // A record that cannot be read is the same as none: the download starts over.
    guard let sealed = try? JSONDecoder().decode(Sealed.self, from: text),
      sealed.seal == (try? sealed.record.seal), sealed.record.url == url
    else { return nil }
    self = sealed.record
  }

  /// The record as it is kept.
  func text() throws(DownloadError) -> Data {
    do { return try JSONFile.text(Sealed(record: self, seal: try seal)) } catch {
      throw .unusableAddress(url.absoluteString)
    }
  }

  private var seal: String {
    get throws { StableHash.digits(StableHash.of(try JSONFile.text(self))) }
  }
}
