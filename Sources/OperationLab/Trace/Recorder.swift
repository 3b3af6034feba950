import Synchronization

/// Appends events to a trace, from any thread, at the cost of about two clock reads each.
///
/// Every thread writes to a lane of its own; the only thing threads share is the counter that
/// hands out places. All places come from that one counter, so their order respects
/// happens-before: whoever is handed something has seen the counter at least as far as the giver.
public final class Recorder: Sendable {
  /// Receives each event on the thread that recorded it, right after it was recorded.
  public typealias Sink = @Sendable (Event) -> Void

  private let nextPlace = Atomic<Int>(0)
  private let lanes = Mutex<[Int: Lane]>([:])
  private let identity: Int
  private let clock: MonotonicClock
  private let began: UInt64
  private let sink: Sink?

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
    identity = Self.identities.add(1, ordering: .relaxed).newValue
  }

  /// How many events have been recorded.
  public var count: Int { nextPlace.load(ordering: .relaxed) }

  /// Records one event as of now, on the calling thread.
  ///
  /// Callable from any thread, and under any lock: it never waits for another thread's recording.
  public func record(
    _ kind: Event.Kind, _ subject: String, state: OperationState = [], note: String = ""
  ) {
    let lane = lane()
    let ns = clock.now() &- began
    let seq = nextPlace.add(1, ordering: .relaxed).oldValue
    let event = Event(
      seq: seq, ns: ns, thread: lane.thread, subject: subject, kind: kind, state: state, note: note)
    lane.append(event)
    sink?(event)
  }

  /// What has been recorded so far. Contains every event that happens before this call.
  public func trace() -> Trace {
    let lanes = lanes.withLock { Array($0.values) }
    return Trace(lanes.flatMap { $0.events() })
  }

  /// The calling thread's lane, from a one-entry cache in thread-local storage: most threads
  /// record for one recorder only.
  private func lane() -> Lane {
    let slot = ThreadSlot.current
    if slot.recorder == identity, let lane = slot.lane {
      return lane
    }
    let lane = lanes.withLock { lanes in
      if let lane = lanes[slot.serial] { return lane }
      let workers = lanes.values.count { $0.thread != "main" }
      let lane = Lane(thread: slot.isMain ? "main" : "T\(workers + 1)")
      lanes[slot.serial] = lane
      return lane
    }
    slot.recorder = identity
    slot.lane = lane
    return lane
  }
}
