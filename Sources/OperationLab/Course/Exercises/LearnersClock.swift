import Foundation
import OperationLab
@_spi(LabCheck) import OperationBench
import Synchronization

/// What the code of an exercise calls in place of the system's clocks and locks.
///
/// `lab verify` compiles a second file into the learner's module in which `asyncAfter`, `sleep`,
/// `NSLock` and others call these. So a scene knows of each timer that will fire, and each step is a
/// point where orders are explored. Callable from any thread.
public enum LearnersClock {
  private struct State: Sendable {
    var bench: Bench?
    var asksWhenAnnounced = false
    var asksBefore = false
    var unlocks = 0
    /// With the value at that moment, if it was read.
    var willChange: [Change: Bool?] = [:]
    var sleepers: Set<ObjectIdentifier> = []
    var pausesBeforeWriting = false
    var inheritsExecuting = false
    var reads: [ReadCount] = []
  }

  private static let state = Locked(State())

  /// How long a thread pauses before it writes a file: as a slow disk would make it.
  private static let writing = 0.03

  /// The scene begins.
  static func begin(on bench: Bench, inheritsExecuting: Bool) {
    state.withLock { ($0.bench, $0.inheritsExecuting) = (bench, inheritsExecuting) }
    SteppedLock.afterUnlock.withLock { $0 = unlocked }
    let hasThread = Platform.detachHelperThread {
      // Nearly all scenes have ended by then.
      repeat { Thread.sleep(forTimeInterval: 1) } while PoolMarkers.findThreads()
      bench.log(SceneTools.pool)(SceneTools.noThread)
    }
    if !hasThread { bench.reportMissingResource("\(Shortage.threads)") }
  }

  /// The argument of a scene that says that the learner's file declares no `isExecuting`.
  package static let inheritingWord = "inherits-executing"

  /// Whether the learner's operations have the `isExecuting` of their superclass.
  static var inheritsExecuting: Bool { state.withLock { $0.inheritsExecuting } }

  /// Whether this process is watched by the thread sanitizer.
  static let isSanitized = ProcessInfo.processInfo.environment["TSAN_OPTIONS"] != nil

  /// Under the thread sanitizer, reads the state of the operation all the time, as any thread may.
  ///
  /// Each property has a thread of its own that takes no lock. A lock would order the reads after
  /// the writes, and the sanitizer would see a race only by chance.
  static func readState(of operation: Operation) {
    guard isSanitized else { return }
    let reads: [@Sendable () -> Void] = [
      { _ = operation.isFinished }, { _ = operation.isExecuting },
    ]
    for read in reads {
      let count = ReadCount()
      let hasThread = Platform.detachHelperThread {
        while true {
          read()
          count.value.add(1, ordering: .relaxed)
          Thread.sleep(forTimeInterval: 0.0005)
        }
      }
      state.withLock { state in
        if hasThread { state.reads.append(count) }
        if !hasThread { state.bench?.reportMissingResource("\(Shortage.threads)") }
      }
    }
  }

  /// Blocks until all has been read once more. By then the sanitizer has reported each race.
  ///
  /// It does not sleep: where all threads sleep, the main thread looks at the operation, too, and its locks
  /// would order these reads before what this thread writes next.
  static func awaitReads() {
    for count in state.withLock({ $0.reads }) {
      let enough = count.value.load(ordering: .relaxed) + 2
      while count.value.load(ordering: .relaxed) < enough { sched_yield() }
    }
  }

  /// How often something has been read. The sanitizer does not see it: it is of code without it.
  private final class ReadCount: Sendable {
    let value = Atomic<Int>(0)
  }

  /// At each announcement another thread reads the property. The trace tells if it gets no answer.
  ///
  /// - Parameter asksBefore: whether it reads it at `willChangeValue`, too. The trace tells if the value
  ///   has not changed since.
  static func askWhenAnnounced(andBefore asksBefore: Bool = false) {
    state.withLock { ($0.asksWhenAnnounced, $0.asksBefore) = (true, asksBefore) }
  }

  /// Whoever tries to take a lock meanwhile finds it taken, a few times: so it is while another thread reads.
  static func whileLocksAreHeld(_ body: () -> Void) {
    SteppedLock.taken.withLock { $0 = 3 }
    body()
    SteppedLock.taken.withLock { $0 = 0 }
  }

  /// How often a lock has been given back.
  static var unlocks: Int { state.withLock { $0.unlocks } }

  /// Makes each thread pause before it writes a file, as on a slow disk.
  static func pauseBeforeWriting() { state.withLock { $0.pausesBeforeWriting = true } }

  /// A scene does not wait for longer timers: they are there for the case that nothing else happens.
  private static let longest = 2.0

  /// Something will happen after that many seconds. Call the result when it has begun to happen.
  public static func timer(_ seconds: Double) -> @Sendable () -> Void {
    guard seconds <= longest, let bench = state.withLock({ $0.bench }) else { return {} }
    return bench.expectTimer(after: .seconds(max(0, seconds)))
  }

  /// A timer has been set whose firing is not seen: it is expected for as long as it takes, and one
  /// that fires again and again always.
  public static func expect(_ seconds: Double, repeats: Bool = false) {
    let hasFired = timer(seconds)
    guard !repeats else { return }
    DispatchQueue.global().asyncAfter(deadline: .now() + max(0, seconds) + late) { hasFired() }
  }

  /// How much later a timer may fire that is set for the same moment.
  private static let late = 0.02

  /// How long it is until that moment of Dispatch's clock.
  public static func seconds(to time: DispatchTime) -> Double {
    let now = DispatchTime.now().uptimeNanoseconds
    return Double(max(time.uptimeNanoseconds, now) - now) / 1e9
  }

  /// The same for a moment of the wall clock.
  public static func seconds(to time: DispatchWallTime) -> Double {
    // It counts nanoseconds backwards from 2^64. The distant future has no distance.
    let end = Double(0 &- time.rawValue) / 1e9
    return time == .distantFuture ? 3600 : max(0, end - Date().timeIntervalSince1970)
  }

  /// The body waits on this thread for at most that many seconds.
  private static func waiting<Result>(_ seconds: Double, _ body: () -> Result) -> Result {
    guard seconds > 0, let bench = state.withLock({ $0.bench }) else { return body() }
    // Once for each thread: a thread that polls sleeps often.
    let isFirst = state.withLock { $0.sleepers.insert(ObjectIdentifier(Thread.current)).inserted }
    if isFirst { bench.log(SceneTools.sleeper)(.waiting, nil, .wait(for: .other("for a timer"))) }
    let hasFired = timer(seconds)
    defer { hasFired() }
    return body()
  }

  /// A lock has been given back.
  public static func unlocked() {
    // Each lock of the kit's own would order what the sanitizer is to see unordered.
    guard !isSanitized else { return Lockstep.pass() }
    state.withLock { $0.unlocks += 1 }
    Bench.passPoint(gaveBack)
  }

  private static let gaveBack: Event.Mark = "gives back a lock, or has read"

  /// A change that was announced, of an operation and one of its keys.
  private struct Change: Hashable {
    let operation: ObjectIdentifier
    let key: String

    init(_ operation: Operation, _ key: String) {
      (self.operation, self.key) = (ObjectIdentifier(operation), key)
    }
  }

  /// Whether it is cancelled: a point before the answer, and one before anything is done with it.
  public static func isCancelled(of operation: Operation) -> Bool {
    guard isSanitized else { return SubjectPoints.isCancelled(of: operation) }
    defer { Lockstep.pass() }
    return operation.isCancelled
  }

  /// An operation is about to change.
  public static func willChangeValue(of operation: Operation, forKey key: String) {
    guard !isSanitized else {
      operation.willChangeValue(forKey: key)
      // What comes now is to have reads before it that nothing orders.
      return Lockstep.isRunning ? Lockstep.pass() : awaitReads()
    }
    let (bench, asks) = state.withLock { ($0.bench, $0.asksBefore) }
    let value = asks ? bench.flatMap { answer(of: operation, key, $0) } : nil
    state.withLock { $0.willChange[Change(operation, key)] = .some(value) }
    SubjectPoints.willChangeValue(of: operation, forKey: key)
  }

  /// The same for a key path.
  public static func willChangeValue(of operation: Operation, for path: PartialKeyPath<Operation>) {
    if let key = SubjectPoints.keys[path] { willChangeValue(of: operation, forKey: key) }
  }

  /// An operation posts a notification: it is written down with the state that observers find, and
  /// posted.
  public static func didChangeValue(of operation: Operation, forKey key: String) {
    if Lockstep.isRunning {
      Lockstep.pass()
      return operation.didChangeValue(forKey: key)
    }
    let (bench, asks, before) = state.withLock { state in
      (
        state.bench, state.asksWhenAnnounced,
        state.willChange.removeValue(forKey: Change(operation, key))
      )
    }
    if let bench, let name = operation.name {
      let log = bench.log(name)
      if before == nil { log(SceneTools.announcesHalf) }
      if asks {
        let after = answer(of: operation, key, bench)
        if let before = before ?? nil, before == after { log(SceneTools.announcesNothing) }
      }
      log(.announced, operation, .key(path: key))
    }
    SubjectPoints.didChangeValue(of: operation, forKey: key)
  }

  /// Another thread reads the property. `nil` if it gets no answer, which is written down.
  private static func answer(of operation: Operation, _ key: String, _ bench: Bench) -> Bool? {
    let log = bench.log(operation.name ?? "an operation")
    let answer = Locked<Bool?>(nil)
    let answers = bench.gate("\(log.subject) answers", isTraced: false)
    bench.elsewhere {
      let value = key == "isExecuting" ? operation.isExecuting : operation.isFinished
      answer.withLock { $0 = value }
      answers.open()
    }
    if !answers.waitUnlessQuiet() { log(SceneTools.lockedOut) }
    return answer.withLock { $0 }
  }

  /// The same for a key path.
  public static func didChangeValue(of operation: Operation, for path: PartialKeyPath<Operation>) {
    if let key = SubjectPoints.keys[path] { didChangeValue(of: operation, forKey: key) }
  }

  /// A file is about to be written.
  public static func willWrite() {
    if state.withLock({ $0.pausesBeforeWriting }) { Thread.sleep(forTimeInterval: writing) }
  }
}

// What the calls do that a learner's module finds in place of the system's own.
extension LearnersClock {
  /// This thread sleeps.
  public static func sleep(_ seconds: Double) {
    waiting(seconds) { Thread.sleep(forTimeInterval: max(0, seconds)) }
  }

  /// This task sleeps.
  public static func sleepTask(_ duration: Duration) async throws {
    let hasFired = timer(duration / .seconds(1))
    defer { hasFired() }
    try await ContinuousClock().sleep(until: .now + duration, tolerance: nil)
  }

  /// This task sleeps until that moment.
  public static func sleepTask(until moment: ContinuousClock.Instant) async throws {
    try await sleepTask(ContinuousClock.now.duration(to: moment))
  }

  /// Waits for the condition, for a while.
  public static func wait(_ condition: NSCondition, until limit: Date) -> Bool {
    waiting(limit.timeIntervalSinceNow) { condition.wait(until: limit) }
  }

  /// Waits for the group, for a while.
  public static func wait(_ group: DispatchGroup, _ seconds: Double) -> DispatchTimeoutResult {
    waiting(seconds) { group.wait(timeout: .now() + seconds) }
  }

  /// Waits for the semaphore, for a while.
  public static func wait(
    _ semaphore: DispatchSemaphore, _ seconds: Double
  ) -> DispatchTimeoutResult {
    waiting(seconds) { semaphore.wait(timeout: .now() + seconds) }
  }

  /// Does something later. A cancelled item is expected, too.
  public static func after(_ time: DispatchTime, _ queue: DispatchQueue, _ work: DispatchWorkItem) {
    expect(seconds(to: time))
    queue.asyncAfter(deadline: time, execute: work)
  }

  /// Sets the timer.
  public static func schedule(
    _ timer: any DispatchSourceTimer, _ time: DispatchTime, _ interval: DispatchTimeInterval,
    _ leeway: DispatchTimeInterval
  ) {
    expect(seconds(to: time), repeats: interval != .never)
    timer.schedule(deadline: time, repeating: interval, leeway: leeway)
  }

  /// Does the work on the queue.
  public static func sync<Result>(
    _ queue: DispatchQueue, _ flags: DispatchWorkItemFlags, _ work: () throws -> Result
  ) rethrows -> Result {
    defer { unlocked() }
    return try queue.sync(flags: flags, execute: work)
  }

  /// Gives the condition's lock back.
  public static func unlock(_ condition: NSCondition) {
    condition.unlock()
    unlocked()
  }

  /// Raises the semaphore, which may serve as a lock.
  public static func signal(_ semaphore: DispatchSemaphore) -> Int {
    defer { unlocked() }
    return semaphore.signal()
  }

  /// Gives the mutex back.
  public static func unlock(_ mutex: UnsafeMutablePointer<pthread_mutex_t>) -> Int32 {
    defer { unlocked() }
    return pthread_mutex_unlock(mutex)
  }

  /// Gives the lock back.
  public static func unlock(_ lock: UnsafeMutablePointer<pthread_rwlock_t>) -> Int32 {
    defer { unlocked() }
    return pthread_rwlock_unlock(lock)
  }

  /// Reads a flag. Between that and what comes next another thread may change it.
  public static func load(_ value: borrowing Atomic<Bool>) -> Bool {
    defer { unlocked() }
    return value.load(ordering: .sequentiallyConsistent)
  }

  /// Reads a number. Between that and what comes next another thread may change it.
  public static func load(_ value: borrowing Atomic<Int>) -> Int {
    defer { unlocked() }
    return value.load(ordering: .sequentiallyConsistent)
  }
}
