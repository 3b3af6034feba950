import Foundation
import Testing

@testable import LabKit

/// What the thread sanitizer must see as a lock, and what it must still find.
@Suite("lab check --sanitize", .longPlan, .repeatable, .elsewhere)
struct SanitizedTests {
  private static let folder = SubjectFolder.url.path

  @Test(
    "reports no race where each access is under a lock, an atomic, or in an actor",
    arguments: [
      "GuardingMutexOperation", "NumberInAMutexOperation", "HandingOverOperation",
      "SpinLockedOperation", "UnfairLockOperation", "ActorLogOperation",
    ])
  func sound(_ name: String) throws {
    let paths = ["SoundSharing.swift", "SoundLock.swift", "SoundQueues.swift"]
      .map { "\(Self.folder)/\($0)" }
    let result = try check(paths, make: "\(name)(work: probe.begin)")
    #expect(result.status == 0, "\(result.output)\(result.errors)")
    #expect(result.output.contains("no-data-races: holds"))
  }

  @Test("finds an access outside of a Mutex, and names both lines")
  func besideAMutex() throws {
    let path = "\(Self.folder)/SoundSharing.swift"
    let sound = try String(contentsOfFile: path, encoding: .utf8)
    let racy = sound.replacing("mutex.withLock { _ in stored }", with: "stored")
    let line = try #require(
      racy.split(separator: "\n", omittingEmptySubsequences: false)
        .firstIndex { $0.contains("{ stored }") })
    let fixture = try Fixture(racy)
    let others = ["SoundLock.swift", "SoundQueues.swift"].map { "\(Self.folder)/\($0)" }
    let result = try check(
      [fixture.path] + others, make: "GuardingMutexOperation(work: probe.begin)")
    #expect(result.status == 1, "\(result.output)\(result.errors)")
    #expect(result.output.contains("Subject.swift:\(line + 1) reads"), "\(result.output)")
  }

  private func check(_ paths: [String], make: String) throws -> LabProcess.Result {
    let rules = ["--rule", "survives-races", "--rule", "ends-not-executing"]
    return try LabProcess(arguments: ["check"] + paths + ["--make", make, "--sanitize"] + rules)
      .run()
  }
}
