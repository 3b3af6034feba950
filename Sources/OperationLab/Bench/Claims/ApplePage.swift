/// The pages of Apple's documentation that differences rest on: their addresses.
///
/// Statements are checked against the pages as they stood in 2026.
package enum ApplePage {
  private static let foundation = "https://developer.apple.com/documentation/foundation/"

  /// removeDependency(_:): which properties change.
  package static let removeDependency = foundation + "operation/removedependency(_:)"
  /// completionBlock: when it runs and when it is set to nil.
  package static let completionBlock = foundation + "operation/completionblock"
  /// The operation that runs blocks at the same time.
  package static let blockOperation = foundation + "blockoperation"
  /// The class that runs operations: order, lifetimes, threads.
  package static let queue = foundation + "operationqueue"
  /// isSuspended: what is started, and what stays in the queue.
  package static let isSuspended = foundation + "operationqueue/issuspended"
  /// cancelAllOperations(): a cancel() for each.
  package static let cancelAll = foundation + "operationqueue/cancelalloperations()"
  /// OperationQueue.main: one at a time, on the main thread.
  package static let mainQueue = foundation + "operationqueue/main"
}
