import Foundation

extension SafeFolder {
  /// Why something in a folder was not done; nothing was changed.
  package enum Problem: Error, Hashable, Sendable {
    /// What is there is no plain file of this user, and is left alone.
    case notAFile(path: String, Kind)
    /// What is there is no folder, or a link to one.
    case notAFolder(path: String, Kind)
    /// A name that would lead out of the folder, or none.
    case notAName(String)
    /// The system refused; `code` is its `errno`.
    case system(doing: String, path: String, code: Int32)
  }
}

extension SafeFolder.Problem: CustomStringConvertible {
  /// What happened, without what to do about it.
  package var description: String {
    switch self {
    case .notAFile(let path, let kind): "\(path) is \(kind.rawValue), and no plain file of yours"
    case .notAFolder(let path, let kind): "\(path) is \(kind.rawValue), and no folder"
    case .notAName(let name): "'\(name)' is no name for a file"
    case .system(let doing, let path, let code):
      "could not \(doing) \(path) (\(String(cString: strerror(code))))"
    }
  }
}
