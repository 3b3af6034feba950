import Foundation
import OperationLab

/// Hands a page to whatever the system opens pages with.
enum Browser {
  /// Why no page was opened.
  enum Obstacle: Error {
    case noTerminal, noOpener(String), refused(String)

    /// In a few words.
    var words: String {
      switch self {
      case .noTerminal: "standard output is no terminal"
      case .noOpener(let name): "there is no '\(name)' on the PATH"
      case .refused(let name): "'\(name)' found nothing to open it with"
      }
    }
  }

  /// The system's command that opens a file in its usual program.
  private static var opener: String {
    switch Platform.current {
    case .darwin: "open"
    case .linux: "xdg-open"
    }
  }

  /// Opens the file. Waits a little to hear whether that was possible, not for the browser to end.
  static func open(
    _ path: String, isTerminal: Bool,
    environment: [String: String] = ProcessInfo.processInfo.environment
  ) throws(Obstacle) {
    guard isTerminal else { throw .noTerminal }
    guard let program = Executable.named(opener, on: environment["PATH"] ?? "") else {
      throw .noOpener(opener)
    }
    let process = Process()
    let isOver = Latch()
    process.executableURL = program
    process.arguments = [URL(fileURLWithPath: path).standardizedFileURL.path]
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    process.terminationHandler = { _ in isOver.open() }
    do { try process.run() } catch { throw .refused(opener) }
    let hasEnded = isOver.wait(deadline: .seconds(5))
    if hasEnded, process.terminationStatus != 0 { throw .refused(opener) }
  }
}
