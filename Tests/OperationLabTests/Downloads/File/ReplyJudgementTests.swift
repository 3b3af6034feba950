import Foundation
import Testing

@testable import OperationDownloads

@Suite(.repeatable) struct ReplyJudgementTests {
  static let url = URL(fileURLWithPath: "/")
  static let record = PartFile.Record(url: url, etag: "\"v1\"", lastModified: nil, total: 10)

  private func judge(
    _ status: Int, _ headers: [String: String], offset: Int = 4,
    record: PartFile.Record? = ReplyJudgementTests.record
  ) -> ReplyJudgement {
    ReplyHead(status, headers).judged(offset: offset, record: record)
  }

  @Test("the rest of the same version is appended") func restOfSameVersion() {
    #expect(judge(206, ["Content-Range": "bytes 4-9/10", "ETag": "\"v1\""]) == .append)
    #expect(judge(206, ["content-range": "bytes 4-5/10", "etag": "\"v1\""]) == .append)
  }

  @Test("a complete file replaces whatever there is") func wholeFile() {
    #expect(judge(200, ["Content-Length": "10"]) == .startOver)
    #expect(judge(200, ["Transfer-Encoding": "chunked"], offset: 0, record: nil) == .startOver)
  }

  @Test(
    "the rest of another version is refused",
    arguments: [
      ["Content-Range": "bytes 4-9/10"], ["Content-Range": "bytes 4-9/10", "ETag": "\"v2\""],
      ["Content-Range": "bytes 4-9/10", "ETag": "W/\"v1\""],
      ["Content-Range": "bytes 4-10/11", "ETag": "\"v1\""],
    ]) func restOfAnotherVersion(headers: [String: String])
  {
    #expect(judge(206, headers) == .discardPart(.changed))
  }

  @Test(
    "a part other than the requested one is refused",
    arguments: [
      "bytes 0-9/10", "bytes 5-9/10", "bytes 4-9/*", "bytes */10", "bytes 4-/10", "items 4-9/10",
      "bytes 4-9", "bytes 9-4/10", "bytes 4-10/10", "", "bytes 4-99999999999999999999/10",
    ]) func otherPart(range: String)
  {
    #expect(
      judge(206, ["Content-Range": range, "ETag": "\"v1\""])
        == .discardPart(.wrongPart("\(range), asked for from 4")))
  }

  @Test("a part longer than it declares is refused") func longPart() {
    let headers = ["Content-Range": "bytes 4-9/10", "ETag": "\"v1\"", "Content-Length": "7"]
    #expect(
      judge(206, headers) == .discardPart(.wrongPart("bytes 4-9/10, asked for from 4")))
  }

  @Test("a part that was not requested is refused") func unrequestedPart() {
    let headers = ["Content-Range": "bytes 0-9/10", "ETag": "\"v1\""]
    #expect(
      judge(206, headers, offset: 0)
        == .keepPart(.badReply("it is a part of a file of which the whole was asked for")))
  }

  @Test("a body whose end is unknown is refused") func unknownEnd() {
    let refusal = ReplyJudgement.keepPart(
      .badReply("it does not say where the file ends, so a cut would go unnoticed"))
    #expect(judge(200, [:]) == refusal)
    #expect(judge(200, ["Content-Length": "99999999999999999999"]) == refusal)
    #expect(ReplyHead(200, endIsCertain: true).judged(offset: 0, record: nil) == .startOver)
  }

  @Test("other statuses keep what there is") func otherStatusesKeepWhatThereIs() {
    #expect(judge(503, ["Retry-After": "7"]) == .keepPart(.status(503, retryAfter: 7)))
    #expect(judge(404, [:]) == .keepPart(.status(404)))
    #expect(judge(401, [:]) == .keepPart(.needsAuthentication))
    #expect(judge(304, [:]) == .keepPart(.status(304)))
    #expect(judge(416, ["Content-Range": "bytes */3"]) == .discardPart(.changed))
  }

  @Test(
    "how long to wait is read as a number and as a date by the server's clock",
    arguments: [
      ("7", 7), ("-7", 0), ("Wed, 25 Nov 2026 10:02:00 GMT", 120),
      ("Wed, 25 Nov 2026 09:00:00 GMT", 0), ("soon", nil), ("", nil),
    ] as [(String, Int?)])
  func retryAfter(text: String, seconds: Int?) {
    let headers = ["Retry-After": text, "Date": "Wed, 25 Nov 2026 10:00:00 GMT"]
    #expect(ReplyHead(503, headers).retryAfter == seconds)
  }

  @Test("without the server's clock, a date to wait for counts by this machine's")
  func retryAfterWithoutDate() throws {
    let headers = ["Retry-After": "Fri, 31 Dec 9999 23:59:59 GMT"]
    let end = try #require(HTTPDate("Fri, 31 Dec 9999 23:59:59 GMT"))
    let left = Double(end.seconds) - Date().timeIntervalSince1970
    #expect(abs(Double(try #require(ReplyHead(503, headers).retryAfter)) - left) < 600)
  }

  @Test("an encoded body is refused") func anEncodedBodyIsRefused() {
    #expect(
      judge(200, ["Content-Encoding": "gzip", "Content-Length": "5"])
        == .keepPart(
          .badReply("it is encoded as gzip, and Foundation keeps only the decoded bytes")))
  }

  @Test(
    "only a strong validator is kept",
    arguments: [
      (["ETag": "\"v1\""], "\"v1\""), (["ETag": "W/\"v1\""], nil), (["ETag": "v1"], nil),
      ([:], nil),
      (["Last-Modified": "Mon, 01 Jan 2024 00:00:00 GMT"], nil),
      (
        [
          "Last-Modified": "Mon, 01 Jan 2024 00:00:00 GMT",
          "Date": "Mon, 01 Jan 2024 00:01:00 GMT",
        ], "Mon, 01 Jan 2024 00:00:00 GMT"
      ),
      (
        [
          "Last-Modified": "Mon, 01 Jan 2024 00:00:00 GMT",
          "Date": "Mon, 01 Jan 2024 00:00:59 GMT",
        ], nil
      ),
      (
        [
          "ETag": "W/\"v1\"", "Last-Modified": "Mon, 01 Jan 2024 00:00:00 GMT",
          "Date": "Mon, 01 Jan 2024 00:01:00 GMT",
        ], nil
      ),
    ] as [([String: String], String?)])
  func onlyAStrongValidatorIsKept(headers: [String: String], validator: String?) {
    let record = PartFile.Record(url: Self.url, reply: ReplyHead(200, headers))
    #expect(record.validator == validator)
  }

  @Test(
    "a date is read as seconds since 1970",
    arguments: [
      ("Sun, 06 Nov 1994 08:49:37 GMT", 784_111_777), ("Thu, 01 Jan 1970 00:00:00 GMT", 0),
      ("Thu, 29 Feb 2024 12:00:00 GMT", 1_709_208_000), ("Sunday, 06-Nov-94 08:49:37 GMT", nil),
      ("Sun, 06 Nov 1994 24:00:00 GMT", nil), ("Sun, 06 Nov 99999 08:49:37 GMT", nil),
      ("Sun, 06 Foo 1994 08:49:37 GMT", nil), ("", nil),
    ] as [(String, Int?)])
  func date(text: String, seconds: Int?) {
    #expect(HTTPDate(text)?.seconds == seconds)
  }
}
