import Foundation

@testable import OperationDownloads
@testable import OperationLab

/// An entry that another user may have put in the place of a file.
enum Trap: String, CaseIterable, Sendable {
  case link, danglingLink, hardLink, pipe, folder, folderLink, socket

  /// Puts it there. Links lead to `outside`, a file, or to the folder that it is in.
  func set(at place: URL, outside: URL) throws {
    let manager = FileManager.default
    switch self {
    case .link: try manager.createSymbolicLink(at: place, withDestinationURL: outside)
    case .danglingLink:
      try manager.createSymbolicLink(
        at: place, withDestinationURL: outside.appendingPathExtension("new"))
    case .hardLink: try manager.linkItem(at: outside, to: place)
    case .pipe: try Self.check(mkfifo(place.path, 0o600))
    case .folder: try manager.createDirectory(at: place, withIntermediateDirectories: false)
    case .folderLink:
      try manager.createSymbolicLink(
        at: place, withDestinationURL: outside.deletingLastPathComponent())
    case .socket: try bindSocket(at: place)
    }
  }

  /// The kind that ``SafeFolder`` gives for it.
  var kind: SafeFolder.Kind {
    switch self {
    case .link, .danglingLink, .folderLink: .link
    case .hardLink: .linkedFile
    case .pipe: .pipe
    case .folder: .folder
    case .socket: .socket
    }
  }

  private func bindSocket(at place: URL) throws {
    let socket = Foundation.socket(AF_UNIX, Platform.streamSocket, 0)
    defer { close(socket) }
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    // Paths of temporary folders may be longer than such an address: bound nearby, and moved.
    let near = "/tmp/\(UUID().uuidString)"
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: Array(near.utf8)) }
    let status = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(socket, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    try Self.check(status)
    try Self.check(rename(near, place.path))
  }

  private static func check(_ status: Int32) throws {
    if status != 0 { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
  }
}

/// A folder with something outside of it that must stay as it is.
struct Besieged {
  let folder: URL
  let outside: URL
  private static let secret = Data("not yours".utf8)

  init(in place: URL) throws {
    folder = place.appending(path: "inside")
    outside = place.appending(path: "outside/file")
    for folder in [folder, outside.deletingLastPathComponent()] {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }
    try Self.secret.write(to: outside)
  }

  /// Whether the outside has exactly what it had.
  func isOutsideUntouched() throws -> Bool {
    let names = try FileManager.default.contentsOfDirectory(
      atPath: outside.deletingLastPathComponent().path)
    return try names == ["file"] && Data(contentsOf: outside) == Self.secret
  }
}
