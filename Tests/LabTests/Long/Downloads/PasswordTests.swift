import OperationCourse
import Foundation
import OperationLab
import Testing

/// The real `lab download` with a user and password in the address: they are sent, and left nowhere.
@Suite("lab download with a password", .repeatable, .elsewhere)
struct PasswordTests {
  typealias Resource = LoopbackServer.Resource

  let server: LoopbackServer
  let other: LoopbackServer
  let body = LoopbackServer.Body.generated(length: 300_000)

  init() throws { (server, other) = (try LoopbackServer(), try LoopbackServer()) }

  /// As it stands in an address. Two of its characters must be percent-encoded there.
  static let userInfo = "ann%40home:top%2F%C3%A9S3cretW0rd"
  static let authorization = "Basic " + base64("ann@home:top/éS3cretW0rd")
  /// A part of every form of the password except Base64.
  static let core = "S3cretW0rd"

  @Test(
    "goes on after an interruption, and only with the right password", arguments: [true, false])
  func goesOn(asJSON isJSON: Bool) throws {
    try withFolder { folder throws in
      let hold = LoopbackServer.Hold()
      serveProtected("/x") { $0.number == 0 ? .stall(after: 200_000, hold) : nil }
      let (out, err) = (folder.appending(path: "out"), folder.appending(path: "err"))
      for file in [out, err] { try Data().write(to: file) }
      let options = ["--output", folder.path] + (isJSON ? ["--json"] : [])
      let process = Process()
      process.executableURL = LabProcess.executable
      process.arguments = ["download", address("/x")] + options
      process.standardOutput = try FileHandle(forWritingTo: out)
      process.standardError = try FileHandle(forWritingTo: err)
      try process.run()
      #expect(hold.isReached())
      let record = folder.appending(path: "x.part.json").path
      #expect(holds { FileManager.default.fileExists(atPath: record) })
      kill(process.processIdentifier, SIGINT)
      process.waitUntilExit()
      #expect(process.terminationStatus == 130)
      #expect(try names(in: folder) == ["err", "out", "x.part", "x.part.json"])
      let attributes = try FileManager.default.attributesOfItem(atPath: record)
      #expect(attributes[.posixPermissions] as? Int == 0o600)
      try expectNoSecret(in: folder)

      for userInfo in [nil, "ann%40home:no\(Self.core)"] {
        let result = try LabProcess(
          arguments: ["download", address("/x", userInfo)] + options
        ).run()
        #expect(result.status == 76)
        #expect((isJSON ? result.output : result.errors).contains("; give the address with"))
        try expectNoSecret(in: folder, result)
        #expect(try names(in: folder) == ["err", "out", "x.part", "x.part.json"])
      }

      let result = try LabProcess(arguments: ["download", address("/x")] + options).run()
      #expect(result.status == 0)
      try expectNoSecret(in: folder, result)
      #expect(try names(in: folder) == ["err", "out", "x"])
      #expect(try body.matches(fileAt: folder.appending(path: "x")))
      #expect(server.requests.last?["Range"] != nil)
    }
  }

  @Test("sends it to no other server that it is led to, unless that address has one of its own")
  func isLedElsewhere() throws {
    try withFolder { folder throws in
      serveProtected("/here") { _ in .status(302, [.init("Location", "/file")]) }
      serveProtected("/file") { _ in nil }
      serveProtected("/away") { [other] _ in
        .status(302, [.init("Location", other.url("/plain").absoluteString)])
      }
      other.serve("/plain", Resource(body))
      let own = "http://bob:\(Self.core)@127.0.0.1:\(other.port)/own"
      serveProtected("/own") { _ in .status(302, [.init("Location", own)]) }
      other.serve("/own", Resource(body))
      serveProtected("/asks") { [other] _ in
        .status(302, [.init("Location", other.url("/asked").absoluteString)])
      }
      other.serve("/asked", Resource(body, fault: Self.challenge))

      let paths = ["/here", "/away", "/own", "/asks"]
      let result = try LabProcess(
        arguments: ["download", "--json", "--output", folder.path] + paths.map { address($0) }
      ).run()
      #expect(result.status == 76)
      try expectNoSecret(in: folder, result)
      #expect(try names(in: folder) == ["away", "here", "own"])
      #expect(server.requests(for: "/file").map { $0["Authorization"] } == [Self.authorization])
      #expect(other.requests(for: "/plain").map { $0["Authorization"] } == [nil])
      #expect(other.requests(for: "/asked").map { $0["Authorization"] } == [nil])
      let expected = "Basic " + Self.base64("bob:\(Self.core)")
      #expect(other.requests(for: "/own").map { $0["Authorization"] } == [expected])
    }
  }

  @Test("names a file the same with a password and without, and takes neither for the other")
  func skips() throws {
    try withFolder { folder throws in
      for path in ["/a/x", "/b/x"] { serveProtected(path) { _ in nil } }
      for (userInfo, status) in [(Self.userInfo, 0), (Self.userInfo, 0), (nil, 1)] {
        let addresses = ["/a/x", "/b/x"].map { address($0, userInfo) }
        let result = try LabProcess(
          arguments: ["download", "--json", "--output", folder.path] + addresses
        ).run()
        #expect(result.status == status)
        try expectNoSecret(in: folder, result)
        #expect(try names(in: folder).count == 2)
      }
      #expect(server.requests.count == 2)
    }
  }

  @Test(
    "repeats no password when it refuses an address",
    arguments: [
      ["download", "ftp://ann:\(core)@h/x"], ["download", "ann:\(core)@h/x"],
      ["download", "http://ann:a/\(core)@h/x"], ["download", "http://\(core)@/x"],
      ["download", "http://ann:a/" + String(repeating: core, count: 100) + "@h/x"],
      ["download", "http://h/x", "--parallel", "http://ann:\(core)@h/x"],
      ["download", "--input", "http://ann:\(core)@h/x"],
      ["download", "http://ann:\(core)@h/x", "http://bob:\(core)@h/x"],
      ["http://ann:\(core)@h/x"], ["list", "http://ann:\(core)@h/x"],
    ])
  func refuses(_ words: [String]) throws {
    try withFolder { folder throws in
      let result = try LabProcess(arguments: words).run()
      #expect([64, 66].contains(result.status))
      #expect(result.errors.split(separator: "\n").count == 1)
      try expectNoSecret(in: folder, result)
    }
  }

  private static let challenge = LoopbackServer.Fault.status(
    401, [.init("WWW-Authenticate", "Basic realm=\"x\"")])

  /// Serves a path to requests with the right password, and asks all others for it.
  private func serveProtected(
    _ path: String, fault: @escaping @Sendable (LoopbackServer.Request) -> LoopbackServer.Fault?
  ) {
    let resource = Resource(body)
    server.serve(path) { request in
      let isRight = request["Authorization"] == Self.authorization
      return resource.failing(isRight ? fault(request) : Self.challenge)
    }
  }

  private func address(_ path: String, _ userInfo: String? = userInfo) -> String {
    "http://\(userInfo.map { $0 + "@" } ?? "")127.0.0.1:\(server.port)\(path)"
  }

  private static func base64(_ text: String) -> String { Data(text.utf8).base64EncodedString() }

  /// Looks for the password in every form in what was printed, and in names and contents of files.
  private func expectNoSecret(
    in folder: URL, _ result: LabProcess.Result? = nil,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    var texts = ["output": result?.output ?? "", "errors": result?.errors ?? ""]
    for name in try names(in: folder) {
      texts[name] =
        name + String(decoding: try Data(contentsOf: folder.appending(path: name)), as: UTF8.self)
    }
    let encoded = [
      Self.base64("ann@home:top/éS3cretW0rd"), Self.base64("top/éS3cretW0rd"),
      Self.base64("ann@home:no\(Self.core)"), Self.base64("bob:\(Self.core)"),
    ]
    for (place, text) in texts {
      for secret in [Self.core] + encoded where text.contains(secret) {
        Issue.record("\(place) has \(secret)", sourceLocation: sourceLocation)
      }
    }
  }
}
