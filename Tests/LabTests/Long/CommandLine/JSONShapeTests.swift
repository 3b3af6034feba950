import Foundation
import OperationCourse
import Testing

@testable import LabKit

/// The JSON of the real `lab` against the schema that its readers have.
@Suite("JSON", .longPlan, .repeatable, .elsewhere)
struct JSONShapeTests {
  @Test(
    "has the keys and types of its schema, and no others",
    arguments: [
      ("lesson", ["lesson", "3", "--all", "--json"]),
      ("lesson", ["lesson", "6", "--all", "--json"]),
      ("claims", ["claims", "--lesson", "1", "--json"]),
      ("claimsEnvelope", ["claims", "--lesson", "1", "--json", "--envelope"]),
      ("explorations", ["explore", "1", "--json"]),
      ("exploration", ["explore", "1", "--program", "by-hand", "--json"]),
      ("exercises", ["exercise", "--list", "--json"]),
      ("lessons", ["list", "--json"]), ("lessons", ["list", "--route", "short", "--json"]),
      ("shown", ["show", "Lessons/see-your-queues/queues.jsonl", "--json"]),
      ("found", ["find", "--json"]), ("found", ["find", "CustomOperation", "--json"]),
    ])
  func commands(_ name: String, _ words: [String]) throws {
    try expect(name, try LabProcess(arguments: words).run())
  }

  @Test("of checks has the keys and types of its schema, and no others")
  func checks() throws {
    let fixture = try Fixture(Fixture.bareReturn)
    try expect("suggestions", try fixture.check("--json"))
    let make = ["--make", "BareReturn(work: probe.begin)", "--json"]
    try expect("check", try LabProcess(arguments: ["check", fixture.path] + make).run())
    let racy = try Fixture(
      Fixture.sound.replacing("lock.withLock { flags.finished }", with: "flags.finished"))
    let sanitized = try racy.check(
      "--make", "Sound(work: probe.begin)", "--rule", "survives-races", "--sanitize", "--json")
    try expect("check", sanitized)
    #expect(try JSONValue(sanitized.output)["races"]?.items.isEmpty == false)
  }

  @Test("of exercises and progress has the keys and types of its schema, and no others")
  func exercises() throws {
    let folder = try TemporaryFolder()
    let place = [
      "--dir", folder.url.appendingPathComponent("all/ann").path,
      "--state", folder.url.appendingPathComponent("state").path,
    ]
    _ = try LabProcess(arguments: ["exercise", "3"] + place).run()
    try expect("verification", try LabProcess(arguments: ["verify", "3", "--json"] + place).run())
    try expect(
      "progress", try LabProcess(arguments: ["progress", "--json"] + place.suffix(2)).run())
    let all = folder.url.appendingPathComponent("all").path
    try expect("classroom", try LabProcess(arguments: ["verify", "--all", all, "--json"]).run())
  }

  @Test("of downloads has, in each line, the keys and types of its schema, and no others")
  func downloads() throws {
    let server = try LoopbackServer()
    server.serve(
      "/a", LoopbackServer.Resource(.generated(length: 300_000)), faults: [.cut(after: 100_000)])
    let folder = try TemporaryFolder()
    let result = try LabProcess(arguments: [
      "download", server.url("/a").absoluteString, server.url("/none").absoluteString,
      "--output", folder.url.path, "--json",
    ]).run()
    let lines = result.output.split(separator: "\n")
    #expect(lines.count > 4)
    let schema = try JSONSchema()
    for line in lines {
      #expect(schema.mistakes(in: try JSONValue(line), of: "download") == [], "\(line)")
    }
  }

  @Test("with a key more, a key less or another type is not what the schema says")
  func mistakes() throws {
    let schema = try JSONSchema()
    func mistakes(_ text: String) throws -> [String] {
      schema.mistakes(in: try JSONValue(text), of: "frame")
    }
    #expect(try mistakes(#"{"function":"f","file":"","line":1}"#) == [])
    #expect(try mistakes(#"{"function":"f","file":"","line":1,"column":2}"#).count == 1)
    #expect(try mistakes(#"{"function":"f","file":""}"#).count == 1)
    #expect(try mistakes(#"{"function":"f","file":"","line":"1"}"#).count == 1)
  }

  @Test("of every command has a row on the page, and every row a definition")
  func page() throws {
    let page = try String(
      contentsOf: LabProcess.checkout.appendingPathComponent("Lessons/json.md"), encoding: .utf8)
    let rows = page.matches(of: /(?m)^\| `lab (\w+)[^|]*\| `(\w+)` \|/)
    let names = try JSONSchema().names
    #expect(rows.allSatisfy { names.contains(String($0.output.2)) })
    let help = try LabProcess.run("--help").output
    for command in [
      "list", "find", "lesson", "claims", "check", "explore", "exercise", "verify", "progress",
      "download",
    ] {
      #expect(help.contains(command) && rows.contains { $0.output.1 == command }, "\(command)")
    }
  }

  private func expect(_ name: String, _ result: LabProcess.Result) throws {
    let value = try JSONValue(result.output)
    #expect(try JSONSchema().mistakes(in: value, of: name) == [], "\(result.errors)")
  }
}
