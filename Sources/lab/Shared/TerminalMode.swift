import OperationLab
import Dispatch
import Foundation
import OperationCourse

/// The terminal while keys are read one by one: no echo, no lines, a screen of its own.
///
/// However the process ends or is stopped, the terminal is first given back as it was.
package enum TerminalMode {
  private struct Hold: @unchecked Sendable {
    var original: termios?
    var isEntered = false
    var hasScreen = false
  }

  private static let hold = Locked(Hold())

  private static let newScreen = "\u{1B}[?1049h\u{1B}[?25l"
  private static let oldScreen = "\u{1B}[?25h\u{1B}[?1049l"

  /// From now on every key arrives at once. Ctrl-C and Ctrl-Z stay what they are.
  ///
  /// - Parameter screen: whether to show a screen of its own, which is gone afterwards.
  /// - Returns: `false` when standard input is no terminal.
  @discardableResult
  package static func enter(screen: Bool) -> Bool {
    hold.withLock { hold in
      var now = termios()
      guard tcgetattr(STDIN_FILENO, &now) == 0 else { return false }
      if hold.original == nil { hold.original = now }
      var raw = now
      cfmakeraw(&raw)
      raw.c_lflag |= tcflag_t(ISIG)
      raw.c_iflag |= tcflag_t(ICRNL)
      raw.c_oflag = now.c_oflag
      tcsetattr(STDIN_FILENO, TCSADRAIN, &raw)
      hold.isEntered = true
      hold.hasScreen = screen
      if screen { send(newScreen) }
      return true
    }
  }

  /// Gives the terminal back as it was. Callable from any thread, any number of times.
  package static func leave() {
    hold.withLock { hold in
      guard hold.isEntered, var original = hold.original else { return }
      hold.isEntered = false
      if hold.hasScreen { send(oldScreen) }
      tcsetattr(STDIN_FILENO, TCSADRAIN, &original)
    }
  }

  /// Restores the terminal, stops the process until it is continued, and takes the terminal again.
  package static func pause() {
    let screen = hold.withLock { $0.isEntered ? $0.hasScreen : nil }
    leave()
    // Sent to the process, it may reach another thread first, and this one would go on for a moment.
    raise(SIGSTOP)
    if let screen { enter(screen: screen) }
  }

  /// A terminal that has gone away takes nothing, and needs nothing.
  private static func send(_ text: String) {
    let bytes = Array(text.utf8)
    _ = write(STDOUT_FILENO, bytes, bytes.count)
  }
}
