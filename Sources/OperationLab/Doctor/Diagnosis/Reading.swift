import Foundation

/// Operations and queues as they stood at one moment: what a diagnosis is made from.
package struct Reading: Equatable {
  var operations: [Operation] = []
  var queues: [Queue] = []
  /// Whether nothing can happen any more. If not, some operation may just be about to start.
  var isFinal = false
  /// Whether the program's own thread has not returned from the program.
  var isProgramBlocked = false

  /// What the main queue is called.
  package static let mainQueue = "main queue"

  init() {}

  package init(
    operations: [Operation], queues: [Queue], isFinal: Bool, isProgramBlocked: Bool
  ) {
    self.operations = operations
    self.queues = queues
    self.isFinal = isFinal
    self.isProgramBlocked = isProgramBlocked
  }

  package struct Operation: Equatable {
    let name: String
    let state: OperationState
    /// The names of all its dependencies.
    let dependencies: [String]
    /// The queue that holds it.
    var queue: String?
    /// What its queue orders it by.
    var priority: Int
    /// Whether it is a plain `BlockOperation` or of a class of the kit: `start()` sets its flags, and no
    /// `isReady` of another class keeps it back. Unknown of a run.
    var isPlainBlock = false
    /// Whether a file of events has none of it, and knows it only as a dependency.
    var isUnreported = false

    package init(
      _ name: String, _ state: OperationState, dependencies: [String], queue: String? = nil,
      priority: Int, isUnreported: Bool = false
    ) {
      self.name = name
      self.state = state
      self.dependencies = dependencies
      self.queue = queue
      self.priority = priority
      self.isUnreported = isUnreported
    }
  }

  package struct Queue: Equatable {
    let name: String
    /// `maxConcurrentOperationCount`, or -1 if the system decides.
    let width: Int
    let isSuspended: Bool
    /// The names of the operations it holds, oldest first.
    let operations: [String]
    /// The label of its underlying queue. Unknown of a run.
    var underlyingQueue: String?

    package init(_ name: String, width: Int, isSuspended: Bool, operations: [String]) {
      self.name = name
      self.width = width
      self.isSuspended = isSuspended
      self.operations = operations
    }
  }
}

extension [Operation] {
  /// The operations, each once, and all that they depend on.
  package var withDependencies: [Operation] {
    var (left, found, next) = (self, [Operation](), 0)
    var seen: Set<ObjectIdentifier> = []
    while next < left.count {
      let operation = left[next]
      next += 1
      guard seen.insert(ObjectIdentifier(operation)).inserted else { continue }
      found.append(operation)
      left += operation.dependencies
    }
    return found
  }
}
