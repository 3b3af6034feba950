extension Event {
  /// What an operation and its queue were like at the moment when it was put in, read from
  /// Foundation's own objects: the premise of many a claim.
  ///
  /// A class, so that the events without one stay small.
  package final class Enqueueing: Codable, Sendable {
    /// The queue's name.
    package let queue: String
    /// `maxConcurrentOperationCount`; -1 means that the system decides.
    package let width: Int
    /// Whether the queue started nothing new.
    package let isSuspended: Bool
    /// Raw value of `Operation.QueuePriority`.
    package let priority: Int
    /// The names of the operation's dependencies, in the order in which they were added.
    package let dependencies: [String]

    /// An operation with nothing special about it, put into a queue with nothing special about it.
    package init(
      queue: String, width: Int = -1, isSuspended: Bool = false, priority: Int = 0,
      dependencies: [String] = []
    ) {
      self.queue = queue
      self.width = width
      self.isSuspended = isSuspended
      self.priority = priority
      self.dependencies = dependencies
    }
  }
}

extension Event.Enqueueing: Hashable {
  /// Whether all that is known is the same.
  package static func == (one: Trace.Event.Enqueueing, other: Trace.Event.Enqueueing) -> Bool {
    (one.queue, one.width, one.isSuspended, one.priority, one.dependencies)
      == (other.queue, other.width, other.isSuspended, other.priority, other.dependencies)
  }

  /// Feeds all that is known to the hasher.
  package func hash(into hasher: inout Hasher) {
    hasher.combine(queue)
    hasher.combine(width)
    hasher.combine(isSuspended)
    hasher.combine(priority)
    hasher.combine(dependencies)
  }
}
