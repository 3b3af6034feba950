import Foundation
import OperationLab

/// How much of the processors this process, or one of its threads, has used.
enum ProcessorTime {
  /// Of all threads of this process.
  static var ofProcess: Duration { read(CLOCK_PROCESS_CPUTIME_ID) }

  /// Of the calling thread.
  static var ofThisThread: Duration { read(CLOCK_THREAD_CPUTIME_ID) }

  /// Of another thread of this process; zero where the system does not tell, or if it is gone.
  static func ofThread(_ number: Platform.ThreadNumber) -> Duration {
    Platform.threads()?.first { $0.number == number }?.processorTime ?? .zero
  }

  private static func read(_ clock: clockid_t) -> Duration {
    var time = timespec()
    clock_gettime(clock, &time)
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
  }
}

/// Whether nothing moves, where the system does not tell of single threads: no sign of life for
/// some seconds, in which the other threads hardly used the processors.
///
/// That is a guess, and therefore a slow one: a program that computes writes nothing down for a
/// while and is busy all the same.
struct Stillness {
  /// How long nothing must have moved.
  static let needed = Duration.seconds(2)
  /// The part of that time, as a divisor, that other threads may use: the system's own threads and
  /// those of the kit use some.
  private static let part = 20

  /// How much of the time counts that has passed between two looks: where processors are scarce, who
  /// looks comes late, and so does whoever is to move.
  private let most: Duration
  private let now: @Sendable () -> ContinuousClock.Instant
  private let usedByOthers: @Sendable () -> Duration
  private var stood = Duration.zero
  private var last: ContinuousClock.Instant
  private var used: Duration

  /// - Parameters:
  ///   - most: how much of the time between two looks counts; the kit looks every 10 ms.
  ///   - now: the time.
  ///   - usedByOthers: how much of the processors all threads have used but the one that watches,
  ///     on which it is asked. All are passed in so that a test can answer.
  init(
    most: Duration = .milliseconds(20),
    now: @escaping @Sendable () -> ContinuousClock.Instant = { .now },
    usedByOthers: @escaping @Sendable () -> Duration = {
      ProcessorTime.ofProcess - ProcessorTime.ofThisThread
    }
  ) {
    (self.most, self.now, self.usedByOthers) = (most, now, usedByOthers)
    (last, used) = (now(), usedByOthers())
  }

  /// Something has moved: the time begins again.
  mutating func startAgain() { (stood, last, used) = (.zero, now(), usedByOthers()) }

  /// Whether nothing has moved for long enough. When the threads have worked meanwhile, the time
  /// begins again.
  mutating func isLongEnough() -> Bool {
    let now = now()
    stood += min(now - last, most)
    last = now
    guard stood >= Self.needed else { return false }
    if usedByOthers() - used <= Self.needed / Self.part { return true }
    startAgain()
    return false
  }
}
