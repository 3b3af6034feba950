import Foundation
import Testing

@testable import OperationCourse
@testable import OperationBench

@Suite(.repeatable) struct PortablePixmapTests {
  /// The result of decoding a file: the picture's size and bytes, or the error.
  private func outcome(_ header: String, _ raster: [UInt8] = []) -> String {
    do throws(PortablePixmap.Failure) {
      let picture = try PortablePixmap.decode(Data(header.utf8) + raster)
      return "\(picture.width)x\(picture.height) \([UInt8](picture.pixels))"
    } catch {
      return "\(error)"
    }
  }

  @Test("a picture is read") func aPictureIsRead() {
    #expect(outcome("P6\n2 1\n255\n", [1, 2, 3, 4, 5, 6]) == "2x1 [1, 2, 3, 4, 5, 6]")
    #expect(outcome("P6 1\t1\r255 ", [7, 8, 9, 10]) == "1x1 [7, 8, 9]")
  }

  @Test(
    "what is no pixmap is refused",
    arguments: [
      "", "P", "P5 1 1 255 ", "P6", "P61 1 255 ", "P6 1", "P6 1 1", "P6 1 1 255", "P6 a 1 255 ",
      "P6 -1 1 255 ", "P6 1 1 255x", "P6 99999999999999999999 1 255 ", "P6#", "P6 1 1 3 ",
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

  @Test("missing bytes are noticed") func missingBytesAreNoticed() {
    #expect(outcome("P6 1 1 255 ", [1, 2]) == "truncated")
    #expect(outcome("P6 4000 4000 255 ", [1, 2]) == "truncated")
  }

  @Test("a written picture is read again, also from the middle of other data")
  func roundTrip() throws {
    let picture = Picture(width: 2, height: 2, pixels: Data(0..<12))
    let file = PortablePixmap.encode(picture)
    #expect(try PortablePixmap.decode(file) == picture)
    #expect(try PortablePixmap.decode((Data([1, 2, 3]) + file).dropFirst(3)) == picture)
  }
}
