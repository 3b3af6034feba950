import Foundation

/// BROKEN ON PURPOSE: each takes one of twenty places, and gives it back only if its work fails.
///
/// make: `KeepsItsPlace(work: probe.begin)`
/// breaks: many-at-once "45 of 64 are stuck",
///   leaves-nothing-behind "20 of them have finished, and the next one does not"
final class KeepsItsPlace: LockOperation, @unchecked Sendable {
  private static let places = Seats(20)

  override init(work: @escaping Work) {
    super.init { done in
      // BROKEN: nothing gives the place back.
      Self.places.take { work(done) }
    }
  }
}

/// BROKEN ON PURPOSE: each writes into a place of its own, of which there are forty.
///
/// make: `NumbersItsPlaces(work: probe.begin)`
/// breaks: many-at-once "ended the process", leaves-nothing-behind
/// varies: survives-races
final class NumbersItsPlaces: LockOperation, @unchecked Sendable {
  private final class Table: @unchecked Sendable {
    private let lock = NSLock()
    /// Both guarded by `lock`.
    private var started: [Date?] = Array(repeating: nil, count: 40)
    private var next = 0

    func note() {
      lock.withLock {
        // BROKEN: it never begins again at the first one.
        started[next] = Date()
        next += 1
      }
    }
  }

  private static let table = Table()

  override func start() {
    if !isCancelled { Self.table.note() }
    super.start()
  }
}
