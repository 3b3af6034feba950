import Foundation
import Testing

@testable import OperationCourse
@testable import OperationDownloads

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Sessions with a configuration of the user's.
@Suite(.longPlan, .repeatable) struct SessionConfigurationTests {
  private let given = URLSessionConfiguration.default
  private let headers = ["X-Team": "blue", "user-agent": "mine"]

  init() {
    given.timeoutIntervalForRequest = 7
    given.httpAdditionalHeaders = headers
  }

  @Test("a configuration keeps what it says, but has no cache. Without one, cookies stay in memory")
  func keepsWhatItSays() {
    let prepared = TransferSession.prepared(given, nil)
    #expect(prepared.timeoutIntervalForRequest == 7)
    #expect(prepared.httpAdditionalHeaders as? [String: String] == headers)
    #expect(prepared.httpShouldSetCookies && prepared.urlCache == nil)
    #expect(TransferSession.prepared(given, 9).timeoutIntervalForRequest == 9)
    // The user's own is as it was.
    #expect(given.urlCache != nil && given.timeoutIntervalForRequest == 7)
    let usual = TransferSession.prepared(nil, nil)
    #expect(usual.httpCookieStorage !== HTTPCookieStorage.shared)
    #expect(usual.timeoutIntervalForRequest == 60)
  }

  @Test("its headers go to every server, also to the one that another leads to")
  func sendsHeaders() throws {
    try withDownloadBench { bench throws in
      let other = try LoopbackServer()
      defer { other.stop() }
      other.serve("/b", .init(Data("text".utf8)))
      let place = LoopbackServer.Header("Location", other.url("/b").absoluteString)
      bench.server.serve("/f", .init(Data(), fault: .status(302, [place])))
      var bench = bench
      bench.session = TransferSession(idleTimeout: 600, configuration: given)
      #expect(bench.run(bench.operation()))
      let requests = bench.server.requests + other.requests
      #expect(requests.map { $0["X-Team"] } == ["blue", "blue"])
      #expect(requests.map { $0["User-Agent"] } == ["mine", "mine"])
    }
  }
}
