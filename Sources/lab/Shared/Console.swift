import OperationLab
import Foundation
import OperationCourse
import OperationBench
import Synchronization

/// The terminal, file or pipe that `lab` writes to. The only type that prints.
///
/// Results go to standard output, messages to standard error. When the reader of standard output
/// goes away, the process ends without a message, and with a status of its own: it has decided nothing.
package final class Console: @unchecked Sendable {
  /// Whether standard output is a terminal.
  package let isTerminal: Bool
  private let isASCII: Bool
  /// Set once, before anything is shown.
  package var isColoured: Bool
  /// The language that `--lang` names. Set once, before anything is shown.
  package var askedLanguage: Language?
  private let program: String
  private let environment: [String: String]
  /// Guards the order of what is written. Holds what is written on the last, unfinished line.
  private let status = Locked("")

  /// - Parameter program: the name that its messages begin with.
  package init(
    program: String = "lab", environment: [String: String] = ProcessInfo.processInfo.environment
  ) {
    self.program = program
    self.environment = environment
    isTerminal = isatty(STDOUT_FILENO) == 1
    let isDumb = environment["TERM"] == "dumb"
    let locale = environment["LC_ALL"] ?? environment["LC_CTYPE"] ?? environment["LANG"] ?? ""
    isASCII = isDumb || ["C", "POSIX"].contains(locale)
    let isRefused = !(environment["NO_COLOR"] ?? "").isEmpty
    isColoured = isTerminal && !isDumb && !isRefused
  }

  /// The layout of results: a screen's columns, colours and letters.
  package var paper: Paper {
    var paper = Paper(width: width, isASCII: isASCII, isColoured: isColoured)
    paper.language = language
    return paper
  }

  /// How many columns there are: the terminal's, or `COLUMNS`, or 80. Never below 20.
  private var width: Int {
    var size = winsize()
    if isTerminal, ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 {
      return max(20, Int(size.ws_col))
    }
    return max(20, environment["COLUMNS"].flatMap { Int($0) } ?? 80)
  }

  /// Whether `lab` can ask: standard input and standard output are terminals.
  package var canAsk: Bool { isTerminal && isatty(STDIN_FILENO) == 1 }

  /// The language that was asked for, or that of the terminal. English where it shows only ASCII.
  package var language: Language {
    askedLanguage ?? (isASCII ? .english : Language(environment: environment))
  }

  /// Whether the terminal only writes one line below another.
  package var isDumb: Bool { environment["TERM"] == "dumb" }

  /// Removes all that is on the screen. A dumb terminal cannot.
  package func clear() {
    if isTerminal, !isDumb { put("\u{1B}[H\u{1B}[2J") }
  }

  /// Writes text and a newline to standard output.
  package func show(_ text: String) { put(text + "\n") }

  /// Writes a prompt, and reads the line that is typed after it. `nil` when no more can come.
  package func ask(_ prompt: String) -> String? {
    put(prompt)
    let line = readLine()
    // The shell's prompt would stand beside this one.
    if line == nil { put("\n") }
    return line
  }

  /// Writes in place of the progress.
  private func put(_ text: String, to descriptor: Int32 = STDOUT_FILENO) {
    Interruption.letPass()
    status.withLock { status in
      write(Self.erasing(status), to: STDOUT_FILENO)
      status = ""
      Self.progressRows.store(0, ordering: .relaxed)
      write(text, to: descriptor)
    }
  }

  /// Shows what is going on in lines that the next output replaces. Nothing off a terminal.
  package func showProgress(_ text: String) {
    Interruption.letPass()
    guard isTerminal, !isASCII else { return }
    status.withLock { status in
      let erased = Self.erasing(status)
      // A line that went on in the next row of the screen could not be erased.
      status = text.split(separator: "\n").map { String($0).cut(to: width - 1) }.joined(
        separator: "\n")
      write(erased + status, to: STDOUT_FILENO)
      Self.progressRows.store(
        status.isEmpty ? 0 : 1 + status.count { $0 == "\n" }, ordering: .relaxed)
    }
  }

  /// How many rows of progress stand on the screen. No lock guards it: a process that is interrupted
  /// may hold that of the output.
  private static let progressRows = Atomic<Int>(0)

  /// Removes the progress when the process ends: the shell's prompt comes in its place.
  package static func eraseProgress() {
    let rows = progressRows.exchange(0, ordering: .relaxed)
    guard rows > 0 else { return }
    let bytes = Array(erasing(String(repeating: "\n", count: rows - 1) + ".").utf8)
    _ = Foundation.write(STDOUT_FILENO, bytes, bytes.count)
  }

  /// Writes one line to standard error. On a terminal it is broken between words.
  package func complain(_ message: String) {
    var line = message.split(whereSeparator: \.isNewline).joined(separator: " ")
    // The label takes columns of the first line.
    if isatty(STDERR_FILENO) == 1 {
      line = line.wrappedAroundCommands(to: width - program.count - 2)
    }
    put("\(program): \(line)\n", to: STDERR_FILENO)
  }

  /// Passes on to standard error what another program has said, as it is.
  package func passOn(_ text: String) {
    put(text.hasSuffix("\n") || text.isEmpty ? text : text + "\n", to: STDERR_FILENO)
  }

  /// The text that removes these lines from the screen, from the last one up.
  private static func erasing(_ status: String) -> String {
    if status.isEmpty { return "" }
    let above = status.count { $0 == "\n" }
    return "\r\u{1B}[K" + String(repeating: "\u{1B}[A\u{1B}[K", count: above)
  }

  /// What is done, without a word, before the process ends because standard output takes no more.
  package static let beforeGivingUp = Locked<(@Sendable () -> Void)?>(nil)

  /// Writes all of it. When standard output takes no more, the process ends: without a message when its
  /// reader has seen enough, with one line when the disk is full or nothing is open there. When
  /// standard error takes none, nothing can be reported.
  private func write(_ text: String, to descriptor: Int32) {
    var bytes = Array(text.utf8)[...]
    while !bytes.isEmpty {
      let written = bytes.withUnsafeBytes { Foundation.write(descriptor, $0.baseAddress, $0.count) }
      let code = errno
      if written > 0 {
        bytes = bytes.dropFirst(written)
      } else if code == EAGAIN {
        StandardStreams.awaitRoom(descriptor)
      } else if code != EINTR {
        if descriptor != STDOUT_FILENO { return }
        Self.beforeGivingUp.withLock { $0 }?()
        // A terminal that was closed.
        if code == EPIPE || code == EIO && isTerminal { quit(.closedPipe) }
        let reason = String(cString: strerror(code))
        write(
          "\(program): cannot write the output: \(reason). Send it elsewhere\n", to: STDERR_FILENO)
        quit(.unreadable)
      }
    }
  }
}
