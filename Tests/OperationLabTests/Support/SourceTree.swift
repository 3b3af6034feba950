import Foundation

/// The Swift files below a folder of the checkout.
struct SourceTree {
  struct File {
    /// From the checkout's root.
    let path: String
    let source: String
  }

  let files: [File]

  static let root = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  /// - Throws: an error of Foundation's when a file cannot be read.
  init(_ folder: String) throws {
    let top = Self.root.appendingPathComponent(folder)
    files = try FileManager.default.subpathsOfDirectory(atPath: top.path).sorted()
      .filter { $0.hasSuffix(".swift") }
      .map { path in
        File(
          path: "\(folder)/\(path)",
          source: try String(contentsOf: top.appendingPathComponent(path), encoding: .utf8))
      }
  }
}
