import Foundation
import Synchronization

/// A process that is run to its end with a deadline, its output read while it runs.
public struct ChildProcess: Sendable {
  /// The program's file.
  public var executable: URL
  /// The words after the program's name.
  public var arguments: [String]
  /// What is different in its environment.
  public var environment: [String: String]

  /// The folder that it starts in; this process's own if `nil`.
  public var folder: URL?

  /// Whether it is given the chance to tell where its threads are before it is killed at the
  /// deadline: then Swift's own report of a crash is not held back.
  public var tellsStacks = false

  /// Describes a process; nothing runs yet.
  public init(executable: URL, arguments: [String], environment: [String: String] = [:]) {
    self.executable = executable
    self.arguments = arguments
    self.environment = environment
  }

  /// How it ended.
  public enum Ending: Hashable, Sendable {
    /// By itself, with that status.
    case exited(Int32)
    /// By that signal.
    case signalled(Int32)
    /// The deadline passed, and it was killed.
    case deadline
  }

  /// What it left behind.
  public struct Result: Hashable, Sendable {
    /// Whether it exited, was ended by a signal, or was killed at the deadline.
    public var ending: Ending
    /// All of its standard error, undecodable bytes replaced.
    public var errorText: String
    /// Whether it was kept waiting for a processor until the deadline, and long after it.
    public var wasStarved = false
  }

  /// What Swift's report of a crash is to contain.
  private static let telling = """
    enable=yes,color=no,interactive=no,threads=all,images=none,registers=none,limit=40,cache=no,\
    output-to=stderr
    """

  private struct Family: Sendable {
    var running: [ObjectIdentifier: Process] = [:]
    var isOver = false
  }

  private static let family = Mutex(Family())

  /// One for each child that has not ended yet.
  private static let alive = DispatchGroup()

  /// Kills every child that runs now, and from now on each as soon as it is started: the process is
  /// about to end. Callable from any thread, for instance when interrupted.
  ///
  /// Returns when they have ended, so that none writes into what is removed next; a child that the
  /// system does not let go within a second is left to it.
  public static func killAll() {
    family.withLock { family in
      family.isOver = true
      return Array(family.running.values)
    }.forEach(kill)
    _ = alive.wait(timeout: .now() + .seconds(1))
  }

  /// Kills a child and, where it leads a process group of its own, the children it has.
  private static func kill(_ process: Process) {
    _ = Foundation.kill(-process.processIdentifier, SIGKILL)
    _ = Foundation.kill(process.processIdentifier, SIGKILL)
  }

  /// Runs the process; blocks the calling thread until it has ended and its output is read.
  ///
  /// - Parameters:
  ///   - deadline: when to kill it: after it has had so much time; what others take from it does not count.
  ///   - most: how many times as long to wait for a process that others keep waiting.
  ///   - onLine: receives each line of its standard output, without the newline, as soon as it is
  ///     complete; called on a thread of its own, one call at a time.
  /// - Throws: a ``Shortage``, or an error of Foundation's, when the process cannot be started.
  public func run(
    deadline: Duration, starvedFor most: Int = Self.starvedFor,
    onLine: @escaping @Sendable (Data) -> Void = { _ in }
  ) throws -> Result {
    // Foundation would trap, or wait for ever.
    if let shortage = Shortage.found(threads: 4, files: 20) { throw shortage }
    let process = Process()
    process.executableURL = executable
    process.arguments = arguments
    if let folder { process.currentDirectoryURL = folder }
    // Swift's own report of a crash takes time and hides what Foundation said: a trap is expected.
    process.environment = ProcessInfo.processInfo.environment.merging(
      ["SWIFT_BACKTRACE": tellsStacks ? Self.telling : "enable=no"], uniquingKeysWith: { $1 }
    ).merging(Platform.childEnvironment, uniquingKeysWith: { $1 })
      .merging(environment, uniquingKeysWith: { $1 })
    let (input, output, errors) = (Pipe(), Pipe(), Pipe())
    // Foundation keeps an ended process, and its pipes, for longer than anybody needs them.
    defer {
      Self.close(input.fileHandleForReading, input.fileHandleForWriting)
      Self.close(output.fileHandleForWriting, errors.fileHandleForWriting)
    }
    process.standardInput = input
    process.standardOutput = output
    process.standardError = errors
    let ended = Door()
    process.terminationHandler = { _ in
      ended.open()
      Self.alive.leave()
    }
    Self.alive.enter()
    do {
      try Self.withNoSignalBlocked { try process.run() }
    } catch {
      Self.alive.leave()
      // Foundation says 'bad file descriptor' when it could open none.
      throw Shortage.found(threads: 4, files: 60) ?? error
    }
    let isTooLate = Self.family.withLock { family in
      family.running[ObjectIdentifier(process)] = process
      return family.isOver
    }
    if isTooLate { Self.kill(process) }
    defer { Self.family.withLock { _ = $0.running.removeValue(forKey: ObjectIdentifier(process)) } }

    let lines = Drain(output.fileHandleForReading) { Lines(onLine) }
    let text = Drain(errors.fileHandleForReading) { Text() }
    var deadline = Deadline(
      // Where threads cannot be asked, each search for rest takes seconds.
      Platform.threads() == nil ? deadline * 5 : deadline, process: "\(process.processIdentifier)",
      most: most)
    var isInTime = ended.wait(deadline: deadline.rest)
    while !isInTime, !deadline.isOver() { isInTime = ended.wait(deadline: deadline.rest) }
    if !isInTime {
      if tellsStacks {
        _ = Foundation.kill(process.processIdentifier, SIGABRT)
        _ = ended.wait(deadline: .seconds(10))
      }
      Self.kill(process)
      _ = ended.wait(deadline: .seconds(10))
    }
    lines.finish()
    return Result(
      ending: isInTime ? Self.ending(of: process) : .deadline, errorText: text.finish().value,
      wasStarved: !isInTime && deadline.isStarved)
  }

  /// How many times as long a process may take that is kept waiting for a processor.
  public static let starvedFor = 30

  /// A child inherits the signals that the thread which starts it blocks, and Dispatch's threads,
  /// with all threads made by them, block nearly every one: a shell would wait for its own children
  /// for ever.
  private static func withNoSignalBlocked(_ start: () throws -> Void) rethrows {
    var none = sigset_t()
    var blocked = sigset_t()
    sigemptyset(&none)
    pthread_sigmask(SIG_SETMASK, &none, &blocked)
    defer { pthread_sigmask(SIG_SETMASK, &blocked, nil) }
    try start()
  }

  /// Closes what is open yet; to be told that it was closed before is no news.
  static func close(_ handles: FileHandle...) {
    for handle in handles {
      do { try handle.close() } catch {}
    }
  }

  private static func ending(of process: Process) -> Ending {
    process.terminationReason == .uncaughtSignal
      ? .signalled(process.terminationStatus) : .exited(process.terminationStatus)
  }
}
