import Foundation
import Testing

@testable import OperationDownloads
@testable import OperationTesting

@Suite(.repeatable) struct PortablePixmapTests {
  typealias Failure = PortablePixmap.Failure

  /// The result of decoding a file: the picture's size and bytes, or the error.
  private func outcome(_ header: String, _ raster: [UInt8] = []) -> String {
    do throws(Failure) {
      let picture = try PortablePixmap.decode(Data(header.utf8) + raster)
      return "\(picture.width)x\(picture.height) \([UInt8](picture.pixels))"
    } catch {
      return "\(error)"
    }
  }

  @Test("a picture is read") func aPictureIsRead() {
    #expect(outcome("P6\n2 1\n255\n", [1, 2, 3, 4, 5, 6]) == "2x1 [1, 2, 3, 4, 5, 6]")
    #expect(outcome("P6 1\t1\r255 ", [7, 8, 9, 10]) == "1x1 [7, 8, 9]")
    #expect(outcome("P6\n# made\n1 # wide\n1\n255\n", [10, 10, 10]) == "1x1 [10, 10, 10]")
  }

  @Test("a smaller range of values is stretched") func smallRange() {
    #expect(outcome("P6 1 1 3 ", [0, 1, 3]) == "1x1 [0, 85, 255]")
    #expect(outcome("P6 1 1 3 ", [0, 1, 4]) == "sampleOutOfRange")
  }

  @Test(
    "what is no pixmap is refused",
    arguments: [
      "", "P", "P5 1 1 255 ", "P6", "P61 1 255 ", "P6 1", "P6 1 1", "P6 1 1 255", "P6 a 1 255 ",
      "P6 -1 1 255 ", "P6 1 1 255x", "P6 99999999999999999999 1 255 ", "P6#",
      "P6 #" + String(repeating: "x", count: 10_000),
    ]) func whatIsNoPixmapIsRefused(header: String)
  {
    #expect(outcome(header, [1, 2, 3]) == "notAPixmap")
  }

  @Test(
    "an impossible size is refused before anything is allocated",
    arguments: [
      "0 1", "1 0", "0 0", "999999999 999999999", "999999999 1", "1 999999999", "22369622 1",
      "4730 4730",
    ]) func impossibleSize(size: String)
  {
    #expect(outcome("P6 \(size) 255 ", [1, 2, 3]) == "unreasonableSize")
  }

  @Test("an impossible depth is refused") func impossibleDepth() {
    #expect(outcome("P6 1 1 0 ", [1, 2, 3]) == "unsupportedDepth(0)")
    #expect(outcome("P6 1 1 256 ", [1, 2, 3]) == "unsupportedDepth(256)")
  }

  @Test("missing bytes are noticed") func missingBytesAreNoticed() {
    #expect(outcome("P6 1 1 255 ", [1, 2]) == "truncated")
    #expect(outcome("P6 4000 4000 255 ", [1, 2]) == "truncated")
  }

  @Test("decoding stops when it is cancelled") func decodingStopsWhenItIsCancelled() {
    #expect(throws: Failure.cancelled) {
      try PortablePixmap.decode(Data("P6 1 1 3 abc".utf8)) { true }
    }
    #expect(throws: Failure.cancelled) {
      try PortablePixmap.decode(Data("P6 1 1 255 abc".utf8)) { true }
    }
  }

  @Test("a written picture is read again, also from the middle of other data")
  func roundTrip() throws {
    let picture = Picture(width: 2, height: 2, pixels: Data(0..<12))
    let file = PortablePixmap.encode(picture)
    #expect(try PortablePixmap.decode(file) == picture)
    #expect(try PortablePixmap.decode((Data([1, 2, 3]) + file).dropFirst(3)) == picture)
  }

  @Test("thirty thousand mutated files are read without a trap")
  func mutatedFiles() {
    let file = PortablePixmap.encode(Picture(width: 3, height: 2, pixels: Data(0..<18)))
    var generator = SplitMix(seed: 9)
    var pictures = 0
    for _ in 0..<30_000 {
      var bytes = [UInt8](file)
      for _ in 0..<Int.random(in: 1...4, using: &generator) where !bytes.isEmpty {
        let at = Int.random(in: 0..<min(14, bytes.count), using: &generator)
        switch Int.random(in: 0...3, using: &generator) {
        case 0: bytes[at] = UInt8.random(in: 0...255, using: &generator)
        case 1: bytes.insert(UInt8.random(in: 0x30...0x39, using: &generator), at: at)
        case 2: bytes.remove(at: at)
        default: bytes.removeLast(min(bytes.count, at))
        }
      }
      if (try? PortablePixmap.decode(Data(bytes))) != nil { pictures += 1 }
    }
    #expect(pictures > 0 && pictures < 30_000)
  }
}
