// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// A type's page documents its members.

// Foundation's additions for texts, files and notes on macOS. Swift's own part has the rest.

extension StringProtocol {
  /// https://developer.apple.com/documentation/swift/stringprotocol/trimmingcharacters(in:)
  public func trimmingCharacters(in set: CharacterSet) -> String { "" }
  /// https://developer.apple.com/documentation/swift/stringprotocol/components(separatedby:)
  public func components<Text: StringProtocol>(separatedBy separator: Text) -> [String] { [] }
  /// https://developer.apple.com/documentation/swift/stringprotocol/range(of:options:range:locale:)
  public func range<Text: StringProtocol>(
    of aString: Text, options mask: NSString.CompareOptions = [], range: Range<Index>? = nil
  ) -> Range<Index>? { nil }
  /// https://developer.apple.com/documentation/swift/stringprotocol/compare(_:options:range:locale:)
  public func compare<Text: StringProtocol>(
    _ aString: Text, options mask: NSString.CompareOptions = []
  ) -> ComparisonResult { .orderedSame }
  /// https://developer.apple.com/documentation/swift/stringprotocol/removingpercentencoding
  public var removingPercentEncoding: String? { nil }
}

/// https://developer.apple.com/documentation/foundation/nsstring
open class NSString: NSObject {
  /// https://developer.apple.com/documentation/foundation/nsstring/compareoptions
  public struct CompareOptions: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
    public static let backwards = CompareOptions(rawValue: 4)
    public static let numeric = CompareOptions(rawValue: 64)
  }
}

/// https://developer.apple.com/documentation/foundation/characterset
public struct CharacterSet: Sendable {
  public init(charactersIn string: String) {}
  public static var whitespaces: CharacterSet { CharacterSet(charactersIn: "") }
  public static var newlines: CharacterSet { CharacterSet(charactersIn: "") }
  public static var whitespacesAndNewlines: CharacterSet { CharacterSet(charactersIn: "") }
}

extension FileManager {
  /// https://developer.apple.com/documentation/foundation/filemanager/fileexists(atpath:isdirectory:)
  public func fileExists(
    atPath path: String, isDirectory: UnsafeMutablePointer<ObjCBool>?
  ) -> Bool { false }
  /// https://developer.apple.com/documentation/foundation/filemanager/contentsofdirectory(at:includingpropertiesforkeys:options:)
  public func contentsOfDirectory(
    at url: URL, includingPropertiesForKeys keys: [URLResourceKey]?,
    options mask: DirectoryEnumerationOptions = []
  ) throws -> [URL] { [] }
  /// https://developer.apple.com/documentation/foundation/filemanager/enumerator(atpath:)
  public func enumerator(atPath path: String) -> DirectoryEnumerator? { nil }
  /// https://developer.apple.com/documentation/foundation/filemanager/enumerator(at:includingpropertiesforkeys:options:errorhandler:)
  public func enumerator(
    at url: URL, includingPropertiesForKeys keys: [URLResourceKey]?,
    options mask: DirectoryEnumerationOptions = [],
    errorHandler handler: ((URL, any Error) -> Bool)? = nil
  ) -> DirectoryEnumerator? { nil }

  /// https://developer.apple.com/documentation/foundation/filemanager/directoryenumerator
  open class DirectoryEnumerator: NSObject, Sequence, IteratorProtocol {
    open var allObjects: [Any] { [] }
    open func next() -> Any? { nil }
    open func skipDescendants() {}
  }
}

/// https://developer.apple.com/documentation/foundation/urlresourcekey
public struct URLResourceKey: Hashable, Sendable {
  public static let fileSizeKey = URLResourceKey()
  public static let contentModificationDateKey = URLResourceKey()
}

/// https://developer.apple.com/documentation/foundation/urlresourcevalues
public struct URLResourceValues {
  public var fileSize: Int? { nil }
  public var contentModificationDate: Date? { nil }
}

extension URL {
  /// https://developer.apple.com/documentation/foundation/url/resourcevalues(forkeys:)
  public func resourceValues(forKeys keys: Set<URLResourceKey>) throws -> URLResourceValues {
    URLResourceValues()
  }
}

/// https://developer.apple.com/documentation/foundation/bundle
open class Bundle: NSObject {
  open class var main: Bundle { Bundle() }
  open var executableURL: URL? { nil }
}

/// https://developer.apple.com/documentation/foundation/notification
public struct Notification {
  /// https://developer.apple.com/documentation/foundation/nsnotification/name-swift.struct
  public struct Name: Hashable, Sendable {
    public init(_ rawValue: String) {}
  }
}

/// https://developer.apple.com/documentation/foundation/notificationcenter
open class NotificationCenter: NSObject, @unchecked Sendable {
  open class var `default`: NotificationCenter { NotificationCenter() }
  open func addObserver(
    forName name: Notification.Name?, object obj: Any?, queue: OperationQueue?,
    using block: @escaping @Sendable (Notification) -> Void
  ) -> any NSObjectProtocol { self }
  open func removeObserver(_ observer: Any) {}
  open func post(name aName: Notification.Name, object anObject: Any?) {}
}

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
