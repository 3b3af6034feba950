import Foundation
import OperationLab

/// How much of the processors this process, or one of its threads, has used.
enum ProcessorTime {
  /// Of all threads of this process.
  static var ofProcess: Duration { read(CLOCK_PROCESS_CPUTIME_ID) }

  /// Of the calling thread.
  static var ofThisThread: Duration { read(CLOCK_THREAD_CPUTIME_ID) }

  /// Of another thread of this process. Zero where the system does not tell, or if it is gone.
  static func ofThread(_ number: Platform.ThreadNumber) -> Duration {
    Platform.threads()?.first { $0.number == number }?.processorTime ?? .zero
  }

  private static func read(_ clock: clockid_t) -> Duration {
    var time = timespec()
    clock_gettime(clock, &time)
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
  }
}
