import OperationLab
import Foundation

/// The terminal while keys are read one by one: without echo, and without lines.
///
/// However the process ends or is stopped, the terminal is first given back as it was.
package enum TerminalMode {
  private struct Hold: @unchecked Sendable {
    var original: termios?
    var isEntered = false
  }

  private static let hold = Locked(Hold())

  /// From now on every key arrives at once. Ctrl-C stays what it is. Ctrl-Z arrives as a key, so that
  /// ``pause()`` can give the terminal back first.
  ///
  /// Nothing happens when standard input is no terminal.
  package static func enter() {
    hold.withLock { hold in
      var now = termios()
      guard tcgetattr(STDIN_FILENO, &now) == 0 else { return }
      if hold.original == nil { hold.original = now }
      var raw = now
      cfmakeraw(&raw)
      raw.c_lflag |= tcflag_t(ISIG)
      raw.c_iflag |= tcflag_t(ICRNL)
      raw.c_oflag = now.c_oflag
      let none = cc_t(truncatingIfNeeded: fpathconf(STDIN_FILENO, Int32(_PC_VDISABLE)))
      withUnsafeMutableBytes(of: &raw.c_cc) { $0[Int(VSUSP)] = none }
      tcsetattr(STDIN_FILENO, TCSADRAIN, &raw)
      hold.isEntered = true
    }
  }

  /// Gives the terminal back as it was. Callable from any thread, any number of times.
  package static func leave() {
    hold.withLock { hold in
      guard hold.isEntered, var original = hold.original else { return }
      hold.isEntered = false
      tcsetattr(STDIN_FILENO, TCSADRAIN, &original)
    }
  }

  /// Restores the terminal, stops the process until it is continued, and takes the terminal again.
  package static func pause() {
    leave()
    // Sent to the process, it may reach another thread first, and this one would go on for a moment.
    raise(SIGSTOP)
    enter()
  }
}
