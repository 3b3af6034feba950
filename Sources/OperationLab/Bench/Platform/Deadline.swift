import Foundation
import OperationLab

/// When to give up waiting for what a process does: only after it has had that much time itself.
///
/// A process that is kept waiting for a processor by others, on a busy machine or with a low
/// priority, is slow and does not hang. How long it was kept waiting the kernel of Linux tells.
/// Elsewhere, time is time.
package struct Deadline {
  let length: Duration
  private let load: @Sendable () -> ProcessorLoad?
  private let most: Int
  /// Whether a process that has hardly run is asked once more.
  private var asksAgain: Bool
  private var end: ContinuousClock.Instant
  private var windows = 1
  private var before: ProcessorLoad?
  /// How much time the process has had until then.
  private var available = Duration.zero

  /// Whether it was over although the process had hardly run.
  package private(set) var isStarved = false

  /// - Parameters:
  ///   - process: the number of the process that is waited for.
  ///   - most: how many times as long to wait for a process that is kept waiting.
  ///   - asksAgain: whether a process that has hardly run gets its time twice. It may have hung all
  ///     that time, but a processor may have stood still as well, or a disk: that is not counted as waiting.
  package init(
    _ length: Duration, process: String = "self", most: Int = .max, asksAgain: Bool = false
  ) {
    self.init(length, most: most, asksAgain: asksAgain) { ProcessorLoad(ofProcess: process) }
  }

  /// - Parameter load: reads how much processor time the awaited process gets.
  init(
    _ length: Duration, most: Int, asksAgain: Bool = false,
    load: @escaping @Sendable () -> ProcessorLoad?
  ) {
    self.length = length
    self.load = load
    self.most = most
    self.asksAgain = asksAgain
    end = .now + length
  }

  /// How long to wait until it may be over.
  package var rest: Duration { max(.zero, end - .now) }

  /// Whether the deadline has passed. If no time was left and it has not, more time is added.
  package mutating func isOver() -> Bool {
    guard ContinuousClock.now >= end else { return false }
    guard let now = load() else { return true }
    available += now.availableTime(since: before, within: length)
    // The kernel counts a wait only when it has ended.
    if available * 4 >= length * 3 {
      guard asksAgain, now.timeRun(since: before) * 10 < length else { return true }
      asksAgain = false
      available = .zero
    }
    guard windows < most else {
      isStarved = true
      return true
    }
    windows += 1
    before = now
    end = .now + length
    return false
  }
}

/// For how long each thread of a process has run, and for how long it has waited for a processor.
struct ProcessorLoad {
  private let threads: [String: (ran: Duration, waited: Duration)]

  /// `nil` where the system does not tell.
  init?(ofProcess process: String) {
    guard let threads = Platform.processorLoad(ofProcess: process) else { return nil }
    self.threads = threads
  }

  init(_ threads: [String: (ran: Duration, waited: Duration)]) {
    self.threads = threads
  }

  /// How much of the time the process has had: the time in which none of its threads waited for a
  /// processor. It is at least the time in which they ran, for they may have waited for each other.
  ///
  /// Threads that hand work to each other wait one after the other, so their waits are added up.
  /// Where they waited at once, that is too much, which at worst makes a deadline later.
  func availableTime(since before: ProcessorLoad?, within length: Duration) -> Duration {
    let waited = threads.reduce(Duration.zero) {
      $0 + $1.value.waited - (before?.threads[$1.key]?.waited ?? .zero)
    }
    return max(length - waited, min(timeRun(since: before), length))
  }

  /// For how long its threads have run, one and the other.
  func timeRun(since before: ProcessorLoad?) -> Duration {
    threads.reduce(Duration.zero) { $0 + $1.value.ran - (before?.threads[$1.key]?.ran ?? .zero) }
  }
}

extension Latch {
  /// Waits until the door is open or this process has had the time. Says whether it is open.
  package func wait(until deadline: Deadline) -> Bool {
    var deadline = deadline
    while !wait(deadline: deadline.rest) {
      if deadline.isOver() { return isOpen }
    }
    return true
  }
}
