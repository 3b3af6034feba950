import Foundation

extension Operation {
  /// Removes all dependencies. Call it when the operation's work has ended, before the operation
  /// reports that it is finished. You can call it from any thread.
  ///
  /// A cancelled operation finishes before those it depends on, and may then be released. On Linux
  /// each of those still has its address, and crashes when it finishes (lesson 4, claim C14b). And
  /// on every platform, a finished operation keeps all its dependencies in memory.
  ///
  /// Do not call it before the operation was started: on Linux it would wait for them forever
  /// (lesson 7, claim A10).
  package func forgetDependencies() {
    dependencies.forEach(removeDependency)
  }
}
