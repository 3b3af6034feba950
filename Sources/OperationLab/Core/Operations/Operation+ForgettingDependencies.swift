import Foundation

extension Operation {
  /// Removes all dependencies. To be called when the operation's work is over, before it announces
  /// that it is finished; callable from any thread.
  ///
  /// A cancelled operation finishes before those it depends on, and may then be let go. On Linux
  /// each of those still has its address, and crashes when it finishes: lesson 4, claim C14b. And
  /// everywhere a finished operation that is kept keeps all it ever depended on.
  ///
  /// Not before it was started: on Linux it would wait for them for ever; lesson 7, claim A10.
  public func forgetDependencies() {
    dependencies.forEach(removeDependency)
  }
}
