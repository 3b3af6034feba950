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

  /// Whether an interrupt is about to end the process.
  private static let isUnderWay = Mutex(false)

  /// Returns unless an interrupt is about to end the process: then what the command makes of the
  /// death of its children is no news to anybody.
  static func holdBack() {
    if isUnderWay.withLock({ $0 }) { while true { Platform.parkThread() } }
  }

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
        isUnderWay.withLock { $0 = true }
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
