import Foundation

@testable import LabKit

/// The real `lab` on a terminal of its own, with keys that the test presses.
final class LabTerminal {
  private let screen: FileHandle
  private let end: FileHandle
  private let process = Process()
  private let folder: TemporaryFolder
  private(set) var sent = ""

  /// Where this `lab` keeps the learner's progress.
  var state: String { folder.url.appendingPathComponent("progress.jsonl").path }

  /// - Parameters:
  ///   - keepsState: whether the command takes a file for the learner's progress.
  ///   - place: the folder that it is started in.
  init(
    _ arguments: String..., columns: UInt16 = 80, environment: [String: String] = [:],
    keepsState: Bool = true, in place: URL? = nil
  ) throws {
    folder = try TemporaryFolder()
    (screen, end) = try LabProcess.terminal(columns: columns)
    process.executableURL = LabProcess.executable
    process.currentDirectoryURL = place ?? LabProcess.checkout
    process.arguments =
      arguments
      + (keepsState ? ["--state", folder.url.appendingPathComponent("progress.jsonl").path] : [])
    process.environment = [
      "LANG": "C.UTF-8", "TERM": "xterm", "PATH": "/usr/bin:/bin", "PAGER": "cat",
    ].merging(environment) { $1 }
    process.standardInput = end
    process.standardOutput = end
    process.standardError = end
    try process.run()
  }

  /// A shell with job control, to which the terminal belongs. It knows the program as `$LAB`.
  init(shellWith environment: [String: String]) throws {
    folder = try TemporaryFolder()
    (screen, end) = try LabProcess.terminal(columns: 80)
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["setsid", "--ctty", "--wait", "bash", "--norc", "--noediting", "-i"]
    process.environment = [
      "LANG": "C.UTF-8", "TERM": "xterm", "PATH": "/usr/bin:/bin", "PS1": "ready> ",
      "NO_COLOR": "1", "LAB": LabProcess.executable.path,
      "XDG_STATE_HOME": folder.url.path,
    ].merging(environment) { $1 }
    process.standardInput = end
    process.standardOutput = end
    process.standardError = end
    // This thread may block the signals that keys send, and a child inherits that.
    var (none, before) = (sigset_t(), sigset_t())
    sigemptyset(&none)
    pthread_sigmask(SIG_SETMASK, &none, &before)
    defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
    try process.run()
  }

  deinit {
    if process.isRunning { kill(process.processIdentifier, SIGKILL) }
  }

  /// Presses keys.
  func press(_ keys: String) throws { try screen.write(contentsOf: Data(keys.utf8)) }

  func signal(_ number: Int32) { kill(process.processIdentifier, number) }

  /// Closes the window.
  func close() throws {
    try end.close()
    try screen.close()
  }

  /// What the terminal has been sent since it was last asked, once that contains the text.
  ///
  /// - Returns: `nil` when it does not within two minutes.
  func wait(for text: String) -> String? {
    var new = Data()
    let deadline = Date().addingTimeInterval(120)
    // A sign may come in two pieces.
    defer { sent += String(decoding: new, as: UTF8.self) }
    while !String(decoding: new, as: UTF8.self).contains(text) {
      var ready = pollfd(fd: screen.fileDescriptor, events: Int16(POLLIN), revents: 0)
      guard Date() < deadline else { return nil }
      let count = poll(&ready, 1, 120_000)
      // A signal to this process ends the poll, and not the wait.
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return nil }
      new += screen.availableData
    }
    return String(decoding: new, as: UTF8.self)
  }

  /// Waits for the process to end. Reads what it still says, so that it can.
  func status() -> Int32 {
    while process.isRunning {
      var ready = pollfd(fd: screen.fileDescriptor, events: Int16(POLLIN), revents: 0)
      if poll(&ready, 1, 20) > 0 { sent += String(decoding: screen.availableData, as: UTF8.self) }
    }
    process.waitUntilExit()
    return process.terminationReason == .uncaughtSignal
      ? -process.terminationStatus : process.terminationStatus
  }

  /// The status, where the window is closed and nothing can be read.
  func statusAfterClosing() -> Int32 {
    process.waitUntilExit()
    return process.terminationStatus
  }

  /// Whether what is typed is shown and sent line by line, as before.
  var isAsBefore: Bool {
    let usual = tcflag_t(ECHO) | tcflag_t(ICANON) | tcflag_t(ISIG)
    return modes[3] & usual == usual
  }

  /// How the terminal treats what goes in and out.
  var modes: [tcflag_t] {
    var mode = termios()
    guard tcgetattr(end.fileDescriptor, &mode) == 0 else { return [0, 0, 0, 0] }
    return [mode.c_iflag, mode.c_oflag, mode.c_cflag, mode.c_lflag]
  }
}
