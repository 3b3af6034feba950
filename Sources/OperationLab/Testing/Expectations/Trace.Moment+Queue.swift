import OperationLab

extension Trace.Moment {
  /// The operation was added to that queue.
  package static func added(_ name: String, to queue: String) -> Self {
    Self(.enqueued, of: name, "\(name) was added to '\(queue)'") { $0.enqueueing?.queue == queue }
  }
}
