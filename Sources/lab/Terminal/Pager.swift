import Foundation
import OperationCourse
import OperationLab

extension Console {
  /// Shows a text at once, or a screenful at a time where the terminal is too low for it.
  func page(_ text: String) {
    showProgress("")
    if !isTerminal || !Pager.show(text) { show(text) }
  }
}

/// Shows a long text a screenful at a time.
enum Pager {
  /// Shows the text with `$PAGER`, or with `less`. Blocks until the reader has left it.
  ///
  /// - Returns: `false` when there is none, or the user wants none (`PAGER` empty or `cat`).
  static func show(_ text: String) -> Bool {
    let chosen = ProcessInfo.processInfo.environment["PAGER"] ?? "less"
    let file = FileManager.default.temporaryDirectory.appendingPathComponent("lab-\(UUID()).txt")
    guard !["", "cat"].contains(chosen),
      (try? text.write(to: file, atomically: true, encoding: .utf8)) != nil
    else { return false }
    defer { try? FileManager.default.removeItem(at: file) }
    // The reader's keys are the pager's. Such a handler, unlike SIG_IGN, is not inherited.
    let handlers = [SIGINT, SIGQUIT, SIGTSTP].map { ($0, signal($0) { _ in }) }
    defer { for (number, handler) in handlers { signal(number, handler) } }
    var modes = termios()
    tcgetattr(STDIN_FILENO, &modes)
    // -R keeps colours, -F ends at once when all fits on the screen, -X leaves it there. Without a
    // locale, less would show the bytes of the text.
    let pager = start(
      """
      set -- \(chosen); command -v "$1" >/dev/null || exit 127
      export LESS=-RFX LESSCHARSET="${LESSCHARSET-utf-8}"; exec \(chosen) <\(file.path.shellQuoted)
      """)
    guard let pager else { return false }
    let hasLeft = Latch()
    Interruption.first {
      kill(pager, SIGTERM)
      _ = hasLeft.wait(deadline: .seconds(2))
    }
    let status = end(of: pager)
    // A pager that was killed has not done so.
    tcsetattr(STDIN_FILENO, TCSADRAIN, &modes)
    Interruption.first {}
    hasLeft.open()
    // As a shell says that there is no such program.
    return status != 127 << 8
  }

  /// Waits until the pager has ended, and is stopped while it is. Returns its status.
  ///
  /// A shell takes the job for stopped when this process is. If the pager were not yet, `fg` would come too
  /// early for it, and it would stop after that for good.
  private static func end(of pager: pid_t) -> Int32 {
    var status: Int32 = 0
    while true {
      let found = waitpid(pager, &status, WUNTRACED)
      if found == pager, status & 0xFF == 0x7F {
        kill(getpid(), SIGSTOP)
      } else if found >= 0 || errno != EINTR {
        return status
      }
    }
  }

  /// Starts a shell's command in this process's own group, to which the terminal belongs.
  ///
  /// Foundation's `Process` makes a group for it, and the terminal stops what reads a key there.
  private static func start(_ command: String) -> pid_t? {
    let variables = ProcessInfo.processInfo.environment.map { "\($0)=\($1)" }
    let texts = ["/bin/sh", "-c", command]
    var words = texts.map { strdup($0) } + [nil]
    var environment = variables.map { strdup($0) } + [nil]
    defer { for text in words + environment { free(text) } }
    var number = pid_t()
    return posix_spawn(&number, "/bin/sh", nil, nil, &words, &environment) == 0 ? number : nil
  }
}
