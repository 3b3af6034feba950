import Foundation
import Testing

@testable import OperationCourse
@testable import OperationDownloads

/// Replies that are accepted only if they are asked for.
@Suite(.repeatable) struct AcceptedReplyTests {
  private let text = Data(String(repeating: "a text, stored compressed\n", count: 40).utf8)
  private let compressed = Data(
    base64Encoded: "H4sIAAAAAAACA0tUKEmtKNFRKC7JL0pNUUjOzy0oSi0uTk3hShyVGZUZlRlhMgAnPrkVEAQAAA==")!

  private func encoded(_ fault: LoopbackServer.Fault? = nil) -> LoopbackServer.Resource {
    var resource = LoopbackServer.Resource(compressed, fault: fault)
    resource.headers = [.init("Content-Encoding", "gzip")]
    return resource
  }

  @Test("of an encoded file only the decoded bytes can be had, and only if they are accepted")
  func decoded() throws {
    try withManagerBench { bench throws in
      bench.server.serve("/a", encoded())
      bench.start("a")
      #expect(bench.rests())
      let refusal = "it is encoded as gzip, and Foundation keeps only the decoded bytes"
      #expect(bench.state("a") == .failed(.badReply(refusal)))
      bench.manager.acceptsDecoded = true
      bench.manager.skipsUnchanged = true
      bench.start("a")
      #expect(bench.rests())
      #expect(bench.state("a") == .finished)
      #expect(try Data(contentsOf: bench.destination("a")) == text)
      #expect(bench.manager.progress == DownloadProgress(received: text.count, total: nil))
      // Its server has another file than this one, so there is nothing to ask about.
      #expect(try bench.names == ["a"])
    }
  }

  @Test("an encoded reply that is cut is no file") func cut() throws {
    try withManagerBench(retry: .never) { bench throws in
      bench.server.serve("/a", encoded(.cut(after: 30)))
      bench.manager.acceptsDecoded = true
      bench.start("a")
      #expect(bench.rests())
      guard case .failed(.connection) = bench.state("a") else {
        Issue.record("\(String(describing: bench.state("a")))")
        return
      }
      #expect(try bench.names == [])
    }
  }

  @Test("a reply without a length is taken only if it is accepted") func unknownLength() throws {
    try withManagerBench { bench throws in
      let head = Data("HTTP/1.1 200 OK\r\nETag: \"v1\"\r\n\r\n".utf8)
      bench.server.serve("/a", LoopbackServer.Resource(text, fault: .garbage(head + text)))
      bench.start("a")
      #expect(bench.rests())
      #expect(bench.state("a")?.isOfUnknownEnd == true)
      bench.manager.acceptsUnknownLength = true
      bench.start("a")
      #expect(bench.rests())
      #expect(bench.state("a") == .finished)
      #expect(try Data(contentsOf: bench.destination("a")) == text)
    }
  }

  @Test("a part that is sent encoded is refused in any case") func encodedPart() {
    var options = DownloadOptions()
    options.acceptsDecoded = true
    let record = PartFile.Record(
      url: URL(fileURLWithPath: "/"), etag: "\"v1\"", lastModified: nil, total: 10)
    let reply = ReplyHead(
      206, ["Content-Range": "bytes 4-9/10", "ETag": "\"v1\"", "Content-Encoding": "gzip"])
    let judgement = reply.judged(offset: 4, record: record, options: options)
    guard case .keepPart(.badReply) = judgement else {
      Issue.record("\(judgement)")
      return
    }
  }
}

extension DownloadManager.Download.State {
  fileprivate var isOfUnknownEnd: Bool {
    if case .failed(.badReply(let why)) = self {
      why.contains("where the file ends")
    } else {
      false
    }
  }
}
