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

extension PartFile.Record {
  /// The record beside a part, if it is readable and of this address.
  static func read(from file: URL, of url: URL) -> PartFile.Record? {
    guard let data = FileManager.default.contents(atPath: file.path) else { return nil }
    do {
      let record = try JSONDecoder().decode(PartFile.Record.self, from: data)
      return record.url == url ? record : nil
    } catch {
      // A record that cannot be read is the same as none: the download starts over.
      return nil
    }
  }

  /// Replaces the record in one step: it is never half written.
  func write(to file: URL) throws(DownloadError) {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .prettyPrinted, .withoutEscapingSlashes]
    do { try encoder.encode(self).write(to: file, options: .atomic) } catch {
      let underlying = (error as NSError).userInfo[NSUnderlyingErrorKey] as? NSError
      let isPOSIX = underlying?.domain == NSPOSIXErrorDomain
      throw .disk(
        doing: "create", path: file.path, code: isPOSIX ? Int32(underlying?.code ?? 0) : EIO)
    }
  }
}
