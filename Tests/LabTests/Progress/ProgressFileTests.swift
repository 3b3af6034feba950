import Foundation
import Testing

@testable import LabKit

@Suite("The progress file", .repeatable)
struct ProgressFileTests {
  private let folder: TemporaryFolder
  private var file: ProgressFile {
    ProgressFile(path: folder.url.appendingPathComponent("deep/progress.jsonl").path)
  }

  init() throws { folder = try TemporaryFolder() }

  @Test("tells what was read, predicted and mended")
  func roundTrip() throws {
    #expect(try file.load() == LearnerProgress([]))
    try file.read(3)
    try file.finished(4)
    try file.predicted(3, "article", asked: "How many?", answered: "10", right: false)
    try file.predicted(3, "article", asked: "How many?", answered: "2", right: true)
    try file.mended("12.2")
    let progress = try file.load()
    #expect(progress.read == [3])
    #expect(progress.finished == [4])
    #expect(progress.mended(of: 12) == ["12.2"])
    #expect(progress.predictions.count == 1)
    #expect(progress.predictions[0].answers.map(\.text) == ["10", "2"])
    #expect(progress.latestLesson == 12)
  }

  @Test("passes over a line that a crash cut short, and begins the next on a line of its own")
  func tornLine() throws {
    try file.read(1)
    let whole = try Data(contentsOf: URL(fileURLWithPath: file.path))
    try (whole + whole.dropLast(9)).write(to: URL(fileURLWithPath: file.path))
    #expect(try file.load().read == [1])
    try file.read(2)
    #expect(try file.load().read == [1, 2])
  }

  @Test("keeps what only a newer version understands")
  func newerVersion() throws {
    try file.read(1)
    let newer = """
      {"at":1,"did":"sang","song":"la"}
      {"at":2,"did":"read","lesson":2,"x":[]}
      """
    let handle = try #require(FileHandle(forWritingAtPath: file.path))
    try handle.seekToEnd()
    try handle.write(contentsOf: Data((newer + "\n").utf8))
    try handle.close()
    try file.read(3)
    #expect(try file.load().read == [1, 2, 3])
    #expect(try String(contentsOfFile: file.path, encoding: .utf8).contains("sang"))
  }

  @Test("loses no line when several write at once")
  func manyWriters() async throws {
    let file = file
    try await withThrowingTaskGroup(of: Void.self) { group in
      for writer in 0..<4 {
        group.addTask { for round in 0..<25 { try file.mended("\(writer).\(round)") } }
      }
      try await group.waitForAll()
    }
    #expect(try file.load().mended.count == 100)
  }

  @Test("lies in the state folder, which must not be a relative path")
  func place() {
    #expect(
      ProgressFile(environment: ["XDG_STATE_HOME": "/s", "HOME": "/h"]).path
        == "/s/operation-lab/progress.jsonl")
    for folder in ["", "relative"] {
      #expect(
        ProgressFile(environment: ["XDG_STATE_HOME": folder, "HOME": "/h"]).path
          == "/h/.local/state/operation-lab/progress.jsonl")
    }
    #expect(ProgressFile(path: "x").path == "x")
  }

  @Test("says in one line what to do when it cannot be read or written")
  func unusable() throws {
    let file = ProgressFile(path: folder.url.path)
    for attempt in [{ _ = try file.load() }, { try file.read(1) }] {
      #expect { try attempt() } throws: { error in
        let failure = error as? Failure
        return failure?.status == .unreadable && failure?.message.contains("--state") == true
      }
    }
  }
}
