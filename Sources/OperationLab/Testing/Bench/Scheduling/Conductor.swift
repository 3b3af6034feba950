import Foundation
import OperationLab

/// Runs a ``Scheduler`` to the end of its run, on the calling thread: looks whether all others
/// sleep, and if so makes the scheduler choose.
struct Conductor {
  let scheduler: Scheduler
  /// How long all threads must sleep without reaching a point before that counts as rest, the first
  /// time. It is for operations that may wait for a timer.
  var calm = Duration.zero
  /// How long some thread may go on before it is said that the program never rests.
  var patience = Duration.seconds(6)

  /// The number of looks at sleeping threads, none of them at a point, after which the run ends
  /// because its program will never return. `nil` if another thread waits for that.
  var looksUntilStuck: Int?

  private static let looksBeforePause = 40
  private static let pause = Duration.microseconds(300)

  /// How it went.
  enum Ending {
    /// The run was over, as `isOver` said.
    case over
    case failed(OrderFailure)
  }

  /// Chooses until `isOver`, which is read while all threads sleep and none stands at a point.
  func conduct(until isOver: () -> Bool) -> Ending {
    var idle = 0
    var hasRested = false
    while true {
      guard awaitSleep(unless: isOver) else {
        if isOver() { return .over }
        scheduler.giveUp(.restless)
        return .failed(.restless)
      }
      let arrivals = scheduler.arrivals
      switch scheduler.move() {
      case .failed(let orderFailure): return .failed(orderFailure)
      case .moved:
        idle = 0
        scheduler.awaitArrival(after: arrivals)
      case .nothingToDo:
        idle += 1
        if isOver() || idle > looksUntilStuck ?? .max { return .over }
        pause()
      case .mayRest:
        if isOver() { return .over }
        if hasRested || isCalm(), askPools(unless: isOver) {
          scheduler.rest()
          hasRested = true
        }
      }
    }
  }

  /// Waits until all other threads sleep. `false` if they never do, or the run has ended.
  private func awaitSleep(unless isOver: () -> Bool) -> Bool {
    var deadline = Deadline(patience, most: 3)
    var looks = 0
    while Platform.threadActivity(besides: scheduler.standing) == .running {
      looks += 1
      if looks < Self.looksBeforePause {
        Platform.yieldThread()
      } else {
        if isOver() || deadline.isOver() { return false }
        pause()
      }
    }
    return true
  }

  /// Whether no thread has reached a point for long enough.
  private func isCalm() -> Bool {
    let (clock, start, arrivals) = (ContinuousClock(), ContinuousClock.now, scheduler.arrivals)
    while clock.now - start < calm {
      pause()
      if scheduler.arrivals != arrivals { return false }
    }
    return true
  }

  /// Whether the pools have begun all that they were given, and all threads sleep again afterwards.
  private func askPools(unless isOver: () -> Bool) -> Bool {
    var markers = PoolMarkers()
    let arrivals = scheduler.arrivals
    let haveRun = markers.haveRun(
      within: patience, unless: { scheduler.arrivals != arrivals || isOver() })
    return haveRun && awaitSleep(unless: { scheduler.arrivals != arrivals || isOver() })
  }

  private func pause() { _ = Latch().wait(deadline: Self.pause) }
}
