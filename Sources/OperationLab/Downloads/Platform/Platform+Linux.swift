// All that is Linux's here: the functions of `Platform+Darwin.swift`, under the same names.
#if !canImport(Darwin)
  import Foundation
  internal import FoundationNetworking
  import OperationLab

  extension Platform {
    /// Whether `URLSession` goes on reading while its delegate is behind, and keeps what it has
    /// read.
    static var sessionKeepsUnreadData: Bool { true }

    /// How many sessions to spread transfers over: a session serves all its transfers from one
    /// serial queue, where a fast one starves the others.
    static var sessionsWorthHaving: Int { 16 }

    /// Whether answering a delegate call would trap. It would once the task is cancelled.
    static func answerTraps(for task: URLSessionTask) -> Bool { task.state != .running }

    /// Cancels a task, and returns when the session has done what that asks for.
    static func cancelAndWait(for task: URLSessionTask) {
      task.cancel()
      // Reading this waits for the task's serial queue, on which a step of `cancel()` adds the next: the
      // first was done within the call with Swift 6.3, and will be added, too, with the one after it.
      for _ in 1...2 { _ = task.priority }
    }

    /// Whether an error says that there is only a cellular network, which the request did not
    /// allow. Nobody tells.
    static func saysCellularOnly(_ error: URLError) -> Bool { false }

    /// The kind of the error. For an untrusted certificate and for a reply that is no HTTP there are only
    /// curl's words.
    static func code(of error: URLError) -> URLError.Code {
      let words: [(String, URLError.Code)] = [
        ("SSL certificate problem", .serverCertificateUntrusted),
        ("SSL: no alternative certificate", .serverCertificateUntrusted),
        ("SSL: certificate subject name", .serverCertificateUntrusted),
        ("Received HTTP/0.9", .badServerResponse), ("Unsupported HTTP", .badServerResponse),
        ("Invalid Content-Length", .badServerResponse),
      ]
      guard [.unknown, .unsupportedURL].contains(error.code) else { return error.code }
      return words.first { error.localizedDescription.hasPrefix($0.0) }?.1 ?? error.code
    }

    /// Asks for everything written to a file to be on the disk itself. `false` when that failed.
    static func flushToDisk(_ descriptor: Int32) -> Bool { fsync(descriptor) == 0 }

    /// When a file was last changed, since 1970.
    package static func modificationTime(of status: stat) -> timespec { status.st_mtim }
  }
#endif
