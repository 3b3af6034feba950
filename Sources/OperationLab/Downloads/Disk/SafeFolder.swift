import Foundation
import OperationLab

/// A folder that others may write to as well, used so that no byte gets outside of it.
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
  /// The path that it was opened by, for messages.
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

  /// Opens the folder of that name in this one, which must be no link to one. Makes it if it is not
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
    // A file of another user may be read and replaced if the system allows it. It is never appended
    // to.
    case .file?, .othersFile?: true
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

  /// Tells a file from another one of its name, and from itself after a change.
  struct Stamp: Codable, Equatable, Sendable {
    var inode: UInt64
    var size: Int
    /// In nanoseconds since 1970.
    var modified: Int

    init(_ status: stat) {
      let time = Platform.modificationTime(of: status)
      (inode, size) = (UInt64(status.st_ino), Int(status.st_size))
      modified = Int(time.tv_sec) * 1_000_000_000 + Int(time.tv_nsec)
    }
  }

  /// The stamp of what has a name. `nil` when there is nothing.
  func stamp(of name: String) -> Stamp? {
    var status = stat()
    return fstatat(descriptor, name, &status, AT_SYMLINK_NOFOLLOW) == 0 ? Stamp(status) : nil
  }

  /// The stamp of an opened file.
  static func stamp(ofOpened file: Int32) -> Stamp? {
    var status = stat()
    return fstat(file, &status) == 0 ? Stamp(status) : nil
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
    let file = openat(descriptor, name, flags | Self.carefully)
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
    let file = openat(descriptor, name, flags | O_CREAT | O_EXCL | Self.carefully, mode)
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
      if isFile(file, named: helper) { unlinkat(descriptor, helper, 0) }
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
  /// Gives a file another name, unless anything has that name already.
  ///
  /// - Parameter rename: does it in one step, and returns 0 or the `errno`.
  /// - Returns: whether it has the new name.
  func moveToFree(
    _ file: Int32, _ name: String, to new: String,
    by rename: (Int32, String, String) -> Int32 = Platform.renameToFree
  ) throws(Problem) -> Bool {
    let path = try self.path(of: new)
    guard isFile(file, named: name) else {
      throw .system(doing: "find", path: try self.path(of: name), code: ENOENT)
    }
    var code = rename(descriptor, name, new)
    if [EINVAL, ENOSYS, ENOTSUP].contains(code) { code = linkToFree(file, name, new) }
    // Some file systems can do neither. The file then keeps the name that it would have had.
    if [EEXIST, EPERM, ENOTSUP].contains(code) { return false }
    if code == 0, !isFile(file, named: new) { code = ESTALE }
    if code != 0 { throw .system(doing: "create", path: path, code: code) }
    return true
  }

  /// The same in two steps, where the file system cannot do it in one. A process that is killed between
  /// them leaves both names: see ``removeSpareName(_:)``.
  private func linkToFree(_ file: Int32, _ name: String, _ new: String) -> Int32 {
    guard linkat(descriptor, name, descriptor, new, 0) == 0 else { return errno }
    guard isFile(file, named: new) else { return ESTALE }
    return unlinkat(descriptor, name, 0) == 0 || errno == ENOENT ? 0 : errno
  }

  /// Removes this name of a file if it has another name in this folder, and no third anywhere.
  ///
  /// - Returns: whether it did.
  @discardableResult
  func removeSpareName(_ name: String) -> Bool {
    guard (try? kind(of: name)) == .linkedFile else { return false }
    let file = openat(descriptor, name, O_RDONLY | Self.carefully)
    defer { close(file) }
    var status = stat()
    return fstat(file, &status) == 0 && status.st_nlink == 2 && status.st_uid == geteuid()
      && (try? FileManager.default.contentsOfDirectory(atPath: path))?
        .contains { $0 != name && isFile(file, named: $0) } == true
      && unlinkat(descriptor, name, 0) == 0
  }

  /// Gives an opened file another name in the folder, in place of a plain file or nothing.
  ///
  /// Afterwards that name stands for this very file.
  func rename(_ file: Int32, _ name: String, to new: String) throws(Problem) {
    try holdsOnlyFile(new)
    guard isFile(file, named: name) else {
      throw .system(doing: "find", path: try path(of: name), code: ENOENT)
    }
    let path = try path(of: new)
    guard renameat(descriptor, name, descriptor, new) == 0 else {
      throw .system(doing: "create", path: path, code: errno)
    }
    // Somebody may have put another file under the old name in between.
    guard isFile(file, named: new) else {
      throw .system(doing: "create", path: path, code: ESTALE)
    }
  }

  /// Removes a plain file of this user. Nothing when there is none.
  package func removeFile(_ name: String) throws(Problem) {
    let path = try path(of: name)
    guard let kind = try kind(of: name) else { return }
    guard kind == .file else { throw .notAFile(path: path, kind) }
    guard unlinkat(descriptor, name, 0) == 0 || errno == ENOENT else {
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
