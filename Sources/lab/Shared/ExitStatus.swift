/// The statuses with which `lab` exits, as documented.
package enum ExitStatus: Int32 {
  case passed = 0
  /// A claim or a rule failed, or downloads failed for different reasons.
  case failed = 1
  case usage = 64
  /// The given file or expression does not compile, or the expression makes no operation to check.
  case doesNotCompile = 65
  /// The given file cannot be read, or an output cannot be written.
  case unreadable = 66
  /// A download failed because the server could not be reached, or the connection broke.
  case network = 69
  /// A fault of the kit's own.
  case internalFault = 70
  /// A downloaded file could not be written.
  case disk = 74
  /// A server refused a download, or its reply cannot be used.
  case refused = 76
  /// A downloaded file has another checksum than the one that was given.
  case wrongChecksum = 79
  case interrupted = 130
  /// The reader of the output has gone away. It is the status that a shell reports for `SIGPIPE`.
  case closedPipe = 141
}

/// Why a command cannot go on: one line that says what to do, and the status to exit with.
package struct Failure: Error {
  package let status: ExitStatus
  package let message: String

  /// - Parameter message: may repeat an address, whose user and password are hidden: also those of one
  ///   that is no address because of an unencoded character in its password.
  package init(status: ExitStatus, message: String) {
    self.status = status
    self.message = message.replacing(/:\/\/.*@/, with: "://…@")
      .replacing(/'[^':]*:(?!\/\/)[^']*@/, with: "'…@")
  }

  package static func usage(_ message: String) -> Failure {
    Failure(status: .usage, message: message)
  }
}
