import Foundation
import Testing

@testable import OperationCourse
@testable import OperationDownloads

/// File names that a server gives.
@Suite(.repeatable) struct ServerNameTests {
  private let body = LoopbackServer.Body.generated(length: 300_000)

  @Test(
    "a harmless name is read from Content-Disposition",
    arguments: [
      ("attachment; filename=a.zip", "a.zip"), ("attachment; filename=\"a b;c.zip\"", "a b;c.zip"),
      ("Attachment;FILENAME = \"a.zip\"; x=y", "a.zip"),
      ("attachment; filename=\"a\\\"b.zip\"", "a\"b.zip"),
      ("attachment; filename=x; filename*=UTF-8''%e2%82%ac%20a.zip", "€ a.zip"),
      ("attachment; filename*=latin9'en'a; filename=b", "b"),
      ("attachment; filename=\"../../etc/passwd\"", "passwd"),
      ("attachment; filename*=UTF-8''..%2f.ssh%2f.bashrc", "bashrc"),
      ("attachment; filename=\"c:\\\\windows\\\\x\"", "x"),
      ("attachment; filename=.profile", "profile"),
      ("attachment; filename=x.part", "x.part.file"), ("attachment; filename=\"..\"", nil),
      ("attachment; filename=\"a/\"", nil), ("attachment; filename=", nil), ("attachment", nil),
      ("filename=a", nil), ("", nil),
    ] as [(String, String?)])
  func harmlessName(header: String, name: String?) {
    #expect(ReplyHead(200, ["Content-Disposition": header]).fileName == name)
  }

  private func resource(_ name: String) -> LoopbackServer.Resource {
    var resource = LoopbackServer.Resource(body)
    resource.headers = [.init("Content-Disposition", "attachment; filename=\"\(name)\"")]
    return resource
  }

  @Test("the server's name is taken only if it is wished", arguments: [true, false])
  func onlyIfWished(isWished: Bool) throws {
    try withManagerBench { bench throws in
      bench.server.serve("/a", resource("../b.bin"), faults: [.cut(after: 100_000)])
      bench.manager.takesServerNames = isWished
      bench.start("a")
      #expect(bench.rests())
      let file = bench.destination(isWished ? "b.bin" : "a")
      #expect(bench.manager[bench.id("a")]?.destination == file)
      #expect(try bench.names == [file.lastPathComponent])
      #expect(try body.matches(fileAt: file))
      #expect(bench.server.requests.last?["Range"] == "bytes=100000-")
    }
  }

  @Test("a file that has the server's name is not replaced", arguments: [true, false])
  func replacesNothing(isLink: Bool) throws {
    try withManagerBench { bench throws in
      let mine = bench.destination("mine")
      if isLink {
        try FileManager.default.createSymbolicLink(
          atPath: mine.path, withDestinationPath: bench.destination("elsewhere").path)
      } else {
        try Data("mine".utf8).write(to: mine)
      }
      bench.server.serve("/a", resource("mine"))
      bench.manager.takesServerNames = true
      bench.start("a")
      #expect(bench.rests())
      #expect(bench.state("a") == .finished)
      #expect(try bench.names == ["a", "mine"])
      #expect(try body.matches(fileAt: bench.destination("a")))
      if !isLink { #expect(try Data(contentsOf: mine) == Data("mine".utf8)) }
    }
  }

  @Test("of many downloads with one name from their servers, each keeps its bytes")
  func sameName() throws {
    try withManagerBench { bench throws in
      let paths = (0..<8).map { "f\($0)" }
      for path in paths { bench.server.serve("/\(path)", resource("same")) }
      bench.manager.takesServerNames = true
      paths.forEach(bench.start)
      #expect(bench.rests())
      let files = bench.manager.downloads.map(\.destination)
      #expect(Set(files).count == 8)
      #expect(files.count { $0.lastPathComponent == "same" } == 1)
      for file in files { #expect(try body.matches(fileAt: file)) }
    }
  }
}
