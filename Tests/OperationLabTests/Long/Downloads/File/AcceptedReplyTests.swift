import Foundation
import Testing

@testable import OperationCourse
@testable import OperationDownloads

/// Replies that are accepted only if they are asked for.
@Suite(.repeatable) struct AcceptedReplyTests {
  private let text = Data(String(repeating: "a text, stored compressed\n", count: 40).utf8)
  private let compressed =
    "H4sIAAAAAAACA0tUKEmtKNFRKC7JL0pNUUjOzy0oSi0uTk3hShyVGZUZlRlhMgAnPrkVEAQAAA=="

  /// How `/a` ends, and what is there then.
  private func fetch(_ bench: ManagerBench) -> (DownloadManager.Download.State?, Data?) {
    bench.start("a")
    #expect(bench.rests())
    return (bench.state("a"), try? Data(contentsOf: bench.destination("a")))
  }

  @Test("of an encoded file only the decoded bytes can be had, if they are accepted and not cut")
  func decoded() throws {
    try withManagerBench(retry: .never) { bench throws in
      var resource = LoopbackServer.Resource(try #require(Data(base64Encoded: compressed)))
      resource.headers = [.init("Content-Encoding", "gzip")]
      bench.server.serve("/a", resource, faults: [nil, .cut(after: 30)])
      let why = "it is encoded as gzip, and Foundation keeps only the decoded bytes"
      #expect(fetch(bench) == (.failed(.badReply(why)), nil))
      bench.manager.acceptsDecoded = true
      bench.manager.skipsUnchanged = true
      let (state, cut) = fetch(bench)
      guard case .failed(.connection) = state, cut == nil else {
        Issue.record("\(String(describing: state))")
        return
      }
      #expect(fetch(bench) == (.finished, text))
      #expect(bench.manager.progress == DownloadProgress(received: text.count, total: nil))
      // Its server has another file than this one, so there is nothing to ask about.
      #expect(try bench.names == ["a"])
    }
  }

  @Test("a reply without a length is taken only if it is accepted") func unknownLength() throws {
    try withManagerBench { bench throws in
      let head = Data("HTTP/1.1 200 OK\r\nETag: \"v1\"\r\n\r\n".utf8)
      bench.server.serve("/a", LoopbackServer.Resource(text, fault: .garbage(head + text)))
      let why = "it does not say where the file ends, so a cut would go unnoticed"
      #expect(fetch(bench) == (.failed(.badReply(why)), nil))
      bench.manager.acceptsUnknownLength = true
      #expect(fetch(bench) == (.finished, text))
    }
  }

  @Test("a part that is sent encoded is refused in any case") func encodedPart() {
    var options = DownloadOptions()
    options.acceptsDecoded = true
    let reply = ReplyHead(
      206, ["Content-Range": "bytes 4-9/10", "ETag": "\"v1\"", "Content-Encoding": "gzip"])
    #expect(
      reply.judged(offset: 4, record: ReplyJudgementTests.record, options: options) != .append)
  }
}
