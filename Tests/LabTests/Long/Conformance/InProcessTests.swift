import Foundation
import OperationLab
import OperationBench
import Testing

@testable import OperationCourse
@testable import OperationTesting

/// The rules as a test calls them, on designs that are hard to wait for.
@Suite("Conformance.check, on the catalogue", .longPlan, .repeatable, .serialized)
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

  @Test("rejects an operation that blocks the threads of all tasks")
  func blocksTasks() async throws {
    let ruling = try await ruling("many-at-once") { probe in
      BlocksInATask { try? await probe.work() }
    }
    #expect(ruling.verdict == .broken && ruling.why.contains("Swift adds none"), "\(ruling)")
  }

  @Test("passes an operation that blocks a thread of its own for a task")
  func blocksItsOwnThread() async throws {
    let ruling = try await ruling("many-at-once") { probe in
      WaitsOnItsOwnThread { try? await probe.work() }
    }
    #expect(ruling.verdict == .holds && ruling.remark == nil, "\(ruling)")
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

  @Test("leaves undecided what only orders at the class's own locks show")
  func locksAreNoPoints() async throws {
    let rules = Battery.rules.filter { $0.id == "survives-races" }
    let report = await Conformance.check("it", rules: rules) { probe in
      DetachesBeforeExecuting { probe.run() }
    }
    #expect(report.undecided.map(\.rule.id) == ["survives-races"], "\(report)")
  }

  @Test("decides the rules about the work where two of a class share one piece of it")
  func sharesItsWork() async {
    let rules = ["cancel-while-running", "cancel-returns", "works-once", "executing-while-working"]
      .compactMap(Battery.rule)
    let report = await Conformance.check("it", rules: rules) {
      SharedFetchOperation(work: $0.begin)
    }
    #expect(report.passed(allowingUndecided: false), "\(report)")
  }

  @Test("remarks on a start() that cancels another of its class, and does not blame cancel()")
  func cancelsTheOlder() async throws {
    let ruling = try await ruling("cancels-only-itself") { NewestOnlyOperation(work: $0.begin) }
    #expect(ruling.verdict == .holds && ruling.remark != nil, "\(ruling)")
  }

  @Test("names two locks in opposite order, and blames no cancel()")
  func opposedLocks() async throws {
    let make: @Sendable (Probe) -> Operation = { OpposedLocksOperation($0.run) }
    let stuck = try await ruling("completes-in-a-queue", make)
    #expect(stuck.verdict == .broken && stuck.why.contains("nor another of its class"), "\(stuck)")
    let rules = ["completes-in-a-queue", "finish-is-announced", "cancel-while-running"]
      .compactMap(Battery.rule)
    let report = await Conformance.check("both", rules: rules, make: make)
    #expect(report.failures.map(\.rule.id) == ["completes-in-a-queue"], "\(report)")
  }

  @Test("blames no repetition for an end that comes twice without one")
  func endsTwice() async throws {
    let rules = ["finish-survives-repetition", "completion-block-once"].compactMap(Battery.rule)
    let report = await Conformance.check("it", rules: rules) { EndsInMain(work: $0.begin) }
    #expect(report.failures.map(\.rule.id) == ["completion-block-once"], "\(report)")
    #expect(report.failures.first?.cure.contains("override") == true, "\(report)")
  }

  @Test("compares no readings that were made while Dispatch's pools are held")
  func readsThroughAPool() async {
    let rules = ["asking-changes-nothing", "ends-not-executing"].compactMap(Battery.rule)
    let report = await Conformance.check("it", rules: rules) { ReadsThroughAPool(work: $0.begin) }
    #expect(report.passed(allowingUndecided: false), "\(report)")
  }

  private func spinning(
    function: String = #function, _ make: @escaping @Sendable (Probe) -> Operation
  ) async throws -> Ruling {
    try await ruling("does-not-spin", function: function, make)
  }

  /// The ruling of one rule. On a crowded machine it may be undecided, and the rule is checked again,
  /// at most twice. The test's own name is needed to come back to it.
  private func ruling(
    _ id: String, function: String = #function,
    _ make: @escaping @Sendable (Probe) -> Operation
  ) async throws -> Ruling {
    let rules = Battery.rules.filter { $0.id == id }
    var rulings: [Ruling] = []
    repeat {
      let report = await Conformance.check("it", rules: rules, make: make, function: function)
      rulings.append(try #require(report.results.first).ruling)
    } while rulings.last?.verdict == .undecided && rulings.count < 3
    return rulings[rulings.count - 1]
  }

  /// On a crowded machine a rule may be undecided, but none is broken.
  private func passes(
    _ name: String, function: String = #function,
    _ make: @escaping @Sendable (Probe) -> Operation
  ) async {
    let report = await Conformance.check(name, make: make, function: function)
    #expect(report.passed, "\(report)")
    #expect(!report.description.contains("thread of this process"), "\(report)")
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

/// Sound: each reading goes through Dispatch's pool. If that takes long, `isExecuting` answers of the
/// time before, and `isFinished` of the time after.
private final class ReadsThroughAPool: LockOperation, @unchecked Sendable {
  private let end = NSCondition()
  private var isLate = false
  private var isOver = false

  override var isExecuting: Bool {
    let (answer, clock) = (super.isExecuting, ContinuousClock())
    let time = clock.measure { passThroughPool() }
    if answer, time > .milliseconds(50) { end.withLock { isLate = true } }
    return answer
  }

  override var isFinished: Bool {
    end.withLock {
      while isLate, !isOver, end.wait(until: Date(timeIntervalSinceNow: 5)) {}
      isLate = false
    }
    return super.isFinished
  }

  override func start() {
    if isCancelled { return finish() }
    guard set(isExecuting: true, isFinished: false) else { return }
    passThroughPool()
    work { self.finish() }
  }

  override func finish() {
    super.finish()
    end.withLock {
      isOver = true
      end.broadcast()
    }
  }

  private func passThroughPool() {
    let isThrough = DispatchSemaphore(value: 0)
    DispatchQueue.global().async { isThrough.signal() }
    isThrough.wait()
  }
}

/// It takes two locks, each second one in the other order.
private final class OpposedLocksOperation: Operation, @unchecked Sendable {
  private static let made = Locked(0)
  private static let locks = [NSLock(), NSLock()]
  private let order: [NSLock]
  private let body: @Sendable () -> Void

  init(_ body: @escaping @Sendable () -> Void) {
    let isOdd = Self.made.withLock { made in
      made += 1
      return made % 2 == 1
    }
    order = isOdd ? Self.locks : Self.locks.reversed()
    self.body = body
  }

  override func main() {
    if isCancelled { return }
    order[0].withLock {
      body()
      order[1].withLock {}
    }
  }
}

/// `start()` cancels the one that was made before it.
private final class NewestOnlyOperation: LockOperation, @unchecked Sendable {
  private struct Newest: Sendable { weak var operation: NewestOnlyOperation? }

  private static let newest = Locked(Newest())
  private var older = Newest()

  override init(work: @escaping Work) {
    super.init(work: work)
    older = Self.newest.withLock { newest in
      defer { newest.operation = self }
      return newest
    }
  }

  override func start() {
    older.operation?.cancel()
    super.start()
  }
}
