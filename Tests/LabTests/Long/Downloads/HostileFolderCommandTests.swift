import Foundation
import OperationCourse
import Testing

/// The real `lab download` in folders and under limits that an enemy, or a full disk, has made.
@Suite("lab download in a hostile folder", .longPlan, .repeatable, .elsewhere)
struct HostileFolderCommandTests {
  typealias Resource = LoopbackServer.Resource

  let server: LoopbackServer
  let body = LoopbackServer.Body.generated(length: 300_000)

  init() throws { server = try LoopbackServer() }

  @Test(
    "refuses a link in one line with status 74, and touches neither it nor what it leads to",
    arguments: ["x.bin.part", "x.bin.part.json"])
  func refusesLinks(_ name: String) throws {
    try withFolder { folder throws in
      server.serve("/x.bin", Resource(body))
      let (inside, outside) = (folder.appending(path: "inside"), folder.appending(path: "outside"))
      try FileManager.default.createDirectory(at: inside, withIntermediateDirectories: false)
      try Data("not yours".utf8).write(to: outside)
      let link = inside.appending(path: name)
      try FileManager.default.createSymbolicLink(at: link, withDestinationURL: outside)
      let result = try LabProcess.run(
        "download", server.url("/x.bin").absoluteString, "--output", inside.path)
      #expect(result.status == 74)
      #expect(result.output == "")
      #expect(
        result.errors
          == "lab: x.bin: \(link.path) is a symbolic link, and no plain file of yours; "
          + "remove it or choose another folder\n")
      #expect(try names(in: inside) == [name])
      #expect(try Data(contentsOf: outside) == Data("not yours".utf8))
    }
  }

  @Test(
    "says in one line that a quota is used up, at any byte, and goes on when there is room",
    .enabled(if: (try? LabProcess.shell("command -v prlimit"))?.status == 0),
    arguments: [0, 1, 150, 4_095, 65_535, 65_536, 65_537, 200_001, 299_999])
  func quota(_ bytes: Int) throws {
    try withFolder { folder throws in
      server.serve("/x", Resource(body))
      let url = server.url("/x").absoluteString
      // Outputs are files, too, and have the same quota.
      let limited = try LabProcess.shell(
        """
        { prlimit --fsize=\(bytes) "$LAB" download \(url) --output '\(folder.path)' 2>&1 \
        >/dev/null; echo "status $?"; } | cat
        """)
      #expect(limited.lines.count == 3)
      #expect(limited.lines.first?.hasPrefix("lab: x: could not ") == true)
      #expect(limited.lines.dropFirst().first == "status 74")
      #expect(try !names(in: folder).contains("x"))
      let result = try LabProcess.run("download", url, "--output", folder.path)
      #expect(result.status == 0)
      #expect(try names(in: folder) == ["x"])
      #expect(try body.matches(fileAt: folder.appending(path: "x")))
    }
  }

  @Test(
    "writes nothing outside of the folder, whatever a path says",
    arguments: [
      "/..", "/../..", "/%2e%2e", "/..%2f..%2fx", "/a%2f..%2f..%2fetc", "/x%00y", "/.%2e/x", "/...",
      "/\(String(repeating: "n", count: 255))", "/\(String(repeating: "%C3%A9", count: 255)).bin",
      "/x.part", "/x.part.json", "/x.part.json.new", "/%E2%80%AEgnp.exe", "/-rf", "/ ", "/%0a",
    ])
  func harmlessNames(_ path: String) throws {
    try withFolder { folder throws in
      let inside = folder.appending(path: "inside")
      try FileManager.default.createDirectory(at: inside, withIntermediateDirectories: false)
      let raw = "HTTP/1.1 200 OK\r\nContent-Length: 3\r\nConnection: close\r\n\r\nabc"
      let address = "http://127.0.0.1:\(server.port)\(path)"
      // Whichever path the address has in the end.
      let decoded = URL(string: address)?.path(percentEncoded: false) ?? path
      for path in ["/", path, decoded] {
        server.serve(path, Resource(Data(), fault: .garbage(Data(raw.utf8))))
      }
      let result = try LabProcess.run(
        "download", address, "--output", inside.path)
      #expect([0, 64, 74].contains(result.status), "\(result.errors)")
      #expect(try names(in: folder) == ["inside"])
      for name in try names(in: inside) {
        #expect(try Data(contentsOf: inside.appending(path: name)) == Data("abc".utf8))
        #expect(!name.hasPrefix("."))
      }
      #expect(try names(in: inside).count == (result.status == 0 ? 1 : 0))
    }
  }
}
