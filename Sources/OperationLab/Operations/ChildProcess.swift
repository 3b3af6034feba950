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

  /// Describes a process; nothing runs yet.
  public init(executable: URL, arguments: [String], environment: [String: String] = [:]) {
    self.executable = executable
    self.arguments = arguments
    self.environment = environment
  }

  /// How it ended.
  public enum Ending: Hashable, Sendable {
    case exited(Int32)
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
  }

  private struct Family: Sendable {
    var running: [ObjectIdentifier: Process] = [:]
    var isOver = false
  }

  private static let family = Mutex(Family())

  /// Kills every child that runs now, and from now on each as soon as it is started: the process is
  /// about to end. Callable from any thread, for instance when interrupted.
  public static func killAll() {
    family.withLock { family in
      family.isOver = true
      return Array(family.running.values)
    }.forEach(kill)
  }

  /// Kills a child and, where it leads a process group of its own, the children it has.
  private static func kill(_ process: Process) {
    _ = Foundation.kill(-process.processIdentifier, SIGKILL)
    _ = Foundation.kill(process.processIdentifier, SIGKILL)
  }

  /// Runs the process; blocks the calling thread until it has ended and its output is read.
  ///
  /// - Parameters:
  ///   - deadline: when to kill it.
  ///   - onLine: receives each line of its standard output, without the newline, as soon as it is
  ///     complete; called on a thread of its own, one call at a time.
  /// - Throws: an error of Foundation's when the process cannot be started.
  public func run(
    deadline: Duration, onLine: @escaping @Sendable (Data) -> Void = { _ in }
  ) throws -> Result {
    let process = Process()
    process.executableURL = executable
    process.arguments = arguments
    // Swift's own report of a crash takes time and hides what Foundation said: a trap is expected.
    process.environment = ProcessInfo.processInfo.environment.merging(
      ["SWIFT_BACKTRACE": "enable=no"], uniquingKeysWith: { $1 }
    ).merging(environment, uniquingKeysWith: { $1 })
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
    process.terminationHandler = { _ in ended.open() }
    try Self.withNoSignalBlocked { try process.run() }
    let isTooLate = Self.family.withLock { family in
      family.running[ObjectIdentifier(process)] = process
      return family.isOver
    }
    if isTooLate { Self.kill(process) }
    defer { Self.family.withLock { _ = $0.running.removeValue(forKey: ObjectIdentifier(process)) } }

    let lines = Drain(output.fileHandleForReading) { Lines(onLine) }
    let text = Drain(errors.fileHandleForReading) { Text() }
    let isInTime = ended.wait(deadline: deadline)
    if !isInTime {
      Self.kill(process)
      _ = ended.wait(deadline: .seconds(10))
    }
    lines.finish()
    return Result(
      ending: isInTime ? Self.ending(of: process) : .deadline, errorText: text.finish().value)
  }

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
