// The C library's `stdout` is a variable that anybody may set.
@preconcurrency import Foundation
import OperationLab

// What a process asks of any system, in the same words.
extension Platform {
  /// Moves standard output to another descriptor and returns that one; whatever is printed from
  /// now on, also by Foundation, goes to standard error, unbuffered.
  static func reserveStandardOutput() -> Int32 {
    let reserved = dup(STDOUT_FILENO)
    dup2(STDERR_FILENO, STDOUT_FILENO)
    setvbuf(stdout, nil, _IONBF, 0)
    return reserved
  }

  /// Blocks the calling thread until standard input ends, for a signal or not.
  static func waitForEndOfInput() {
    var byte: UInt8 = 0
    while true {
      let count = read(STDIN_FILENO, &byte, 1)
      if count == 0 || (count < 0 && errno != EINTR) { return }
    }
  }

  /// A signal's name, such as `SIGILL`.
  static func signalName(_ signal: Int32) -> String {
    let names: [Int32: String] = [
      SIGABRT: "SIGABRT", SIGBUS: "SIGBUS", SIGFPE: "SIGFPE", SIGHUP: "SIGHUP", SIGILL: "SIGILL",
      SIGINT: "SIGINT", SIGKILL: "SIGKILL", SIGPIPE: "SIGPIPE", SIGQUIT: "SIGQUIT",
      SIGSEGV: "SIGSEGV", SIGTERM: "SIGTERM", SIGTRAP: "SIGTRAP",
    ]
    return names[signal] ?? "signal \(signal)"
  }
}

extension Platform {
  /// Lets other threads run, if any wait for their turn.
  static func yieldThread() {
    sched_yield()
  }

  /// Blocks the calling thread until the process ends.
  package static func parkThread() {
    pause()
  }
}
