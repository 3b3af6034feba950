import Foundation

/// A picture as it is in memory: rows from top to bottom, three bytes a pixel: red, green, blue.
package struct Picture: Hashable, Sendable {
  /// In pixels.
  package let width: Int
  /// In pixels.
  package let height: Int
  /// `width * height * 3` bytes.
  package let pixels: Data

  /// A picture from its pixels.
  ///
  /// - Precondition: there are exactly as many bytes as the size needs.
  package init(width: Int, height: Int, pixels: Data) {
    precondition(width > 0 && height > 0 && pixels.count == width * height * 3)
    self.width = width
    self.height = height
    self.pixels = pixels
  }

  /// What it costs to keep, in bytes.
  package var cost: Int { pixels.count }
}
