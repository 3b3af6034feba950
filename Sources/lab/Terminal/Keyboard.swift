import Foundation
import OperationLab

/// A key, or another reason to look up.
enum Key: Equatable, Sendable {
  case escape
  case letter(Character)
  /// ``Keyboard/wake()`` was called.
  case woken
  /// The time has passed.
  case late
  /// No more keys can come.
  case gone
}

/// Waits for single keys, and for what else must be answered.
final class Keyboard: Sendable {
  private let pipe = WakePipe()
  private let pending = Locked<[Key]>([])

  deinit { pipe.close() }

  /// Makes ``next(within:)`` return ``Key/woken``. Callable from any thread.
  func wake() { pipe.send(0) }

  /// The next key. Blocks the calling thread until there is one, or until the time has passed.
  func next(within milliseconds: Int32) -> Key {
    while true {
      if let key = pending.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) { return key }
      var waits = [
        pollfd(fd: pipe.reading, events: Int16(POLLIN), revents: 0),
        pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0),
      ]
      let count = poll(&waits, nfds_t(waits.count), milliseconds)
      if count == 0 { return .late }
      guard count > 0 else {
        if errno == EINTR { continue }
        return .gone
      }
      if waits[0].revents != 0 {
        _ = Self.bytes(from: pipe.reading)
        return .woken
      }
      let typed = Self.bytes(from: STDIN_FILENO)
      if typed.isEmpty { return .gone }
      if typed == [Self.suspend] { TerminalMode.pause() }
      pending.withLock { $0 += Self.keys(typed) }
    }
  }

  private static let suspend: UInt8 = 0x1A

  private static func bytes(from descriptor: Int32) -> [UInt8] {
    var buffer = [UInt8](repeating: 0, count: 256)
    while true {
      let count = read(descriptor, &buffer, buffer.count)
      if count > 0 { return Array(buffer.prefix(count)) }
      if count == 0 || errno != EINTR { return [] }
    }
  }

  /// The keys that sent these bytes. An arrow or another key that sends several is none.
  static func keys(_ bytes: [UInt8]) -> [Key] {
    if bytes == [0x1B] { return [.escape] }
    // An arrow, or the like.
    if bytes.first == 0x1B { return [] }
    return String(decoding: bytes, as: UTF8.self).compactMap { letter in
      letter == "\u{4}" ? .gone : letter.isASCII && letter <= " " ? nil : .letter(letter)
    }
  }
}
