import Foundation
import Synchronization
import Testing

@testable import OperationLab
@testable import OperationTesting

/// Where tests that block keep all threads of Swift's tasks.
@Suite("Conformance.check, where tests keep the threads of tasks", .repeatable)
struct InProcessExecutorTests {
  @Test("passes what needs none")
  func sound() async {
    let report = await check { probe in BlockOperation { probe.run() } }
    #expect(report.passed, "\(report)")
    #expect(report.results.map(\.ruling.verdict) == [.holds, .holds])
  }

  @Test("neither passes nor accuses what stands still, and says why")
  func stuck() async {
    let report = await check { _ in NeverEnding() }
    #expect(report.failures.isEmpty && !report.passed)
    #expect(report.undecided.map(\.rule.id) == ["completes-in-a-queue"])
    #expect(
      report.description.hasPrefix(
        "it cannot be judged here by 1 of 2 rules: Swift's tasks had no thread"), "\(report)")
  }

  @Test("accuses what does what it must not")
  func seen() async {
    let report = await check { _ in AlwaysExecuting() }
    #expect(report.failures.map(\.rule.id).contains("starts-fresh"), "\(report)")
  }

  @Test("accuses what stands still although tasks have threads, with cost and cure")
  func stuckAlone() async throws {
    let report = await check(Self.threads) { _ in
      NeverEnding()
    }
    let failure = try #require(report.failures.first)
    #expect(report.failures.map(\.rule.id) == ["completes-in-a-queue"], "\(report)")
    #expect(report.description.hasPrefix("it breaks 1 of 2 rules."))
    #expect(report.description.contains("  Cost: \(failure.cost)"))
    #expect(report.description.contains("  Mend: \(failure.cure)"))
  }

  @Test("accuses what keeps quiet about the error with which cancelled work ends")
  func quiet() async throws {
    let rule = try #require(Battery.rule("cancel-while-running"))
    let report = await check(Self.threads, [rule]) {
      probe in
      Quiet(work: probe.result)
    }
    let ruling = try #require(report.failures.first).ruling
    #expect(Set(ruling.evidence.map(\.program)) == ["failing"], "\(report)")
  }

  @Test("waits for an operation whose task gets a thread only after a while")
  func late() async {
    let pool = LatePool()
    let report = await check(TaskPool { _, body in pool.takeLast(body) }) { probe in
      Handing(work: probe.run) { body in pool.take(body) }
    }
    #expect(report.passed, "\(report)")
  }

  @Test("waits for one whose task makes it ready")
  func readyLate() async throws {
    let pool = LatePool()
    let rule = try #require(Battery.rule("completes-in-a-queue"))
    let report = await check(TaskPool { _, body in pool.takeLast(body) }, [rule]) { probe in
      let operation = ReadyLater(work: probe.run)
      pool.take { operation.becomeReady() }
      return operation
    }
    #expect(report.passed, "\(report)")
  }

  @Test("neither passes nor accuses an operation whose trials take too long")
  func tooSlow() throws {
    let subject = Subject("it") { probe in BlockOperation { probe.run() } }
    let rule = try #require(Battery.rule("starts-fresh"))
    var executor = InProcessExecutor(subject: subject)
    executor.limits = TrialLimits(broken: .zero, sound: .zero)
    let report = try BatteryRunner(deadline: .seconds(15), executor: executor)
      .check(subject, rules: [rule])
    #expect(report.results.map(\.verdict) == [.undecided])
    #expect(!report.passed && report.description.contains("rate limit"), "\(report)")
  }

  @Test(
    "starts nothing by hand that is not ready, which accuses nobody",
    arguments: [
      "cancel-before-work", "does-not-spin", "works-once", "completes-by-hand",
      "asynchronous-start-returns", "finish-is-announced",
    ])
  func neverReady(_ id: String) async throws {
    let rule = try #require(Battery.rule(id))
    let report = await check(Self.threads, [rule]) { probe in ReadyLater(work: probe.run) }
    let ruling = try #require(report.results.first).ruling
    #expect(ruling.verdict == .undecided, "\(report)")
    #expect(ruling.why.contains("did not become ready in time"), "\(report)")
    #expect(ruling.fault == nil)
  }

  @Test("does not count other work on a queue's thread as a spin")
  func othersAreBusy() async throws {
    let ruling = try await leavingToBusyQueue { _ in true }
    #expect(ruling.verdict == .undecided, "\(ruling)")
    #expect(ruling.why.contains("does others' work, too"), "\(ruling)")
  }

  @Test("looks again when a queue's thread was busy")
  func othersWereBusy() async throws {
    // The first operation is left to itself. The work of the second one is held.
    let ruling = try await leavingToBusyQueue { number in number == 2 }
    #expect(ruling.verdict == .holds, "\(ruling)")
  }

  /// The ruling of `does-not-spin` on operations whose work is begun by a shared queue. For the
  /// chosen numbers, the queue's thread then stays busy until the operation finishes.
  private func leavingToBusyQueue(
    _ isBusyFor: @escaping @Sendable (Int) -> Bool
  ) async throws -> Ruling {
    let everybodys = DispatchQueue(label: "everybody's")
    let count = Locked(0)
    let rule = try #require(Battery.rule("does-not-spin"))
    let report = await check(Self.threads, [rule]) { probe in
      let number = count.withLock { count in
        count += 1
        return count
      }
      return Leaving { operation in
        everybodys.async {
          // Added before the queue is empty, so that the same thread runs it.
          if isBusyFor(number) { everybodys.async { while !operation.isFinished {} } }
          probe.begin { operation.finish() }
        }
      }
    }
    return try #require(report.results.first).ruling
  }

  /// Where each task has a thread.
  private static let threads = TaskPool { _, body in Thread.detachNewThread(body) }

  /// Where no task ever gets a thread, unless that is said.
  private func check(
    _ taskPool: TaskPool = TaskPool(limit: .milliseconds(200)) { _, _ in },
    _ rules: [Rule] = ["starts-fresh", "completes-in-a-queue"].compactMap(Battery.rule),
    _ make: @escaping @Sendable (Probe) -> Operation
  ) async -> ConformanceReport {
    await Conformance.onThreadOfItsOwn {
      Conformance.check(Subject("it", make: make), rules, 1, .seconds(15), tasks: taskPool)
    }
  }
}

/// BROKEN ON PURPOSE: cancelled, it does not end when its work fails.
private final class Quiet: AsyncOperation, @unchecked Sendable {
  typealias Completion = @Sendable (Result<Void, any Error>) -> Void
  private let begin: @Sendable (@escaping Completion) -> Void

  init(work: @escaping @Sendable (@escaping Completion) -> Void) {
    begin = work
  }

  override func work() {
    begin { result in
      if case .failure = result, self.isCancelled { return }
      self.finish()
    }
  }
}

/// Runs what it was given, in order, once the kit gives it something. Only then does another thread
/// wait for it.
private final class LatePool: Sendable {
  private let bodies = Mutex<[@Sendable () -> Void]>([])

  func take(_ body: @escaping @Sendable () -> Void) {
    bodies.withLock { $0.append(body) }
  }

  func takeLast(_ body: @escaping @Sendable () -> Void) {
    take(body)
    let all = bodies.withLock { bodies in
      defer { bodies = [] }
      return bodies
    }
    for body in all { Thread.detachNewThread(body) }
  }
}

/// Sound: it hands its work to the given closure.
private final class Handing: AsyncOperation, @unchecked Sendable {
  private let body: @Sendable () -> Void
  private let hand: @Sendable (@escaping @Sendable () -> Void) -> Void

  init(
    work: @escaping @Sendable () -> Void,
    to hand: @escaping @Sendable (@escaping @Sendable () -> Void) -> Void
  ) {
    body = work
    self.hand = hand
  }

  override func work() {
    hand {
      self.body()
      self.finish()
    }
  }
}

/// Sound: it becomes ready when the test asks for it.
private final class ReadyLater: Operation, @unchecked Sendable {
  private let work: @Sendable () -> Void
  private let isTold = Mutex(false)

  init(work: @escaping @Sendable () -> Void) {
    self.work = work
  }

  override func main() { work() }

  override var isReady: Bool { super.isReady && isTold.withLock { $0 } }

  func becomeReady() {
    willChangeValue(for: \.isReady)
    isTold.withLock { $0 = true }
    didChangeValue(for: \.isReady)
  }
}

/// Sound: its work is begun elsewhere.
private final class Leaving: AsyncOperation, @unchecked Sendable {
  private let leave: @Sendable (Leaving) -> Void

  init(to leave: @escaping @Sendable (Leaving) -> Void) {
    self.leave = leave
  }

  override func work() { leave(self) }
}

/// BROKEN ON PURPOSE: it never finishes after `start()`.
private final class NeverEnding: Operation, @unchecked Sendable {
  override var isAsynchronous: Bool { true }
  override func start() {}
}

/// BROKEN ON PURPOSE: `isExecuting` is always true.
private final class AlwaysExecuting: Operation, @unchecked Sendable {
  override var isAsynchronous: Bool { true }
  override var isExecuting: Bool { true }
  override func start() {}
}
