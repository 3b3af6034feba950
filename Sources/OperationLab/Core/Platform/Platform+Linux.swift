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

    /// What a queue orders an operation by: the quality of service, if no priority is set.
    package static func rank(of operation: Operation) -> Int {
      let byQuality: [QualityOfService: Operation.QueuePriority] = [
        .userInteractive: .veryHigh, .userInitiated: .high, .utility: .low, .background: .veryLow,
      ]
      let priority = operation.queuePriority
      return (priority == .normal ? byQuality[operation.qualityOfService] ?? .normal : priority)
        .rawValue
    }

    /// Has the queue that holds an operation read its `isReady` again.
    package static func repeatReadiness(of operation: Operation) {
      operation.didChangeValue(for: \.isReady)
    }
  }
#endif
