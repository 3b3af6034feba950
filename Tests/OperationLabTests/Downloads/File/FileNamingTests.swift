import Foundation
import Testing

@testable import OperationDownloads
@testable import OperationTesting

@Suite(.repeatable) struct FileNamingTests {
  private func name(_ address: String) throws -> String {
    FileNaming.name(for: try #require(URL(string: address)))
  }

  @Test(
    "the last component of the path is the name",
    arguments: [
      ("http://h/a/film.mkv", "film.mkv"), ("http://h/film.mkv?x=/y", "film.mkv"),
      ("http://h/film%20one.mkv#top", "film one.mkv"), ("http://h/a/b/", "b"), ("http://h", "h"),
      ("http://h/", "h"), ("http://h/%E5%9B%BE.ppm", "图.ppm"),
    ]) func lastComponent(address: String, expected: String) throws
  {
    #expect(try name(address) == expected)
  }

  @Test(
    "harmful characters are left out",
    arguments: [
      ("http://h/..", "h"), ("http://h/%2e%2e", "h"),
      ("http://h/a/..%2f..%2fetc%2fpasswd", "passwd"),
      ("http://h/.bashrc", "bashrc"), ("http://h/...x", "x"), ("http://h/a%00b", "a_b"),
      ("http://h/a%0ab%1b%5b2J", "a_b_[2J"), ("http://h/a%5cb", "a_b"), ("http://h/c%3a", "c_"),
      ("http://h/%E2%80%AEgpj.exe", "_gpj.exe"), ("http://h/x.", "x"),
      ("http://h/%20.%20x%20", "x"),
      ("http://h/x.part", "x.part.file"), ("http://h/x.PART.json", "x.PART.json.file"),
    ]) func harmfulCharacters(address: String, expected: String) throws
  {
    #expect(try name(address) == expected)
  }

  @Test("a long name is cut and keeps its ending") func longName() throws {
    let long = try name("http://h/" + String(repeating: "a", count: 500) + ".mkv")
    #expect(long == String(repeating: "a", count: 196) + ".mkv")
    let wide = try name("http://h/" + String(repeating: "%E5%9B%BE", count: 100) + ".mkv")
    #expect(wide == String(repeating: "图", count: 65) + ".mkv")
    let odd = try name("http://h/a." + String(repeating: "b", count: 500))
    #expect(odd.utf8.count == 200)
  }

  @Test("two addresses with one name get different names, the same each time")
  func sameName() throws {
    let urls = try ["http://h/a/x.bin", "http://h/b/x.bin", "http://h/c/X.BIN", "http://h/y"]
      .map { try #require(URL(string: $0)) }
    let names = FileNaming.names(for: urls)
    #expect(names[0] == "x.bin")
    #expect(names[1].wholeMatch(of: /x-[0-9a-f]{8}\.bin/) != nil)
    #expect(names[2].wholeMatch(of: /X-[0-9a-f]{8}\.BIN/) != nil)
    #expect(names[3] == "y")
    #expect(FileNaming.names(for: urls) == names)
    #expect(Set(FileNaming.names(for: [urls[1], urls[1], urls[1]])).count == 3)
  }

  @Test("five thousand random addresses give harmless names")
  func randomAddresses() {
    var generator = SplitMix(seed: 8)
    var names = 0
    for _ in 0..<5_000 {
      let bytes = (0..<Int.random(in: 0...40, using: &generator)).map { _ in
        "%" + String(format: "%02x", Int.random(in: 0...255, using: &generator))
      }
      guard let url = URL(string: "http://h/" + bytes.joined()) else { continue }
      let name = FileNaming.name(for: url)
      names += 1
      #expect(!name.isEmpty && !name.hasPrefix(".") && name.utf8.count <= 200)
      #expect(!name.unicodeScalars.contains { $0.value < 32 || $0 == "/" || $0.value == 127 })
    }
    #expect(names > 4_000)
  }
}
