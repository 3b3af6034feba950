import Dispatch
import Foundation
import OperationLab
import Synchronization

/// What happens on Ctrl-C, and on a request to terminate.
enum Interruption {
  /// Kept alive for as long as the process runs.
  @MainActor private static var sources: [any DispatchSourceSignal] = []

  /// What the running command wants done before the process ends.
  private static let farewell = Mutex<(@Sendable () -> Void)?>(nil)

  /// From now on an interrupt runs `body` first, on a thread of its own; it must soon return.
  static func first(_ body: @escaping @Sendable () -> Void) {
    farewell.withLock { $0 = body }
  }

  /// From now on an interrupt kills the children and ends the process with status 130, at once.
  ///
  /// A closed pipe is no signal any more: writes fail instead.
  @MainActor
  static func install() {
    signal(SIGPIPE, SIG_IGN)
    for number in [SIGINT, SIGTERM] {
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(
        signal: number, queue: DispatchQueue(label: "interruption"))
      // Not on the main thread, which is busy with a lesson.
      source.setEventHandler { @Sendable in
        farewell.withLock { $0 }?()
        ChildProcess.killAll()
        TemporaryFolder.removeAll()
        quit(.interrupted)
      }
      source.resume()
      sources.append(source)
    }
  }
}
