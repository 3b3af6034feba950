import OperationLab
import Synchronization

/// Appends events to a trace, from any thread, at the cost of about two clock reads each.
///
/// Every thread writes to a lane of its own; the only thing threads share is the counter that
/// hands out places. All places come from that one counter, so their order respects
/// happens-before: whoever is handed something has seen the counter at least as far as the giver.
package final class Recorder: Sendable {
  /// Receives each event on the thread that recorded it, right after it was recorded.
  package typealias Sink = @Sendable (Event) -> Void

  private let places = Counter()
  private let lanes = Locked<[Int: Lane]>([:])
  private let identity: Int
  private let clock: MonotonicClock
  private let began: UInt64
  private let sink: Sink?
  /// Where threads are held before they record, while somebody else chooses who goes on.
  private let hold: Hold?
  /// The lanes of threads that whoever holds them has named.
  private let namedLanes = Locked<[String: Lane]>([:])
  /// How many operations, or queues, there are of a name.
  private let names = Locked<[String: Int]>([:])

  /// Called by a thread before it records; blocks it until it may go on, and says what it is called
  /// in the trace. `nil` lets it go under the name that it has anyway.
  typealias Hold = @Sendable (Point) -> String?

  /// What threads are called that are not numbered.
  static let ownNames = [ThreadSlot.Role.main, .watch].compactMap(name)

  private static func name(_ role: ThreadSlot.Role) -> String? {
    switch role {
    case .main: "main"
    case .watch: "watch"
    case .worker: nil
    }
  }

  /// Calls this thread `watch` in the traces that it has yet to write to.
  static func becomeWatch() { ThreadSlot.current.pointee.role = .watch }

  /// The number of the calling thread in this process, never used twice.
  static var ownSerial: Int { ThreadSlot.current.pointee.serial }

  private static let identities = Atomic<Int>(0)

  /// Begins a run; times count from here.
  ///
  /// - Parameters:
  ///   - clock: where times come from.
  ///   - sink: called with each event, for streaming; it must be callable from any thread and
  ///     from several at once.
  package convenience init(clock: MonotonicClock = .system, sink: Sink? = nil) {
    self.init(clock: clock, sink: sink, hold: nil)
  }

  init(clock: MonotonicClock = .system, sink: Sink? = nil, hold: Hold?) {
    self.clock = clock
    self.sink = sink
    self.hold = hold
    began = clock.now()
    // From 1: a thread that has not recorded yet remembers 0.
    identity = Self.identities.add(1, ordering: .relaxed).newValue
  }

  /// A name for one more of a kind: with a number if there is one of that name already, so that
  /// nobody takes the events of one for those of another.
  func ownName(_ name: String, ofOneMore kind: String) -> String {
    let key = "\(kind) \(name)"
    let count = names.withLock { names in
      names[key, default: 0] += 1
      return names[key] ?? 1
    }
    return count == 1 ? name : "\(name) \(count)"
  }

  /// How many events have been recorded.
  package var count: Int { places.used }

  /// Records one event as of now, on the calling thread.
  ///
  /// Callable from any thread, and under any lock: it never waits for another thread's recording.
  package func record(
    _ kind: Event.Kind, _ subject: String, state: OperationState = [], _ fact: Event.Fact? = nil,
    note: String = ""
  ) {
    arrive(at: kind, subject, note: fact?.words ?? note)
    write(kind, subject, state: state, fact, note: note)
  }

  /// The first half of recording: where somebody else chooses who goes on, waits to be chosen.
  ///
  /// Whoever reads a state for the event does so afterwards: before, it would soon be out of date.
  func arrive(at kind: Event.Kind, _ subject: String, note: String = "") {
    guard let hold else { return }
    // Nothing else happens any more when these are recorded.
    if kind == .settled { return }
    guard let name = hold(Point(subject: subject, kind: kind, note: note)) else { return }
    let lane = namedLanes.withLock { lanes in
      if let lane = lanes[name] { return lane }
      let lane = Lane(thread: name)
      lanes[name] = lane
      return lane
    }
    let slot = ThreadSlot.current
    slot.pointee.recorder = identity
    slot.pointee.lane = Unmanaged.passUnretained(lane)
  }

  /// The second half of recording: gives the event its place and keeps it.
  func write(
    _ kind: Event.Kind, _ subject: String, state: OperationState = [], _ fact: Event.Fact? = nil,
    note: String = "", enqueueing: Event.Enqueueing? = nil, returnIsRecorded: Bool? = nil
  ) {
    // The lane stays alive without being retained: this recorder holds it.
    lane()._withUnsafeGuaranteedRef { lane in
      let ns = clock.now() &- began
      let entry = lane.append(
        Entry(
          seq: places.take(), ns: ns, subject: subject, note: note, fact: fact,
          enqueueing: enqueueing,
          returnIsRecorded: returnIsRecorded, kind: kind, state: state))
      sink?(entry.pointee.event(thread: lane.thread))
    }
  }

  /// What has been recorded so far. Contains every event that happens before this call.
  package func trace() -> Trace {
    let lanes = lanes.withLock { Array($0.values) } + namedLanes.withLock { Array($0.values) }
    var events: [Event] = []
    events.reserveCapacity(count)
    for lane in lanes { lane.copy(to: &events) }
    return Trace(events)
  }

  /// What the calling thread has recorded so far.
  func eventsOfThisThread() -> [Event] {
    var events: [Event] = []
    lane()._withUnsafeGuaranteedRef { $0.copy(to: &events) }
    return events
  }

  /// The calling thread's lane, from a one-entry cache in thread-local storage: most threads
  /// record for one recorder only.
  private func lane() -> Unmanaged<Lane> {
    let slot = ThreadSlot.current
    if slot.pointee.recorder == identity, let lane = slot.pointee.lane {
      return lane
    }
    return findLane(slot)
  }

  @inline(never)
  private func findLane(_ slot: UnsafeMutablePointer<ThreadSlot>) -> Unmanaged<Lane> {
    let (serial, role) = (slot.pointee.serial, slot.pointee.role)
    let lane = lanes.withLock { lanes in
      if let lane = lanes[serial] { return lane }
      let workers = lanes.values.count { !Self.ownNames.contains($0.thread) }
      let lane = Lane(thread: Self.name(role) ?? "T\(workers + 1)")
      lanes[serial] = lane
      return lane
    }
    let unretained = Unmanaged.passUnretained(lane)
    slot.pointee.recorder = identity
    slot.pointee.lane = unretained
    return unretained
  }
}
