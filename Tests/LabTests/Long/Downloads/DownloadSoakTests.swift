import Foundation
import OperationCourse
import OperationDownloads
import OperationBench
import Synchronization
import Testing

/// Downloads over a connection that does its worst: whatever comes out is exactly what the server
/// had, or an error.
///
/// `Scripts/soak downloads` runs it with many more rounds, by `LAB_DOWNLOAD_ROUNDS`.
@Suite("Downloads under faults", .longPlan, .repeatable, .elsewhere)
struct DownloadSoakTests {
  private static let rounds =
    ProcessInfo.processInfo.environment["LAB_DOWNLOAD_ROUNDS"].flatMap { Int($0) } ?? 10

  @Test("give exactly the server's bytes or an error")
  func exactOrError() throws {
    var tally: [String: Int] = [:]
    for seed in 0..<Self.rounds {
      let round = try DownloadRound(seed: UInt64(seed))
      let verdict = try round.run(withKills: seed % 5 == 0)
      tally[verdict, default: 0] += 1
      #expect(["exact", "error"].contains(verdict), "round \(seed): \(verdict)")
      round.server.stop()
    }
    // Most rounds recover: a manager that always gave up would pass otherwise.
    #expect(tally["exact", default: 0] * 10 >= Self.rounds * 7, "\(tally)")
  }
}

/// One file, its server with a list of faults, and downloads that are cut, killed and resumed.
private struct DownloadRound {
  typealias Resource = LoopbackServer.Resource
  typealias Fault = LoopbackServer.Fault

  let server: LoopbackServer
  private let plan: Plan

  /// Everything that chance decides, decided before the first request.
  private struct Plan: Sendable {
    var versions: [Resource] = []
    /// The version at each request. The last for all that follow.
    var version: [Int] = []
    var faults: [Fault?] = []
    /// Released at the end, so that no reply stalls forever.
    let hold = LoopbackServer.Hold()

    func resource(for request: LoopbackServer.Request) -> Resource {
      let number = min(request.number, version.count - 1)
      let fault = faults.indices.contains(request.number) ? faults[request.number] : nil
      let current = versions[version[number]]
      let isPart =
        request["If-Range"] != nil
        && request["If-Range"] == (current.etag ?? current.lastModified)
      // A whole file that is announced shorter than it is, is, to everybody else, a shorter file.
      if case .shortBody = fault, !isPart { return current }
      return current.failing(fault)
    }
  }

  init(seed: UInt64) throws {
    server = try LoopbackServer()
    var chance = SplitMix(seed: seed)
    var plan = Plan()
    let isDated = chance.one(in: 4)
    for number in 0..<3 {
      var resource = Resource(
        .generated(length: chance.number(1...600_000), seed: seed &* 3 &+ UInt64(number)),
        etag: isDated || chance.one(in: 8) ? nil : "\"v\(number)\"")
      if isDated {
        resource.lastModified = "Mon, 0\(number + 1) Jan 2024 00:00:00 GMT"
        resource.headers = [.init("Date", "Mon, 05 Feb 2024 00:00:00 GMT")]
      }
      if chance.one(in: 4) { resource.framing = .chunked }
      plan.versions.append(resource)
    }
    var version = 0
    for _ in 0..<chance.number(1...8) {
      plan.version.append(version)
      plan.faults.append(Self.fault(&chance, plan.hold))
      if version < 2, chance.one(in: 5) { version += 1 }
    }
    plan.version.append(version)
    self.plan = plan
    server.serve("/file") { [plan] in plan.resource(for: $0) }
  }

  private static func fault(_ chance: inout SplitMix, _ hold: LoopbackServer.Hold) -> Fault? {
    let place = chance.number(0...600_000)
    return switch chance.number(0...11) {
    case 0...4: .cut(after: place)
    case 5: .reset(after: place)
    case 6: .ignoreRange
    case 7: .contentRange("bytes \(place)-\(place + 9)/\(place + 10)")
    case 8: .shortBody(missing: chance.number(1...1_000))
    case 9: .status(503, [])
    case 10: .trickle(pieces: 100_000, pause: 1)
    default: nil
    }
  }

  /// `exact`, `error`, or what is wrong.
  func run(withKills: Bool) throws -> String {
    try withFolder { withKills ? try runInChildren($0) : try runInManager($0) }
  }

  private func runInManager(_ folder: URL) throws -> String {
    let end = DispatchSemaphore(value: 0)
    let file = folder.appending(path: "file")
    let manager = DownloadManager(
      retry: RetryPolicy(limit: 4, wait: { _, body in body() }) { _, _ in .zero },
      callbacks: .dispatch(DispatchQueue(label: "soak"))
    ) { if !$0.isActive { end.signal() } }
    manager.start(server.url("/file"), to: file)
    guard end.wait(timeout: .now() + 600) == .success else { return "no end" }
    return try verdict(of: file, claimsSuccess: manager.downloads[0].state == .finished)
  }

  /// Runs `lab download`, kills it while the server stalls, and runs it again.
  private func runInChildren(_ folder: URL) throws -> String {
    let file = folder.appending(path: "file")
    for place in [70_000, 150_000, 20_000] {
      let hold = LoopbackServer.Hold()
      let stalls = Atomic(true)
      try withExtendedLifetime(hold) {
        server.serve("/file") { [plan] request in
          let resource = plan.resource(for: request)
          let isFirst = stalls.exchange(false, ordering: .relaxed)
          return isFirst ? resource.failing(.stall(after: place, hold)) : resource
        }
        let process = Process()
        process.executableURL = LabProcess.executable
        process.arguments = ["download", server.url("/file").absoluteString]
        process.arguments? += ["--output", folder.path]
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try process.run()
        // Where it is by then is up to the machine: that is the point.
        _ = hold.isReached(timeout: 1)
        kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
      }
      if FileManager.default.fileExists(atPath: file.path) { break }
    }
    server.serve("/file") { [plan] in plan.resource(for: $0) }
    let result = try LabProcess.run(
      "download", server.url("/file").absoluteString, "--output", folder.path)
    return try verdict(of: file, claimsSuccess: result.status == 0)
  }

  private func verdict(of file: URL, claimsSuccess: Bool) throws -> String {
    let isThere = FileManager.default.fileExists(atPath: file.path)
    guard claimsSuccess == isThere else { return "there: \(isThere), said: \(claimsSuccess)" }
    guard isThere else { return "error" }
    // What the server had when it was last asked. Another version, or two mixed, would be wrong.
    let number = server.requests.last?.number ?? 0
    let version = plan.versions[plan.version[min(number, plan.version.count - 1)]]
    return try version.body.matches(fileAt: file) ? "exact" : "other bytes"
  }
}

extension SplitMix {
  fileprivate mutating func number(_ range: ClosedRange<Int>) -> Int {
    Int.random(in: range, using: &self)
  }

  fileprivate mutating func one(in count: Int) -> Bool { number(1...count) == 1 }
}
