import Foundation
import OperationLab

/// A process that is run to its end with a deadline, its output read while it runs.
package struct ChildProcess: Sendable {
  /// The program's file.
  package var executable: URL
  /// The words after the program's name.
  package var arguments: [String]
  /// What is different in its environment.
  package var environment: [String: String]

  /// The folder that it starts in. This process's own if `nil`.
  package var folder: URL?

  /// Whether it hosts programs with ``ProgramHost``. Then it tells its threads' calls before it is killed
  /// at the deadline.
  package var isHost = false

  /// The line on both outputs after which what it writes counts. `nil` if everything does.
  ///
  /// A test binary that is started again writes other things before it comes back to the call.
  package var preamble: String?

  /// Whether what it has started ends with it, also in process groups of its own. On Linux only.
  var leadsSession = false

  /// Describes a process. Nothing runs yet.
  package init(
    executable: URL, arguments: [String], environment: [String: String] = [:],
    leadsSession: Bool = false
  ) {
    self.executable = executable
    self.arguments = arguments
    self.environment = environment
    self.leadsSession = leadsSession
  }

  /// How it ended.
  package enum Ending: Hashable, Sendable {
    /// By itself, with that status.
    case exited(Int32)
    /// By that signal.
    case signalled(Int32)
    /// The deadline passed, and it was killed.
    case deadline
  }

  /// What it left behind.
  package struct Result: Hashable, Sendable {
    /// Whether it exited, was ended by a signal, or was killed at the deadline.
    package var ending: Ending
    /// All of its standard error, undecodable bytes replaced.
    package var errorText: String
    /// Whether it was kept waiting for a processor until the deadline, and long after it.
    package var wasStarved = false

    package init(ending: Ending, errorText: String, wasStarved: Bool = false) {
      (self.ending, self.errorText, self.wasStarved) = (ending, errorText, wasStarved)
    }

    /// Whether it ended by a signal, or with a status that says that something went wrong.
    package var hasDied: Bool {
      switch ending {
      case .exited(let status): status != 0
      case .signalled: true
      case .deadline: false
      }
    }
  }

  private struct LiveChildren: Sendable {
    /// The children that have not been reaped, so that no other process has their numbers. They are
    /// signalled only under the lock.
    var running: Set<Int32> = []
    var isOver = false
  }

  private static let family = Locked(LiveChildren())

  /// The numbers of the children that may be signalled.
  static var running: Set<Int32> { family.withLock { $0.running } }

  /// One for each child that has not ended yet.
  private static let alive = DispatchGroup()

  /// Kills every child that runs now, and from now on each as soon as it is started: the process is
  /// about to end. Callable from any thread, for instance when interrupted.
  ///
  /// Returns when they have ended, so that none writes into what is removed next. A child that does
  /// not end within a second is left to the system.
  package static func killAll() {
    family.withLock { $0.isOver = true }
    killRunning()
    _ = alive.wait(timeout: .now() + .seconds(1))
  }

  /// Kills what this process has started so far. More can be started.
  package static func killRunning() {
    family.withLock { $0.running.forEach(killGroup) }
  }

  /// Kills a process and, where it leads a process group of its own, the children it has.
  private static func killGroup(_ number: Int32) {
    _ = Foundation.kill(-number, SIGKILL)
    _ = Foundation.kill(number, SIGKILL)
  }

  /// Kills a child, unless its number may be another's by now.
  fileprivate static func reach(_ number: Int32) {
    family.withLock { if $0.running.contains(number) { killGroup(number) } }
  }

  /// It is about to be reaped. From then on its number may be another's.
  static func forget(_ number: Int32) {
    family.withLock { _ = $0.running.remove(number) }
  }

  /// Runs the process. Blocks the calling thread until it has ended and its output is read.
  ///
  /// - Parameters:
  ///   - deadline: when to kill it: after it has had so much time. What others take from it does
  ///     not count.
  ///   - most: how many times as long to wait for a process that others keep waiting.
  ///   - onLine: receives each line of its standard output, without the newline, as soon as it is
  ///     complete. Called on a thread of its own, one call at a time.
  /// - Throws: a ``Shortage``, or another error in one line, when the process cannot be started.
  package func run(
    deadline: Duration, starvedFor most: Int = Self.starvedFor,
    onLine: @escaping @Sendable (Data) -> Void = { _ in }
  ) throws -> Result {
    let child = try start(Lines(onLine), Text())
    defer { child.close() }
    try child.awaitPreamble()
    return child.result(within: deadline, starvedFor: most)
  }

  /// Starts the process. End it with ``RunningChild/close()``.
  ///
  /// - Parameters:
  ///   - output: takes its standard output.
  ///   - errors: takes its standard error.
  ///   - onEnd: called once when it has ended, on any thread.
  package func start<Output: ByteReceiver, Errors: ByteReceiver>(
    _ output: Output, _ errors: Errors, onEnd: @escaping @Sendable () -> Void = {}
  ) throws -> RunningChild<Output, Errors> {
    // Foundation would trap, or block forever.
    if let shortage = Shortage.found(threads: 4, files: 20) { throw shortage }
    let watch = ProcessWatch(onEnd: {
      Self.alive.leave()
      onEnd()
    })
    // One that ends at once must not be forgotten before it is known.
    let process = try Self.family.withLock { family in
      let process = try start(watch)
      family.running.insert(process.number)
      if family.isOver { Self.killGroup(process.number) }
      return process
    }
    do {
      return try RunningChild(self, process, watch, output, errors)
    } catch {
      Self.reach(process.number)
      throw error
    }
  }

  private func start(_ watch: ProcessWatch) throws -> StartedProcess {
    // Swift's own report of a crash takes time and hides what Foundation said: a trap is expected.
    let environment = ProcessInfo.processInfo.environment
      .merging(["SWIFT_BACKTRACE": "enable=no"]) { $1 }
      .merging(Platform.childEnvironment) { $1 }.merging(environment) { $1 }
    let launch = Launch(
      executable: executable, arguments: arguments, environment: environment, folder: folder,
      leadsSession: leadsSession)
    Self.alive.enter()
    do {
      return try Platform.start(launch, watch)
    } catch {
      Self.alive.leave()
      // The system's own words may be 'bad file descriptor' when it could open none.
      throw Shortage.found(threads: 4, files: 60) ?? error
    }
  }

  /// How many times as long a process may take that is kept waiting for a processor.
  package static let starvedFor = 30

  /// Closes what is still open. An error because it was closed before does no harm.
  static func close(_ handles: FileHandle...) {
    for handle in handles {
      do { try handle.close() } catch {}
    }
  }
}

/// A process that runs.
package final class RunningChild<Output: ByteReceiver, Errors: ByteReceiver>: Sendable {
  private let child: ChildProcess
  private let process: StartedProcess
  private let watch: ProcessWatch
  private let output: PipeReader<After<Output>>
  private let errors: PipeReader<After<Errors>>
  private let isBack = Latch()

  fileprivate init(
    _ child: ChildProcess, _ process: StartedProcess, _ watch: ProcessWatch, _ output: Output,
    _ errors: Errors
  ) throws {
    self.child = child
    self.process = process
    self.watch = watch
    self.output = try PipeReader(process.output) { [isBack] in
      After(child.preamble, output, onPreamble: isBack.open)
    }
    self.errors = try PipeReader(process.errors) { After(child.preamble, errors) }
  }

  /// The number of the process, for a ``Deadline``.
  package var name: String { "\(process.number)" }

  /// Blocks the calling thread until it has written its preamble, if it has one.
  ///
  /// - Throws: ``NeverCameBack`` if it ends before, or takes too long.
  package func awaitPreamble(within limit: Duration = NeverCameBack.limit) throws {
    guard child.preamble != nil else { return }
    var deadline = Deadline(limit, process: name, most: 3)
    while !isBack.wait(deadline: .milliseconds(20)) {
      guard let ending = watch.ending(within: .zero) else {
        if deadline.isOver() { throw NeverCameBack(ending: .deadline) }
        continue
      }
      output.finish()
      guard isBack.isOpen else { throw NeverCameBack(ending: ChildProcess.Ending(ending)) }
    }
  }

  /// Writes a line to its standard input. If it is gone, nothing happens.
  package func send(_ line: Data) {
    // The signal would end this process. The calling thread is one that only waits for processes.
    var broken = sigset_t()
    sigemptyset(&broken)
    sigaddset(&broken, SIGPIPE)
    pthread_sigmask(SIG_BLOCK, &broken, nil)
    (line + [UInt8(ascii: "\n")]).withUnsafeBytes { bytes in
      var rest = bytes[...]
      while let start = UnsafeRawBufferPointer(rebasing: rest).baseAddress, !rest.isEmpty {
        let count = write(process.input.fileDescriptor, start, rest.count)
        if count < 0, errno == EINTR { continue }
        guard count > 0 else { return }
        rest = rest.dropFirst(count)
      }
    }
  }

  /// Waits for its end, and kills it when the deadline has passed. Its output is read to the end.
  func result(
    within deadline: Duration, starvedFor most: Int = ChildProcess.starvedFor
  ) -> ChildProcess.Result where Errors == Text {
    let (ending, isStarved) = ending(within: deadline, starvedFor: most)
    return ChildProcess.Result(
      ending: ending, errorText: errors.finish().rest.value, wasStarved: isStarved)
  }

  /// Waits for its end, and kills it when the deadline has passed. Its output is read to the end.
  package func ending(
    within limit: Duration, starvedFor most: Int = ChildProcess.starvedFor
  ) -> (ChildProcess.Ending, isStarved: Bool) {
    var deadline = Deadline(limit, process: name, most: most, asksAgain: true)
    var ending = watch.ending(within: deadline.rest)
    while ending == nil, !deadline.isOver() { ending = watch.ending(within: deadline.rest) }
    if ending == nil {
      if child.isHost {
        // See ``ProgramHost/prepare()``. A verdict stands without it.
        ChildProcess.close(process.input)
        _ = watch.ending(within: .seconds(3))
      }
      kill()
    }
    output.finish()
    errors.finish()
    return (ChildProcess.Ending(ending), ending == nil && deadline.isStarved)
  }

  private func kill() {
    ChildProcess.reach(process.number)
    watch.waitUntilReaped(within: .seconds(10))
  }

  /// Ends its use: if it still runs, it is killed.
  package func close() {
    if watch.ending(within: .zero) == nil { kill() }
    // A reader there gets the end of file when this process ends.
    ChildProcess.close(process.input)
  }
}

/// A process that was started again did not come back to the call that started it.
package struct NeverCameBack: Error, Hashable, CustomStringConvertible {
  /// How it ended before.
  package let ending: ChildProcess.Ending

  /// The exit status of one whose main thread was not free.
  package static let mainThreadIsBusy: Int32 = 75
  /// How long it may take.
  package static let limit = Duration.seconds(30)

  package var isBySignal: Bool { if case .signalled = ending { true } else { false } }

  package var description: String {
    "this program was started again, and did not come back to this call: "
      + ending.words(after: Self.limit)
  }
}

extension ChildProcess.Ending {
  /// How a program ended that was started again for a check.
  package func words(after limit: Duration) -> String {
    switch self {
    case .exited(NeverCameBack.mainThreadIsBusy):
      "its main thread was not free (a test on the main actor uses `await Conformance.check`)"
    case .exited(Shortage.exitStatus): "\(Shortage.threads)"
    case .exited(let status): "it exited with status \(status)"
    case .signalled(let signal): "\(Platform.signalName(signal)) ended it"
    case .deadline: "it took longer than \(limit.components.seconds) seconds"
    }
  }
}

extension ChildProcess.Ending {
  /// - Parameter ending: `nil` if it was killed because the deadline had passed.
  fileprivate init(_ ending: ProcessWatch.Ending?) {
    switch ending {
    case .exited(let status): self = .exited(status)
    case .signalled(let signal): self = .signalled(signal)
    case nil: self = .deadline
    }
  }
}

/// Takes what a pipe brings.
package protocol ByteReceiver: Sendable {
  mutating func receive(_ data: Data)
  /// The pipe has been closed.
  mutating func end()
}

/// Leaves out everything up to a line.
struct After<Rest: ByteReceiver>: ByteReceiver {
  private(set) var rest: Rest
  private let line: Data
  private let onPreamble: @Sendable () -> Void
  /// The end of what was left out, as long as the line has not come.
  private var pending: Data?

  /// - Parameters:
  ///   - line: `nil` if nothing is to be left out.
  ///   - rest: takes what comes after the line.
  ///   - onPreamble: called when the line has come.
  init(_ line: String?, _ rest: Rest, onPreamble: @escaping @Sendable () -> Void = {}) {
    self.rest = rest
    self.line = Data("\n\(line ?? "")\n".utf8)
    self.onPreamble = onPreamble
    pending = line == nil ? nil : Data()
  }

  mutating func receive(_ data: Data) {
    guard let before = pending else { return rest.receive(data) }
    let all = before + data
    guard let found = all.range(of: line) else { return pending = Data(all.suffix(line.count)) }
    pending = nil
    if found.upperBound < all.endIndex { rest.receive(Data(all[found.upperBound...])) }
    onPreamble()
  }

  mutating func end() { rest.end() }
}

/// Cuts what arrives into lines.
package struct Lines: ByteReceiver {
  private var pending = Data()
  private let onLine: @Sendable (Data) -> Void

  package init(_ onLine: @escaping @Sendable (Data) -> Void) {
    self.onLine = onLine
  }

  package mutating func receive(_ data: Data) {
    pending.append(data)
    guard let end = pending.lastIndex(of: UInt8(ascii: "\n")) else { return }
    for line in pending[..<end].split(
      separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    {
      onLine(Data(line))
    }
    pending = Data(pending[pending.index(after: end)...])
  }

  package mutating func end() {
    if !pending.isEmpty { onLine(pending) }
  }
}

/// Keeps everything as text, up to some megabytes. Of more, what came last.
package struct Text: ByteReceiver {
  private var data = Data()
  private static let limit = 8_000_000

  package init() {}

  package var value: String { String(decoding: data, as: UTF8.self) }

  package mutating func receive(_ data: Data) {
    self.data.append(data)
    if self.data.count > Self.limit { self.data = Data(self.data.suffix(Self.limit / 2)) }
  }

  /// Takes out what comes before the separator, if it has come with the last bytes.
  package mutating func takePiece(before separator: Data, inLast count: Int) -> String? {
    let new = data.suffix(count + separator.count)
    guard let found = new.range(of: separator) else { return nil }
    defer { data = Data(data[found.upperBound...]) }
    return String(decoding: data[..<found.lowerBound], as: UTF8.self)
  }

  package mutating func end() {}
}

/// Reads a pipe on a thread of its own until it is closed, so that no writer ever waits long.
///
/// Reading only after the process has ended would hang as soon as the pipe is full.
final class PipeReader<Sink: ByteReceiver>: Sendable {
  private let sink: Locked<Sink>
  private let closed = Latch()

  /// - Throws: ``Shortage`` if the system gives no thread.
  init(_ handle: FileHandle, into make: () -> Sink) throws {
    let sink = make()
    self.sink = Locked(sink)
    let hasThread = Platform.detachThread { [self] in
      while let data = Self.read(handle) {
        self.sink.withLock { $0.receive(data) }
      }
      ChildProcess.close(handle)
      self.sink.withLock { $0.end() }
      closed.open()
    }
    if !hasThread { throw Shortage.threads }
  }

  /// What has come, as soon as something has. `nil` at the end.
  ///
  /// Not `availableData`: on Linux it traps when a signal interrupts it, and a child that ends
  /// sends one.
  private static func read(_ handle: FileHandle) -> Data? {
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = Foundation.read(handle.fileDescriptor, &buffer, buffer.count)
      if count > 0 { return Data(buffer[..<count]) }
      if count == 0 || errno != EINTR { return nil }
    }
  }

  /// Waits for the end, but not forever: a grandchild may hold the pipe open.
  @discardableResult
  func finish() -> Sink {
    _ = closed.wait(deadline: .seconds(2))
    return sink.withLock { $0 }
  }
}
