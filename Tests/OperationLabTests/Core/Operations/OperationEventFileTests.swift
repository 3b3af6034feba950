import Foundation
import Testing

@testable import OperationLab

@Suite("A file of events", .repeatable, .timeLimit(.minutes(60)))
struct OperationEventFileTests {
  @Test("has a line for each event of all its queues, with one number for each operation")
  func lines() async throws {
    try await withFolder { folder in
      let url = folder.appending(path: "queues.jsonl")
      let file = try OperationEventFile(at: url)
      let (photos, screen) = (
        ReportingQueue(in: file), ReportingQueue(in: file)
      )
      (photos.name, screen.name) = ("photos", "screen")
      photos.maxConcurrentOperationCount = 2
      photos.isSuspended = true
      let (load, show, plain) = (AsyncOperation(), TaskOperation {}, BlockOperation {})
      (load.name, show.name, plain.name) = ("load", "show", "plain")
      show.addDependency(load)
      show.queuePriority = .high
      screen.addOperation(show)
      photos.addOperation(load)
      photos.addOperation(plain)
      photos.isSuspended = false
      try await show.finished()
      try await plain.finished()
      while try events(in: url).count(where: { $0.kind == .finished }) < 3 { await Task.yield() }
      let events = try events(in: url)
      #expect(events.map(\.seq) == Array(0..<events.count))
      let added = events.filter { $0.kind == .added }
      #expect(added.map(\.operation) == ["show#1", "load#2", "plain#3"])
      #expect(added.map(\.queue) == ["screen", "photos", "photos"])
      #expect(added.compactMap(\.addition?.width) == [-1, 2, 2])
      #expect(added.compactMap(\.addition?.dependencies) == [["load#2"], [], []])
      #expect(added.compactMap(\.addition?.isSuspended) == [false, true, true])
      #expect(added.compactMap(\.addition?.priority) == [4, 0, 0])
      #expect(added.compactMap(\.addition?.reportsStart) == [true, true, false])
      #expect(events.allSatisfy { ($0.addition == nil) == ($0.kind != .added) })
    }
  }

  @Test("has an event before the closure takes it")
  func before() throws {
    try withFolder { folder in
      let url = folder.appending(path: "queues.jsonl")
      let seen = Locked<[Bool]>([])
      let queue = ReportingQueue(in: try OperationEventFile(at: url)) { event in
        let known = (try? events(in: url)) ?? []
        seen.withLock { $0.append(known.contains { $0.seq == event.seq }) }
      }
      queue.addOperation {}
      queue.waitUntilAllOperationsAreFinished()
      #expect(seen.withLock { $0.count >= 3 && $0.allSatisfy { $0 } })
    }
  }

  @Test("goes on in a new line after one that was cut off")
  func cut() throws {
    try withFolder { folder in
      let url = folder.appending(path: "queues.jsonl")
      try Data("{\"kind\":\"add".utf8).write(to: url)
      ReportingQueue(in: try OperationEventFile(at: url)).addOperation {}
      let lines = try String(contentsOf: url, encoding: .utf8).split(separator: "\n")
      #expect(lines[0] == "{\"kind\":\"add")
      #expect(lines[1].hasPrefix("{\"addition\":"))
    }
  }

  @Test("never exceeds its limit, and keeps the file before it")
  func limit() async throws {
    try await withFolder { folder in
      let released = Locked(0)
      let url = folder.appending(path: "queues.jsonl")
      // Two at once, as two processes would.
      let files = try (0..<2).map { _ in try OperationEventFile(at: url, byteLimit: 2_000) }
      let queues = files.map { file in
        ReportingQueue(in: file) { event in
          if event.kind == .released { released.withLock { $0 += 1 } }
        }
      }
      // One after the other: the lines of what has not finished do not count.
      for number in 0..<100 {
        queues[number % 2].addOperation {}
        while released.withLock({ $0 }) <= number { await Task.yield() }
      }
      #expect(try names(in: folder) == ["queues.jsonl", "queues.jsonl.old"])
      for name in ["queues.jsonl", "queues.jsonl.old"] {
        let data = try Data(contentsOf: folder.appending(path: name))
        // The other may write a line after the size was read.
        #expect(data.count <= 2_500 && !data.isEmpty)
        _ = try events(in: folder.appending(path: name))
      }
    }
  }

  @Test("begins anew with all that its unfinished operations did, and with no finished one")
  func unfinished() throws {
    try withFolder { folder in
      let url = folder.appending(path: "queues.jsonl")
      let file = try OperationEventFile(at: url, byteLimit: 1_000)
      let (stalled, busy) = (
        ReportingQueue(in: file), ReportingQueue(in: file)
      )
      (stalled.name, stalled.maxConcurrentOperationCount) = ("stalled", 1)
      let (endless, next) = (UnendingOperation(), TaskOperation {})
      (endless.name, next.name) = ("endless", "next")
      stalled.addOperation(endless)
      #expect(endless.begun.wait(deadline: longEnough))
      stalled.addOperation(next)
      // The file begins anew several times.
      for _ in 0..<50 {
        busy.addOperation {}
        busy.waitUntilAllOperationsAreFinished()
      }
      let kept = try events(in: url)
      #expect(
        kept.filter { $0.operation == "endless#1" }.map(\.kind) == [.added, .ready, .started])
      #expect(kept.filter { $0.operation == "next#2" }.map(\.kind) == [.added, .ready])
      #expect(!kept.contains { $0.operation == "BlockOperation#3" })
      endless.finish()
      stalled.waitUntilAllOperationsAreFinished()
    }
  }

  @Test("must be a plain file in a folder that exists", arguments: ["", "none/queues.jsonl"])
  func refused(_ name: String) throws {
    try withFolder { folder in
      #expect(throws: POSIXError.self) {
        try OperationEventFile(at: name.isEmpty ? folder : folder.appending(path: name))
      }
    }
  }
}

/// Ends when it is told to.
private final class UnendingOperation: AsyncOperation, @unchecked Sendable {
  let begun = Latch()
  override func work() { begun.open() }
}

private func events(in url: URL) throws -> [OperationEvent] {
  try String(contentsOf: url, encoding: .utf8).split(separator: "\n").map {
    try JSONDecoder().decode(OperationEventLine.self, from: Data($0.utf8)).event
  }
}
