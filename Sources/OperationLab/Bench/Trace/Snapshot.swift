import Foundation
import OperationDoctor

/// The state of every operation and queue when nothing more could happen.
package struct Snapshot: Codable, Equatable, Sendable {
  /// The operations of the bench, in the order in which it got them.
  package var operations: [Operation]
  /// The queues the bench made, in that order.
  package var queues: [Queue]
  /// Why waiting ended: everything was quiet, or the deadline passed first.
  package var ending: Ending
  /// Whether the program's own thread was still stuck inside the program.
  package var isProgramBlocked: Bool

  /// Why the wait for quiet ended.
  package enum Ending: String, Codable, Sendable {
    /// No thread was running and nothing was due: nothing can happen any more.
    case quiet
    /// The deadline passed while something was still running or due.
    case deadline
  }

  /// A snapshot. By default it is empty.
  package init(
    operations: [Operation] = [], queues: [Queue] = [], ending: Ending = .quiet,
    isProgramBlocked: Bool = false
  ) {
    self.operations = operations
    self.queues = queues
    self.ending = ending
    self.isProgramBlocked = isProgramBlocked
  }

  /// One operation in a snapshot.
  package struct Operation: Codable, Equatable, Sendable {
    /// The operation's name, unique in a run.
    package var name: String
    /// Its four flags.
    package var state: OperationState
    /// The names of all its dependencies, in the order in which they were added.
    package var dependencies: [String]
    /// The name of the queue that still holds it, if one does.
    package var queue: String?
    /// Raw value of `Operation.QueuePriority`.
    package var priority: Int
    /// `true` if the bench made its name up, because it has none of its own.
    package var hasMadeUpName: Bool?
    /// Whether a file of events has none of it, and knows it only as a dependency. `nil` in a run.
    package var isUnreported: Bool?

    /// An operation. By default it has no dependencies and is in no queue.
    package init(
      name: String, state: OperationState, dependencies: [String] = [], queue: String? = nil,
      priority: Int = 0, isUnreported: Bool? = nil
    ) {
      self.isUnreported = isUnreported
      self.name = name
      self.state = state
      self.dependencies = dependencies
      self.queue = queue
      self.priority = priority
    }
  }

  /// One queue in a snapshot.
  package struct Queue: Codable, Equatable, Sendable {
    /// What the main queue is called in snapshots and traces.
    package static let main = Reading.mainQueue

    /// The queue's name, unique in a run.
    package var name: String
    /// `maxConcurrentOperationCount`, or -1 if the system decides.
    package var width: Int
    /// Whether it starts nothing new.
    package var isSuspended: Bool
    /// The names of the operations it holds, oldest first.
    package var operations: [String]

    /// A queue. By default it is empty and not suspended.
    package init(name: String, width: Int, isSuspended: Bool = false, operations: [String] = []) {
      self.name = name
      self.width = width
      self.isSuspended = isSuspended
      self.operations = operations
    }
  }

  /// What a diagnosis reads of it.
  var reading: Reading {
    Reading(
      operations: operations.map {
        .init(
          $0.name, $0.state, dependencies: $0.dependencies, queue: $0.queue, priority: $0.priority,
          isUnreported: $0.isUnreported == true)
      },
      queues: queues.map {
        .init($0.name, width: $0.width, isSuspended: $0.isSuspended, operations: $0.operations)
      }, isFinal: ending == .quiet, isProgramBlocked: isProgramBlocked)
  }

  /// The names that the bench made up.
  package var madeUpNames: Set<String> {
    Set(operations.filter { $0.hasMadeUpName == true }.map(\.name))
  }

  /// The operation of that name.
  package func operation(_ name: String) -> Operation? {
    operations.first { $0.name == name }
  }
}

// Foundation's operations, read.
extension Snapshot.Operation {
  /// An operation as it is now, without its queue.
  package init(
    of operation: Foundation.Operation, named name: String,
    dependencies names: (Foundation.Operation) -> String?
  ) {
    self.init(
      name: name, state: OperationState(of: operation),
      dependencies: operation.dependencies.compactMap(names),
      priority: operation.queuePriority.rawValue)
  }
}

extension Snapshot.Queue {
  /// A queue as it is now.
  package init(
    of queue: OperationQueue, named name: String, operations names: (Operation) -> String?
  ) {
    self.init(
      name: name, width: queue.maxConcurrentOperationCount, isSuspended: queue.isSuspended,
      operations: queue.operations.compactMap(names))
  }
}
