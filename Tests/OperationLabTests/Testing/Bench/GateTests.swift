import Foundation
import Testing

@testable import OperationLab
@testable import OperationBench

@Suite("A gate", .repeatable)
struct GateTests {
  @Test("lets all threads pass once it is open")
  func opens() async throws {
    let bench = Bench(gateDeadline: longEnough)
    let gate = bench.gate("g")
    #expect(!gate.isOpen)
    async let waited = elsewhere { gate.wait() }
    try await elsewhere { gate.open() }
    #expect(try await waited)
    #expect(gate.isOpen)
    #expect(gate.wait())
    #expect(bench.recorder.trace().events.map(\.kind) == [.opened])
  }

  @Test("writes down each opening, unless that is uninteresting")
  func traces() async throws {
    let bench = Bench()
    let trace = try await elsewhere {
      bench.gate("loud").open()
      bench.gate("silent", isTraced: false).open()
      return bench.recorder.trace().normalised()
    }
    #expect(
      trace.events == [Event(seq: 0, ns: 0, thread: "T1", subject: "loud", kind: .opened)])
  }

  @Test("reports when it is unknown in time whether anything may still happen")
  func neverAtRest() async throws {
    let bench = Bench(patience: .zero, gateDeadline: .milliseconds(5))
    let isOpen = try await elsewhere {
      bench.waitingThreads.expectingOutside { bench.gate("g").waitUnlessQuiet() }
    }
    #expect(!isOpen)
    let event = try #require(bench.recorder.trace().events.first)
    #expect(event.kind == .timedOut && event.fact == .gaveUp(reason: .neverAtRest))
  }

  @Test("gives up at its deadline, and says so in the trace")
  func deadline() async throws {
    let bench = Bench(gateDeadline: .milliseconds(1))
    let (passed, trace) = try await elsewhere {
      let passed = bench.gate("g").wait()
      return (passed, bench.recorder.trace().normalised())
    }
    #expect(!passed)
    #expect(
      trace.events == [
        Event(
          seq: 0, ns: 0, thread: "T1", subject: "g", kind: .timedOut,
          fact: .gaveUp(reason: .neverOpened))
      ])
  }

  @Test("that is open needs no quiet")
  func quietNotNeeded() async throws {
    let bench = Bench(gateDeadline: longEnough)
    #expect(
      try await elsewhere {
        let gate = bench.gate("g")
        gate.open()
        return gate.waitUnlessQuiet()
      })
  }

  @Test("wakes everybody who waits")
  func wakesAll() async throws {
    let gate = Bench(gateDeadline: longEnough).gate("g")
    try await withThrowingTaskGroup(of: Bool.self) { group in
      for _ in 0..<8 {
        group.addTask { try await elsewhere { gate.wait() } }
      }
      gate.open()
      for try await passed in group { #expect(passed) }
    }
  }

  @Test("has a deadline that converts to seconds")
  func seconds() {
    #expect(Duration.milliseconds(1500).seconds == 1.5)
    #expect(Duration.seconds(-2).seconds == -2)
  }
}

@Suite("A worker", .repeatable)
struct WorkerTests {
  @Test("does what it is given on one thread, one after the other")
  func serial() async throws {
    let bench = Bench()
    let worker = bench.worker()
    let log = bench.log("w")
    let done = bench.gate("done", isTraced: false)
    for number in 0..<100 { worker.async { log(.noted, note: "\(number)") } }
    worker.async { done.open() }
    #expect(try await elsewhere { done.wait() })
    let events = bench.recorder.trace().events
    #expect(events.map(\.note) == (0..<100).map { "\($0)" })
    #expect(Set(events.map(\.thread)) == ["T1"])
  }
}
