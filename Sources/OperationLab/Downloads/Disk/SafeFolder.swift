import Foundation
import OperationLab

/// A folder in which only plain files of this user are read, written and replaced.
///
/// A link in place of a file is refused, and so is a pipe, a device, a file that has a second name
/// elsewhere, or a file of another user. A new file is made under a name that nothing has, and gets its
/// name by `rename(2)`. Links in the path of the folder itself are followed: that path is the user's own
/// word.
///
/// The rules are those of `open(2)`: `O_NOFOLLOW`, `O_EXCL`, and `fstat(2)` of what was opened, because
/// what was looked at before may be another file by now. All methods may be called from any thread.
package struct SafeFolder: Sendable {
  /// Where it is.
  package let path: String

  /// A folder that exists.
  ///
  /// - Parameter path: absolute, or relative to the current folder.
  package init(_ path: String) throws(Problem) {
    var status = stat()
    // Of what is no folder there is no such path.
    guard lstat(path + "/.", &status) == 0 else {
      throw .system(doing: "open", path: path, code: errno)
    }
    self.path = path
  }

  /// The folder of that name in this one, which must be no link to one. Makes it if it is not there.
  package func folder(making name: String) throws(Problem) -> SafeFolder {
    let path = try path(of: name)
    if mkdir(path, 0o777) != 0, errno != EEXIST {
      throw .system(doing: "create", path: path, code: errno)
    }
    if let kind = try kind(of: name), kind != .folder { throw .notAFolder(path: path, kind) }
    return try SafeFolder(path)
  }

  /// The path of a name in it.
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
    case othersFile = "a file of another user"
    /// It leads somewhere else.
    case link = "a symbolic link"
    /// A folder.
    case folder = "a folder"
    /// A named pipe. Opening it may block forever.
    case pipe = "a pipe"
    /// A socket.
    case socket = "a socket"
    /// A device, or what is none of the others.
    case device = "a device"

    init(_ status: stat) {
      self =
        switch status.st_mode & S_IFMT {
        case S_IFREG where status.st_nlink > 1: .linkedFile
        case S_IFREG where status.st_uid != geteuid(): .othersFile
        case S_IFREG: .file
        case S_IFLNK: .link
        case S_IFDIR: .folder
        case S_IFIFO: .pipe
        case S_IFSOCK: .socket
        default: .device
        }
    }
  }

  /// What a name stands for. `nil` when there is nothing of that name.
  package func kind(of name: String) throws(Problem) -> Kind? {
    let path = try path(of: name)
    var status = stat()
    if lstat(path, &status) == 0 { return Kind(status) }
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
    // A file of another user may be read and replaced if the system allows it. It is never appended
    // to.
    case .file?, .othersFile?: true
    case let kind?: throw .notAFile(path: try path(of: name), kind)
    }
  }

  /// Whether a name still stands for the opened file.
  func isFile(_ file: Int32, named name: String) -> Bool {
    var (mine, named) = (stat(), stat())
    guard let path = try? path(of: name) else { return false }
    return fstat(file, &mine) == 0 && lstat(path, &named) == 0
      && mine.st_ino == named.st_ino && mine.st_dev == named.st_dev
  }
}

// Opening, reading and replacing plain files.
extension SafeFolder {
  /// Never wait for a pipe, never follow, never hand on to a child.
  private static let carefully = O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC
  /// A process that makes and removes the name again and again could keep this busy forever.
  private static let attempts = 100

  /// Opens a plain file of this user for reading and writing. Makes it if it is not there.
  ///
  /// - Parameters:
  ///   - name: of the file in this folder. No path.
  ///   - flags: further ones, such as `O_APPEND`.
  ///   - mode: the permissions of a new one.
  /// - Returns: a descriptor, which is the caller's to close.
  package func openFile(
    making name: String, flags: Int32 = 0, mode: mode_t = 0o644
  ) throws(Problem) -> Int32 {
    for _ in 0..<Self.attempts {
      if let file = try openFile(name, flags: O_RDWR | flags) { return file }
      if let file = try createFile(name, flags: O_RDWR | flags, mode: mode) { return file }
    }
    throw .system(doing: "create", path: try path(of: name), code: EEXIST)
  }

  /// Opens a plain file of this user. `nil` when there is nothing of that name.
  package func openFile(_ name: String, flags: Int32) throws(Problem) -> Int32? {
    let path = try path(of: name)
    // Looked at before it is opened, too: opening a device may already do something.
    guard let kind = try kind(of: name) else { return nil }
    guard kind == .file else { throw .notAFile(path: path, kind) }
    let file = open(path, flags | Self.carefully)
    guard file >= 0 else {
      switch errno {
      case ENOENT: return nil
      case ELOOP: throw .notAFile(path: path, .link)
      default: throw .system(doing: "open", path: path, code: errno)
      }
    }
    var status = stat()
    // A file that was removed meanwhile has no name left, and cannot be a trap.
    if fstat(file, &status) == 0, Kind(status) == .file { return file }
    close(file)
    throw .notAFile(path: path, Kind(status))
  }

  /// Makes a new file. `nil` when there is something of that name.
  package func createFile(
    _ name: String, flags: Int32 = O_RDWR, mode: mode_t = 0o644
  ) throws(Problem) -> Int32? {
    let path = try path(of: name)
    let file = open(path, flags | O_CREAT | O_EXCL | Self.carefully, mode)
    if file >= 0 { return file }
    if errno == EEXIST { return nil }
    throw .system(doing: "create", path: path, code: errno)
  }

  /// The bytes of a plain file of this user. `nil` when there is none, or it has more than `limit`
  /// bytes.
  package func contents(of name: String, limit: Int) throws(Problem) -> Data? {
    guard let file = try openFile(name, flags: O_RDONLY) else { return nil }
    let handle = FileHandle(fileDescriptor: file, closeOnDealloc: true)
    do {
      // One more than allowed, to see whether there are more: the file may be growing.
      let data = try handle.read(upToCount: limit == .max ? limit : limit + 1) ?? Data()
      return data.count <= limit ? data : nil
    } catch {
      throw .system(doing: "read", path: try path(of: name), code: EIO)
    }
  }

  /// The SHA-256 of a plain file of this user, in small hexadecimal digits. `nil` when there is none.
  func sha256(of name: String) throws(Problem) -> String? {
    guard let file = try openFile(name, flags: O_RDONLY) else { return nil }
    let handle = FileHandle(fileDescriptor: file, closeOnDealloc: true)
    var sum = SHA256()
    do {
      while let piece = try handle.read(upToCount: 1_048_576), !piece.isEmpty { sum.append(piece) }
    } catch {
      throw .system(doing: "read", path: try path(of: name), code: EIO)
    }
    return sum.digits()
  }

  /// Replaces a file's content in one step. A reader sees the old or the new content, and a crash
  /// leaves one of them.
  ///
  /// - Parameters:
  ///   - name: of the file in this folder. No path.
  ///   - data: the new content, whole.
  ///   - helper: the name of the file that is written first, readable by this user only. If a
  ///     killed process has left such a file, it is replaced.
  ///   - mode: the permissions.
  package func replace(
    _ name: String, with data: Data, by helper: String, mode: mode_t = 0o644
  ) throws(Problem) {
    try holdsOnlyFile(name)
    try removeFile(helper)
    guard let file = try createFile(helper, flags: O_WRONLY, mode: mode) else {
      throw .system(doing: "create", path: try path(of: helper), code: EEXIST)
    }
    defer { close(file) }
    do throws(Problem) {
      try write(data, to: file, named: helper)
      guard Platform.flushToDisk(file) else {
        throw .system(doing: "flush", path: try path(of: helper), code: errno)
      }
      try rename(file, helper, to: name)
    } catch {
      if isFile(file, named: helper) { try? removeFile(helper) }
      throw error
    }
  }

  /// Writes all of it, or throws.
  package func write(_ data: Data, to file: Int32, named name: String) throws(Problem) {
    if let code = Self.failure(writing: data, to: file) {
      throw .system(doing: "write", path: try path(of: name), code: code)
    }
  }

  /// The `errno` if not all of it could be written. Reports the length of every piece.
  static func failure(
    writing data: Data, to file: Int32, wrote: (Int) -> Void = { _ in }
  ) -> Int32? {
    data.withUnsafeBytes { buffer in
      var rest = buffer[...]
      while !rest.isEmpty {
        let piece = UnsafeRawBufferPointer(rebasing: rest)
        let count = Foundation.write(file, piece.baseAddress, piece.count)
        if count < 0, errno == EINTR { continue }
        guard count > 0 else { return count < 0 ? errno : ENOSPC }
        wrote(count)
        rest = rest.dropFirst(count)
      }
      return nil
    }
  }
}

// Names.
extension SafeFolder {
  /// Gives an opened file another name in the folder, in place of a plain file or nothing.
  func rename(_ file: Int32, _ name: String, to new: String) throws(Problem) {
    try holdsOnlyFile(new)
    guard isFile(file, named: name) else {
      throw .system(doing: "find", path: try path(of: name), code: ENOENT)
    }
    guard Foundation.rename(try path(of: name), try path(of: new)) == 0 else {
      throw .system(doing: "create", path: try path(of: new), code: errno)
    }
  }

  /// Removes a plain file of this user. Nothing when there is none.
  package func removeFile(_ name: String) throws(Problem) {
    let path = try path(of: name)
    guard let kind = try kind(of: name) else { return }
    guard kind == .file else { throw .notAFile(path: path, kind) }
    guard unlink(path) == 0 || errno == ENOENT else {
      throw .system(doing: "remove", path: path, code: errno)
    }
  }
}

extension SafeFolder {
  /// Why something in a folder was not done. Nothing was changed.
  package enum Problem: Error, Hashable, Sendable {
    /// What is there is no plain file of this user, and is left alone.
    case notAFile(path: String, Kind)
    /// What is there is no folder, or a link to one.
    case notAFolder(path: String, Kind)
    /// A name that would lead out of the folder, or none.
    case notAName(String)
    /// The system refused. `code` is its `errno`.
    case system(doing: String, path: String, code: Int32)
  }
}

extension SafeFolder.Problem: CustomStringConvertible {
  /// The problem in words, without what to do about it.
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
