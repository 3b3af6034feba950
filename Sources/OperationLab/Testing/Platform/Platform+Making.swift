import Foundation
import OperationLab

extension Platform {
  /// A thread as the system numbers it; empty where it does not tell.
  package typealias ThreadNumber = String
}

// Whether there are threads to be had.
extension Platform {
  /// Holds up the threads of ``makesThreads(_:)`` until all are there.
  private static let turnstile = NSLock()

  /// Whether the system gives so many threads more at once; they are gone on return.
  static func makesThreads(_ count: Int) -> Bool {
    var made: [pthread_t] = []
    turnstile.withLock {
      for _ in 0..<count {
        guard let thread = makeThread(ThreadBody { turnstile.withLock {} }) else { return }
        made.append(thread)
      }
    }
    for thread in made { pthread_join(thread, nil) }
    return made.count == count
  }

  /// What a thread made by ``makeThread(_:)`` does.
  final class ThreadBody: Sendable {
    private let body: @Sendable () -> Void

    init(_ body: @escaping @Sendable () -> Void) { self.body = body }

    /// Does it, on the thread that was given the pointer, and lets it go.
    static func run(_ pointer: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
      guard let pointer else { return nil }
      Unmanaged<ThreadBody>.fromOpaque(pointer).takeRetainedValue().body()
      return nil
    }
  }
}
