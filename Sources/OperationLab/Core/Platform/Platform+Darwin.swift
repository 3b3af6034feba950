// All that is Darwin's here: the functions of `Platform+Linux.swift`, under the same names.
#if canImport(Darwin)
  import Darwin
  import Foundation

  extension Platform {
    /// The platform this was compiled for.
    package static var current: Platform { .darwin }

    /// Monotonic nanoseconds since some fixed moment. Callable from any thread.
    ///
    /// Not `CLOCK_MONOTONIC`, which has steps of a microsecond here.
    @Sendable package static func monotonicNanoseconds() -> UInt64 {
      clock_gettime_nsec_np(CLOCK_UPTIME_RAW)
    }

    /// The variable for a new thread, before there is one.
    static var noThread: NewThread { nil }
    typealias NewThread = pthread_t?

    /// What a queue orders an operation by.
    package static func rank(of operation: Operation) -> Int { operation.queuePriority.rawValue }

    /// Nothing need be repeated: no queue of Apple's is known to miss a change.
    package static func repeatReadiness(of operation: Operation) {}
  }
#endif
