import Foundation

extension Operation {
  /// Removes all dependencies of a cancelled operation. Call it in `start()`, and `super.cancel()` after it.
  ///
  /// A cancelled operation finishes before those it depends on, and may then be released. On Linux
  /// each of those still has its address, and crashes when it finishes (lesson 4, claim C14b). All are
  /// removed: one whose `isFinished` is true may not have posted it.
  ///
  /// Foundation on Linux counts a removed dependency that has finished as -1, and the operation would not be
  /// ready, as in claim C14d. `cancel()` counts anew, unless the operation is executing or finished. Without
  /// a cancel before its start, an operation has no unfinished dependency, and keeps those it had.
  package func forgetDependencies() {
    dependencies.forEach(removeDependency)
  }
}
