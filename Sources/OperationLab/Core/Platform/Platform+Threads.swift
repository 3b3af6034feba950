import Foundation

extension Platform {
  /// What a new thread does.
  private final class ThreadBody: Sendable {
    let body: @Sendable () -> Void

    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
  }

  /// Starts a thread that must be joined or detached. `nil`, and the body never runs, if the system
  /// gives none.
  package static func makeThread(_ body: @escaping @Sendable () -> Void) -> pthread_t? {
    var thread = noThread
    let start = Unmanaged.passRetained(ThreadBody(body))
    let status = pthread_create(
      &thread, nil,
      { pointer in
        let pointer: UnsafeMutableRawPointer? = pointer
        pointer.map { Unmanaged<ThreadBody>.fromOpaque($0).takeRetainedValue().body() }
        return nil
      }, start.toOpaque())
    if status != 0 { start.release() }
    return status == 0 ? thread : nil
  }

  /// Runs the body on a new thread.
  ///
  /// `Thread.detachNewThread` says nothing if the system gives no thread, and the body never runs.
  /// - Returns: `false` if the system gives no thread.
  package static func detachThread(_ body: @escaping @Sendable () -> Void) -> Bool {
    guard let thread = makeThread(body) else { return false }
    pthread_detach(thread)
    return true
  }
}
