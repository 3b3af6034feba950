import Foundation
import OperationCourse
import OperationBench
import Synchronization
import Testing

@testable import LabKit

/// A made-up measurement, from a Mac's verdicts to the sources.
@Suite(
  "A measurement of a Mac", .longPlan, .repeatable, .elsewhere,
  .enabled(if: LabProcess.hasPython, "the scripts need python3"))
struct MeasurementTests {
  @Test("is a small file with each verdict, the system and the compiler")
  func isMeasured() throws {
    let place = try Place()
    let measurement = try place.measure(["D01b": .confirmed, "C21b": .confirmed])
    #expect(
      measurement["verdicts"] as? [String: String] == ["D01b": "confirmed", "C21b": "confirmed"])
    #expect((measurement["news"] as? [String: String])?.keys.sorted() == ["D01b"])
    #expect((measurement["compiler"] as? String)?.contains("Swift version") == true)
    #expect((measurement["date"] as? String)?.contains(/^\d{4}-\d\d-\d\d$/) == true)
    let size = try Data(contentsOf: place.file).count
    #expect(size < 1000)
  }

  @Test("turns guesses into measured verdicts, and keeps reported ones")
  func isTaken() throws {
    let place = try Place()
    let before = try place.expectations()
    _ = try place.measure([
      "D01b": .confirmed, "C21b": .confirmed, "C14b": .refuted, "C18": .refuted, "A07c": .undecided,
    ])
    try place.pretendMac()
    let result = try place.take()
    #expect(result.ending == .exited(0), "\(result.errorText)")
    let after = try place.expectations()
    // Our guess was refuted everywhere, confirmed everywhere, and refuted on Linux only.
    for (id, linux, darwin) in [
      ("D01b", "refuted", "confirmed"), ("C21b", "confirmed", "confirmed"),
      ("C14b", "refuted", "refuted"),
    ] {
      #expect(after[id]?["linux"] == linux && after[id]?["darwin"] == darwin)
      let note = "\(place.today): macOS 15.5, arm64, Swift version"
      #expect(after[id]?["measured"]?.hasPrefix(note) == true)
    }
    let untouched = before.keys.filter { !["D01b", "C21b", "C14b"].contains($0) }
    #expect(untouched.count > 100)
    for id in untouched { #expect(after[id] == before[id], "\(id)") }
    #expect(result.lines.contains { $0.hasPrefix("left as it is: C18 was expected") })
    // A second take changes nothing.
    _ = try place.take()
    #expect(try place.expectations() == after)
  }

  @Test("is refused in one line when it is none, or none of a Mac")
  func isRefused() throws {
    let place = try Place()
    let before = try place.expectations()
    #expect(try place.take().ending == .exited(66))
    let lies = [
      "", "{}",
      #"{"format":1,"date":"d","system":"macOS 15","compiler":"c","verdicts":{"D01b":"x"}}"#,
      #"{"format":1,"date":"d\nx","system":"macOS 15","compiler":"c","verdicts":{}}"#,
      #"{"format":1,"date":"d","system":"Linux 6","compiler":"c","verdicts":{"D01b":"confirmed"}}"#,
    ]
    for text in lies {
      try text.write(to: place.file, atomically: true, encoding: .utf8)
      let result = try place.take()
      #expect(result.ending == .exited(65), "\(text)")
      #expect(result.errorText.split(separator: "\n").count == 1)
      #expect(result.errorText.hasPrefix("take-measurement: "))
    }
    #expect(try place.expectations() == before)
    #expect(
      try place.run("measure-macos", ["--lab", "/nowhere/lab", place.file.path]).ending
        != .exited(0))
    #expect(try place.run("measure-macos", ["--fast"]).ending == .exited(64))
  }
}

/// A folder with a copy of the lessons' ledgers and a program in the place of `lab`.
private struct Place {
  private let own: TemporaryFolder
  var folder: URL { own.url }
  var file: URL { folder.appendingPathComponent("measurement.json") }
  private(set) var today = ""

  init() throws {
    own = try TemporaryFolder()
    try FileManager.default.copyItem(
      at: LabProcess.checkout.appendingPathComponent("Lessons"),
      to: own.url.appendingPathComponent("Lessons"))
    today = Self.date(of: Date())
  }

  /// Runs `Scripts/measure-macos` with a program that prints these verdicts.
  func measure(_ verdicts: [String: Verdict]) throws -> [String: Any] {
    let claims = Lessons.all.flatMap(\.claims).filter { verdicts[$0.id] != nil }
      .map { claim -> [String: Any] in
        [
          "id": claim.id, "verdict": verdicts[claim.id]?.rawValue ?? "", "seen": "made up",
          "varies": false, "platforms": ["darwin": claim.expected.darwin.rawValue],
        ]
      }
    let json = folder.appendingPathComponent("claims.json")
    try JSONSerialization.data(withJSONObject: claims).write(to: json)
    let program = folder.appendingPathComponent("lab")
    // Unexpected verdicts end it with 1.
    try "#!/bin/sh\ncat '\(json.path)'\nexit 1\n"
      .write(to: program, atomically: true, encoding: .utf8)
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: program.path)
    let result = try run("measure-macos", ["--lab", program.path, file.path])
    #expect(result.ending == .exited(0), "\(result.errorText)")
    let object = try JSONSerialization.jsonObject(with: Data(contentsOf: file))
    return try #require(object as? [String: Any])
  }

  /// Makes the measurement one of a Mac's.
  func pretendMac() throws {
    try String(contentsOf: file, encoding: .utf8)
      .replacing(/"system": "[^"]*"/, with: "\"system\": \"macOS 15.5, arm64\"")
      .replacing(/"date": "[^"]*"/, with: "\"date\": \"\(today)\"")
      .write(to: file, atomically: true, encoding: .utf8)
  }

  func take() throws -> Answer {
    try run("take-measurement", [file.path, folder.path])
  }

  func run(_ script: String, _ words: [String]) throws -> Answer {
    let lines = Mutex<[String]>([])
    let result = try ChildProcess(
      executable: LabProcess.checkout.appendingPathComponent("Scripts/\(script)"), arguments: words
    ).run(deadline: .seconds(120)) { line in
      lines.withLock { $0.append(String(decoding: line, as: UTF8.self)) }
    }
    return Answer(
      ending: result.ending, errorText: result.errorText, lines: lines.withLock { $0 })
  }

  /// What the ledgers say that each claim expects.
  func expectations() throws -> [String: [String: String]] {
    let lessons = folder.appendingPathComponent("Lessons").path
    var found: [String: [String: String]] = [:]
    for path in try FileManager.default.subpathsOfDirectory(atPath: lessons)
    where path.hasSuffix("/claims.json") {
      let file = try Data(contentsOf: URL(fileURLWithPath: "\(lessons)/\(path)"))
      let claims = try JSONSerialization.jsonObject(with: file) as? [[String: Any]]
      for claim in try #require(claims) {
        let id = try #require(claim["id"] as? String)
        found[id] = (claim["expected"] as? [String: Any])?.mapValues { "\($0)" }
      }
    }
    return found
  }

  private static func date(of day: Date) -> String {
    String(ISO8601DateFormatter().string(from: day).prefix(10))
  }
}

/// What a script has said, and how it ended.
private struct Answer {
  let ending: ChildProcess.Ending
  let errorText: String
  let lines: [String]
}
