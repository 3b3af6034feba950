import Foundation
import Testing

@testable import OperationCourse
@testable import OperationDownloads

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Sessions with a configuration of the user's.
@Suite(.repeatable) struct SessionConfigurationTests {
  private func configuration() -> URLSessionConfiguration {
    let configuration = URLSessionConfiguration.default
    configuration.timeoutIntervalForRequest = 7
    configuration.httpAdditionalHeaders = ["X-Team": "blue", "user-agent": "mine"]
    return configuration
  }

  @Test("a configuration keeps what it says, but has no cache") func keepsWhatItSays() {
    let given = configuration()
    let prepared = TransferSession.prepared(given, nil)
    #expect(prepared.timeoutIntervalForRequest == 7)
    #expect(
      prepared.httpAdditionalHeaders as? [String: String] == [
        "X-Team": "blue", "user-agent": "mine",
      ])
    #expect(prepared.httpShouldSetCookies)
    #expect(prepared.urlCache == nil)
    #expect(prepared.requestCachePolicy == .reloadIgnoringLocalCacheData)
    #expect(TransferSession.prepared(given, 9).timeoutIntervalForRequest == 9)
    // The user's own is as it was.
    #expect(given.urlCache != nil)
    #expect(given.timeoutIntervalForRequest == 7)
  }

  @Test("without a configuration there are no cookies, and 60 seconds") func usual() {
    let prepared = TransferSession.prepared(nil, nil)
    #expect(!prepared.httpShouldSetCookies)
    #expect(prepared.timeoutIntervalForRequest == 60)
    #expect(prepared.httpAdditionalHeaders?.keys.map { "\($0)" } == ["User-Agent"])
  }

  @Test("its headers go to every server, also to the one that another leads to") func headers()
    throws
  {
    try withTemporaryFolder { folder throws in
      let (server, other) = (try LoopbackServer(), try LoopbackServer())
      defer { [server, other].forEach { $0.stop() } }
      let body = LoopbackServer.Body.generated(length: 1_000)
      other.serve("/b", .init(body))
      let place = LoopbackServer.Header("Location", other.url("/b").absoluteString)
      server.serve("/a", .init(body, fault: .status(302, [place])))
      var bench = DownloadBench(server: server, folder: folder)
      bench.session = TransferSession(idleTimeout: 600, configuration: configuration())
      #expect(bench.run(bench.operation("/a")))
      #expect(bench.log.ends() == ["finished file"])
      for request in server.requests + other.requests {
        #expect(request["X-Team"] == "blue")
        #expect(request["User-Agent"] == "mine")
      }
      #expect(other.requests.count == 1)
    }
  }
}
