import Foundation
import Testing

@testable import OperationLab

/// Replies that lead elsewhere.
@Suite("A reply that leads elsewhere")
struct RedirectionTests {
  @Test(
    "is followed to the same or a safer kind of address",
    arguments: [("http", "http"), ("http", "https"), ("https", "https")])
  func isFollowed(_ old: String, _ new: String) {
    #expect(refusal(from: "\(old)://a/x", to: "\(new)://b/y", count: 1) == nil)
  }

  @Test(
    "is refused when it leads from https to http, or to no server at all",
    arguments: [("https", "http://b"), ("http", "file:///x"), ("https", "data:,x"), ("http", "x")])
  func isRefused(_ old: String, _ new: String) {
    #expect(refusal(from: "\(old)://a/x", to: new, count: 1)?.isWorthRetrying == false)
  }

  @Test("is followed twenty times and no more")
  func isCounted() {
    #expect(refusal(from: "http://a", to: "http://b", count: 20) == nil)
    #expect(refusal(from: "http://a", to: "http://b", count: 21) != nil)
  }

  private func refusal(from old: String, to new: String, count: Int) -> DownloadError? {
    .refusal(ofGoingOnFrom: URL(string: old), to: URL(string: new), count: count)
  }
}
