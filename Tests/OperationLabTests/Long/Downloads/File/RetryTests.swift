import Foundation
import Testing

@testable import OperationCourse
@testable import OperationDownloads
@testable import OperationLab
@testable import OperationBench

@Suite(.longPlan, .repeatable) struct RetryTests {
  typealias Resource = LoopbackServer.Resource

  let body = LoopbackServer.Body.generated(length: 300_000)

  /// What a server does, how its download ends, and which ranges were asked for on the way.
  struct Row: CustomTestStringConvertible, Sendable {
    let testDescription: String
    var resource = Resource.file()
    var faults: [LoopbackServer.Fault?] = []
    /// `nil` for a broken connection, whose words depend on the platform.
    var ends: DownloadManager.Download.State?
    let ranges: [String?]
  }

  private static let rows = [
    Row(
      testDescription: "a broken connection is retried, each time from where it broke",
      faults: [.cut(after: 100_000), .cut(after: 50_000)], ends: .finished,
      ranges: [nil, "bytes=100000-", "bytes=150000-"]),
    Row(
      testDescription: "a server that always fails is given up after a number of retries",
      resource: .file(.status(503, [])), ends: .failed(.status(503)),
      ranges: [nil, nil, nil, nil]),
    Row(
      testDescription: "what is hopeless is not retried", resource: .file(.status(404, [])),
      ends: .failed(.status(404)), ranges: [nil]),
    Row(
      testDescription: "the retry count starts again whenever an attempt makes progress",
      faults: Array(repeating: .cut(after: 20_000), count: 14), ends: .finished,
      ranges: [nil] + (1...14).map { "bytes=\($0 * 20_000)-" }),
    Row(
      testDescription: "without a validator, a bad connection is given up in the end",
      resource: .file(.cut(after: 100_000), etag: nil), ends: nil, ranges: [nil, nil, nil, nil]),
  ]

  @Test("a failed download is retried as long as that may help", arguments: rows)
  func retries(_ row: Row) throws {
    try withManagerBench { bench throws in
      bench.server.serve("/a", row.resource, faults: row.faults)
      bench.start("a")
      #expect(bench.rests())
      if let ends = row.ends {
        #expect(bench.state("a") == ends)
        if row.ranges.count == 1 {
          #expect(bench.states("a") == [.waiting, .running, ends])
        }
      } else if case .failed(.connection) = bench.state("a") {
      } else {
        Issue.record("\(String(describing: bench.state("a")))")
      }
      #expect(bench.server.requests.map { $0["Range"] } == row.ranges)
      #expect(try bench.names == (row.ends == .finished ? ["a"] : []))
      if row.ends == .finished { #expect(try body.matches(fileAt: bench.destination("a"))) }
    }
  }

  @Test("a server that asks for a wait until a date is asked again after it")
  func waitsUntilDate() throws {
    let waits = Locked<[Duration]>([])
    let policy = RetryPolicy.backoff(
      wait: { duration, body in
        waits.withLock { $0.append(duration) }
        body()
      }, chance: { 1 })
    try withManagerBench(retry: policy) { bench throws in
      let headers = [
        LoopbackServer.Header("Date", "Wed, 25 Nov 2026 10:00:00 GMT"),
        LoopbackServer.Header("Retry-After", "Wed, 25 Nov 2026 10:00:50 GMT"),
      ]
      bench.server.serve("/a", Resource(body), faults: [.status(503, headers)])
      bench.start("a")
      #expect(bench.rests())
      #expect(bench.state("a") == .finished)
      #expect(waits.withLock { $0 } == [.seconds(50)])
    }
  }

  @Test(
    "an IPv6 address that Foundation cannot use is refused as that, without a retry",
    .enabled(if: Platform.current == .linux))
  func addressOfVersion6() throws {
    try withManagerBench { bench throws in
      let url = try #require(URL(string: "http://[::1]:9/a"))
      let id = bench.manager.start(url, to: bench.destination("a"))
      #expect(bench.rests())
      #expect(bench.manager[id]?.state == .failed(.unusableHost("::1")))
      #expect(bench.manager[id]?.attempts == 1)
    }
  }

  @Test(
    "an untrusted certificate is not retried, though only curl's words say so",
    .enabled(if: Platform.current == .linux),
    arguments: [
      "SSL certificate problem: self-signed certificate",
      "SSL: no alternative certificate subject name matches target host name 'b'",
    ])
  func untrustedCertificate(_ words: String) {
    let error = URLError(.unknown, userInfo: [NSLocalizedDescriptionKey: words])
    #expect(!DownloadError(error).isWorthRetrying)
    #expect(DownloadError(URLError(.unknown)).isWorthRetrying)
  }

  @Test("the policy decides each wait from the number and the reason")
  func policyDecidesWaits() throws {
    let asked = Locked<[String]>([])
    let policy = RetryPolicy(limit: 2, wait: { _, body in body() }) { number, error in
      asked.withLock { $0.append("\(number) \(error)") }
      return .zero
    }
    try withManagerBench(retry: policy) { bench throws in
      bench.server.serve("/a", Resource(body, fault: .status(503, [])))
      bench.start("a")
      #expect(bench.rests())
      let reason = "the server failed (503); try again later"
      #expect(asked.withLock { $0 } == ["1 \(reason)", "2 \(reason)"])
    }
  }

  @Test("a download that waits for its retry can be paused, and stays paused")
  func pausedBeforeRetry() throws {
    let retries = HeldRetries()
    try withManagerBench(retry: retries.policy) { bench throws in
      bench.server.serve("/a", Resource(body), faults: [.status(503, [])])
      bench.start("a")
      #expect(bench.comes("a", to: .retrying(.status(503))))
      #expect(retries.waitForNext())
      bench.manager.pauseAll()
      retries.all.forEach { $0() }
      #expect(bench.state("a") == .paused)
      #expect(bench.server.requests.count == 1)
      bench.manager.resumeAll()
      #expect(bench.comes("a", to: .finished))
    }
  }

  @Test("the backoff doubles, has a limit, and heeds the server") func backoffLimits() {
    let policy = RetryPolicy.backoff(
      first: .seconds(1), most: .seconds(10), wait: { _, body in body() }, chance: { 1 })
    let lost = DownloadError.connection(code: -1, message: "")
    #expect(
      [1, 2, 3, 4, 5, 99].map { policy.delay($0, lost) }
        == [.seconds(1), .seconds(2), .seconds(4), .seconds(8), .seconds(10), .seconds(10)])
    #expect(policy.delay(1, .status(503, retryAfter: 7)) == .seconds(7))
    #expect(policy.delay(4, .status(503, retryAfter: 7)) == .seconds(8))
    #expect(policy.delay(1, .status(503, retryAfter: 11)) == nil)
  }
}
