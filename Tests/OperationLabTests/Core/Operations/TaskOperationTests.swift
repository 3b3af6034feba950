import Foundation
import Synchronization
import Testing

@testable import OperationDoctor
@testable import OperationLab

private struct Refusal: Error, Equatable {}

/// How often something was done, and how often at one time.
private final class Count: Sendable {
  private let numbers = Mutex((now: 0, most: 0, all: 0))

  var most: Int { numbers.withLock { $0.most } }
  var all: Int { numbers.withLock { $0.all } }

  func enter() {
    numbers.withLock { $0 = ($0.now + 1, max($0.most, $0.now + 1), $0.all + 1) }
  }
  func leave() { numbers.withLock { $0.now -= 1 } }
}

private enum Request { @TaskLocal static var id = "none" }

/// What a closure holds.
private final class Marker: Sendable {
  private let whenReleased: @Sendable () -> Void

  init(whenReleased: @escaping @Sendable () -> Void = {}) {
    self.whenReleased = whenReleased
  }

  deinit { whenReleased() }
}

/// Neither sendable nor isolated.
private final class Plain {
  var number = 0
}

private actor Counter {
  private(set) var number = 0

  /// Whether closures in this method are on the actor.
  func isolation(in queue: OperationQueue) async throws -> (usingSelf: Bool, otherwise: Bool) {
    let usingSelf = try await queue.run {
      number += 1
      return #isolation === self
    }
    let otherwise = try await queue.run { #isolation != nil }
    return (usingSelf, otherwise)
  }

  func count(in queue: OperationQueue) async throws {
    try await queue.run {
      number += 1
      await Task.yield()
      assertIsolated()
      number += 1
    }
  }
}

/// Shows whether a marker was released.
private final class Held: @unchecked Sendable {
  weak var object: AnyObject?
}

/// Holds all threads that tasks of the priority `background` can have, until it is told to release them.
private struct FullPool {
  /// Two of them would wait for each other's threads.
  private static let isFree = DispatchSemaphore(value: 1)
  private let release = DispatchSemaphore(value: 0)
  private let count = ProcessInfo.processInfo.activeProcessorCount

  init() {
    Self.isFree.wait()
    let begun = DispatchSemaphore(value: 0)
    for _ in 0..<count {
      Task.detached(priority: .background) { [release] in Self.wait(begun, release) }
    }
    for _ in 0..<count { begun.wait() }
  }

  func empty() {
    for _ in 0..<count { release.signal() }
    Self.isFree.signal()
  }

  private static func wait(_ begun: DispatchSemaphore, _ release: DispatchSemaphore) {
    begun.signal()
    release.wait()
  }
}

@Suite("An operation whose work is a task", .repeatable, .timeLimit(.minutes(60)))
struct TaskOperationTests {
  @Test("never begins work that was cancelled between its start and the first step of its task")
  func cancelledBeforeFirstStep() async throws {
    let hasBegun = Count()
    let operation = TaskOperation { hasBegun.enter() }
    operation.qualityOfService = .background
    try await elsewhere {
      let pool = FullPool()
      operation.start()
      operation.cancel()
      pool.empty()
    }
    try await operation.finished()
    #expect(hasBegun.all == 0)
    #expect(throws: CancellationError.self) { try operation.result?.get() }
  }

  @Test("is executing while its task waits, and finishes with the task's value")
  func value() async throws {
    let (begun, latch) = (TaskLatch(), TaskLatch())
    let operation = TaskOperation {
      begun.open()
      await latch.wait()
      return 7
    }
    #expect(operation.result == nil)
    operation.start()
    await begun.wait()
    #expect(OperationState(of: operation) == [.ready, .executing] && operation.result == nil)
    latch.open()
    try await operation.finished()
    #expect(OperationState(of: operation) == [.ready, .finished])
    #expect(try operation.result?.get() == 7)
  }

  @Test("keeps the error that its work throws")
  func error() async throws {
    let operation = TaskOperation { throw Refusal() }
    OperationQueue().addOperation(operation)
    try await operation.finished()
    #expect(throws: Refusal()) { try operation.result?.get() }
  }

  @Test("cancelled before its start never begins its work")
  func cancelBeforeStart() {
    let count = Count()
    let operation = TaskOperation { count.enter() }
    operation.cancel()
    #expect(throws: CancellationError.self) { try operation.result?.get() }
    #expect(OperationState(of: operation) == [.ready, .cancelled])
    operation.start()
    #expect(OperationState(of: operation) == [.ready, .finished, .cancelled] && count.all == 0)
  }

  @Test("is cancelled whenever its result says so, though it is started and finished meanwhile")
  func cancelMeetsStart() throws {
    let operation = Locked<TaskOperation<Void>?>(nil)
    let states = Locked<[OperationState]>([])
    // The work is released between the result and the end.
    operation.withLock {
      $0 = TaskOperation(
        work(whenReleased: {
          guard let operation = operation.withLock({ $0 }) else { return }
          states.withLock { $0.append(OperationState(of: operation)) }
          #expect(throws: CancellationError.self) { try operation.result?.get() }
          operation.start()
        }))
    }
    let cancelled = try #require(operation.withLock { $0 })
    cancelled.cancel()
    #expect(states.withLock { $0 } == [[.ready, .cancelled]])
    #expect(OperationState(of: cancelled) == [.ready, .finished, .cancelled])
    operation.withLock { $0 = nil }
  }

  /// Work that does something when it is released.
  private func work(whenReleased body: @escaping @Sendable () -> Void) -> @Sendable () async -> Void
  {
    let marker = Marker(whenReleased: body)
    return { withExtendedLifetime(marker) {} }
  }

  @Test("gives its value or its error to a task that waits for it")
  func valueInTask() async throws {
    let (begun, latch) = (TaskLatch(), TaskLatch())
    let operation = TaskOperation {
      begun.open()
      await latch.wait()
      return 7
    }
    let wait = Task { try await operation.value }
    let other = Task { try await operation.value }
    operation.start()
    await begun.wait()
    other.cancel()
    await #expect(throws: CancellationError.self) { try await other.value }
    #expect(!operation.isCancelled)
    latch.open()
    #expect(try await wait.value == 7)
    #expect(try await operation.value == 7)
    let refusing = TaskOperation { throw Refusal() }
    refusing.start()
    await #expect(throws: Refusal()) { try await refusing.value }
  }

  @Test("has no value when it is cancelled before its start, before or after a task waits for it")
  func valueOfCancelled() async throws {
    let operation = TaskOperation { 7 }
    let line = Line()
    let wait = Task(executorPreference: line) { try await operation.value }
    try await elsewhere { line.waitForJobs() }
    operation.cancel()
    await #expect(throws: CancellationError.self) { try await wait.value }
    await #expect(throws: CancellationError.self) { try await operation.value }
    #expect(!operation.isFinished)
  }

  @Test(
    "gives its task the priority of its quality of service, and no task-locals",
    arguments: [
      (QualityOfService.background, TaskPriority.background), (.utility, .utility),
      (.default, .medium), (.userInitiated, .high), (.userInteractive, .high),
    ])
  func context(_ quality: QualityOfService, _ priority: TaskPriority) async throws {
    let operation = TaskOperation { (Task.basePriority, Request.id) }
    operation.qualityOfService = quality
    // By hand, in a task that has both.
    Request.$id.withValue("request 7") { operation.start() }
    try await operation.finished()
    #expect(try operation.result?.get().0 == priority)
    #expect(try operation.result?.get().1 == "none")
  }

  @Test("releases its work before it is finished")
  func releasesWork() async throws {
    let (operation, held) = taskOperation()
    operation.start()
    try await operation.finished()
    #expect(held.object == nil)
  }

  @Test("cancelled before its start releases its work at once")
  func releasesCancelledWork() {
    let (operation, held) = taskOperation()
    #expect(held.object != nil)
    operation.cancel()
    #expect(held.object == nil)
  }

  /// An operation, and what only its work holds.
  private func taskOperation() -> (TaskOperation<Void>, Held) {
    let held = Held()
    let marker = Marker()
    held.object = marker
    return (TaskOperation { withExtendedLifetime(marker) {} }, held)
  }

  @Test("passes cancel() on to its task, and stays executing until the task has ended")
  func cancelWhileRunning() async throws {
    let (begun, noticed, latch) = (TaskLatch(), TaskLatch(), TaskLatch())
    let operation = TaskOperation {
      await withTaskCancellationHandler {
        begun.open()
        await latch.wait()
      } onCancel: {
        noticed.open()
      }
      return Task.isCancelled
    }
    operation.start()
    await begun.wait()
    operation.cancel()
    await noticed.wait()
    #expect(OperationState(of: operation) == [.ready, .executing, .cancelled])
    latch.open()
    try await operation.finished()
    #expect(try operation.result?.get() == true)
  }

  @Test("lets its dependents start when its task has ended")
  func dependents() async throws {
    let latch = TaskLatch()
    let first = TaskOperation { await latch.wait() }
    let second = BlockOperation {}
    second.addDependency(first)
    let queue = OperationQueue()
    queue.addOperation(second)
    queue.addOperation(first)
    #expect(!second.isReady)
    latch.open()
    try await second.finished()
    #expect(first.isFinished)
  }

  @Test("is released with what its task held")
  func released() async throws {
    let held = Held()
    try await {
      let operation = TaskOperation {}
      held.object = operation
      operation.start()
      try await operation.finished()
    }()
    #expect(try await elsewhere { isReleased { held.object } })
  }

  @Test("has a result when it is finished, and worked at most once, when start and cancel meet")
  func hammer() async throws {
    for round in 0..<1000 {
      let count = Count()
      let operation = TaskOperation { count.enter() }
      let other = Task { operation.cancel() }
      if round.isMultiple(of: 2) { await Task.yield() }
      operation.start()
      try await operation.finished()
      await other.value
      #expect(operation.result != nil && count.all <= 1)
      if case .failure = operation.result { #expect(operation.isCancelled) }
    }
  }
}

@Suite("A queue that runs async work", .repeatable, .timeLimit(.minutes(60)))
struct RunInQueueTests {
  @Test("returns the value of the work, and throws its error")
  func values() async throws {
    let queue = OperationQueue()
    #expect(try await queue.run { 7 } == 7)
    await #expect(throws: Refusal()) { try await queue.run { throw Refusal() } }
    #expect(queue.operationCount == 0)
  }

  @Test("blocks no thread while works wait: far more begin than there are threads")
  func noThread() async throws {
    let (queue, latch, count) = (OperationQueue(), TaskLatch(), Count())
    queue.maxConcurrentOperationCount = 200
    async let all: Void = withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<200 {
        group.addTask {
          try await queue.run {
            count.enter()
            await latch.wait()
          }
        }
      }
      try await group.waitForAll()
    }
    while count.all < 200 { try await Task.sleep(for: .milliseconds(2)) }
    latch.open()
    try await all
  }

  @Test("begins no more works at a time than its width, and begins all")
  func width() async throws {
    let (queue, count) = (OperationQueue(), Count())
    queue.maxConcurrentOperationCount = 2
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<200 {
        group.addTask {
          try await queue.run {
            count.enter()
            await Task.yield()
            count.leave()
          }
        }
      }
      try await group.waitForAll()
    }
    #expect(count.all == 200 && (1...2).contains(count.most))
  }

  @Test("begins the works by their priorities, and after what they depend on")
  func order() async throws {
    let queue = OperationQueue()
    let order = Locked<[String]>([])
    queue.maxConcurrentOperationCount = 1
    queue.isSuspended = true
    let login = BlockOperation { order.withLock { $0.append("login") } }
    login.queuePriority = .veryLow
    queue.addOperation(login)
    let works: [(String, Operation.QueuePriority, [Operation])] = [
      ("low", .low, []), ("high", .high, []), ("after login", .veryHigh, [login]),
    ]
    try await withThrowingTaskGroup(of: Void.self) { group in
      for (name, priority, dependencies) in works {
        group.addTask {
          try await queue.run(priority: priority, after: dependencies, name: name) {
            order.withLock { $0.append(name) }
          }
        }
      }
      while queue.operationCount < 4 { try await Task.sleep(for: .milliseconds(2)) }
      queue.isSuspended = false
      try await group.waitForAll()
    }
    #expect(order.withLock { $0 } == ["high", "low", "login", "after login"])
  }

  @Test("throws at once when its task is cancelled before the work begins")
  func cancelWaiting() async throws {
    let (queue, count) = (OperationQueue(), Count())
    queue.isSuspended = true
    let task = Task { try await queue.run { count.enter() } }
    while queue.operationCount == 0 { try await Task.sleep(for: .milliseconds(2)) }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    queue.isSuspended = false
    while queue.operationCount > 0 { try await Task.sleep(for: .milliseconds(2)) }
    #expect(count.all == 0)
  }

  @Test("releases all works that are cancelled before they begin, and not only in their turn")
  func releasesCancelledWork() async throws {
    let (queue, alive) = (OperationQueue(), Locked(100))
    queue.isSuspended = true
    let tasks = (0..<100).map { _ in
      let marker = Marker { alive.withLock { $0 -= 1 } }
      return Task { try await queue.run { withExtendedLifetime(marker) {} } }
    }
    while queue.operationCount < 100 { try await Task.sleep(for: .milliseconds(2)) }
    #expect(alive.withLock { $0 } == 100)
    for task in tasks { task.cancel() }
    for task in tasks {
      await #expect(throws: CancellationError.self) { try await task.value }
    }
    while alive.withLock({ $0 }) > 0 { try await Task.sleep(for: .milliseconds(2)) }
    #expect(queue.operationCount == 100)
    queue.isSuspended = false
  }

  @Test("does the work with the task-locals of its caller")
  func taskLocals() async throws {
    let queue = OperationQueue()
    let id = try await Request.$id.withValue("request 7") { try await queue.run { Request.id } }
    #expect(id == "request 7")
  }

  @Test(
    "does the work with the priority of its caller",
    arguments: [TaskPriority.background, .utility, .high])
  func priority(_ priority: TaskPriority) async throws {
    let (queue, latch, seen) = (OperationQueue(), TaskLatch(), Locked<TaskPriority?>(nil))
    // Its value is not awaited, because that may raise its priority.
    Task.detached(priority: priority) {
      try await queue.run { seen.withLock { $0 = Task.basePriority } }
      latch.open()
    }
    await latch.wait()
    #expect(seen.withLock { $0 } == priority)
  }

  @Test("does the work on the actor of its caller")
  func isolation() async throws {
    let counter = Counter()
    try await counter.count(in: OperationQueue())
    #expect(await counter.number == 2)
  }

  @MainActor
  @Test("does the work on the main actor if the caller is there")
  func mainActor() async throws {
    let plain = Plain()
    try await OperationQueue().run {
      await Task.yield()
      MainActor.assertIsolated()
      plain.number = 7
    }
    #expect(plain.number == 7)
  }

  @Test("takes and returns what is not sendable")
  func notSendable() async throws {
    let plain = Plain()
    var sum = 0
    let same = try await OperationQueue().run {
      plain.number = 7
      sum += plain.number
      return plain
    }
    #expect(same === plain && same.number == 7 && sum == 7)
  }

  @Test("takes work with a typed error, and throws that error itself")
  func typedError() async throws {
    func refuse() async throws(Refusal) { throw Refusal() }
    do {
      try await OperationQueue().run(refuse)
      Issue.record("it returned")
    } catch let error as Refusal {
      #expect(error == Refusal())
    }
    let result = try await OperationQueue().run { () async -> Result<Void, Refusal> in
      do throws(Refusal) { return .success(try await refuse()) } catch { return .failure(error) }
    }
    #expect(throws: Refusal()) { try result.get() }
  }

  @Test("throws at once when its operation is cancelled before the work begins")
  func cancelWaitingOperation() async throws {
    let (queue, count) = (OperationQueue(), Count())
    queue.isSuspended = true
    let task = Task { try await queue.run(name: "load") { count.enter() } }
    while queue.operationCount == 0 { try await Task.sleep(for: .milliseconds(2)) }
    #expect(queue.operations.map(\.name) == ["load"])
    queue.cancelAllOperations()
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(!task.isCancelled && count.all == 0)
    queue.isSuspended = false
  }

  @Test("cancels work that has begun when its operation is cancelled, but not its task")
  func cancelWorkingOperation() async throws {
    let (queue, begun, noticed) = (OperationQueue(), TaskLatch(), TaskLatch())
    let task = Task {
      let wasCancelled = try await queue.run {
        await withTaskCancellationHandler {
          begun.open()
          await noticed.wait()
        } onCancel: {
          noticed.open()
        }
        return Task.isCancelled
      }
      return (wasCancelled, Task.isCancelled)
    }
    await begun.wait()
    queue.cancelAllOperations()
    #expect(try await task.value == (true, false))
    #expect(queue.operationCount == 0)
  }

  @Test("runs a closure in an actor's method on the actor only if the closure uses self")
  func isolationOfMethod() async throws {
    let isOnActor = try await Counter().isolation(in: OperationQueue())
    #expect(isOnActor.usingSelf && !isOnActor.otherwise)
  }

  // A crash here is that of lesson 4, claim C14b.
  @Test("adds nothing when its task is cancelled already, and leaves no dependency behind")
  func cancelled() async throws {
    let queue = OperationQueue()
    queue.isSuspended = true
    for _ in 0..<200 {
      let other = Endless()
      other.start()
      let task = Task {
        while !Task.isCancelled { await Task.yield() }
        await #expect(throws: CancellationError.self) { try await queue.run(after: [other]) {} }
        await #expect(throws: CancellationError.self) { try await other.finished() }
      }
      task.cancel()
      await task.value
      #expect(queue.operationCount == 0)
      other.finish()
    }
  }

  @Test("does not begin work whose task is cancelled between its turn and its beginning")
  func cancelledAfterItsTurn() async throws {
    let queue = OperationQueue()
    queue.isSuspended = true
    let task = Task { @MainActor in
      try await queue.run { Issue.record("it has begun") }
    }
    while queue.operationCount == 0 { await Task.yield() }
    // Its turn comes while the actor that it runs on is busy.
    await MainActor.run {
      queue.isSuspended = false
      while queue.operations.first?.isExecuting != true { sched_yield() }
      task.cancel()
    }
    await #expect(throws: CancellationError.self) { try await task.value }
  }

  @Test("cancels work that has begun, and waits for its end")
  func cancelWorking() async throws {
    let (queue, begun, ended) = (OperationQueue(), TaskLatch(), Count())
    let task = Task {
      try await queue.run {
        begun.open()
        while !Task.isCancelled { await Task.yield() }
        ended.enter()
        return 7
      }
    }
    await begun.wait()
    task.cancel()
    #expect(try await task.value == 7)
    #expect(ended.all == 1)
  }
}

@Suite("Waiting for an operation in a task", .repeatable, .timeLimit(.minutes(60)))
struct FinishedTests {
  @Test("ends when the operation is finished, in any queue or in none")
  func finishes() async throws {
    for round in 0..<500 {
      let operation = Endless()
      operation.start()
      let wait = Task { try await operation.finished() }
      if round.isMultiple(of: 2) { await Task.yield() }
      try await elsewhere { operation.finish() }
      try await wait.value
      #expect(operation.isFinished)
    }
  }

  @Test("throws when its task is cancelled, and leaves the operation alone")
  func cancelled() async throws {
    let operation = Endless()
    operation.start()
    let wait = Task { try await operation.finished() }
    await Task.yield()
    wait.cancel()
    await #expect(throws: CancellationError.self) { try await wait.value }
    #expect(OperationState(of: operation) == [.ready, .executing])
    operation.finish()
    try await operation.finished()
  }

  // A crash here is that of lesson 4, claim C14b.
  @Test("survives that the operation finishes when its task is cancelled")
  func meet() async throws {
    for _ in 0..<2000 {
      let operation = Endless()
      operation.start()
      let wait = Task { try await operation.finished() }
      let cancel = Task { wait.cancel() }
      operation.finish()
      await cancel.value
      if case .failure(let error) = await wait.result { #expect(error is CancellationError) }
    }
  }

  // Foundation goes through a whole queue whenever one of its operations finishes.
  @Test(
    "puts nothing else into a queue in which a task waits",
    .enabled(if: Platform.current == .linux))
  func ownQueues() async throws {
    let operation = Endless()
    operation.start()
    let line = Line()
    let waits = (0..<8).map { _ in
      Task(executorPreference: line) { try await operation.finished() }
    }
    let queues = try await elsewhere {
      line.waitForJobs()
      return try queuesOfDependents(of: operation)
    }
    #expect(queues.count == 8 && Set(queues).count == 8)
    operation.finish()
    for wait in waits { try await wait.value }
  }
}

/// Works until it is told to finish.
private final class Endless: AsyncOperation, @unchecked Sendable {
  override func work() {}
}

/// Runs tasks one after another.
private final class Line: TaskExecutor {
  private let queue = DispatchQueue(label: "line")

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }

  /// Returns when every task on it has ended or waits.
  func waitForJobs() { queue.sync {} }
}

/// The queues of all operations that depend on this one, from Foundation's own fields. Call it while
/// nothing changes them.
private func queuesOfDependents(of operation: Operation) throws -> [ObjectIdentifier] {
  func field(_ name: String, of object: Any) throws -> Any {
    var mirror: Mirror? = Mirror(reflecting: object)
    while let one = mirror {
      if let field = one.children.first(where: { $0.label == name }) { return field.value }
      mirror = one.superclassMirror
    }
    return try #require(nil as Any?, "Foundation has no field \(name) any more: look for its heir")
  }
  return try Mirror(reflecting: field("__downDependencies", of: operation)).children.map {
    let dependent = try #require(field("contents", of: $0.value) as? Unmanaged<Operation>)
    let queue = try field("__queue", of: dependent.takeUnretainedValue())
    return try ObjectIdentifier(
      #require(queue as? Unmanaged<OperationQueue>).takeUnretainedValue())
  }
}
