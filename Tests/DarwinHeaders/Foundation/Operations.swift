// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// A type's page documents its members.

// Operations and queues.

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
  open var queuePriority: QueuePriority = .normal
  open var completionBlock: (@Sendable () -> Void)?
  open func waitUntilFinished() {}
  open var qualityOfService: QualityOfService = .default
  open var name: String?

  /// https://developer.apple.com/documentation/foundation/operation/queuepriority-swift.enum
  public enum QueuePriority: Int, Sendable {
    case veryLow = -8
    case low = -4
    case normal = 0
    case high = 4
    case veryHigh = 8
  }
}

/// https://developer.apple.com/documentation/foundation/blockoperation
open class BlockOperation: Operation, @unchecked Sendable {
  public convenience init(block: @escaping @Sendable () -> Void) { self.init() }
  open var executionBlocks: [@Sendable () -> Void] { [] }
  open func addExecutionBlock(_ block: @escaping @Sendable () -> Void) {}
}

/// https://developer.apple.com/documentation/foundation/operationqueue
open class OperationQueue: NSObject, @unchecked Sendable {
  open class var current: OperationQueue? { nil }
  open class var main: OperationQueue { OperationQueue() }
  public static let defaultMaxConcurrentOperationCount = -1
  open func addOperation(_ op: Operation) {}
  open func addOperations(_ ops: [Operation], waitUntilFinished wait: Bool) {}
  open func addOperation(_ block: @escaping @Sendable () -> Void) {}
  open func addBarrierBlock(_ barrier: @escaping @Sendable () -> Void) {}
  open var maxConcurrentOperationCount = -1
  open var isSuspended = false
  open var name: String?
  open var qualityOfService: QualityOfService = .default
  unowned(unsafe) open var underlyingQueue: DispatchQueue?
  open func cancelAllOperations() {}
  open func waitUntilAllOperationsAreFinished() {}
  open var operations: [Operation] { [] }
  open var operationCount: Int { 0 }
  open var progress: Progress { Progress() }
}

/// https://developer.apple.com/documentation/foundation/progress
open class Progress: NSObject, @unchecked Sendable {
  open var totalUnitCount: Int64 = 0
  open var completedUnitCount: Int64 = 0
}

/// https://developer.apple.com/documentation/foundation/qualityofservice
public enum QualityOfService: Int, Sendable {
  case userInteractive = 33
  case userInitiated = 25
  case utility = 17
  case background = 9
  case `default` = -1
}
