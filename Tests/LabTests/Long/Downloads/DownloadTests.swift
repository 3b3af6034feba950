import Foundation
import OperationCourse
import OperationLab
import Testing

/// The real `lab download` against a loopback server.
@Suite("lab download", .repeatable, .elsewhere)
struct DownloadTests {
  typealias Resource = LoopbackServer.Resource

  let server: LoopbackServer
  let body = LoopbackServer.Body.generated(length: 300_000)

  init() throws { server = try LoopbackServer() }

  @Test("fetches files into a folder, those with one name told apart")
  func fetches() throws {
    try withFolder { folder throws in
      for path in ["/a/x.bin", "/b/x.bin", "/y"] { server.serve(path, Resource(body)) }
      let urls = ["/a/x.bin", "/b/x.bin", "/y"].map { server.url($0).absoluteString }
      let result = try LabProcess(
        arguments: ["download"] + urls + ["--output", "\(folder.path)/new/folder"]
      ).run()
      #expect(result.status == 0)
      #expect(result.errors == "")
      #expect(result.lines.suffix(2) == ["3 of 3 files are whole, 900.0 kB fetched", ""])
      let files = try names(in: folder.appending(path: "new/folder"))
      #expect(files.count == 3)
      #expect(files.contains("x.bin") && files.contains("y"))
      for name in files {
        #expect(try body.matches(fileAt: folder.appending(path: "new/folder/\(name)")))
      }
    }
  }

  @Test("tells each event as a line of JSON")
  func tellsJSON() throws {
    try withFolder { folder throws in
      server.serve("/x", Resource(body), faults: [.cut(after: 100_000)])
      let (url, file) = (server.url("/x").absoluteString, folder.appending(path: "x").path)
      let result = try LabProcess.run("download", url, "--json", "--output", folder.path)
      #expect(result.status == 0)
      #expect(result.errors == "")
      let lines = result.lines.filter { !$0.contains("\"progress\"") && !$0.isEmpty }
      try #require(lines.count == 5)
      let place = "\"file\":\"\(file)\",\"received\":"
      let end = ",\"url\":\"\(url)\"}"
      #expect(lines[0] == "{\"attempt\":1,\"event\":\"began\",\(place)0\(end)")
      #expect(lines[1].hasPrefix("{\"attempt\":1,\"error\":\"the connection failed ("))
      #expect(lines[1].hasSuffix(",\"event\":\"retry\",\(place)100000,\"total\":300000\(end)"))
      #expect(
        lines[2] == "{\"attempt\":2,\"event\":\"began\",\(place)100000,\"total\":300000\(end)")
      #expect(
        lines[3] == "{\"attempt\":2,\"event\":\"finished\",\(place)300000,\"total\":300000\(end)")
      #expect(lines[4] == "{\"event\":\"done\",\"files\":1,\"whole\":1}")
    }
  }

  @Test(
    "ends with the server's status and one clear line for each file that failed, and leaves no such file"
  )
  func fails() throws {
    try withFolder { folder throws in
      server.serve("/good", Resource(body))
      server.serve("/bad", Resource(body, fault: .status(503, [])))
      let urls = ["/good", "/bad", "/missing"].map { server.url($0).absoluteString }
      let result = try LabProcess(
        arguments: ["download"] + urls + ["--quiet", "--retries", "0", "--output", folder.path]
      ).run()
      #expect(result.status == 76)
      #expect(result.output == "")
      #expect(
        Set(result.errors.split(separator: "\n")) == [
          "lab: bad: the server failed (503); try again later",
          "lab: missing: the server has no such file (404); check the address",
        ])
      #expect(try names(in: folder) == ["good"])
    }
  }

  @Test("gives a single file the wished name") func wishedName() throws {
    try withFolder { folder throws in
      server.serve("/x", Resource(body))
      let result = try LabProcess.run(
        "download", server.url("/x").absoluteString, "--name", "y.bin", "--output", folder.path)
      #expect(result.status == 0)
      #expect(try names(in: folder) == ["y.bin"])
    }
  }

  @Test("takes the server's name if it is asked to") func serverName() throws {
    try withFolder { folder throws in
      var resource = Resource(body)
      resource.headers = [.init("Content-Disposition", "attachment; filename=\"z.bin\"")]
      server.serve("/x", resource)
      let url = server.url("/x").absoluteString
      let result = try LabProcess.run("download", url, "--server-names", "--output", folder.path)
      #expect(result.status == 0)
      #expect(result.lines.contains { $0.hasPrefix("whole   z.bin") })
      #expect(try names(in: folder) == ["z.bin"])
    }
  }

  @Test("says which wait is too long, and the option that allows it")
  func impatient() throws {
    try withFolder { folder throws in
      let wait = LoopbackServer.Header("Retry-After", "90")
      server.serve("/x", Resource(body), faults: [.status(503, [wait])])
      let url = server.url("/x").absoluteString
      let result = try LabProcess.run("download", url, "--output", folder.path)
      #expect(result.status == 76)
      #expect(result.errors.contains("--patience 90"))
      #expect(server.requests.count == 1)
    }
  }

  @Test("says that it starts again when the file has changed", arguments: [true, false])
  func startsAgain(isJSON: Bool) throws {
    try withFolder { folder throws in
      let new = LoopbackServer.Body.generated(length: 310_000, seed: 2)
      server.serve(
        "/x", Resource(body, fault: .cut(after: 200_000)), fromRequest: 1,
        on: Resource(new, etag: "\"v2\""))
      let words = ["download", server.url("/x").absoluteString, "--output", folder.path]
      _ = try LabProcess(arguments: words + ["--retries", "0"]).run()
      #expect(try names(in: folder) == ["x.part", "x.part.json"])
      let result = try LabProcess(arguments: words + (isJSON ? ["--json"] : [])).run()
      #expect(result.status == 0)
      #expect(!result.output.contains("goes on"))
      #expect(result.output.contains(isJSON ? "\"event\":\"restarted\"" : "starts again x"))
      #expect(try new.matches(fileAt: folder.appending(path: "x")))
    }
  }

  @Test(
    "leaves a file alone that it has not made, and says so",
    arguments: [[], ["--quiet"], ["--json"]])
  func refusesOthersFile(_ options: [String]) throws {
    try withFolder { folder throws in
      try Data("mine".utf8).write(to: folder.appending(path: "x"))
      server.serve("/x", Resource(body))
      server.serve("/y", Resource(body))
      let urls = ["/x", "/y"].map { server.url($0).absoluteString }
      let result = try LabProcess(
        arguments: ["download", "--output", folder.path] + urls + options
      ).run()
      #expect(result.status == 1)
      let line = "x is there, and may not be whole or not from this address"
      if options == ["--json"] {
        #expect(result.output.contains("{\"error\":\"\(folder.path)/\(line)"))
        #expect(result.output.contains("{\"event\":\"done\",\"files\":2,\"whole\":1}"))
      } else {
        #expect(result.errors.hasPrefix("lab: \(line)"))
        #expect(result.errors.contains("--update"))
      }
      #expect(try Data(contentsOf: folder.appending(path: "x")) == Data("mine".utf8))
      #expect(try body.matches(fileAt: folder.appending(path: "y")))
      #expect(server.requests.map(\.path) == ["/y"])
    }
  }

  @Test("leaves a file alone that it has made, without a request, until the file is changed")
  func knowsItsOwn() throws {
    try withFolder { folder throws in
      server.serve("/x", Resource(body))
      let file = folder.appending(path: "x")
      let words = ["download", server.url("/x").absoluteString, "--output", folder.path]
      func run(_ options: String...) throws -> Int32 {
        try LabProcess(arguments: words + options).run().status
      }
      #expect(try run() == 0)
      let result = try LabProcess(arguments: words).run()
      #expect(result.status == 0)
      #expect(result.output == "there   x. Remove it to fetch it again\n")
      #expect(try names(in: folder) == ["x"])
      #expect(server.requests.count == 1)
      // Cut off, it is whole no more.
      try FileHandle(forUpdating: file).truncate(atOffset: 1_000)
      #expect(try run() == 1)
      #expect(server.requests.count == 1)
      #expect(try run("--update") == 0)
      #expect(try body.matches(fileAt: file))
      #expect(try run() == 0)
      #expect(server.requests.count == 2)
      // Moved away or removed, it is not there.
      try FileManager.default.moveItem(at: file, to: folder.appending(path: "y"))
      #expect(try run() == 0)
      #expect(server.requests.count == 3)
      #expect(try run("--name", "y") == 0)
      #expect(server.requests.count == 3)
    }
  }

  @Test("never takes the file of one address for that of another")
  func tellsAddressesApart() throws {
    try withFolder { folder throws in
      server.serve("/x", Resource(body))
      let words = ["download", "--output", folder.path]
      func run(_ address: String, _ options: String...) throws -> Int32 {
        try LabProcess(arguments: words + [address] + options).run().status
      }
      let (first, second) = (
        server.url("/x").absoluteString + "?id=1", server.url("/x").absoluteString + "?id=2"
      )
      #expect(try run(first) == 0)
      #expect(try run(second) == 1)
      #expect(try run(second, "--name", "second") == 0)
      #expect(try run(first) == 0)
      #expect(try run(first.replacing("http://", with: "http://anna:secret@")) == 1)
      #expect(server.requests.count == 2)
    }
  }

  @Test("does not end with 0 when its reader goes away before the file is whole")
  func readerGoesAway() throws {
    try withFolder { folder throws in
      server.serve("/x", Resource(body, fault: .stall(after: 1_000, LoopbackServer.Hold())))
      for options in [[], ["--json"]] {
        let words = ["download", server.url("/x").absoluteString, "--output", folder.path]
        let result = try LabProcess(arguments: words + options).runWithoutReader()
        #expect(result.status == 141)
        #expect(result.errors == "")
        // What has come can be gone on from, or is gone.
        #expect([[], ["x.part", "x.part.json"]].contains(try names(in: folder)))
      }
    }
  }

  private static let abc = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
  private static let zeros = String(repeating: "0", count: 64)

  @Test("ends with 79 and no file if it has another SHA-256 than the one that is given")
  func checksum() throws {
    try withFolder { folder throws in
      server.serve("/x", Resource(Data("abc".utf8)))
      func run(_ digest: String) throws -> LabProcess.Result {
        try LabProcess.run(
          "download", server.url("/x").absoluteString, "--sha256", digest, "--output", folder.path)
      }
      let wrong = try run(Self.zeros)
      #expect(wrong.status == 79)
      #expect(wrong.errors.hasPrefix("lab: x: the file has another SHA-256 (\(Self.abc))"))
      #expect(try names(in: folder) == [])
      #expect(try run(Self.abc.uppercased()).status == 0)
      // Of a file that is there, it is read.
      #expect(try run(Self.zeros).status == 79)
      #expect(try run(Self.abc).status == 0)
      #expect(server.requests.count == 2)
      // Also if somebody else has put it there.
      try Data("abc".utf8).write(to: folder.appending(path: "x"))
      #expect(try run(Self.abc).status == 0)
      #expect(try names(in: folder) == ["x"])
    }
  }

  @Test(
    "takes digests and names from a list, and leaves out what it cannot use",
    arguments: [true, false])
  func list(isJSON: Bool) throws {
    try withFolder { folder throws in
      for path in ["/a", "/b", "/c"] { server.serve(path, Resource(Data("abc".utf8))) }
      let (a, b, c) = (server.url("/a"), server.url("/b"), server.url("/c"))
      let list = folder.appending(path: "list")
      let lines = [
        "# a comment", "\(a) sha256=\(Self.abc) the first.bin", "nonsense", "\(b)  second",
        "\(c) ../third", "\(c) sha256=12", "\(c)", "\(a) another", "\(server.url("/d")) SECOND",
      ]
      try Data(lines.joined(separator: "\r\n").utf8).write(to: list)
      let result = try LabProcess(
        arguments: ["download", "--quiet", "--input", list.path, "--output", folder.path]
          + (isJSON ? ["--json"] : [])
      ).run()
      #expect(result.status == 64)
      let told = (isJSON ? result.output : result.errors).split(separator: "\n")
      #expect(told.count == 5)
      for (line, number) in zip(told, [3, 5, 6, 8, 9]) {
        #expect(line.contains("line \(number) of \(list.path): "))
      }
      #expect(try names(in: folder) == ["c", "list", "second", "the first.bin"])
    }
  }

  @Test("sends headers to the server, and not to one that it leads to")
  func headers() throws {
    try withFolder { folder throws in
      let other = try LoopbackServer()
      defer { other.stop() }
      other.serve("/y", Resource(body))
      let place = LoopbackServer.Header("Location", other.url("/y").absoluteString)
      server.serve("/x", Resource(Data(), fault: .status(302, [place])))
      let result = try LabProcess.run(
        "download", server.url("/x").absoluteString, "--header", "X-Key: a: b", "--header",
        "Accept: text/plain", "--output", folder.path)
      #expect(result.status == 0)
      #expect(server.requests.map { [$0["X-Key"], $0["Accept"]] } == [["a: b", "text/plain"]])
      #expect(other.requests.map { [$0["X-Key"], $0["Accept"]] } == [[nil, "text/plain"]])
    }
  }

  @Test("tells by its status a network that fails, and failures of several kinds")
  func statuses() throws {
    try withFolder { folder throws in
      let words = ["download", "--retries", "0", "--output", folder.path, "http://127.0.0.1:9/x"]
      #expect(try LabProcess(arguments: words).run().status == 69)
      let missing = server.url("/missing").absoluteString
      #expect(try LabProcess(arguments: words + [missing]).run().status == 1)
    }
  }

  @Test("gives a server that is silent up when the time that is given is over")
  func timeouts() throws {
    try withFolder { folder throws in
      let hold = LoopbackServer.Hold()
      server.serve("/x", Resource(body, fault: .stall(after: 1_000, hold)))
      let gate = DispatchSemaphore(value: 0)
      defer { gate.signal() }
      server.serve("/y") { _ in
        gate.wait()
        return Resource(body)
      }
      for (path, option) in [("/x", "--timeout"), ("/y", "--connect-timeout")] {
        let result = try LabProcess.run(
          "download", server.url(path).absoluteString, option, "1", "--retries", "0", "--output",
          folder.path)
        #expect(result.status == 69)
      }
      hold.release()
    }
  }

  @Test("fetches again what has changed on the server, and nothing else", arguments: [false, true])
  func updates(isJSON: Bool) throws {
    try withFolder { folder throws in
      let new = LoopbackServer.Body.generated(length: 310_000, seed: 2)
      server.serve("/x", Resource(body), fromRequest: 2, on: Resource(new, etag: "\"v2\""))
      let words = [
        "download", server.url("/x").absoluteString, "--output", folder.path, "--update",
      ]
      let runs = try (0..<3).map { _ in
        try LabProcess(arguments: words + (isJSON ? ["--json"] : [])).run()
      }
      #expect(runs.map(\.status) == [0, 0, 0])
      let told = isJSON ? "\"event\":\"present\"" : "there   x, unchanged"
      #expect(runs.map { $0.output.contains(told) } == [false, true, false])
      #expect(server.requests.map { $0["If-None-Match"] } == [nil, "\"v1\"", "\"v1\""])
      #expect(try new.matches(fileAt: folder.appending(path: "x")))
    }
  }

  @Test("takes with an option what it refuses without") func accepts() throws {
    try withFolder { folder throws in
      let head = Data("HTTP/1.1 200 OK\r\n\r\n".utf8)
      server.serve("/x", Resource(Data(), fault: .garbage(head + Data("text".utf8))))
      let words = ["download", server.url("/x").absoluteString, "--output", folder.path]
      #expect(try LabProcess(arguments: words).run().status == 76)
      let result = try LabProcess(arguments: words + ["--accept-unknown-length"]).run()
      #expect(result.status == 0, "\(result.errors)")
      #expect(try Data(contentsOf: folder.appending(path: "x")) == Data("text".utf8))
    }
  }

  @Test(
    "goes through the proxy that the environment names",
    .enabled(if: Platform.current == .linux))
  func proxy() throws {
    try withFolder { folder throws in
      let result = try LabProcess(
        arguments: ["download", "http://no.such.host.invalid/x", "--output", folder.path],
        environment: ["http_proxy": server.url("/").absoluteString]
      ).run()
      // This server is no proxy: it refuses a request for an address of another.
      #expect(result.errors == "lab: x: the server refused (400); check the address\n")
    }
  }

  @Test(
    "refuses what it cannot use in one line",
    arguments: [
      ["download"], ["download", "nonsense"], ["download", "ftp://h/x"], ["download", "http://"],
      ["download", "http://h/x", "--parallel", "0"], ["download", "http://h/x", "--retries", "-1"],
      ["download", "http://h/x", "--output"], ["download", "http://h/x", "--name", "../x"],
      ["download", "http://h/x", "--name", ".x"], ["download", "http://h/x", "--name", "x.part"],
      ["download", "http://h/x", "http://h/y", "--name", "x"],
      ["download", "http://h/x", "--patience", "0"],
      ["download", "http://h/x", "--name", "x", "--server-names"],
      ["download", "http://h/x", "--update", "--server-names"],
      ["download", "http://h/x", "--sha256", "12"], ["download", "http://h/x", "--header", "x"],
      ["download", "http://h/x", "--timeout", "0"],
      ["download", "http://h/x", "http://h/y", "--sha256", String(repeating: "0", count: 64)],
    ])
  func refuses(_ words: [String]) throws {
    let result = try LabProcess(arguments: words).run()
    #expect(result.status == 64)
    #expect(result.output == "")
    #expect(result.errors.split(separator: "\n").count == 1)
  }

  @Test("says so when the folder cannot be made")
  func cannotMakeFolder() throws {
    try withFolder { folder throws in
      try Data().write(to: folder.appending(path: "file"))
      let result = try LabProcess.run(
        "download", "http://127.0.0.1/x", "--output", "\(folder.path)/file/folder")
      #expect(result.status == 74)
      #expect(result.errors.hasPrefix("lab: cannot make the folder "))
    }
  }

  @Test(
    "goes on with the same command after Ctrl-C and after kill -9",
    arguments: [SIGINT, SIGTERM, SIGKILL])
  func resumes(_ signal: Int32) throws {
    try withFolder { folder throws in
      let hold = LoopbackServer.Hold()
      server.serve("/x", Resource(body), faults: [.stall(after: 200_000, hold)])
      let url = server.url("/x").absoluteString
      let errors = folder.appending(path: "errors")
      try Data().write(to: errors)
      let process = Process()
      process.executableURL = LabProcess.executable
      process.arguments = ["download", url, "--output", folder.path]
      process.standardOutput = FileHandle.nullDevice
      process.standardError = try FileHandle(forWritingTo: errors)
      try process.run()
      #expect(hold.isReached())
      let record = folder.appending(path: "x.part.json").path
      #expect(holds { FileManager.default.fileExists(atPath: record) })
      kill(process.processIdentifier, signal)
      process.waitUntilExit()
      #expect(process.terminationStatus == (signal == SIGKILL ? SIGKILL : 130))
      let told = try String(contentsOf: errors, encoding: .utf8)
      #expect(
        told == (signal == SIGKILL ? "" : "lab: paused. Give the same command again to go on\n"))
      #expect(try names(in: folder) == ["errors", "x.part", "x.part.json"])
      let result = try LabProcess.run("download", url, "--output", folder.path)
      #expect(result.status == 0)
      #expect(result.lines.first == "goes on x")
      #expect(server.requests.count == 2)
      #expect(server.requests.last?["Range"] != nil)
      #expect(try names(in: folder) == ["errors", "x"])
      #expect(try body.matches(fileAt: folder.appending(path: "x")))
    }
  }
}
