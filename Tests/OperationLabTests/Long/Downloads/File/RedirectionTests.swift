import Foundation
import Testing

@testable import OperationCourse
@testable import OperationDownloads
@testable import OperationLab

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Replies that lead elsewhere.
@Suite("A reply that leads elsewhere", .longPlan, .repeatable)
struct RedirectionTests {
  @Test(
    "is followed to the same or a safer kind of address",
    arguments: [("http", "http"), ("http", "https"), ("https", "https")])
  func isFollowed(_ old: String, _ new: String) {
    #expect(refusal(from: "\(old)://a/x", to: "\(new)://b/y", count: 1) == nil)
  }

  @Test(
    "is refused when it leads from https to http, to no server at all, or to an address with a password",
    arguments: [
      ("https", "http://b"), ("http", "file:///x"), ("https", "data:,x"), ("http", "x"),
      ("http", "http://ann:S3cret@b"), ("http", "http://ann@b"),
    ])
  func isRefused(_ old: String, _ new: String) {
    #expect(refusal(from: "\(old)://a/x", to: new, count: 1)?.isWorthRetrying == false)
  }

  @Test("is followed twenty times and no more")
  func isCounted() {
    #expect(refusal(from: "http://a", to: "http://b", count: 20) == nil)
    #expect(refusal(from: "http://a", to: "http://b", count: 21) != nil)
  }

  @Test("has a secret header sent on to its own server only")
  func secretHeader() throws {
    try withDownloadBench { bench throws in
      let other = try LoopbackServer()
      defer { other.stop() }
      func leads(to place: String) -> LoopbackServer.Resource {
        .init(Data(), fault: .status(302, [.init("Location", place)]))
      }
      bench.server.serve("/f", leads(to: "/b"))
      bench.server.serve("/b", leads(to: other.url("/away").absoluteString))
      other.serve("/away", .init(Data("text".utf8)))
      var request = URLRequest(url: bench.server.url("/f"))
      for name in ["Authorization", "Cookie"] {
        request.setValue("mine", forHTTPHeaderField: name)
      }
      let operation = DownloadOperation(
        request, to: bench.destination, session: bench.session, resumes: false, keepsPart: false
      ) { bench.log.receive($0) }
      #expect(bench.run(operation))
      #expect(bench.log.ends() == ["finished file"])
      for name in ["Authorization", "Cookie"] {
        #expect(bench.server.requests.map { $0[name] } == ["mine", "mine"])
        #expect(other.requests.map { $0[name] } == [nil])
      }
    }
  }

  // On Linux an answer that comes too late traps, which would end all tests. How far a transfer is
  // when it is cancelled depends on who is faster: many are begun.

  @Test("may be cancelled at any moment")
  func isCancelled() throws {
    let arrived = DispatchSemaphore(value: 0)
    try withTransfers(to: "/") {
      arrived.signal()
    } start: { start in
      for _ in 1...200 {
        let transfer = start { _ in }
        #expect(arrived.wait(timeout: .longEnough) == .success)
        transfer.cancel()
      }
    }
  }

  @Test("and is refused ends its transfer once, whatever its receiver does then")
  func endsOnce() throws {
    try withTransfers(to: "data:,x") { start in
      for _ in 1...200 {
        let (ends, ended) = (Locked<[any Error]>([]), DispatchSemaphore(value: 0))
        let transfer = start { event in
          guard case .ended(let error) = event else { return }
          ends.withLock { $0 += [error].compactMap { $0 } }
          ended.signal()
        }
        #expect(ended.wait(timeout: .longEnough) == .success)
        transfer.cancel()
        #expect(ends.withLock { $0.map { $0 is DownloadError } } == [true])
      }
    }
  }

  private typealias Start = (@escaping TransferRouter.Receiver) -> Transfer

  /// Hands out a way to start transfers from a server that leads each of them to one address.
  private func withTransfers(
    to address: String, arrived: @escaping @Sendable () -> Void = {}, start: (Start) throws -> Void
  ) throws {
    let server = try LoopbackServer()
    defer { server.stop() }
    let header = LoopbackServer.Header("Location", address)
    server.serve("/") { _ in
      arrived()
      return LoopbackServer.Resource(Data(), fault: .status(302, [header]))
    }
    let session = TransferSession()
    try start { session.start(URLRequest(url: server.url("/")), receive: $0) }
  }

  private func refusal(from old: String, to new: String, count: Int) -> DownloadError? {
    .refusal(ofGoingOnFrom: URL(string: old), to: URL(string: new), count: count)
  }
}
