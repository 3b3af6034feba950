import Foundation

/// How much of the processors this process, or the calling thread, has used.
package enum ProcessorTime {
  /// Of all threads of this process.
  package static var ofProcess: Duration { read(CLOCK_PROCESS_CPUTIME_ID) }

  /// Of the calling thread.
  package static var ofThisThread: Duration { read(CLOCK_THREAD_CPUTIME_ID) }

  private static func read(_ clock: clockid_t) -> Duration {
    var time = timespec()
    clock_gettime(clock, &time)
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
  }
}
