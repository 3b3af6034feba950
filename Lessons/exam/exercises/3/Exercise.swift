import Foundation

// Close a screen, and cancel what it loads.
//
// A screen notes each load that has begun, and forgets it when it has ended. When the screen closes,
// it cancels all loads that are left. Write the three functions. Any thread may call each of them.
//
// - add notes a load and the closure that cancels it. Names are not used twice.
// - remove forgets a load. Its closure is not called any more.
// - close calls the closure of each load that is noted. Each closure is called once in all, also if
//   close is called again, or by two threads at the same time.
// - A load that is added after close has been called is cancelled at once: its closure is called, once.
// - The closures are code that you do not know. One may call remove, or take long. Meanwhile another
//   thread can call each of the three functions, and need not wait.

/// What a screen loads.
final class Loads: @unchecked Sendable {
  func add(_ name: String, cancel: @escaping () -> Void) {}

  func remove(_ name: String) {}

  func close() {}
}
