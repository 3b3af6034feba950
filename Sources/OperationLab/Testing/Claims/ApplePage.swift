/// The pages of Apple's documentation that claims rest on: their addresses.
///
/// Statements are checked against the pages as they stood in 2026.
package enum ApplePage {
  private static let foundation = "https://developer.apple.com/documentation/foundation/"

  /// The class, with how to subclass it, its states and the answer to a cancel.
  package static let operation = foundation + "operation"
  /// start(): what it checks, and who may call it.
  package static let start = foundation + "operation/start()"
  /// main(): what a synchronous subclass overrides.
  package static let main = foundation + "operation/main()"
  /// cancel(): a flag, and what becomes of dependencies.
  package static let cancel = foundation + "operation/cancel()"
  /// isAsynchronous: whether start() returns before the work is done.
  package static let isAsynchronous = foundation + "operation/isasynchronous"
  /// isReady: when an operation can be executed.
  package static let isReady = foundation + "operation/isready"
  /// addDependency(_:): when the receiver is ready, and circles.
  package static let addDependency = foundation + "operation/adddependency(_:)"
  /// removeDependency(_:): which properties change.
  package static let removeDependency = foundation + "operation/removedependency(_:)"
  /// dependencies: a list from which nothing is removed at an end.
  package static let dependencies = foundation + "operation/dependencies"
  /// completionBlock: when it runs and when it is set to nil.
  package static let completionBlock = foundation + "operation/completionblock"
  /// waitUntilFinished(): callers that would deadlock.
  package static let waitUntilFinished = foundation + "operation/waituntilfinished()"
  /// The operation that runs blocks at the same time.
  package static let blockOperation = foundation + "blockoperation"
  /// addExecutionBlock(_:): only before the operation runs.
  package static let addExecutionBlock = foundation + "blockoperation/addexecutionblock(_:)"
  /// The class that runs operations: order, lifetimes, threads.
  package static let queue = foundation + "operationqueue"
  /// addOperation(_:): what a queue takes.
  package static let addOperation = foundation + "operationqueue/addoperation(_:)"
  /// addOperations(_:waitUntilFinished:): whom it blocks.
  package static let addOperations =
    foundation + "operationqueue/addoperations(_:waituntilfinished:)"
  /// addBarrierBlock(_:): after all before, before all after.
  package static let addBarrierBlock = foundation + "operationqueue/addbarrierblock(_:)"
  /// waitUntilAllOperationsAreFinished(): whom it blocks.
  package static let waitUntilAll =
    foundation + "operationqueue/waituntilalloperationsarefinished()"
  /// isSuspended: what is started, and what stays in the queue.
  package static let isSuspended = foundation + "operationqueue/issuspended"
  /// cancelAllOperations(): a cancel() for each.
  package static let cancelAll = foundation + "operationqueue/cancelalloperations()"
  /// maxConcurrentOperationCount: the width.
  package static let width = foundation + "operationqueue/maxconcurrentoperationcount"
  /// OperationQueue.current: the queue that started the operation.
  package static let currentQueue = foundation + "operationqueue/current"
  /// OperationQueue.main: one at a time, on the main thread.
  package static let mainQueue = foundation + "operationqueue/main"
  /// progress: which operations it counts.
  package static let progress = foundation + "operationqueue/progress"
  /// operations: what is queued and what runs.
  package static let operations = foundation + "operationqueue/operations"
  /// NSLock: the same thread must not take it twice.
  package static let lock = foundation + "nslock"
  /// NSRecursiveLock: its own thread may take it again.
  package static let recursiveLock = foundation + "nsrecursivelock"
}
