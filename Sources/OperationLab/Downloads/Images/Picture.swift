import Foundation

extension ImageDownloader {
  /// A picture as it is in memory: rows from top to bottom, three bytes a pixel: red, green, blue.
  public struct Picture: Hashable, Sendable {
    /// In pixels.
    public let width: Int
    /// In pixels.
    public let height: Int
    /// `width * height * 3` bytes.
    public let pixels: Data

    /// A picture from its pixels.
    ///
    /// - Precondition: there are exactly as many bytes as the size needs.
    public init(width: Int, height: Int, pixels: Data) {
      precondition(width > 0 && height > 0 && pixels.count == width * height * 3)
      self.width = width
      self.height = height
      self.pixels = pixels
    }

    /// What it costs to keep, in bytes.
    package var cost: Int { pixels.count }
  }
}

// Inside the package, its short name.
package typealias Picture = ImageDownloader.Picture
