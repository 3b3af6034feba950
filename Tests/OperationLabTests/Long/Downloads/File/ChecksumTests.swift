import Foundation
import Testing

@testable import OperationCourse
@testable import OperationDownloads

/// A download whose SHA-256 is known.
@Suite(.longPlan, .repeatable) struct ChecksumTests {
  private let body = LoopbackServer.Body(Data("abc".utf8))
  private let right = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"

  // From FIPS 180-4's examples and NIST's test vectors.
  @Test(
    "a SHA-256 is that of the standard, however the bytes come",
    arguments: [
      ("", 1, "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
      ("abc", 1, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
      (
        "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq", 1,
        "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
      ),
      ("a", 1_000_000, "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"),
    ])
  func sha256(text: String, times: Int, digits: String) {
    let bytes = Array(String(repeating: text, count: times).utf8)
    for step in [1, 63, 64, 1_000] {
      var (sum, rest) = (SHA256(), bytes[...])
      while !rest.isEmpty {
        sum.append(rest.prefix(step))
        rest = rest.dropFirst(step)
      }
      #expect(sum.digits() == digits)
    }
  }

  @Test("a file with the right one is whole, in large letters, too", arguments: [true, false])
  func fits(isLarge: Bool) throws {
    try withManagerBench { bench throws in
      bench.server.serve("/a", .init(body))
      let digest = isLarge ? right.uppercased() : right
      bench.manager.start(bench.server.url("/a"), to: bench.destination("a"), sha256: digest)
      #expect(bench.comes("a", to: .finished))
      #expect(try bench.names == ["a"])
    }
  }

  @Test("a file with another one gets no name, and its bytes go")
  func differs() throws {
    try withManagerBench { bench throws in
      bench.server.serve("/a", .init(LoopbackServer.Body(Data("abd".utf8))))
      bench.server.serve("/b", .init(body))
      bench.manager.start(bench.server.url("/a"), to: bench.destination("a"), sha256: right)
      let found = "a52d159f262b2c6ddb724a61840befc36eb30c88877a4030b65cbe86298449c9"
      #expect(bench.comes("a", to: .failed(.wrongChecksum(found))))
      #expect(try bench.names == [])
      #expect(bench.server.requests.count == 1)
    }
  }
}
