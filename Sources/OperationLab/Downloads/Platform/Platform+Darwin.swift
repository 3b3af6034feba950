// All that is Darwin's here: the functions of `Platform+Linux.swift`, under the same names.
#if canImport(Darwin)
  import Foundation
  import OperationLab

  extension Platform {
    /// Whether `URLSession` goes on reading while its delegate is behind, and keeps what it has
    /// read.
    static var sessionKeepsUnreadData: Bool { false }

    /// How many sessions to spread transfers over.
    static var sessionsWorthHaving: Int { 1 }

    /// Whether answering a cancelled task's delegate call would trap. Here every call must be
    /// answered.
    static func answerTraps(for task: URLSessionTask) -> Bool { false }

    /// Cancels a task. There is nothing to wait for.
    static func cancelAndWait(for task: URLSessionTask) { task.cancel() }

    /// Whether an error says that there is only a cellular network, which the request did not
    /// allow.
    static func saysCellularOnly(_ error: URLError) -> Bool {
      error.networkUnavailableReason == .cellular
    }

    /// The kind of the error.
    static func code(of error: URLError) -> URLError.Code { error.code }

    /// Asks for everything written to a file to be on the disk itself. `false` when that failed.
    ///
    /// `fsync` may stop at the drive's own cache. `F_FULLFSYNC` goes through it, but not every file
    /// system knows it.
    static func flushToDisk(_ descriptor: Int32) -> Bool {
      fcntl(descriptor, F_FULLFSYNC) == 0 || fsync(descriptor) == 0
    }

    /// Renames a file in its folder in one step, unless anything has the new name. 0 or the `errno`.
    static func renameToFree(_ folder: Int32, _ name: String, _ new: String) -> Int32 {
      renameatx_np(folder, name, folder, new, UInt32(RENAME_EXCL)) == 0 ? 0 : errno
    }

    /// Keeps a text with an opened file. `false` where its file system cannot.
    static func setAttribute(_ text: String, ofOpened file: Int32) -> Bool {
      let bytes = Array(text.utf8)
      return fsetxattr(file, attributeName, bytes, bytes.count, 0, 0) == 0
    }

    /// The text that was kept with an opened file.
    static func attribute(ofOpened file: Int32) -> String? {
      var bytes = [UInt8](repeating: 0, count: 256)
      let count = fgetxattr(file, attributeName, &bytes, bytes.count, 0, 0)
      return count < 0 ? nil : String(decoding: bytes.prefix(count), as: UTF8.self)
    }

    private static let attributeName = "lab.download"

    /// When a file was last changed, since 1970.
    package static func modificationTime(of status: stat) -> timespec { status.st_mtimespec }
  }
#endif
