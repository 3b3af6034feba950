// All that is Linux's here: the functions of `Platform+Darwin.swift`, under the same names.
#if !canImport(Darwin)
  import Foundation

  extension Platform {
    /// The platform this was compiled for.
    package static var current: Platform { .linux }

    /// Monotonic nanoseconds since some fixed moment. Callable from any thread.
    @Sendable package static func monotonicNanoseconds() -> UInt64 {
      var time = timespec()
      clock_gettime(CLOCK_MONOTONIC, &time)
      return UInt64(time.tv_sec) &* 1_000_000_000 &+ UInt64(time.tv_nsec)
    }

    /// The variable for a new thread, before there is one.
    static var noThread: NewThread { pthread_t() }
    typealias NewThread = pthread_t

    /// Has the queue that holds an operation read its `isReady` again.
    package static func repeatReadiness(of operation: Operation) {
      operation.didChangeValue(for: \.isReady)
    }
  }
#endif
