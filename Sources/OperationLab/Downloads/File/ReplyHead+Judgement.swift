/// What to do with a reply's body.
enum ReplyJudgement: Equatable, Sendable {
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
  ///   - offset: how many bytes there are; a range was asked for if there are any.
  ///   - record: what was known when they were written.
  func judged(offset: Int, record: PartFile.Record?) -> ReplyJudgement {
    if let coding = self["Content-Encoding"], coding.lowercased() != "identity" {
      // Foundation would decode it: then neither length nor ranges are those of the file.
      return .keepPart(.badReply("it is encoded as \(coding), which was not asked for"))
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
    // The server may send less of it than was asked for, but it must say how long the whole is:
    // otherwise nobody would know whether the end of this reply is the end of the file.
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
