import Foundation

extension LoopbackServer {
  /// The bytes of a file, which need not all be in memory.
  package struct Body: Sendable {
    /// In bytes.
    package let length: Int
    private let read: @Sendable (Range<Int>) -> Data

    /// Bytes that a function makes when they are asked for.
    ///
    /// - Parameters:
    ///   - length: in bytes.
    ///   - read: returns the bytes of a range within `0..<length`; it must be callable from any
    ///     thread, and give the same bytes each time.
    package init(length: Int, read: @escaping @Sendable (Range<Int>) -> Data) {
      self.length = length
      self.read = read
    }

    /// Bytes that are in memory.
    package init(_ data: Data) {
      self.init(length: data.count) { range in
        data[data.index(data.startIndex, offsetBy: range.lowerBound)...].prefix(range.count)
      }
    }

    /// As many reproducible bytes as wanted, of which none are kept in memory.
    ///
    /// Every 64 KiB block begins with its own number, so that a block in the wrong place shows.
    package static func generated(length: Int, seed: UInt64 = 1) -> Body {
      let block = noise(65_536, seed: seed)
      return Body(length: length) { range in
        var data = Data(capacity: range.count)
        var position = range.lowerBound
        while position < range.upperBound {
          let (number, offset) = position.quotientAndRemainder(dividingBy: block.count)
          let end = min(block.count, offset + range.upperBound - position)
          let mark = withUnsafeBytes(of: (UInt64(number) &+ seed).littleEndian) { Data($0) }
          if offset < mark.count { data.append(mark[offset..<min(end, mark.count)]) }
          if end > mark.count { data.append(block[max(offset, mark.count)..<end]) }
          position += end - offset
        }
        return data
      }
    }

    /// The bytes of a part; the range is cut to what there is.
    package func bytes(_ range: Range<Int>) -> Data { read(range.clamped(to: 0..<length)) }

    /// Whether a file holds exactly these bytes; read in pieces, so that size does not matter.
    ///
    /// - Throws: what opening or reading the file throws.
    package func matches(fileAt url: URL) throws -> Bool {
      let file = try FileHandle(forReadingFrom: url)
      defer { file.closeFile() }
      var position = 0
      while let piece = try file.read(upToCount: 262_144), !piece.isEmpty {
        guard position + piece.count <= length else { return false }
        guard bytes(position..<(position + piece.count)) == piece else { return false }
        position += piece.count
      }
      return position == length
    }

    /// A small generator of its own: the system's cannot be seeded.
    private static func noise(_ count: Int, seed: UInt64) -> Data {
      var state = seed &* 0x9E37_79B9_7F4A_7C15 | 1
      return Data(
        (0..<count).map { _ in
          state ^= state << 13
          state ^= state >> 7
          state ^= state << 17
          return UInt8(truncatingIfNeeded: state >> 24)
        })
    }
  }
}
