import Foundation

/// A picture as a file of the disk cache: what it is of, and a checksum over everything.
///
/// A file that was cut off, overwritten or belongs to another address is no entry. Layout: eight
/// bytes of name, eight of checksum, four with the address's length, the address, the PPM file. The
/// checksum notices accidents. It does not protect against a forged cache.
enum CacheEntry {
  private static let name = Data("LabPic1\n".utf8)

  /// The file of a picture.
  static func encode(_ picture: Picture, of url: URL) -> Data {
    let address = Data(url.absoluteString.utf8)
    let length = withUnsafeBytes(of: UInt32(address.count).littleEndian) { Data($0) }
    let content = length + address + PortablePixmap.encode(picture)
    return name + withUnsafeBytes(of: StableHash.of(content).littleEndian) { Data($0) } + content
  }

  /// The picture in a file. `nil` when the file is not sound or not of that address.
  static func decode(_ data: Data, of url: URL) -> Picture? {
    guard data.starts(with: name), data.count >= 20 else { return nil }
    let content = data.dropFirst(16)
    guard number(data.dropFirst(8).prefix(8)) == StableHash.of(content) else { return nil }
    let length = number(content.prefix(4))
    guard length <= UInt64(content.count - 4) else { return nil }
    let rest = content.dropFirst(4)
    guard rest.prefix(Int(length)) == Data(url.absoluteString.utf8) else { return nil }
    do { return try PortablePixmap.decode(rest.dropFirst(Int(length))) } catch { return nil }
  }

  /// The name of the file of an address: of fixed length and harmless, whatever the address.
  ///
  /// `hashValue` would not do: it is another in every process.
  static func fileName(of url: URL) -> String {
    let address = Data(url.absoluteString.utf8)
    let halves = [StableHash.of(address), StableHash.of(address, start: 0x6C62_272E_07BB_0142)]
    return halves.map { StableHash.digits($0) }.joined() + ending
  }

  /// Whether a file of that name is a cache's: such a file, or one that a killed process was writing.
  static func isFileName(_ name: String) -> Bool {
    let digits = name.prefix(32)
    return digits.count == 32 && digits.allSatisfy { $0.isHexDigit && !$0.isUppercase }
      && [ending, ending + ".new"].contains(String(name.dropFirst(32)))
  }

  private static let ending = ".picture"

  private static func number(_ bytes: Data) -> UInt64 {
    bytes.reversed().reduce(0) { $0 << 8 | UInt64($1) }
  }
}
