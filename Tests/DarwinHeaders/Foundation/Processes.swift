// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// A type's page documents its members.

// Other processes, and what is written to them.

/// https://developer.apple.com/documentation/foundation/process
open class Process: NSObject, @unchecked Sendable {
  open var executableURL: URL?
  open var currentDirectoryURL: URL?
  open var arguments: [String]?
  open var environment: [String: String]?
  open var standardInput: Any?
  open var standardOutput: Any?
  open var standardError: Any?
  open func run() throws {}
  open var processIdentifier: Int32 { 0 }
  open var terminationStatus: Int32 { 0 }
  open var terminationReason: TerminationReason { .exit }
  open var terminationHandler: (@Sendable (Process) -> Void)?
  open func waitUntilExit() {}

  /// https://developer.apple.com/documentation/foundation/process/terminationreason-swift.enum
  public enum TerminationReason: Int, Sendable {
    case exit = 1
    case uncaughtSignal = 2
  }
}

/// https://developer.apple.com/documentation/foundation/pipe
