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

  @Test(
    "refuses a reply that leads nowhere good, in one line",
    arguments: [
      ("file:///etc/passwd", "file:"), ("ftp://127.0.0.1/x", "ftp:"), ("data:,x", "data:"),
    ])
  func refusesOtherSchemes(_ address: String, _ word: String) throws {
    server.serve("/x", leading(to: address))
    try expectRefusal(saying: word)
  }

  @Test("gives up a reply that leads to itself")
  func refusesLoops() throws {
    server.serve("/x", leading(to: "/y"))
    server.serve("/y", leading(to: "/x"))
    try expectRefusal(saying: "redirects", status: 76)
    #expect(server.requests.count <= 30)
  }

  @Test(
    "refuses what is no reply of HTTP, and a length that is none",
    arguments: [
      "\u{1}\u{2}garbage\r\n\r\n", "HTTP/9.9 200 OK\r\n\r\n",
      "HTTP/1.1 200 OK\r\nContent-Length: -5\r\n\r\nhello",
    ])
  func refusesGarbage(_ reply: String) throws {
    server.serve("/x", Resource(Data(), fault: .garbage(Data(reply.utf8))))
    try expectRefusal(saying: "cannot be used", status: 76)
  }

  @Test("refuses an encoding that was not asked for")
  func refusesEncodings() throws {
    var resource = Resource(Data("abc".utf8))
    resource.headers = [.init("Content-Encoding", "gzip")]
    server.serve("/x", resource)
    try expectRefusal()
  }

  @Test("takes no flood of headers, nor a line without an end")
  func survivesFloods() throws {
    for line in ["X: \(String(repeating: "a", count: 100))\r\n", "X: a"] {
      let head = "HTTP/1.1 200 OK\r\n" + String(repeating: line, count: 200_000)
      server.serve("/x", Resource(Data(), fault: .garbage(Data(head.utf8))))
      try expectRefusal()
    }
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

  @Test(
    "does not wait forever because a server asks it to",
    arguments: ["9223372036854775807", "3600"])
  func unreasonablePatience(_ value: String) throws {
    let busy = LoopbackServer.Fault.status(503, [.init("Retry-After", value)])
    server.serve("/x", Resource(Data("abc".utf8), fault: busy))
    try expectRefusal(saying: "503")
  }

  @Test("asks the proxy that the environment names")
  func proxy() throws {
    try withFolder { folder throws in
      let proxy = "http://127.0.0.1:\(server.port)"
      let result = try LabProcess.run(
        "download", "http://nowhere.invalid/x", "--output", folder.path,
        environment: ["http_proxy": proxy, "no_proxy": "", "NO_PROXY": ""])
      // The server is no proxy, and refuses. Nobody else could have answered for that name.
      #expect(result.status == 76)
      #expect(result.errors == "lab: x: the server refused (400); check the address\n")
    }
  }

  private func leading(to address: String) -> Resource {
    Resource(Data(), fault: .status(302, [.init("Location", address)]))
  }

  /// The command ends with the status of a server or of a network that fails, and an empty folder.
  private func expectRefusal(
    saying word: String = "lab: x: ", status: Int32? = nil
  ) throws {
    try withFolder { folder throws in
      let result = try LabProcess.run(
        "download", server.url("/x").absoluteString, "--output", folder.path)
      #expect((status.map { [$0] } ?? [69, 76]).contains(result.status), "\(result.errors)")
      // A line for each attempt.
      let lines = result.errors.split(separator: "\n")
      #expect(lines.allSatisfy { $0.hasPrefix("lab: x: ") }, "\(result.errors)")
      #expect(lines.last?.contains(word) == true, "\(result.errors)")
      #expect(try names(in: folder) == [])
    }
  }
}
