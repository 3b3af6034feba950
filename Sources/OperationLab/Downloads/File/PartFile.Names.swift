import Foundation

extension PartFile {
  /// What a file and its helpers are called, in the folder that they are in.
  struct Names: Sendable {
    /// When it is whole.
    let final: String
    /// The path of the folder.
    let folderPath: String

    init(of destination: URL) {
      final = destination.lastPathComponent
      folderPath = destination.deletingLastPathComponent().path
    }

    /// The bytes so far.
    var part: String { final + ".part" }
    /// Which version of what they are.
    var record: String { final + ".part.json" }
    /// The next record, until it is written.
    var helper: String { final + ".part.json.new" }

    /// For messages.
    var partPath: String { "\(folderPath)/\(part)" }

    /// The folder they are in, opened now unless it is already.
    func folder(_ opened: SafeFolder?) throws(SafeFolder.Problem) -> SafeFolder {
      if let opened { return opened }
      return try SafeFolder(folderPath)
    }
  }

  static func partURL(of destination: URL) -> URL { destination.appendingPathExtension("part") }

  static func recordURL(of destination: URL) -> URL {
    destination.appendingPathExtension("part.json")
  }
}
