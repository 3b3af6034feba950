import OperationCourse
import OperationDownloads
import Foundation
import Testing

@testable import OperationLab

/// A user and password in an address: sent to its server, in no report and in no file.
@Suite(.repeatable) struct CredentialsTests {
  private let body = LoopbackServer.Body.generated(length: 300_000)
  private let authorization = "Basic " + Data("ann:S3cret".utf8).base64EncodedString()

  /// Whether a value's parts or a text have the password.
  private func hasPassword(_ value: some Any) -> Bool {
    var text = ""
    dump(value, to: &text)
    return [text, "\(value)"].contains {
      $0.contains("S3cret") || $0.contains(authorization.dropFirst(6))
    }
  }

  private func withUser(_ url: URL) throws -> URL {
    try #require(
      URL(string: url.absoluteString.replacing("http://", with: "http://ann:S3cret@")))
  }

  private func serve(_ path: String, by server: LoopbackServer) {
    server.serve(path) { [body, authorization] request in
      let challenge = LoopbackServer.Header("WWW-Authenticate", "Basic realm=\"x\"")
      let isRight = request["Authorization"] == authorization
      return LoopbackServer.Resource(body, fault: isRight ? nil : .status(401, [challenge]))
    }
  }

  @Test("an address without a user and password stays as it is, and with them loses only them")
  func losesOnlyThem() throws {
    for (address, expected) in [
      ("http://ann:S3cret@h:80/a%2Fb?q=%40#f", "http://h:80/a%2Fb?q=%40#f"),
      ("http://ann@[::1]/", "http://[::1]/"), ("https://:S3cret@h", "https://h"),
      ("http://h/a@b", "http://h/a@b"),
    ] {
      let url = try #require(URL(string: address))
      #expect(url.withoutUserInfo.absoluteString == expected)
    }
  }

  @Test("a manager sends them, and reports and stores the address without them")
  func managerKeepsThem() throws {
    try withFolder { folder throws in
      let server = try LoopbackServer()
      defer { server.stop() }
      serve("/a", by: server)
      let url = try withUser(server.url("/a"))
      let destination = folder.appending(path: "a")
      let list = folder.appending(path: "list")
      func manager() -> (DownloadManager, ManagerBench.Diary) {
        let diary = ManagerBench.Diary()
        let manager = DownloadManager(
          retry: .never, list: list, session: TransferSession(idleTimeout: 600),
          callbacks: .dispatch(DispatchQueue(label: "diary"))
        ) { diary.note($0) }
        return (manager, diary)
      }

      let (first, diaryOfFirst) = manager()
      let id = first.add(url, to: destination)
      first.flushList()
      #expect(first[id]?.url == server.url("/a"))
      #expect(!hasPassword(diaryOfFirst.lines) && !hasPassword(first.downloads))
      #expect(!hasPassword(try String(contentsOf: list, encoding: .utf8)))

      let (second, diary) = manager()
      second.resume(id)
      #expect(diary.wait { $0.last?.state == .failed(.needsAuthentication) })
      second.start(url, to: destination)
      #expect(diary.wait { $0.last?.state == .finished })
      second.flushList()
      #expect(try body.matches(fileAt: destination))
      #expect(!hasPassword(diary.lines))
      #expect(!hasPassword(try String(contentsOf: list, encoding: .utf8)))
    }
  }

  @Test("a manager that has them uses them for the address without them")
  func managerGoesOn() throws {
    try withManagerBench { bench throws in
      serve("/a", by: bench.server)
      bench.manager.add(try withUser(bench.server.url("/a")), to: bench.destination("a"))
      bench.manager.resume(bench.id("a"))
      #expect(bench.comes("a", to: .finished))
    }
  }

  @Test("those that the server does not accept are an error without them")
  func areNotAccepted() throws {
    try withManagerBench { bench throws in
      bench.server.serve("/a", .init(body, fault: .status(401, [])))
      bench.manager.start(try withUser(bench.server.url("/a")), to: bench.destination("a"))
      #expect(bench.comes("a", to: .failed(.credentialsRefused)))
      #expect(!hasPassword(bench.manager.downloads))
    }
  }
}
