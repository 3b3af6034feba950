import Foundation
import OperationLab

extension ProgramHost {
  /// Runs programs one after the other, as the lines of standard input ask for them. Returns only
  /// after `quit` has been called, at the latest when a program leaves something behind that the
  /// next one could notice.
  ///
  /// - Parameter request: what a line asks for. `nil` if there is no such program.
  @MainActor
  func serve(_ request: (Data) -> Request?) {
    let lines = PendingLines()
    guard prepare(onInput: lines.take) else { return }
    while true {
      guard let request = request(lines.next()) else { return quit(64) }
      guard run(request) else { return quit(0) }
      send(ChildMessage(isReady: true))
      FileHandle.standardError.write(Data(Self.mark.utf8))
    }
  }
}

/// Lines that have come and were not taken yet.
private final class PendingLines: Sendable {
  private let bytes = Locked<[UInt8]>([])
  private let lines = Locked<[Data]>([])
  private let count = DispatchSemaphore(value: 0)

  func take(_ piece: ArraySlice<UInt8>) {
    let complete = bytes.withLock { bytes in
      var parts = (bytes + piece).split(
        separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      bytes = Array(parts.removeLast())
      return parts.map { Data($0) }
    }
    lines.withLock { $0 += complete }
    for _ in complete { count.signal() }
  }

  /// Blocks the calling thread until a line is there.
  func next() -> Data {
    count.wait()
    return lines.withLock { $0.removeFirst() }
  }
}
