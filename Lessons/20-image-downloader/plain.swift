// Article D's chain in plain Foundation: progress, then either a picture or an error.
import Foundation

final class ImageDownloader: Operation, @unchecked Sendable {
  private let pieces: [Data]
  private var progressed: (Double) -> Void = { _ in }
  private var succeeded: (Data) -> Void = { _ in }
  private var failed: (any Error) -> Void = { _ in }

  /// - Parameter pieces: what the server sends, in the place of a transfer.
  init(pieces: [Data]) { self.pieces = pieces }

  func progress(_ body: @escaping (Double) -> Void) -> Self {
    progressed = body
    return self
  }

  func then(_ body: @escaping (Data) -> Void) -> Self {
    succeeded = body
    return self
  }

  func `catch`(_ body: @escaping (any Error) -> Void) -> Self {
    failed = body
    return self
  }

  override func main() {
    var received = Data()
    let expected = pieces.reduce(0) { $0 + $1.count }
    for piece in pieces {
      received += piece
      progressed(Double(received.count) / Double(expected))
    }
    let isPicture = received.starts(with: [0x89, 0x50, 0x4E, 0x47])
    if isPicture { succeeded(received) } else { failed(CocoaError(.fileReadCorruptFile)) }
  }
}

let png = Data([0x89, 0x50, 0x4E, 0x47]) + Data(count: 96)
for bytes in [png, Data(count: 100)] {
  ImageDownloader(pieces: [bytes.prefix(50), bytes.dropFirst(50)])
    .progress { print("progress: \(Int($0 * 100)) %") }
    .then { print("then: a picture of \($0.count) bytes") }
    .catch { _ in print("catch: this is no picture") }
    .start()
}
