import Foundation
import OperationCourse
import OperationBench
import Testing

/// The real `lab download` against servers made by an enemy.
@Suite("lab download from a hostile server", .longPlan, .repeatable, .elsewhere)
struct HostileServerTests {
  typealias Resource = LoopbackServer.Resource

  let server: LoopbackServer

  init() throws { server = try LoopbackServer() }

  /// What the server answers, a word of the last line, and the status, where that is not left open.
  private static let replies: [(what: String, reply: Resource, word: String, status: Int32?)] = [
    ("a way to a file", leading(to: "file:///etc/passwd"), "file:", nil),
    ("a way to another kind of server", leading(to: "ftp://127.0.0.1/x"), "ftp:", nil),
    ("a way to data", leading(to: "data:,x"), "data:", nil),
    ("a way to itself", leading(to: "/x"), "redirects", 76),
    ("no reply of HTTP", sending("\u{1}\u{2}garbage\r\n\r\n"), "cannot be used", 76),
    ("an unknown HTTP", sending("HTTP/9.9 200 OK\r\n\r\n"), "cannot be used", 76),
    (
      "a length that is none", sending("HTTP/1.1 200 OK\r\nContent-Length: -5\r\n\r\nhello"),
      "cannot be used", 76
    ),
    (
      "an encoding that was not asked for",
      sending("HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 3\r\n\r\nabc"), "", nil
    ),
    ("a flood of headers", flood(of: "X: \(String(repeating: "a", count: 100))\r\n"), "", nil),
    ("a line without an end", flood(of: "X: a"), "", nil),
    ("a wait of all time", waiting("9223372036854775807"), "503", nil),
    ("a wait of an hour", waiting("3600"), "503", nil),
  ]

  @Test("refuses what it cannot use, in one line, and leaves nothing", arguments: replies)
  func refuses(_ what: String, _ reply: Resource, _ word: String, _ status: Int32?) throws {
    server.serve("/x", reply)
    try withFolder { folder throws in
      let result = try LabProcess.run(
        "download", server.url("/x").absoluteString, "--output", folder.path)
      #expect((status.map { [$0] } ?? [69, 76]).contains(result.status), "\(result.errors)")
      // A line for each attempt.
      let lines = result.errors.split(separator: "\n")
      #expect(lines.allSatisfy { $0.hasPrefix("lab: x: ") }, "\(result.errors)")
      #expect(lines.last?.contains(word.isEmpty ? "lab: x: " : word) == true, "\(result.errors)")
      #expect(try names(in: folder) == [])
      #expect(server.requests.count <= 30)
    }
  }

  private static func leading(to address: String) -> Resource {
    Resource(Data(), fault: .status(302, [.init("Location", address)]))
  }

  private static func waiting(_ seconds: String) -> Resource {
    Resource(Data("abc".utf8), fault: .status(503, [.init("Retry-After", seconds)]))
  }

  private static func sending(_ reply: String) -> Resource {
    Resource(Data(), fault: .garbage(Data(reply.utf8)))
  }

  private static func flood(of line: String) -> Resource {
    sending("HTTP/1.1 200 OK\r\n" + String(repeating: line, count: 200_000))
  }

  @Test(
    "ends with one line when the disk is full of a body without an end",
    .enabled(if: (try? LabProcess.shell("command -v prlimit"))?.status == 0))
  func endlessBody() throws {
    try withFolder { folder throws in
      let zeros = LoopbackServer.Body(length: .max) { Data(count: $0.count) }
      server.serve("/x", Resource(zeros, framing: .chunked))
      let result = try LabProcess.shell(
        """
        prlimit --fsize=5000000 "$LAB" download '\(server.url("/x").absoluteString)' \
        --output '\(folder.path)' >/dev/null
        """)
      #expect(result.status == 74)
      #expect(result.errors.hasPrefix("lab: x: could not write "))
      #expect(result.errors.split(separator: "\n").count == 1)
      #expect(try !names(in: folder).contains("x"))
    }
  }

  @Test("goes on in a file behind its third gigabyte")
  func largeFile() throws {
    try withFolder { folder throws in
      let length = 3_221_225_472 + 100_000
      let sevens = LoopbackServer.Body(length: length) { Data(repeating: 7, count: $0.count) }
      // Cut once there is a record. Then most of what is missing is a hole in the part.
      server.serve("/x", Resource(sevens), faults: [.cut(after: 200_000), .status(404, [])])
      let url = server.url("/x").absoluteString
      let first = try LabProcess.run("download", url, "--output", folder.path)
      #expect(first.status == 76)
      let part = try FileHandle(forWritingTo: folder.appending(path: "x.part"))
      try part.truncate(atOffset: 3_221_225_472)
      try part.close()
      let result = try LabProcess.run("download", url, "--output", folder.path)
      #expect(result.status == 0)
      #expect(server.requests.last?["Range"] == "bytes=3221225472-")
      let file = folder.appending(path: "x").path
      let size = try FileManager.default.attributesOfItem(atPath: file)[.size] as? Int
      #expect(size == length)
      let whole = try FileHandle(forReadingFrom: folder.appending(path: "x"))
      try whole.seek(toOffset: UInt64(length) - 1)
      #expect(try whole.readToEnd() == Data([7]))
      try whole.close()
    }
  }
}
