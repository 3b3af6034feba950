/// The names of threads in a run whose order is chosen. They are the same in each run of that
/// order.
///
/// The kit cannot choose which thread of a pool gets a piece of work. So a thread of a pool gets a
/// new name with each piece. A new piece begins when the thread has ended all it had begun.
struct ThreadNames {
  /// The name of the second thread that comes to a point, the main thread not counted.
  static let second = "T2"

  /// The number of the thread that is called `main`.
  var main: Int?
  private var activities: [Int: Activity] = [:]
  private var count = 0

  /// What a thread is at, from one piece of work to the next.
  private struct Activity {
    let name: String
    /// What has been begun and not ended, outermost first.
    var open: [Bracket] = []
    var hasGone = false
    /// It is a queue's call of the only operation that is ever put into it.
    var isCallOfQueue = false

    /// Whether a thread of a pool that comes to this point has begun another piece of work.
    func isOver(at arrival: Arrival) -> Bool {
      if isCallOfQueue && arrival.isInCallOfQueue { return false }
      guard hasGone, !open.contains(where: \.isBody) else { return false }
      let kind = arrival.point.kind
      return open.isEmpty || kind == .started || kind == .completed
    }

    /// Ends it, and with it all that was begun inside: that may be ended by another thread.
    mutating func close(_ bracket: Bracket) {
      if let index = open.lastIndex(of: bracket) { open.removeSubrange(index...) }
    }
  }

  /// A call of `start()`, or a body.
  private struct Bracket: Equatable {
    let isBody: Bool
    let subject: String
  }

  /// A thread that has come to a point.
  struct Arrival {
    /// Its number in this process, never used twice.
    let serial: Int
    /// Its number with the system, which rises with each thread that is made.
    let number: Int
    /// Whether it belongs to one of Dispatch's pools.
    let isPooled: Bool
    /// Whether it is called by the queue that ever calls one operation only.
    let isInCallOfQueue: Bool
    let point: Point
  }

  subscript(serial: Int) -> String? { activities[serial]?.name }

  /// Names those who have come to a point and have no name yet, in the order of what they do next.
  mutating func add(_ arrivals: [Arrival]) {
    let new = arrivals.filter { arrival in
      guard let activity = activities[arrival.serial] else { return true }
      return arrival.isPooled && activity.isOver(at: arrival)
    }
    for arrival in new.sorted(by: { ($0.point, $0.number) < ($1.point, $1.number) }) {
      if arrival.serial == main {
        activities[arrival.serial] = Activity(name: "main")
      } else {
        count += 1
        activities[arrival.serial] = Activity(
          name: "T\(count)", isCallOfQueue: arrival.isInCallOfQueue)
      }
    }
  }

  /// The thread has been released from that point.
  mutating func went(_ serial: Int, _ point: Point) {
    guard var activity = activities[serial] else { return }
    activity.hasGone = true
    switch point.kind {
    case .started: activity.open.append(Bracket(isBody: false, subject: point.subject))
    case .returned: activity.close(Bracket(isBody: false, subject: point.subject))
    case .began: activity.open.append(Bracket(isBody: true, subject: point.subject))
    case .ended: activity.close(Bracket(isBody: true, subject: point.subject))
    default: break
    }
    activities[serial] = activity
  }

  /// `main` comes first, then the others by their numbers.
  static func isBefore(_ one: String, _ other: String) -> Bool {
    func number(_ name: String) -> Int { Int(name.dropFirst()) ?? 0 }
    return number(one) < number(other)
  }
}
