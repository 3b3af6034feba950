import Foundation
import OperationLab
import OperationBench
import Synchronization

/// Under the thread sanitizer, lets two threads go step by step, ordered by nothing that it sees.
///
/// They count their steps in numbers that the sanitizer does not see. One of them is so many steps ahead of
/// the other: all such distances are tried. No thread waits long, because one may hold a lock that the other
/// needs.
enum Lockstep {
  private static let one = Atomic<Int>(none)
  private static let other = Atomic<Int>(none)
  private static let steps = Atomic<Int>(0)
  private static let otherSteps = Atomic<Int>(0)
  private static let running = Atomic<Int>(0)
  private static let isOn = Atomic<Bool>(false)
  private static let lead = Atomic<Int>(0)
  private static let none = -1
  /// More than any count of steps.
  private static let over = 1 << 20
  private static let patience = Duration.milliseconds(10)

  /// How far ahead the first thread is of the second one. At the ends, one acts wholly before the other.
  private static let leads = [-over, -8, -6, -5, -4, -3, -2, -1, 0, 1, 2, 3, 4, 5, 6, 8, over]

  /// Whether a scene is run so.
  static var isRunning: Bool { isOn.load(ordering: .relaxed) }

  /// Lets two threads use what `make` makes, once for each distance. Blocks the calling thread.
  static func run<Shared: Sendable>(
    sharing make: () -> Shared, _ first: @escaping @Sendable (Shared) -> Void,
    _ second: @escaping @Sendable (Shared) -> Void
  ) {
    isOn.store(true, ordering: .relaxed)
    defer { isOn.store(false, ordering: .relaxed) }
    // Twice: a busy machine may hold up one of the threads for longer than the other waits.
    for distance in leads + leads {
      let shared = make()
      steps.store(0, ordering: .relaxed)
      otherSteps.store(0, ordering: .relaxed)
      lead.store(distance, ordering: .relaxed)
      running.store(2, ordering: .relaxed)
      let hasOne = Platform.detachHelperThread { act(as: one, steps) { first(shared) } }
      let hasOther = Platform.detachHelperThread { act(as: other, otherSteps) { second(shared) } }
      let end = ContinuousClock.now + .seconds(2)
      while hasOne, hasOther, running.load(ordering: .relaxed) > 0, ContinuousClock.now < end {
        sched_yield()
      }
      one.store(none, ordering: .relaxed)
      other.store(none, ordering: .relaxed)
    }
  }

  private static func act(
    as thread: borrowing Atomic<Int>, _ count: borrowing Atomic<Int>, _ body: () -> Void
  ) {
    thread.store(Recorder.threadNumber, ordering: .relaxed)
    pass()
    body()
    count.store(over * 2, ordering: .relaxed)
    running.subtract(1, ordering: .relaxed)
  }

  /// A step of the calling thread. Nothing if it is none of the two.
  static func pass() {
    guard running.load(ordering: .relaxed) > 0 else { return }
    let (number, distance) = (Recorder.threadNumber, lead.load(ordering: .relaxed))
    if one.load(ordering: .relaxed) == number {
      wait(steps, for: otherSteps, ahead: distance)
    } else if other.load(ordering: .relaxed) == number {
      wait(otherSteps, for: steps, ahead: -distance)
    }
  }

  private static func wait(
    _ own: borrowing Atomic<Int>, for reference: borrowing Atomic<Int>, ahead distance: Int
  ) {
    let reached = own.add(1, ordering: .relaxed).newValue
    // One that acts wholly after the other has time.
    let end = ContinuousClock.now + (abs(distance) == over ? patience * 20 : patience)
    // On a busy machine the other one needs turns more than time.
    var turns = 0
    while reference.load(ordering: .relaxed) + distance < reached,
      turns < 5 || ContinuousClock.now < end
    {
      sched_yield()
      turns += 1
    }
  }
}
