import Foundation

extension Operation {
  /// Strikes a finished operation off the lists of those that it depended on.
  ///
  /// On Linux an operation knows its dependents by their addresses and does not keep them alive. A
  /// dependent that is cancelled starts without waiting, finishes and is released; when that which
  /// it depended on finishes in its turn, Foundation uses the stale address, and the process
  /// crashes. Must be called while somebody still holds the finished operation.
  func forgetDependencies() {
    for dependency in dependencies { removeDependency(dependency) }
  }
}
