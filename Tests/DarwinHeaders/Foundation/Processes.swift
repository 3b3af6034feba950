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
open class Pipe: NSObject, @unchecked Sendable {
  open var fileHandleForReading: FileHandle { FileHandle.nullDevice }
  open var fileHandleForWriting: FileHandle { FileHandle.nullDevice }
}

/// https://developer.apple.com/documentation/foundation/filehandle
open class FileHandle: NSObject, @unchecked Sendable {
  open class var standardInput: FileHandle { nullDevice }
  open class var standardOutput: FileHandle { nullDevice }
  open class var standardError: FileHandle { nullDevice }
  open class var nullDevice: FileHandle { FileHandle(fileDescriptor: 0, closeOnDealloc: false) }
  public init(fileDescriptor fd: Int32, closeOnDealloc closeopt: Bool) {}
  public convenience init(forReadingFrom url: URL) throws {
    self.init(fileDescriptor: 0, closeOnDealloc: true)
  }
  public convenience init?(forReadingAtPath path: String) { return nil }
  public convenience init?(forWritingAtPath path: String) { return nil }
  open var fileDescriptor: Int32 { 0 }
  open var availableData: Data { Data() }
  open var readabilityHandler: (@Sendable (FileHandle) -> Void)?
  open func readDataToEndOfFile() -> Data { Data() }
  open func write(_ data: Data) {}
  open func closeFile() {}
  public func readToEnd() throws -> Data? { nil }
  public func read(upToCount count: Int) throws -> Data? { nil }
  public func write<Bytes: DataProtocol>(contentsOf data: Bytes) throws {}
  public func close() throws {}
}
