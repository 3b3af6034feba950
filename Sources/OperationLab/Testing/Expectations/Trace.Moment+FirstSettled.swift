import OperationLab

extension Trace.Moment {
  /// The process was idle for the first time after the operation was added to a queue, and this was
  /// how the operation stood.
  package static func firstSettled(_ name: String) -> Self {
    .settled(name, after: .added(name))
  }
}
