import Foundation

/// Reads and writes pictures in the binary PPM format, `P6`.
///
/// Chosen because it is a real format that common tools read and write (`magick`, `ffmpeg`, GIMP),
/// and because its whole decoder can be read on one screen: a header of three numbers, then the
/// bytes. BMP would need seven kinds of header, padded rows and two directions to show no more.
/// Source of the rules: the PPM page of Netpbm.
///
/// The header comes from a stranger: it may claim any size. Nothing is allocated and nothing is
/// multiplied before its numbers have been checked against each other and the bytes at hand.
package enum PortablePixmap {
  /// Why bytes are no picture.
  package enum Failure: Error, Hashable, Sendable {
    /// They do not begin like a binary PPM, or the header is malformed or endless.
    case notAPixmap
    /// A side is 0, or there are more pixels than fit into 64 MiB.
    case unreasonableSize
    /// The greatest value is not between 1 and 255: 16-bit pictures are not read.
    case unsupportedDepth(Int)
    /// There are fewer bytes than the header promises.
    case truncated
    /// A sample is greater than the greatest value.
    case sampleOutOfRange
    /// The load was cancelled.
    case cancelled
  }

  /// The most pixels that a picture may have, 64 MiB of colour at most.
  package static let limit = 64 * 1_048_576 / 3

  /// Numbers and comments of a header fit in this many bytes.
  private static let headerLimit = 4_096

  /// Reads a picture. Further bytes are ignored, as the format demands.
  ///
  /// - Parameters:
  ///   - data: the whole file.
  ///   - isCancelled: asked now and then. Decoding stops when it says so.
  package static func decode(
    _ data: Data, isCancelled: () -> Bool = { false }
  ) throws(Failure) -> Picture {
    var header = Header(bytes: data.prefix(headerLimit))
    guard header.skip("P6") else { throw .notAPixmap }
    guard let width = header.number(), let height = header.number(), let depth = header.number(),
      header.skipOneBlank()
    else { throw .notAPixmap }
    // Divided, not multiplied: the product of two large numbers would overflow.
    guard width > 0, height > 0, width <= limit / height else { throw .unreasonableSize }
    guard (1...255).contains(depth) else { throw .unsupportedDepth(depth) }
    let raster = data.dropFirst(header.position).prefix(width * height * 3)
    guard raster.count == width * height * 3 else { throw .truncated }
    var pixels = Data(raster)
    if depth < 255 {
      for row in 0..<height {
        if isCancelled() { throw .cancelled }
        for index in (row * width * 3)..<((row + 1) * width * 3) {
          guard pixels[index] <= depth else { throw .sampleOutOfRange }
          pixels[index] = UInt8((Int(pixels[index]) * 255 + depth / 2) / depth)
        }
      }
    }
    if isCancelled() { throw .cancelled }
    return Picture(width: width, height: height, pixels: pixels)
  }

  /// The file of a picture.
  package static func encode(_ picture: Picture) -> Data {
    Data("P6\n\(picture.width) \(picture.height)\n255\n".utf8) + picture.pixels
  }

  private struct Header {
    let bytes: [UInt8]
    var position = 0

    init(bytes: Data) { self.bytes = [UInt8](bytes) }

    mutating func skip(_ magic: String) -> Bool {
      guard bytes.starts(with: magic.utf8) else { return false }
      position = magic.utf8.count
      return true
    }

    /// The next number, after at least one blank and any number of comments.
    mutating func number() -> Int? {
      guard skipOneBlank() else { return nil }
      while position < bytes.count {
        if bytes[position] == UInt8(ascii: "#") {
          while position < bytes.count, bytes[position] != 10, bytes[position] != 13 {
            position += 1
          }
        } else if !skipOneBlank() {
          break
        }
      }
      var value: Int?
      while position < bytes.count, (0x30...0x39).contains(bytes[position]) {
        let digit = Int(bytes[position] - 0x30)
        // More digits than any sensible picture needs: stop before the number overflows.
        guard (value ?? 0) <= 99_999_999 else { return nil }
        value = (value ?? 0) * 10 + digit
        position += 1
      }
      return value
    }

    mutating func skipOneBlank() -> Bool {
      guard position < bytes.count, [9, 10, 11, 12, 13, 32].contains(bytes[position]) else {
        return false
      }
      position += 1
      return true
    }
  }
}
