// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// A type's page documents its members.

// Locks, threads, run loops, and what Dispatch calls otherwise.

/// https://developer.apple.com/documentation/foundation/nslocking
public protocol NSLocking {
  func lock()
  func unlock()
}

extension NSLocking {
  /// https://developer.apple.com/documentation/foundation/nslocking/withlock(_:)
  public func withLock<Result>(_ body: () throws -> Result) rethrows -> Result { try body() }
}

/// https://developer.apple.com/documentation/foundation/nslock
open class NSLock: NSObject, NSLocking, @unchecked Sendable {
  open func lock() {}
  open func unlock() {}
  open func `try`() -> Bool { false }
  open func lock(before limit: Date) -> Bool { false }
  open var name: String?
}

/// https://developer.apple.com/documentation/foundation/nsrecursivelock
open class NSRecursiveLock: NSObject, NSLocking, @unchecked Sendable {
  open func lock() {}
  open func unlock() {}
  open func `try`() -> Bool { false }
  open func lock(before limit: Date) -> Bool { false }
  open var name: String?
}

/// https://developer.apple.com/documentation/foundation/nscondition
open class NSCondition: NSObject, NSLocking, @unchecked Sendable {
  open func lock() {}
  open func unlock() {}
  open func wait() {}
  open func wait(until limit: Date) -> Bool { false }
  open func signal() {}
  open func broadcast() {}
  open var name: String?
}

/// https://developer.apple.com/documentation/foundation/thread
open class Thread: NSObject, @unchecked Sendable {
  open class var current: Thread { Thread() }
  open class func detachNewThread(_ block: @escaping @Sendable () -> Void) {}
  open var threadDictionary: NSMutableDictionary { NSMutableDictionary() }
  open class func sleep(forTimeInterval ti: TimeInterval) {}
  open var qualityOfService: QualityOfService = .default
  open var name: String?
  open var stackSize = 0
  open var isMainThread: Bool { false }
  open class var isMainThread: Bool { false }
  open class var main: Thread { Thread() }
  public convenience init(block: @escaping @Sendable () -> Void) { self.init() }
  open func start() {}
}

/// https://developer.apple.com/documentation/foundation/nsmutabledictionary
open class NSMutableDictionary: NSObject {
  open subscript(key: Any) -> Any? {
    get { nil }
    set {}
  }
}

/// https://developer.apple.com/documentation/foundation/runloop
open class RunLoop: NSObject {
  /// https://developer.apple.com/documentation/foundation/runloop/mode
  public struct Mode: Hashable, Sendable {
    public static let `default` = Mode()
  }

  open class var current: RunLoop { RunLoop() }
  open class var main: RunLoop { RunLoop() }
  open func run(mode: Mode, before limitDate: Date) -> Bool { false }
  public func perform(_ block: @escaping @Sendable () -> Void) {}
}

/// https://swiftrocks.com/discovering-which-dispatchqueue-a-method-is-running-on
public func __dispatch_queue_get_label(_ queue: DispatchQueue?) -> UnsafePointer<CChar> {
  UnsafePointer(bitPattern: 1)!
}
