import Foundation
import OperationLab

/// What a process is started with.
package struct Launch: Sendable {
  let executable: URL
  let arguments: [String]
  /// All of it.
  let environment: [String: String]
  /// The folder that it starts in. This process's own if `nil`.
  let folder: URL?
  /// Whether it leads a session, by which ``Platform/endSession(of:)`` finds what it has started.
  var leadsSession = false
}

/// A process that ``Platform/start(_:_:)`` has started.
struct StartedProcess: Sendable {
  let number: Int32
  /// Where its standard input comes from, and where its standard output and error go to.
  let input: FileHandle
  let output: FileHandle
  let errors: FileHandle
  /// What must live as long as the process does, if anything.
  var keeper: (any Sendable)?
}

/// That a process could not be started.
struct NotStarted: Error, Hashable, CustomStringConvertible {
  let path: String
  let reason: String

  var description: String { "'\(path)' does not start: \(reason)" }
}

/// Hears how a process ends, and when it has been reaped: from then on its number may be another's.
final class ProcessWatch: Sendable {
  /// How a process ends.
  enum Ending: Hashable, Sendable {
    case exited(Int32)
    case signalled(Int32)
  }

  private let onEnd: @Sendable () -> Void
  private let ending = Locked<Ending?>(nil)
  private let ended = Latch()
  private let mayBeReaped = Latch()
  private let reaped = Latch()

  /// - Parameter onEnd: called when it has ended, once, on any thread.
  init(onEnd: @escaping @Sendable () -> Void) {
    self.onEnd = onEnd
  }

  /// How it has ended. Waits for that no longer than so long, and returns `nil` if it has not.
  func ending(within limit: Duration) -> Ending? {
    ended.wait(deadline: limit) ? ending.withLock { $0 } : nil
  }

  /// Waits until it has been reaped, though no longer than so long.
  func waitUntilReaped(within limit: Duration) {
    mayBeReaped.open()
    _ = reaped.wait(deadline: limit)
  }

  /// Marks it as ended. Called by the code that started it.
  func hasEnded(_ ending: Ending) {
    self.ending.withLock { $0 = ending }
    ended.open()
    onEnd()
  }

  /// Blocks until it may be reaped. See ``Platform/start(_:_:)``.
  func waitToReap() { _ = mayBeReaped.wait(deadline: Self.reapDelay) }

  /// Marks it as reaped. Called by the code that started it.
  func wasReaped() { reaped.open() }

  /// How long to leave alone what has ended: its threads may be on their way out. Not longer: while
  /// there is a child that is not reaped, Swift Testing's watch over exit tests never sleeps.
  private static let reapDelay = Duration.milliseconds(5)
}
