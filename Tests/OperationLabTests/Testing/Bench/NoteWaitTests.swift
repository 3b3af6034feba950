import Foundation
import Testing

@testable import OperationLab
@testable import OperationBench

@Suite("A thread that is about to block", .repeatable)
struct NoteWaitTests {
  @Test("says so before it blocks")
  func before() async throws {
    let (seen, kinds) = try await elsewhere {
      let recorder = Recorder()
      let seen = Locked<[Event.Kind]>([])
      recorder.noteWait(.operation("a")) {
        seen.withLock { $0 = recorder.trace().events.map(\.kind) }
      }
      return (seen.withLock { $0 }, recorder.trace().events.map(\.kind))
    }
    #expect(seen == [.waiting])
    #expect(kinds == [.waiting])
  }

  @Test("does so for the body that it is in, the innermost that has not ended")
  func body() async throws {
    #expect(
      try await waits { bench in
        let recorder = bench.recorder
        recorder.record(.began, "outer")
        recorder.noteWait(.operation("a")) {}
        recorder.record(.began, "inner")
        recorder.noteWait(.operation("b")) {}
        recorder.record(.ended, "inner")
        recorder.noteWait(.operation("c")) {}
      } == ["outer for operation a", "inner for operation b", "outer for operation c"])
  }

  @Test(
    "outside any body, counts for the last one that recorded on the thread, or else for the program"
  )
  func noBody() async throws {
    #expect(
      try await waits { bench in
        let recorder = bench.recorder
        recorder.noteWait(.operation("a")) {}
        recorder.record(.noted, "helper")
        recorder.noteWait(.operation("b")) {}
        recorder.record(.began, "op")
        recorder.record(.ended, "op")
        recorder.record(.noted, "helper")
        recorder.noteWait(.operation("c")) {}
      } == ["program for operation a", "helper for operation b", "helper for operation c"])
  }

  @Test("does not do so for an operation that it puts into a queue")
  func enqueued() async throws {
    #expect(
      try await waits { bench in
        bench.recorder.record(.noted, "helper")
        bench.recorder.record(.enqueued, "other")
        bench.recorder.noteWait(.operations(["other"])) {}
      } == ["helper for other to be finished"])
  }

  @Test("takes no notice of what other threads are in")
  func otherThreads() async throws {
    let recorder = Recorder()
    try await elsewhere { recorder.record(.began, "other") }
    try await elsewhere { recorder.noteWait(.operation("a")) {} }
    #expect(recorder.trace().events.last?.subject == "program")
  }

  @Test("says only what it waits for first, however the call is made")
  func outermost() async throws {
    #expect(
      try await waits { bench in
        let recorder = bench.recorder
        recorder.noteWait(.queue("q")) {
          recorder.noteWait(.operation("a")) {}
        }
        recorder.noteWait(.operation("b")) {}
      } == ["program for queue q to be empty", "program for operation b"])
  }

  @Test("in a call of Foundation's says which operation, operations or queue it waits for")
  func calls() async throws {
    #expect(
      try await waits { bench in
        bench.log("helper").during {
          let queue = bench.queue("q")
          let (a, b, c) = (bench.block("a"), bench.block("b"), bench.block("c"))
          queue.addOperation(a)
          a.waitUntilFinished()
          queue.addOperations([b, c], waitUntilFinished: true)
          queue.waitUntilAllOperationsAreFinished()
        }
      } == [
        "helper for operation a", "helper for b and c to be finished",
        "helper for queue q to be empty",
      ])
  }

  /// Each wait of the body and what it waited for. The body runs on its own thread.
  private func waits(_ body: @escaping @Sendable (Bench) -> Void) async throws -> [String] {
    try await elsewhere {
      let bench = Bench()
      body(bench)
      return bench.recorder.trace().events.filter { $0.kind == .waiting }
        .map { "\($0.subject) \($0.note)" }
    }
  }
}
