import Foundation
import OperationCourse
import OperationDownloads
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// An address with a user and a password is refused, and left in no report and no file.
@Suite(.longPlan, .repeatable) struct CredentialsTests {
  private func withUser(_ url: URL) throws -> URL {
    try #require(
      URL(string: url.absoluteString.replacing("http://", with: "http://ann:S3cret@")))
  }

  /// Whether a value's parts or a text have the password.
  private func hasPassword(_ value: some Any) -> Bool {
    var text = ""
    dump(value, to: &text)
    return [text, "\(value)"].contains { $0.contains("S3cret") }
  }

  @Test("an address loses only its user and password")
  func losesOnlyThem() throws {
    for (address, expected) in [
      ("http://ann:S3cret@h:80/a%2Fb?q=%40#f", "http://h:80/a%2Fb?q=%40#f"),
      ("http://ann@[::1]/", "http://[::1]/"), ("https://:S3cret@h", "https://h"),
      ("http://h/a@b", "http://h/a@b"), ("HTTP://h/", "http://h/"),
    ] {
      let url = try #require(URL(string: address))
      #expect(url.withoutUserInfo.absoluteString == expected)
      #expect(url.hasUserInfo == address.contains("S3cret") || address.contains("ann"))
    }
  }

  @Test("it is refused, whoever brings it, and the same address without them is not")
  func isRefused() async throws {
    try await withFolder { folder in
      let server = try LoopbackServer()
      defer { server.stop() }
      server.serve("/a", .init(.generated(length: 3_000)))
      let (list, file) = (folder.appending(path: "list"), folder.appending(path: "a"))
      let manager = DownloadManager(retry: .never, list: list)
      let url = try withUser(server.url("/a"))
      let id = manager.add(url, to: file)
      manager.resume(id)
      for await download in manager.updates(of: id) where !download.isActive {
        #expect(download.state == .failed(.credentialsInAddress))
      }
      await #expect(throws: DownloadError.credentialsInAddress) {
        try await manager.download(URLRequest(url: url), to: file)
      }
      await #expect(throws: DownloadError.credentialsInAddress) {
        try await manager.download(url, to: file)
      }
      manager.flushList()
      #expect(server.requests == [])
      #expect(!hasPassword(manager.downloads))
      #expect(!hasPassword(try String(contentsOf: list, encoding: .utf8)))
      #expect(try await manager.download(server.url("/a"), to: file).state == .finished)
    }
  }

  @Test("the line that refuses it names what to use instead")
  func line() {
    for error in [DownloadError.credentialsInAddress, .needsAuthentication] {
      #expect(!error.isWorthRetrying)
      #expect("\(error)".contains("--header") && "\(error)".contains("URLRequest"))
      #expect(!"\(error)".contains("\n"))
    }
  }
}
