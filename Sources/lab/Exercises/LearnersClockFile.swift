import OperationCourse

/// The file that is compiled into the module of a learner's file: what it declares comes before what
/// the system declares under the same name, for the code of that module.
///
/// It makes timers known to the scene, and unlocking and writing places where a thread may pause. It
/// writes down what operations announce.
enum LearnersClockFile {
  /// No learner's file is called so.
  static let name = "LabLearnersClock.swift"

  /// The names of ways to wait by a clock that no declaration can take the place of.
  static let unknownClocks: Set = [
    "CFRunLoopRunInMode", "RunLoop", "nanosleep", "poll", "pthread_cond_timedwait", "select",
    "sem_timedwait",
  ]

  /// The file for a learner's file of these words: without what cannot be used in it, which would
  /// only take time to compile.
  static func source(for words: Set<String>) -> String {
    ([head] + pieces.filter { !$0.names.isDisjoint(with: words) }.map(\.declarations))
      .joined(separator: "\n\n") + "\n"
  }

  private static let head = """
    import Dispatch
    import Foundation
    import OperationCourse
    @_spi(LabCheck) import OperationBench
    import Synchronization

    typealias LabClock = OperationCourse.LearnersClock
    """

  /// Declarations, and the names of which a file has at least one that uses them.
  private struct Piece {
    let names: Set<String>
    let declarations: String

    init(_ declarations: Substring) {
      let name = /(?:extension|func|class|struct) (?:Foundation\.)?(\w+)/
      names = Set(declarations.matches(of: name).map { String($0.output.1) })
      self.declarations = String(declarations)
    }
  }

  private static let pieces: [Piece] =
    (all.split(separator: "\n\n")
    + [SubjectPointsFile.locks, .mutex].flatMap {
      $0.declarations.split(separator: "\n\n")
    })
    .map(Piece.init)

  private static let all = """
    extension DispatchQueue {
      func asyncAfter(deadline: DispatchTime, execute work: DispatchWorkItem) {
        LabClock.after(deadline, self, work)
      }
      func asyncAfter(
        deadline: DispatchTime, qos: DispatchQoS = .unspecified, flags: DispatchWorkItemFlags = [],
        execute work: @escaping @Sendable @convention(block) () -> Void
      ) {
        LabClock.after(deadline, self, DispatchWorkItem(qos: qos, flags: flags, block: work))
      }
      func asyncAfter(
        wallDeadline: DispatchWallTime, qos: DispatchQoS = .unspecified,
        flags: DispatchWorkItemFlags = [],
        execute work: @escaping @Sendable @convention(block) () -> Void
      ) {
        let deadline = DispatchTime.now() + LabClock.seconds(to: wallDeadline)
        LabClock.after(deadline, self, DispatchWorkItem(qos: qos, flags: flags, block: work))
      }
      func sync<Result>(execute work: () throws -> Result) rethrows -> Result {
        try LabClock.sync(self, [], work)
      }
      func sync<Result>(
        flags: DispatchWorkItemFlags, execute work: () throws -> Result
      ) rethrows -> Result {
        try LabClock.sync(self, flags, work)
      }
    }

    extension DispatchSourceTimer {
      func schedule(
        deadline: DispatchTime, repeating interval: DispatchTimeInterval = .never,
        leeway: DispatchTimeInterval = .nanoseconds(0)
      ) {
        LabClock.schedule(self, deadline, interval, leeway)
      }
      func schedule(
        deadline: DispatchTime, repeating interval: Double,
        leeway: DispatchTimeInterval = .nanoseconds(0)
      ) {
        LabClock.schedule(self, deadline, .nanoseconds(Int(min(interval, 1e9) * 1e9)), leeway)
      }
    }

    extension Timer {
      @discardableResult
      static func scheduledTimer(
        withTimeInterval seconds: TimeInterval, repeats: Bool,
        block: @escaping @Sendable (Timer) -> Void
      ) -> Timer {
        LabClock.expect(seconds, repeats: repeats)
        let timer = Timer(
          fire: Date(timeIntervalSinceNow: seconds), interval: seconds, repeats: repeats,
          block: block)
        RunLoop.current.add(timer, forMode: .default)
        return timer
      }
      convenience init(
        timeInterval seconds: TimeInterval, repeats: Bool,
        block: @escaping @Sendable (Timer) -> Void
      ) {
        LabClock.expect(seconds, repeats: repeats)
        self.init(
          fire: Date(timeIntervalSinceNow: seconds), interval: seconds, repeats: repeats,
          block: block)
      }
    }

    extension Thread {
      static func sleep(forTimeInterval seconds: TimeInterval) { LabClock.sleep(seconds) }
      static func sleep(until date: Date) { LabClock.sleep(date.timeIntervalSinceNow) }
    }

    extension DispatchSemaphore {
      func wait(timeout: DispatchTime) -> DispatchTimeoutResult {
        LabClock.wait(self, LabClock.seconds(to: timeout))
      }
      func wait(wallTimeout: DispatchWallTime) -> DispatchTimeoutResult {
        LabClock.wait(self, LabClock.seconds(to: wallTimeout))
      }
      @discardableResult
      func signal() -> Int { LabClock.signal(self) }
    }

    extension DispatchGroup {
      func wait(timeout: DispatchTime) -> DispatchTimeoutResult {
        LabClock.wait(self, LabClock.seconds(to: timeout))
      }
      func wait(wallTimeout: DispatchWallTime) -> DispatchTimeoutResult {
        LabClock.wait(self, LabClock.seconds(to: wallTimeout))
      }
    }

    extension NSCondition {
      @discardableResult
      func wait(until limit: Date) -> Bool { LabClock.wait(self, until: limit) }
      func unlock() { LabClock.unlock(self) }
    }

    @discardableResult
    func sleep(_ seconds: UInt32) -> UInt32 {
      LabClock.sleep(Double(seconds))
      return 0
    }

    @discardableResult
    func usleep(_ microseconds: UInt32) -> Int32 {
      LabClock.sleep(Double(microseconds) / 1e6)
      return 0
    }

    @discardableResult
    func pthread_mutex_unlock(_ mutex: UnsafeMutablePointer<pthread_mutex_t>) -> Int32 {
      LabClock.unlock(mutex)
    }

    @discardableResult
    func pthread_rwlock_unlock(_ lock: UnsafeMutablePointer<pthread_rwlock_t>) -> Int32 {
      LabClock.unlock(lock)
    }

    extension Task where Success == Never, Failure == Never {
      static func sleep(nanoseconds: UInt64) async throws {
        try await LabClock.sleepTask(.nanoseconds(Int64(nanoseconds)))
      }
      static func sleep(for duration: Duration) async throws {
        try await LabClock.sleepTask(duration)
      }
      static func sleep(
        until moment: ContinuousClock.Instant, tolerance: Duration? = nil,
        clock: ContinuousClock = .continuous
      ) async throws {
        try await LabClock.sleepTask(until: moment)
      }
    }

    extension ContinuousClock {
      func sleep(for duration: Duration, tolerance: Duration? = nil) async throws {
        try await LabClock.sleepTask(duration)
      }
    }

    extension Atomic where Value == Bool {
      borrowing func load(ordering: AtomicLoadOrdering) -> Bool { LabClock.load(self) }
    }

    extension Atomic where Value == Int {
      borrowing func load(ordering: AtomicLoadOrdering) -> Int { LabClock.load(self) }
    }

    extension Foundation.Operation {
      var isCancelled: Bool { LabClock.isCancelled(of: self) }
      func willChangeValue(forKey key: String) {
        LabClock.willChangeValue(of: self, forKey: key)
      }
      func willChangeValue<Value>(for path: KeyPath<Foundation.Operation, Value>) {
        LabClock.willChangeValue(of: self, for: path)
      }
      func didChangeValue(forKey key: String) {
        LabClock.didChangeValue(of: self, forKey: key)
      }
      func didChangeValue<Value>(for path: KeyPath<Foundation.Operation, Value>) {
        LabClock.didChangeValue(of: self, for: path)
      }
    }

    extension Data {
      func write(to file: URL, options: Data.WritingOptions = []) throws {
        LabClock.willWrite()
        try NSData(data: self).write(to: file, options: options)
      }
    }

    extension FileManager {
      func moveItem(at source: URL, to target: URL) throws {
        LabClock.willWrite()
        try moveItem(atPath: source.path, toPath: target.path)
      }
      @discardableResult
      func createFile(atPath path: String, contents: Data?) -> Bool {
        LabClock.willWrite()
        return createFile(atPath: path, contents: contents, attributes: nil)
      }
    }
    """
}
