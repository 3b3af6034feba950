import Foundation
import OperationCourse
import OperationLab
import Testing

/// The real `lab download` against a loopback server.
@Suite("lab download", .longPlan, .repeatable, .elsewhere)
struct DownloadTests {
  typealias Resource = LoopbackServer.Resource

  let server: LoopbackServer
  let body = LoopbackServer.Body.generated(length: 300_000)

  init() throws { server = try LoopbackServer() }

  @Test("fetches files into a folder that it makes")
  func fetches() throws {
    try withFolder { folder throws in
      for path in ["/a/x.bin", "/y"] { server.serve(path, Resource(body)) }
      let urls = ["/a/x.bin", "/y", "/y"].map { server.url($0).absoluteString }
      let result = try LabProcess(
        arguments: ["download"] + urls + ["--output", "\(folder.path)/new/folder"]
      ).run()
      #expect(result.status == 0)
      #expect(result.errors == "")
      #expect(result.lines.suffix(2) == ["2 of 2 files are whole", ""])
      let files = try names(in: folder.appending(path: "new/folder"))
      #expect(files == ["x.bin", "y"])
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
      server.serve("/bad", Resource(body, fault: .status(403, [])))
      let urls = ["/good", "/bad", "/missing"].map { server.url($0).absoluteString }
      let result = try LabProcess(
        arguments: ["download"] + urls + ["--output", folder.path]
      ).run()
      #expect(result.status == 76)
      #expect(result.lines.suffix(2) == ["1 of 3 files are whole", ""])
      #expect(
        Set(result.errors.split(separator: "\n")) == [
          "lab: bad: the server refused (403); check the address",
          "lab: missing: the server has no such file (404); check the address",
        ])
      #expect(try names(in: folder) == ["good"])
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
      let result = try LabProcess(arguments: words + (isJSON ? ["--json"] : [])).run()
      #expect(result.status == 0)
      #expect(result.output.contains(isJSON ? "\"event\":\"restarted\"" : "restarted x"))
      #expect(try new.matches(fileAt: folder.appending(path: "x")))
    }
  }

  @Test("leaves a file alone that is there, and says so", arguments: [[], ["--json"]])
  func leavesFile(_ options: [String]) throws {
    try withFolder { folder throws in
      try Data("mine".utf8).write(to: folder.appending(path: "x"))
      server.serve("/x", Resource(body))
      server.serve("/y", Resource(body))
      let urls = ["/x", "/y"].map { server.url($0).absoluteString }
      let result = try LabProcess(
        arguments: ["download", "--output", folder.path] + urls + options
      ).run()
      #expect(result.status == 1)
      let line = "\(folder.path)/x is there. Remove it, or choose another folder with --output"
      if options == ["--json"] {
        #expect(result.output.contains("{\"error\":\"\(line)\",\"event\":\"failed\""))
        #expect(result.output.contains("{\"event\":\"done\",\"files\":2,\"whole\":1}"))
      } else {
        #expect(result.errors == "lab: \(line)\n")
      }
      #expect(try Data(contentsOf: folder.appending(path: "x")) == Data("mine".utf8))
      #expect(try body.matches(fileAt: folder.appending(path: "y")))
      #expect(server.requests.map(\.path) == ["/y"])
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
      #expect(try names(in: folder) == ["x"])
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
      let words = ["download", "--output", folder.path, "http://no.such.host.invalid/x"]
      #expect(try LabProcess(arguments: words).run().status == 69)
      let missing = server.url("/missing").absoluteString
      #expect(try LabProcess(arguments: words + [missing]).run().status == 1)
    }
  }

  @Test("goes on when a server was silent for the time that is given")
  func timeout() throws {
    try withFolder { folder throws in
      let hold = LoopbackServer.Hold()
      defer { hold.release() }
      server.serve("/x", Resource(body), faults: [.stall(after: 1_000, hold)])
      let result = try LabProcess.run(
        "download", server.url("/x").absoluteString, "--timeout", "1", "--output", folder.path)
      #expect(result.status == 0)
      #expect(result.errors.contains("nothing came for too long"))
    }
  }

  @Test(
    "goes through the proxy that the environment names",
    .enabled(if: Platform.current == .linux))
  func proxy() throws {
    try withFolder { folder throws in
      let result = try LabProcess(
        arguments: ["download", "http://no.such.host.invalid/x", "--output", folder.path],
        environment: ["http_proxy": server.url("/").absoluteString, "no_proxy": "", "NO_PROXY": ""]
      ).run()
      // This server is no proxy: it refuses a request for an address of another.
      #expect(result.status == 76)
      #expect(result.errors == "lab: x: the server refused (400); check the address\n")
    }
  }

  @Test(
    "refuses what it cannot use in one line",
    arguments: [
      ["download"], ["download", "nonsense"], ["download", "ftp://h/x"], ["download", "http://"],
      ["download", "http://h/x", "--output"], ["download", "http://h/"],
      ["download", "http://h/.x"], ["download", "http://h/x.part"], ["download", "http://h/%0a"],
      ["download", "http://ann:secret@h/x"], ["download", "http://h/a/x", "http://h/b/X"],
      ["download", "http://h/x", "--sha256", "12"], ["download", "http://h/x", "--header", "x"],
      ["download", "http://h/x", "--timeout", "0"],
      ["download", "http://h/x", "http://h/y", "--sha256", String(repeating: "0", count: 64)],
    ])
  func refuses(_ words: [String]) throws {
    let result = try LabProcess(arguments: words).run()
    #expect(result.status == 64)
    #expect(result.output == "")
    #expect(result.errors.split(separator: "\n").count == 1)
    #expect(!result.errors.contains("secret"))
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
      // Under load, the file may have had less when it was stopped.
      #expect(result.lines.first?.hasPrefix("began     x  ") == true, "\(result.output)")
      #expect(server.requests.count == 2)
      let range = try #require(server.requests.last?["Range"])
      #expect(range.hasPrefix("bytes=") && range != "bytes=0-")
      #expect(try names(in: folder) == ["errors", "x"])
      #expect(try body.matches(fileAt: folder.appending(path: "x")))
    }
  }
}
