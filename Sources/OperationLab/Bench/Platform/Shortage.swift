import Foundation
import OperationLab

/// A resource that the system refuses to give this process, found out before anything depends on
/// it. Without a thread, Dispatch and Foundation block forever. Without a file, they trap.
package enum Shortage: Error, Hashable, Sendable, CustomStringConvertible {
  /// Dispatch gives no thread.
  case threads
  /// No file can be opened any more.
  case files

  /// The exit status of a process that finds no thread.
  package static let exitStatus: Int32 = 71

  /// One line that says what to do.
  package var description: String {
    switch self {
    case .threads:
      "the system gives no more threads. Raise the limit ('ulimit -u 1000') or end other programs"
    case .files:
      "the system opens no more files. Raise the limit ('ulimit -n 256')"
    }
  }

  /// The resource that is short, if so many more of each are needed at once.
  package static func found(threads: Int, files: Int = 0) -> Shortage? {
    Platform.allowManyFiles()
    if !opens(files) { return .files }
    return Platform.makesThreads(threads) ? nil : .threads
  }

  private static func opens(_ count: Int) -> Bool {
    var copies: [Int32] = []
    defer { copies.forEach { close($0) } }
    for _ in 0..<count {
      let copy = open("/dev/null", O_RDONLY | O_CLOEXEC)
      guard copy >= 0 else { return false }
      copies.append(copy)
    }
    return true
  }
}
