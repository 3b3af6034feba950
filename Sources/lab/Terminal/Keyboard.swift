import Dispatch
import Foundation
import OperationBench
import OperationCourse
import OperationLab

/// A key, or another reason to look up.
enum Key: Equatable, Sendable {
  case enter, space
  case back
  case left, right, up, down
  case pageUp, pageDown, home, end
  case letter(Character)
  /// A whole line of more than one letter, on terminals where lines are typed.
  case line(String)
  /// The window has another size, or the process goes on after it was stopped.
  case redraw
  /// Somebody called ``Keyboard/wake()``.
  case woken
  /// The time has passed.
  case late
  /// No more keys can come.
  case gone
}

extension Key {
  /// The key for screens that are turned and not scrolled.
  var turning: Key {
    switch self {
    case .space: .enter
    case .pageDown: .right
    case .pageUp: .left
    default: self
    }
  }

  /// Where the key leads in a list or a long text, or `nil` for a key that scrolls nothing.
  ///
  /// - Parameters:
  ///   - place: an index from 0 to `last`.
  ///   - page: how many rows are seen at a time.
  func scrolled(from place: Int, page: Int, last: Int) -> Int? {
    let new: Int
    switch self {
    case .up, .letter("k"): new = place - 1
    case .down, .letter("j"): new = place + 1
    case .pageUp, .back, .letter("b"): new = place - page
    case .pageDown, .space: new = place + page
    case .home, .letter("g"): new = 0
    case .end, .letter("G"): new = last
    default: return nil
    }
    return min(max(new, 0), last)
  }
}

/// Waits for keys, and for whatever else must be answered: a new size, a wake-up.
final class Keyboard: Sendable {
  /// Whether keys arrive one by one. Otherwise each needs Enter, as on a dumb terminal.
  let isDirect: Bool
  private let pipe = WakePipe()
  private let pending = Locked<[Key]>([])

  /// - Parameter isDirect: whether ``TerminalMode`` has been entered.
  init(isDirect: Bool) {
    self.isDirect = isDirect
    KeyboardSignals.begin(pipe)
  }

  deinit {
    KeyboardSignals.end()
    pipe.close()
  }

  /// Makes ``next(within:)`` return ``Key/woken``. Callable from any thread.
  func wake() { pipe.send(UInt8(ascii: "w")) }

  /// The next key. Blocks the calling thread until there is one, or until the time has passed.
  func next(within limit: Duration? = nil) -> Key {
    while true {
      if let key = pending.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) { return key }
      var waits = [
        pollfd(fd: pipe.reading, events: Int16(POLLIN), revents: 0),
        pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0),
      ]
      let count = poll(&waits, nfds_t(waits.count), limit.map(Self.milliseconds) ?? -1)
      if count == 0 { return .late }
      if count < 0 {
        if errno == EINTR { continue }
        return .gone
      }
      let read = waits[0].revents != 0 ? wakeUps() : typed()
      pending.withLock { $0 += read }
    }
  }

  private static func milliseconds(_ duration: Duration) -> Int32 {
    let (seconds, attoseconds) = duration.components
    return Int32(clamping: seconds * 1000 + attoseconds / 1_000_000_000_000_000)
  }

  private func wakeUps() -> [Key] {
    Self.bytes(from: pipe.reading).map { $0 == UInt8(ascii: "w") ? .woken : .redraw }
  }

  private func typed() -> [Key] {
    let bytes = Self.bytes(from: STDIN_FILENO)
    if bytes.isEmpty { return [.gone] }
    return isDirect ? Self.keys(bytes) : Self.lines(bytes)
  }

  fileprivate static func bytes(from descriptor: Int32) -> [UInt8] {
    var buffer = [UInt8](repeating: 0, count: 256)
    while true {
      let count = read(descriptor, &buffer, buffer.count)
      if count > 0 { return Array(buffer.prefix(count)) }
      if count == 0 || errno != EINTR { return [] }
    }
  }

  /// What was typed on a terminal that sends whole lines: an empty line is Enter.
  static func lines(_ bytes: [UInt8]) -> [Key] {
    let text = String(decoding: bytes, as: UTF8.self)
    return text.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map { line in
      let word = line.filter { !$0.isWhitespace }
      if word.isEmpty { return .enter }
      return word.count == 1 && !word.contains(where: \.isNumber)
        ? .letter(word[word.startIndex]) : .line(String(word))
    }
  }

  /// The keys that sent these bytes. A sequence that is not understood is no key.
  static func keys(_ bytes: [UInt8]) -> [Key] {
    var rest = String(decoding: bytes, as: UTF8.self)[...]
    var keys: [Key] = []
    let sequences: [(String, Key)] = [
      ("\u{1B}[A", .up), ("\u{1B}[B", .down), ("\u{1B}[C", .right), ("\u{1B}[D", .left),
      ("\u{1B}OA", .up), ("\u{1B}OB", .down), ("\u{1B}OC", .right), ("\u{1B}OD", .left),
      ("\u{1B}[5~", .pageUp), ("\u{1B}[6~", .pageDown),
      ("\u{1B}[H", .home), ("\u{1B}OH", .home), ("\u{1B}[1~", .home),
      ("\u{1B}[F", .end), ("\u{1B}OF", .end), ("\u{1B}[4~", .end),
    ]
    while let letter = rest.first {
      if let match = sequences.first(where: { rest.hasPrefix($0.0) }) {
        keys.append(match.1)
        rest = rest.dropFirst(match.0.count)
      } else if rest.hasPrefix("\u{1B}[") {
        rest = rest.dropFirst(2).drop { !$0.isLetter && $0 != "~" }.dropFirst()
      } else {
        rest = rest.dropFirst()
        if let key = key(letter) { keys.append(key) }
      }
    }
    return keys
  }

  private static func key(_ letter: Character) -> Key? {
    switch letter {
    case "\n", "\r", "\r\n": .enter
    case " ": .space
    case "\u{7F}", "\u{8}": .back
    case "\u{4}": .gone
    default: letter.isASCII && letter < " " ? nil : .letter(letter)
    }
  }
}

/// Ctrl-Z and new sizes of the window, as long as there is a keyboard.
///
/// Signal sources of Dispatch's own would set their handlers on another thread, some time later: for
/// a keyboard that has soon gone, after the default has been set again. Ctrl-Z then never stops the
/// process any more.
private enum KeyboardSignals {
  private static let numbers = [SIGWINCH, SIGTSTP]

  /// What a handler may do is to write.
  private static let pipe = WakePipe()

  /// The pipe of the keyboard that is told of them.
  private static let listener = Locked<WakePipe?>(nil)

  /// Kept alive for as long as the process runs: Ctrl-Z may come just before a keyboard goes.
  nonisolated(unsafe) private static let source: any DispatchSourceRead = {
    let source = DispatchSource.makeReadSource(
      fileDescriptor: pipe.reading, queue: DispatchQueue(label: "keyboard"))
    source.setEventHandler { @Sendable in
      for number in Keyboard.bytes(from: pipe.reading) {
        if number == UInt8(SIGTSTP) { TerminalMode.pause() }
        listener.withLock { $0?.send(UInt8(ascii: "r")) }
      }
    }
    source.resume()
    return source
  }()

  static func begin(_ new: WakePipe) {
    _ = source
    listener.withLock { $0 = new }
    var awaited = sigset_t()
    sigemptyset(&awaited)
    for number in numbers {
      sigaddset(&awaited, number)
      signal(number) { KeyboardSignals.pipe.send(UInt8($0)) }
    }
    // A process started by a Dispatch thread has them blocked.
    pthread_sigmask(SIG_UNBLOCK, &awaited, nil)
  }

  static func end() {
    for number in numbers { signal(number, SIG_DFL) }
    listener.withLock { $0 = nil }
  }
}

extension Keyboard {
  /// Does something that takes a while, on another thread, while keys and new sizes are answered.
  ///
  /// - Returns: `nil` when the learner would not wait. The children are gone then.
  /// - Throws: what the body throws.
  func waiting<Value: Sendable>(
    _ redraw: () -> Void, for body: @escaping @Sendable () throws -> Value
  ) throws -> Value? {
    let end = Ending<Value>()
    let hasThread = Platform.detachThread {
      let result = Result { try body() }
      end.result.withLock { $0 = result }
      self.wake()
    }
    // Without another thread, no key is answered meanwhile.
    if !hasThread { return try body() }
    while true {
      switch next() {
      case .woken:
        guard let result = end.result.withLock({ $0 }) else { continue }
        return try result.get()
      case .redraw: redraw()
      case .letter("q"), .gone:
        ChildProcess.killAll()
        return nil
      default: break
      }
    }
  }
}

/// How it has ended, once it has.
private final class Ending<Value: Sendable>: Sendable {
  let result = Locked<Result<Value, any Error>?>(nil)
}
