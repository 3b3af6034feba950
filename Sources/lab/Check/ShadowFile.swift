import OperationBench

/// The file that is compiled into the module of a checked class or of a learner's file. In that module,
/// its declarations take precedence over the system's declarations of the same name.
///
/// Each piece may clash with what the file declares itself. Then it is left out, and the points are
/// coarser, or a timer is not known. The lock of the Synchronization module is replaced under the thread
/// sanitizer, too: on Linux the sanitizer does not see that the real one is a lock.
struct ShadowFile: Equatable {
  /// The file to write the pieces into. No other file has this name.
  static let name = "LabShadow.swift"

  /// A declaration that takes the place of others.
  struct Piece: Equatable {
    /// The names of which a file has at least one that uses it.
    let names: Set<String>
    let declaration: String

    fileprivate init(_ declaration: Substring) {
      self.declaration = String(declaration)
      let type = declaration.firstMatch(
        of: /(?m)^(extension|class|struct|func) (?:Foundation\.)?(\w+)/)
      var names = Set([type.map { String($0.output.2) }].compactMap(\.self))
      if type?.output.1 == "extension" {
        // Every file names the class that it extends.
        names.remove("Operation")
        let members = declaration.matches(of: /(?m)^  (?:\w+ )*(?:func|var) (\w+)/)
        names.formUnion(members.map { String($0.output.1) })
      }
      self.names = names
    }
  }

  private let head: String
  private(set) var pieces: [Piece]

  private init(_ imports: [String], points: String, _ declarations: String...) {
    head =
      (imports.map { "import \($0)" } + ["@_spi(LabCheck) import OperationBench"])
      .joined(separator: "\n") + "\n\ntypealias LabPoints = \(points)"
    pieces = declarations.flatMap { $0.split(separator: "\n\n") }.map(Piece.init)
  }

  /// What is written into the file.
  var source: String {
    ([head] + pieces.map(\.declaration)).joined(separator: "\n\n") + "\n"
  }

  /// The same with some of the pieces.
  func with(_ isWanted: (Piece) -> Bool) -> ShadowFile {
    var copy = self
    copy.pieces = pieces.filter(isWanted)
    return copy
  }

  /// The same without what files of these words cannot use, which would only take time to compile.
  func used(in words: Set<String>) -> ShadowFile {
    with { !$0.names.isDisjoint(with: words) }
  }

  /// For a checked class: where a thread may be held.
  static let points = ShadowFile(
    ["Foundation", "Synchronization"], points: "OperationBench.SubjectPoints", steps, condition)

  /// For a learner's file. It also makes timers known to the scene, and writing a place where a thread
  /// may pause.
  static let scenes = ShadowFile(
    ["Dispatch", "Foundation", "OperationCourse", "Synchronization"],
    points: "OperationCourse.LearnersClock", steps, clocks)

  /// The names of ways to wait by a clock that no declaration can take the place of.
  static let unknownClocks: Set = [
    "CFRunLoopRunInMode", "RunLoop", "nanosleep", "poll", "pthread_cond_timedwait", "select",
    "sem_timedwait",
  ]

  // What the file calls must be declared where it sees it: members of the kit's own locks are not.
  private static let steps = """
    extension Foundation.Operation {
      var isCancelled: Bool { LabPoints.isCancelled(of: self) }
    }

    extension Foundation.Operation {
      func willChangeValue(forKey key: String) {
        LabPoints.willChangeValue(of: self, forKey: key)
      }
      func willChangeValue<Value>(for path: KeyPath<Foundation.Operation, Value>) {
        LabPoints.willChangeValue(of: self, for: path)
      }
      func didChangeValue(forKey key: String) {
        LabPoints.didChangeValue(of: self, forKey: key)
      }
      func didChangeValue<Value>(for path: KeyPath<Foundation.Operation, Value>) {
        LabPoints.didChangeValue(of: self, for: path)
      }
    }

    class NSLock: OperationBench.SteppedLock, @unchecked Sendable {
      init() { super.init(isRecursive: false) }
      override var name: String? { get { super.name } set { super.name = newValue } }
      override func `try`() -> Bool { super.try() }
      override func lock(before limit: Date) -> Bool { super.lock(before: limit) }
    }

    class NSRecursiveLock: OperationBench.SteppedLock, @unchecked Sendable {
      init() { super.init(isRecursive: true) }
      override var name: String? { get { super.name } set { super.name = newValue } }
      override func `try`() -> Bool { super.try() }
      override func lock(before limit: Date) -> Bool { super.lock(before: limit) }
    }

    struct Mutex<Value: ~Copyable>: ~Copyable, @unchecked Sendable {
      private let lock = OperationBench.SteppedLock(isRecursive: false, isMutex: true)
      private let value: UnsafeMutablePointer<Value>
      init(_ value: consuming sending Value) {
        self.value = UnsafeMutablePointer.allocate(capacity: 1)
        self.value.initialize(to: value)
      }
      deinit {
        value.deinitialize(count: 1)
        value.deallocate()
      }
      borrowing func withLock<Result: ~Copyable, Failure: Error>(
        _ body: (inout sending Value) throws(Failure) -> sending Result
      ) throws(Failure) -> sending Result {
        lock.lock()
        defer { lock.unlock() }
        return try body(&value.pointee)
      }
      borrowing func withLockIfAvailable<Result: ~Copyable, Failure: Error>(
        _ body: (inout sending Value) throws(Failure) -> sending Result
      ) throws(Failure) -> sending Result? {
        guard lock.try() else { return nil }
        defer { lock.unlock() }
        return try body(&value.pointee)
      }
    }
    """

  private static let condition = """
    class NSCondition: OperationBench.SteppedCondition, @unchecked Sendable {
      override var name: String? { get { super.name } set { super.name = newValue } }
      override func wait() { super.wait() }
      override func wait(until limit: Date) -> Bool { super.wait(until: limit) }
      override func signal() { super.signal() }
      override func broadcast() { super.broadcast() }
    }
    """

  private static let clocks = """
    extension DispatchQueue {
      func asyncAfter(deadline: DispatchTime, execute work: DispatchWorkItem) {
        LabPoints.after(deadline, self, work)
      }
      func asyncAfter(
        deadline: DispatchTime, qos: DispatchQoS = .unspecified, flags: DispatchWorkItemFlags = [],
        execute work: @escaping @Sendable @convention(block) () -> Void
      ) {
        LabPoints.after(deadline, self, DispatchWorkItem(qos: qos, flags: flags, block: work))
      }
      func asyncAfter(
        wallDeadline: DispatchWallTime, qos: DispatchQoS = .unspecified,
        flags: DispatchWorkItemFlags = [],
        execute work: @escaping @Sendable @convention(block) () -> Void
      ) {
        let deadline = DispatchTime.now() + LabPoints.seconds(to: wallDeadline)
        LabPoints.after(deadline, self, DispatchWorkItem(qos: qos, flags: flags, block: work))
      }
      func sync<Result>(execute work: () throws -> Result) rethrows -> Result {
        try LabPoints.sync(self, [], work)
      }
      func sync<Result>(
        flags: DispatchWorkItemFlags, execute work: () throws -> Result
      ) rethrows -> Result {
        try LabPoints.sync(self, flags, work)
      }
    }

    extension DispatchSourceTimer {
      func schedule(
        deadline: DispatchTime, repeating interval: DispatchTimeInterval = .never,
        leeway: DispatchTimeInterval = .nanoseconds(0)
      ) {
        LabPoints.schedule(self, deadline, interval, leeway)
      }
      func schedule(
        deadline: DispatchTime, repeating interval: Double,
        leeway: DispatchTimeInterval = .nanoseconds(0)
      ) {
        LabPoints.schedule(self, deadline, .nanoseconds(Int(min(interval, 1e9) * 1e9)), leeway)
      }
    }

    extension Timer {
      @discardableResult
      static func scheduledTimer(
        withTimeInterval seconds: TimeInterval, repeats: Bool,
        block: @escaping @Sendable (Timer) -> Void
      ) -> Timer {
        LabPoints.expect(seconds, repeats: repeats)
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
        LabPoints.expect(seconds, repeats: repeats)
        self.init(
          fire: Date(timeIntervalSinceNow: seconds), interval: seconds, repeats: repeats,
          block: block)
      }
    }

    extension Thread {
      static func sleep(forTimeInterval seconds: TimeInterval) { LabPoints.sleep(seconds) }
      static func sleep(until date: Date) { LabPoints.sleep(date.timeIntervalSinceNow) }
    }

    extension DispatchSemaphore {
      func wait(timeout: DispatchTime) -> DispatchTimeoutResult {
        LabPoints.wait(self, LabPoints.seconds(to: timeout))
      }
      func wait(wallTimeout: DispatchWallTime) -> DispatchTimeoutResult {
        LabPoints.wait(self, LabPoints.seconds(to: wallTimeout))
      }
      @discardableResult
      func signal() -> Int { LabPoints.signal(self) }
    }

    extension DispatchGroup {
      func wait(timeout: DispatchTime) -> DispatchTimeoutResult {
        LabPoints.wait(self, LabPoints.seconds(to: timeout))
      }
      func wait(wallTimeout: DispatchWallTime) -> DispatchTimeoutResult {
        LabPoints.wait(self, LabPoints.seconds(to: wallTimeout))
      }
    }

    extension NSCondition {
      @discardableResult
      func wait(until limit: Date) -> Bool { LabPoints.wait(self, until: limit) }
      func unlock() { LabPoints.unlock(self) }
    }

    @discardableResult
    func sleep(_ seconds: UInt32) -> UInt32 {
      LabPoints.sleep(Double(seconds))
      return 0
    }

    @discardableResult
    func usleep(_ microseconds: UInt32) -> Int32 {
      LabPoints.sleep(Double(microseconds) / 1e6)
      return 0
    }

    @discardableResult
    func pthread_mutex_unlock(_ mutex: UnsafeMutablePointer<pthread_mutex_t>) -> Int32 {
      LabPoints.unlock(mutex)
    }

    @discardableResult
    func pthread_rwlock_unlock(_ lock: UnsafeMutablePointer<pthread_rwlock_t>) -> Int32 {
      LabPoints.unlock(lock)
    }

    extension Task where Success == Never, Failure == Never {
      static func sleep(nanoseconds: UInt64) async throws {
        try await LabPoints.sleepTask(.nanoseconds(Int64(nanoseconds)))
      }
      static func sleep(for duration: Duration) async throws {
        try await LabPoints.sleepTask(duration)
      }
      static func sleep(
        until moment: ContinuousClock.Instant, tolerance: Duration? = nil,
        clock: ContinuousClock = .continuous
      ) async throws {
        try await LabPoints.sleepTask(until: moment)
      }
    }

    extension ContinuousClock {
      func sleep(for duration: Duration, tolerance: Duration? = nil) async throws {
        try await LabPoints.sleepTask(duration)
      }
    }

    extension Atomic where Value == Bool {
      borrowing func load(ordering: AtomicLoadOrdering) -> Bool { LabPoints.load(self) }
    }

    extension Atomic where Value == Int {
      borrowing func load(ordering: AtomicLoadOrdering) -> Int { LabPoints.load(self) }
    }

    extension Data {
      func write(to file: URL, options: Data.WritingOptions = []) throws {
        LabPoints.willWrite()
        try NSData(data: self).write(to: file, options: options)
      }
    }

    extension FileManager {
      func moveItem(at source: URL, to target: URL) throws {
        LabPoints.willWrite()
        try moveItem(atPath: source.path, toPath: target.path)
      }
      @discardableResult
      func createFile(atPath path: String, contents: Data?) -> Bool {
        LabPoints.willWrite()
        return createFile(atPath: path, contents: contents, attributes: nil)
      }
    }
    """
}
