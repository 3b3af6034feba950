import Foundation
import OperationCourse

/// Shows a long text a screenful at a time.
enum Pager {
  /// Hands the text to `$PAGER`, or to `less`. Blocks until the reader has left it.
  ///
  /// - Returns: `false` when there is none, or the user wants none (`PAGER` empty or `cat`).
  static func show(_ text: String) -> Bool {
    let chosen = ProcessInfo.processInfo.environment["PAGER"] ?? "less"
    guard !["", "cat"].contains(chosen) else { return false }
    let process = Process()
    let input = Pipe()
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    // -R keeps colours, -F ends at once when all fits on the screen, -X leaves it there.
    process.arguments = ["-c", "command -v \(chosen) >/dev/null && LESS=-RFX exec \(chosen)"]
    process.standardInput = input
    do {
      try process.run()
      try input.fileHandleForWriting.write(contentsOf: Data(text.utf8))
      try input.fileHandleForWriting.close()
    } catch {
      // A reader who leaves early closes the pipe. One who never came shows in the exit status.
    }
    process.waitUntilExit()
    return process.terminationStatus != 127 && process.terminationStatus != 1
  }
}
