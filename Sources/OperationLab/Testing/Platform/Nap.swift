import Foundation

/// A thread's sleep with a time limit, as the kernel of Linux tells of it; elsewhere there is none.
enum Nap {
  /// How long the thread of this process will sleep at most; `nil` if without a limit, or if it
  /// does not sleep.
  static func rest(ofThread thread: String) -> Duration? {
    let file = "/proc/self/task/\(thread)/syscall"
    guard let call = try? String(contentsOfFile: file, encoding: .utf8) else { return nil }
    let words = call.split(whereSeparator: \.isWhitespace)
    guard words.count >= 7, let number = Int(words[0]) else { return nil }
    let arguments = words[1...6].map { UInt64($0.dropFirst(2), radix: 16) ?? 0 }
    switch number {
    case Call.nanosleep:
      return time(at: arguments[0])
    case Call.clockNanosleep:
      let isAbsolute = arguments[1] & 1 != 0
      return isAbsolute ? rest(of: arguments[2], isWall: arguments[0] == 0) : time(at: arguments[2])
    case Call.futex:
      // 0 waits for so long, 9 until then; 256 says by which clock.
      switch arguments[1] & 127 {
      case 0: return time(at: arguments[3])
      case 9: return rest(of: arguments[3], isWall: arguments[1] & 256 != 0)
      default: return nil
      }
    default:
      return nil
    }
  }

  private static func rest(of address: UInt64, isWall: Bool) -> Duration? {
    var now = timespec()
    clock_gettime(isWall ? CLOCK_REALTIME : CLOCK_MONOTONIC, &now)
    return time(at: address).map { $0 - .seconds(now.tv_sec) - .nanoseconds(now.tv_nsec) }
  }

  /// The time that a sleeping thread has given to the kernel. Read as from a file: the thread may
  /// be gone by now, and its stack with it.
  private static func time(at address: UInt64) -> Duration? {
    guard address != 0 else { return nil }
    let memory = open("/proc/self/mem", O_RDONLY | O_CLOEXEC)
    defer { close(memory) }
    var time = timespec()
    let size = MemoryLayout<timespec>.size
    guard pread(memory, &time, size, off_t(truncatingIfNeeded: address)) == size else { return nil }
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
  }

  /// The numbers of the system calls that sleep with a time limit.
  private enum Call {
    #if arch(x86_64)
      static let (futex, nanosleep, clockNanosleep) = (202, 35, 230)
    #else
      static let (futex, nanosleep, clockNanosleep) = (98, 101, 115)
    #endif
  }
}
