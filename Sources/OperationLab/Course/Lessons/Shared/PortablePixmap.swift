import Foundation

/// A picture as it is in memory: rows from top to bottom, three bytes a pixel: red, green, blue.
struct Picture: Hashable, Sendable {
  let width: Int
  let height: Int
  /// `width * height * 3` bytes.
  let pixels: Data
}

/// Reads and writes pictures in the binary PPM format, `P6`, with a byte for each colour.
///
/// It is a real format that common tools read and write (`magick`, `ffmpeg`, GIMP), and its whole decoder can be
/// read on one screen: a header of three numbers, then the bytes.
enum PortablePixmap {
  /// Why bytes are no picture.
  enum Failure: Error, Hashable, Sendable {
    /// They do not begin as such a file does.
    case notAPixmap
    /// A side is 0, or there are more pixels than fit into 64 MiB.
    case unreasonableSize
    /// There are fewer bytes than the header promises.
    case truncated
  }

  private static let mostPixels = 64 * 1_048_576 / 3

  /// Reads a picture. Further bytes are ignored, as the format demands.
  static func decode(_ data: Data) throws(Failure) -> Picture {
    var rest = data.dropFirst(2)
    guard data.starts(with: Data("P6".utf8)), let width = number(&rest),
      let height = number(&rest), number(&rest) == 255, rest.popFirst().map(isBlank) == true
    else { throw .notAPixmap }
    // Divided, not multiplied: the product of two large numbers would overflow.
    guard width > 0, height > 0, width <= mostPixels / height else { throw .unreasonableSize }
    let pixels = Data(rest.prefix(width * height * 3))
    guard pixels.count == width * height * 3 else { throw .truncated }
    return Picture(width: width, height: height, pixels: pixels)
  }

  /// The file of a picture.
  static func encode(_ picture: Picture) -> Data {
    Data("P6\n\(picture.width) \(picture.height)\n255\n".utf8) + picture.pixels
  }

  /// The next number, after at least one blank.
  private static func number(_ bytes: inout Data) -> Int? {
    guard bytes.first.map(isBlank) == true else { return nil }
    bytes = bytes.drop(while: isBlank)
    let digits = bytes.prefix { (0x30...0x39).contains($0) }
    bytes = bytes.dropFirst(digits.count)
    // With more digits, no picture fits into memory, and the number may overflow.
    return digits.count <= 9 ? Int(String(decoding: digits, as: UTF8.self)) : nil
  }

  private static func isBlank(_ byte: UInt8) -> Bool { [9, 10, 11, 12, 13, 32].contains(byte) }
}
