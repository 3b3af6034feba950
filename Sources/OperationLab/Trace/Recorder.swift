import Synchronization

/// Appends events to a trace, from any thread, at the cost of about two clock reads each.
///
/// Every thread writes to a lane of its own; the only thing threads share is the counter that
/// hands out places. All places come from that one counter, so their order respects
/// happens-before: whoever is handed something has seen the counter at least as far as the giver.
public final class Recorder: Sendable {
  /// Receives each event on the thread that recorded it, right after it was recorded.
  public typealias Sink = @Sendable (Event) -> Void

  private let places = Counter()
  private let lanes = Locked<[Int: Lane]>([:])
  private let identity: Int
  private let clock: MonotonicClock
  private let began: UInt64
  private let sink: Sink?

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

  private static let identities = Atomic<Int>(0)

  /// Begins a run; times count from here.
  ///
  /// - Parameters:
  ///   - clock: where times come from.
  ///   - sink: called with each event, for streaming; it must be callable from any thread and
  ///     from several at once.
  public init(clock: MonotonicClock = .system, sink: Sink? = nil) {
    self.clock = clock
    self.sink = sink
    began = clock.now()
    // From 1: a thread that has not recorded yet remembers 0.
    identity = Self.identities.add(1, ordering: .relaxed).newValue
  }

  /// How many events have been recorded.
  public var count: Int { places.used }

  /// Records one event as of now, on the calling thread.
  ///
  /// Callable from any thread, and under any lock: it never waits for another thread's recording.
  public func record(
    _ kind: Event.Kind, _ subject: String, state: OperationState = [], note: String = ""
  ) {
    // The lane stays alive without being retained: this recorder holds it.
    lane()._withUnsafeGuaranteedRef { lane in
      let ns = clock.now() &- began
      let entry = lane.append(
        Entry(seq: places.take(), ns: ns, subject: subject, note: note, kind: kind, state: state))
      sink?(entry.pointee.event(thread: lane.thread))
    }
  }

  /// What has been recorded so far. Contains every event that happens before this call.
  public func trace() -> Trace {
    let lanes = lanes.withLock { Array($0.values) }
    var events: [Event] = []
    events.reserveCapacity(count)
    for lane in lanes { lane.copy(to: &events) }
    return Trace(events)
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
