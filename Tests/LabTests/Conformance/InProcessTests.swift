import Foundation
import OperationLab
import OperationTesting
import Synchronization
import Testing

/// The rules inside the test's own process, on designs that are hard to wait for.
@Suite("Conformance.check, on the catalogue", .serialized)
struct InProcessTests {
  @Test("passes an operation that becomes ready by a timer of its own")
  func timer() async { await passes("LoginOperation") { LoginOperation(work: $0.begin) } }

  @Test(
    "passes an operation that becomes ready later, which Foundation's start() rejects before")
  func readyLater() async { await passes("OnlineOperation") { OnlineOperation($0.run) } }

  @Test("passes an operation that blocks until its work has called back")
  func blocking() async {
    await passes("WaitingInMainOperation") { WaitingInMainOperation(work: $0.begin) }
  }

  @Test("passes the kit's own connection, whose transport is the probe")
  func connection() async {
    await passes("ConnectionOperation") { probe in
      ConnectionOperation { connection, move in
        guard move.old == .ready, move.new == .executing else { return }
        probe.begin { connection.finish() }
      }
    }
  }

  @Test("rejects an operation that polls a limited number of times and then gives up")
  func countsNaps() async throws {
    let ruling = try await ruling("no-finish-before-work-ends") { LooksFiftyTimes(work: $0.begin) }
    #expect(ruling.verdict == .broken, "\(ruling)")
  }

  @Test("rejects an operation that never finishes when cancelled between two attempts")
  func givesUp() async throws {
    let ruling = try await ruling("cancel-while-running") { GivesUpInThePause(delivery: $0.result) }
    #expect(ruling.verdict == .broken, "\(ruling)")
  }

  @Test("rejects an operation that spins in its own call")
  func spins() async throws {
    #expect(try await spinning { AsksInALoop(work: $0.begin) }.verdict == .broken)
  }

  @Test("rejects an operation that spins on its own thread")
  func spinsElsewhere() async throws {
    #expect(try await spinning { TurnsItsRunLoop(work: $0.begin) }.verdict == .broken)
  }

  @Test("passes an operation that begins its work on a thread that ends")
  func leavesAtOnce() async throws {
    let ruling = try await spinning { probe in
      Leaving(work: probe.begin) { operation in
        Thread.detachNewThread { operation.begin() }
      }
    }
    #expect(ruling.verdict == .holds, "\(ruling)")
  }

  @Test("does not count other work on a queue's thread as a spin")
  func othersAreBusy() async throws {
    let ruling = try await leavingToBusyQueue { _ in true }
    #expect(ruling.verdict == .undecided, "\(ruling)")
    #expect(ruling.why.contains("does others' work, too"), "\(ruling)")
  }

  @Test("looks again when a queue's thread was busy")
  func othersWereBusy() async throws {
    // The first operation runs unobserved. The second one is observed.
    let ruling = try await leavingToBusyQueue { number in number == 2 }
    #expect(ruling.verdict == .holds, "\(ruling)")
  }

  /// The ruling of `does-not-spin` on operations whose work is begun by a shared queue. For the
  /// chosen numbers, the queue's thread then stays busy until the operation finishes.
  private func leavingToBusyQueue(
    _ isBusyFor: @escaping @Sendable (Int) -> Bool
  ) async throws -> Ruling {
    let everybodys = DispatchQueue(label: "everybody's")
    let count = Mutex(0)
    return try await spinning { probe in
      Leaving(work: probe.begin) { operation in
        let number = count.withLock { count in
          count += 1
          return count
        }
        everybodys.async {
          // Added before the queue is empty, so that the same thread runs it.
          if isBusyFor(number) { everybodys.async { while !operation.isFinished {} } }
          operation.begin()
        }
      }
    }
  }

  private func spinning(_ make: @escaping @Sendable (Probe) -> Operation) async throws -> Ruling {
    try await ruling("does-not-spin", make)
  }

  /// The ruling of one rule.
  private func ruling(
    _ id: String, _ make: @escaping @Sendable (Probe) -> Operation
  ) async throws -> Ruling {
    let rules = Battery.rules.filter { $0.id == id }
    let report = await Conformance.check("it", rules: rules, make: make)
    return try #require(report.results.first).ruling
  }

  private func passes(
    _ name: String, _ make: @escaping @Sendable (Probe) -> Operation
  ) async {
    let report = await Conformance.check(name, make: make)
    #expect(report.passed, "\(report)")
    #expect(report.results.allSatisfy { $0.ruling.verdict == .holds }, "\(report)")
  }
}

/// Sound: its work is begun from outside.
private final class Leaving: LockOperation, @unchecked Sendable {
  private let leave: @Sendable (Leaving) -> Void

  init(work: @escaping Work, to other: @escaping @Sendable (Leaving) -> Void) {
    leave = other
    super.init(work: work)
  }

  override func start() {
    if isCancelled { return finish() }
    guard set(isExecuting: true, isFinished: false) else { return }
    leave(self)
  }

  func begin() {
    work { self.finish() }
  }
}
