import Foundation

/// Small files of JSON beside the downloads.
enum JSONFile {
  /// A value as it is kept: readable, and the same for the same value.
  static func text(_ value: some Encodable) throws -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .prettyPrinted, .withoutEscapingSlashes]
    return try encoder.encode(value)
  }

  /// Replaces a file in one step: it is never half written, and what is no plain file is refused.
  static func write(_ value: some Encodable, to file: URL) throws(DownloadError) {
    let text: Data
    do { text = try Self.text(value) } catch {
      throw .disk(doing: "create", path: file.path, code: EIO)
    }
    do throws(SafeFolder.Problem) {
      let name = file.lastPathComponent
      try SafeFolder(file.deletingLastPathComponent().path)
        .replace(name, with: text, by: name + ".new")
    } catch {
      guard case .system(let doing, _, let code) = error else { throw .notAFile("\(error)") }
      // Of the file that was asked for, not of its helper.
      throw .disk(doing: doing == "open" ? "create" : doing, path: file.path, code: code)
    }
  }

  /// The bytes of such a file. `nil` when there is none.
  static func contents(of file: URL) throws(DownloadError) -> Data? {
    try DownloadError.asked { () throws(SafeFolder.Problem) in
      try SafeFolder(file.deletingLastPathComponent().path)
        .contents(of: file.lastPathComponent, limit: .max)
    }
  }
}
