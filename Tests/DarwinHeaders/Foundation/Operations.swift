// Foundation's operations and locks.

/// https://developer.apple.com/documentation/foundation/operation
open class Operation: NSObject, @unchecked Sendable {
  open func start() {}
  open func main() {}
  open func cancel() {}
  open var isCancelled: Bool { false }
  open var isExecuting: Bool { false }
  open var isFinished: Bool { false }
  open var isConcurrent: Bool { false }
  open var isAsynchronous: Bool { false }
  open var isReady: Bool { false }
  open func addDependency(_ op: Operation) {}
  open func removeDependency(_ op: Operation) {}
  open var dependencies: [Operation] { [] }
  open var completionBlock: (@Sendable () -> Void)?
  open func waitUntilFinished() {}
  open var name: String?
}

/// https://developer.apple.com/documentation/foundation/nslock
open class NSLock: NSObject, @unchecked Sendable {
  open func lock() {}
  open func unlock() {}
  /// https://developer.apple.com/documentation/foundation/nslocking/withlock(_:)
  public func withLock<Result>(_ body: () throws -> Result) rethrows -> Result { try body() }
}
