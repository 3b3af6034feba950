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

    /// When a file was last changed, since 1970.
    package static func modificationTime(of status: stat) -> timespec { status.st_mtimespec }
  }
#endif
