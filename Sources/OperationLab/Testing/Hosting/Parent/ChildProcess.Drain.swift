import Foundation
import OperationLab

/// Takes what a pipe brings.
protocol Drainage: Sendable {
  mutating func take(_ data: Data)
  /// The pipe has been closed.
  mutating func end()
}

/// Cuts what arrives into lines.
struct Lines: Drainage {
  private var pending = Data()
  private let onLine: @Sendable (Data) -> Void

  init(_ onLine: @escaping @Sendable (Data) -> Void) {
    self.onLine = onLine
  }

  mutating func take(_ data: Data) {
    pending.append(data)
    guard let end = pending.lastIndex(of: UInt8(ascii: "\n")) else { return }
    for line in pending[..<end].split(
      separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    {
      onLine(Data(line))
    }
    pending = Data(pending[pending.index(after: end)...])
  }

  mutating func end() {
    if !pending.isEmpty { onLine(pending) }
  }
}

/// Keeps everything as text, up to some megabytes; of more, what came last.
struct Text: Drainage {
  private var data = Data()
  private static let limit = 8_000_000

  var value: String { String(decoding: data, as: UTF8.self) }

  mutating func take(_ data: Data) {
    self.data.append(data)
    if self.data.count > Self.limit { self.data = Data(self.data.suffix(Self.limit / 2)) }
  }

  mutating func end() {}
}

/// Reads a pipe on a thread of its own until it is closed, so that no writer ever waits long.
///
/// Reading only after the process has ended would hang as soon as the pipe is full.
final class Drain<Sink: Drainage>: Sendable {
  private let sink: Locked<Sink>
  private let closed = Door()

  init(_ handle: FileHandle, into make: () -> Sink) {
    let sink = make()
    self.sink = Locked(sink)
    Thread.detachNewThread { [self] in
      while let data = Self.read(handle) {
        self.sink.withLock { $0.take(data) }
      }
      ChildProcess.close(handle)
      self.sink.withLock { $0.end() }
      closed.open()
    }
  }

  /// What has come, as soon as something has; `nil` at the end.
  ///
  /// Not `availableData`: on Linux it traps when a signal interrupts it, and a child that ends
  /// sends one.
  private static func read(_ handle: FileHandle) -> Data? {
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = Foundation.read(handle.fileDescriptor, &buffer, buffer.count)
      if count > 0 { return Data(buffer[..<count]) }
      if count == 0 || errno != EINTR { return nil }
    }
  }

  /// Waits for the end, though not for ever: a grandchild may hold the pipe open.
  @discardableResult
  func finish() -> Sink {
    _ = closed.wait(deadline: .seconds(2))
    return sink.withLock { $0 }
  }
}
