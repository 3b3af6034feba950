import Foundation

/// A folder that somebody else may write to as well, used so that no byte gets outside of it.
///
/// It is opened once, and everything in it is then named relative to the opened folder: if the path
/// is swapped for a link later, nothing changes. No link in it is followed, and nothing but a plain
/// file is opened: no pipe, no device, no file that has a second name elsewhere, no file of another
/// user. Links in the path of the folder itself are followed: that path is the user's own word.
///
/// The rules are those of `open(2)` and `openat(2)`: `O_NOFOLLOW`, `O_EXCL`, and `fstat(2)` of what
/// was opened, because what was looked at before may be another file by now. All methods may be called
/// from any thread.
package final class SafeFolder: Sendable {
  /// The path that it was opened by; for messages only.
  package let path: String
  /// The folder itself, whatever its path names by now.
  let descriptor: Int32

  /// Opens a folder that exists.
  ///
  /// - Parameter path: absolute, or relative to the current folder.
  package convenience init(_ path: String) throws(Problem) {
    let descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { throw .system(doing: "open", path: path, code: errno) }
    self.init(path, descriptor)
  }

  init(_ path: String, _ descriptor: Int32) {
    (self.path, self.descriptor) = (path, descriptor)
  }

  deinit { close(descriptor) }

  /// Opens the folder of that name in this one, which must be no link to one; makes it if it is not
  /// there.
  package func folder(making name: String) throws(Problem) -> SafeFolder {
    let path = try path(of: name)
    if mkdirat(descriptor, name, 0o777) != 0, errno != EEXIST {
      throw .system(doing: "create", path: path, code: errno)
    }
    if let kind = try kind(of: name), kind != .folder { throw .notAFolder(path: path, kind) }
    let opened = openat(descriptor, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
    guard opened >= 0 else { throw .system(doing: "open", path: path, code: errno) }
    return SafeFolder(path, opened)
  }

  /// The path of a name in it, for messages.
  ///
  /// - Throws: ``Problem/notAName(_:)`` when the name could lead out of the folder.
  func path(of name: String) throws(Problem) -> String {
    guard !name.isEmpty, ![".", ".."].contains(name),
      !name.utf8.contains(where: { [0, 0x2F].contains($0) })
    else { throw .notAName(name) }
    return path.hasSuffix("/") ? path + name : "\(path)/\(name)"
  }
}

// MARK: - What is there

extension SafeFolder {
  /// What a name stands for, the last link not followed.
  package enum Kind: String, Hashable, Sendable {
    /// A plain file of this user, under one name.
    case file = "a file"
    /// A file that has a second name somewhere.
    case linkedFile = "a file with a second name"
    /// Another user owns it.
    case strangersFile = "a file of another user"
    /// It leads somewhere else.
    case link = "a symbolic link"
    /// A folder.
    case folder = "a folder"
    /// A named pipe: opening it may wait for ever.
    case pipe = "a pipe"
    /// A socket.
    case socket = "a socket"
    /// A device, or what is none of the others.
    case device = "a device"

    init(_ status: stat) {
      self =
        switch status.st_mode & S_IFMT {
        case S_IFREG where status.st_nlink > 1: .linkedFile
        case S_IFREG where status.st_uid != geteuid(): .strangersFile
        case S_IFREG: .file
        case S_IFLNK: .link
        case S_IFDIR: .folder
        case S_IFIFO: .pipe
        case S_IFSOCK: .socket
        default: .device
        }
    }
  }

  /// What a name stands for; `nil` when there is nothing of that name.
  package func kind(of name: String) throws(Problem) -> Kind? {
    let path = try path(of: name)
    var status = stat()
    if fstatat(descriptor, name, &status, AT_SYMLINK_NOFOLLOW) == 0 { return Kind(status) }
    if errno == ENOENT { return nil }
    throw .system(doing: "look at", path: path, code: errno)
  }

  /// Makes sure that there is nothing of that name, or a plain file.
  ///
  /// - Returns: whether there is a file.
  @discardableResult
  package func holdsOnlyFile(_ name: String) throws(Problem) -> Bool {
    switch try kind(of: name) {
    case nil: false
    // Somebody else's file may be read and replaced, if the system allows it; never added to.
    case .file?, .strangersFile?: true
    case let kind?: throw .notAFile(path: try path(of: name), kind)
    }
  }

  /// Whether a name still stands for the opened file.
  func isFile(_ file: Int32, named name: String) -> Bool {
    var (mine, named) = (stat(), stat())
    return fstat(file, &mine) == 0
      && fstatat(descriptor, name, &named, AT_SYMLINK_NOFOLLOW) == 0
      && mine.st_ino == named.st_ino && mine.st_dev == named.st_dev
  }
}
