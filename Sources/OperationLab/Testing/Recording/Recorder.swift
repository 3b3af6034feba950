import Foundation
import OperationLab
import Synchronization

/// Appends events to a trace, from any thread, at the cost of about two clock reads each.
///
/// Every thread writes to its own lane. Threads share only the counter that gives places. So the
/// order of places respects happens-before: a thread that receives something has seen the counter
/// at least as far as the giver.
package final class Recorder: Sendable {
  /// Receives each event on the thread that recorded it, right after it was recorded.
  package typealias Sink = @Sendable (Event) -> Void

  private let places = Counter()
  private let lanes = Locked<[LaneKey: Lane]>([:])
  private let identity: Int
  private let clock: MonotonicClock
  private let began: UInt64
  private let sink: Sink?
  /// Holds threads before they record, while the scheduler chooses which one continues.
  private let hold: Hold?
  /// The lanes of threads that were given a name.
  private let namedLanes = Locked<[String: Lane]>([:])
  /// The operations that have been added to a queue.
  private let enqueued = Locked<Set<String>>([])
  /// How many operations, or queues, there are of a name.
  private let names = Locked<[String: Int]>([:])

  /// Called by a thread before it records. Blocks it until it may go on, and says what it is called
  /// in the trace. `nil` lets it go under the name that it has anyway.
  typealias Hold = @Sendable (Point) -> String?

  /// The names of threads that have no number.
  static let ownNames = [ThreadSlot.Role.main, .watch].compactMap(name)

  /// What the numbers of threads follow: `P` if a thread of Swift's pool runs a task, `T` otherwise.
  private static func letter(ofTasks runsTask: Bool) -> String { runsTask ? "P" : "T" }

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

  /// A thread has two lanes at most: one for what it does in tasks, and one for all else.
  private struct LaneKey: Hashable {
    let serial: Int
    let runsTask: Bool
  }

  /// Whether the calling thread runs a task of Swift's.
  ///
  /// This tells the threads of Swift's pool from others on every platform. On Linux, queues and
  /// tasks take their threads from the same pool, so a thread may run an operation now and a task
  /// later.
  private static var runsTask: Bool { withUnsafeCurrentTask { $0 != nil } }

  /// Begins a run. Times count from here.
  ///
  /// - Parameters:
  ///   - clock: where times come from.
  ///   - sink: called with each event, for streaming. It must be callable from any thread and from
  ///     several at once.
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

  /// A unique name: with a number if the name is taken, so that events of different subjects are
  /// not mixed up.
  func ownName(_ name: String, ofOneMore kind: String) -> String {
    let key = "\(kind) \(name)"
    let count = names.withLock { names in
      names[key, default: 0] += 1
      return names[key] ?? 1
    }
    return count == 1 ? name : "\(name) \(count)"
  }

  /// Whether it has been recorded that the operation was added to a queue.
  func hasEnqueued(_ name: String) -> Bool { enqueued.withLock { $0.contains(name) } }

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

  /// The first half of recording. Where the order is chosen, it waits to be chosen.
  ///
  /// Read a state for the event after this call. Read before, it would soon be out of date.
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
    slot.pointee.runsTask = Self.runsTask
    slot.pointee.lane = Unmanaged.passUnretained(lane)
  }

  /// The second half of recording: gives the event its place and keeps it.
  func write(
    _ kind: Event.Kind, _ subject: String, state: OperationState = [], _ fact: Event.Fact? = nil,
    note: String = "", enqueueing: Event.Enqueueing? = nil, returnIsRecorded: Bool? = nil
  ) {
    if kind == .enqueued { enqueued.withLock { _ = $0.insert(subject) } }
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

  /// What the calling thread has recorded so far. A thread that asks gets no number by that.
  func eventsOfThisThread() -> [Event] {
    let (slot, runsTask) = (ThreadSlot.current, Self.runsTask)
    let isCached = slot.pointee.recorder == identity && slot.pointee.runsTask == runsTask
    let known = isCached ? slot.pointee.lane?.takeUnretainedValue() : nil
    var events: [Event] = []
    (known ?? lanes.withLock { $0[key(slot, runsTask)] })?.copy(to: &events)
    return events
  }

  /// The calling thread's lane, from a one-entry cache in thread-local storage: most threads
  /// record for one recorder only.
  private func lane() -> Unmanaged<Lane> {
    let slot = ThreadSlot.current
    let runsTask = Self.runsTask
    if slot.pointee.recorder == identity, slot.pointee.runsTask == runsTask,
      let lane = slot.pointee.lane
    {
      return lane
    }
    return findLane(slot, runsTask)
  }

  private func key(_ slot: UnsafeMutablePointer<ThreadSlot>, _ runsTask: Bool) -> LaneKey {
    LaneKey(
      serial: slot.pointee.serial, runsTask: runsTask && slot.pointee.role == .worker)
  }

  @inline(never)
  private func findLane(
    _ slot: UnsafeMutablePointer<ThreadSlot>, _ runsTask: Bool
  ) -> Unmanaged<Lane> {
    let role = slot.pointee.role
    let key = key(slot, runsTask)
    let lane = lanes.withLock { lanes in
      if let lane = lanes[key] { return lane }
      let alike = lanes.count { other, lane in
        other.runsTask == key.runsTask && !Self.ownNames.contains(lane.thread)
      }
      let lane = Lane(
        thread: Self.name(role) ?? "\(Self.letter(ofTasks: key.runsTask))\(alike + 1)")
      lanes[key] = lane
      return lane
    }
    let unretained = Unmanaged.passUnretained(lane)
    slot.pointee.recorder = identity
    slot.pointee.runsTask = runsTask
    slot.pointee.lane = unretained
    return unretained
  }
}

extension Recorder {
  /// Hands out the numbers 0, 1, 2, … to any number of threads, each number once.
  ///
  /// It has a cache line of its own: next to anything that `record` reads, each thread would have
  /// to fetch that line twice for every event that another thread records.
  final class Counter: @unchecked Sendable {
    /// A pair of lines, because processors fetch them in pairs.
    private static let lineSize = 128

    private let next: UnsafeMutablePointer<Atomic<Int>>

    init() {
      let line = UnsafeMutableRawPointer.allocate(
        byteCount: Self.lineSize, alignment: Self.lineSize)
      next = line.bindMemory(to: Atomic<Int>.self, capacity: 1)
      next.initialize(to: Atomic(0))
    }

    deinit {
      next.deinitialize(count: 1)
      next.deallocate()
    }

    /// How many numbers have been handed out.
    var used: Int { next.pointee.load(ordering: .relaxed) }

    func take() -> Int {
      // A checked addition would be a loop around a comparison. This is a single instruction.
      next.pointee.wrappingAdd(1, ordering: .relaxed).oldValue
    }
  }
}

extension Recorder {
  /// An event as it is kept: without what its whole lane has in common.
  struct Entry: Sendable {
    let seq: Int
    let ns: UInt64
    let subject: String
    let note: String
    let fact: Event.Fact?
    let enqueueing: Event.Enqueueing?
    let returnIsRecorded: Bool?
    let kind: Event.Kind
    let state: OperationState

    func event(thread: String) -> Event {
      var event = Event(
        seq: seq, ns: ns, thread: thread, subject: subject, kind: kind, state: state, note: note,
        enqueueing: enqueueing)
      if let fact { event.set(fact) }
      event.returnIsRecorded = returnIsRecorded
      return event
    }
  }

  /// The events of one thread. Only that thread appends. Anybody may read.
  final class Lane: @unchecked Sendable {
    let thread: String

    /// Memory for a fixed number of events. `@unchecked` because `published` says what is valid.
    private struct Chunk: @unchecked Sendable {
      /// Large enough that asking the system for memory does not show in the cost of an event.
      /// Pages that are never written to cost nothing.
      static let size = 512

      let base = UnsafeMutablePointer<Entry>.allocate(capacity: size)
      var end: UnsafeMutablePointer<Entry> { base + Self.size }
    }

    /// How many events readers may look at. Invariant: events below it are initialised and never
    /// change again. It is raised with releasing order and read with acquiring order.
    private let published = Atomic<Int>(0)
    /// Guards growth of the list. A chunk itself never moves.
    private let chunks: Locked<[Chunk]>
    // Touched only by the appending thread: where it writes next, up to where it may, and how
    // many it has written.
    private var next: UnsafeMutablePointer<Entry>
    private var end: UnsafeMutablePointer<Entry>
    private var count = 0

    init(thread: String) {
      self.thread = thread
      let first = Chunk()
      chunks = Locked([first])
      (next, end) = (first.base, first.end)
    }

    deinit {
      var left = published.load(ordering: .acquiring)
      chunks.withLock { chunks in
        for chunk in chunks {
          let count = min(left, Chunk.size)
          chunk.base.deinitialize(count: count)
          chunk.base.deallocate()
          left -= count
        }
      }
    }

    /// Appends on the lane's own thread. Returns where the entry is, for as long as the lane lives.
    func append(_ entry: consuming Entry) -> UnsafePointer<Entry> {
      if next == end {
        grow()
      }
      let written = next
      written.initialize(to: entry)
      next += 1
      count += 1
      // Nobody else writes it, so there is no need to add to it atomically.
      published.store(count, ordering: .releasing)
      return UnsafePointer(written)
    }

    /// Appends the events so far to a list. Callable from any thread.
    func copy(to events: inout [Event]) {
      var left = published.load(ordering: .acquiring)
      chunks.withLock { chunks in
        for chunk in chunks where left > 0 {
          let count = min(left, Chunk.size)
          for entry in UnsafeBufferPointer(start: chunk.base, count: count) {
            events.append(entry.event(thread: thread))
          }
          left -= count
        }
      }
    }

    @inline(never)
    private func grow() {
      let chunk = Chunk()
      chunks.withLock { $0.append(chunk) }
      (next, end) = (chunk.base, chunk.end)
    }
  }
}

extension Recorder {
  /// A thread's own data for recording: its number, and the lane it used last.
  ///
  /// One for each thread, in thread-local storage. Threads get a serial number of ours, because the
  /// system reuses its identifiers.
  struct ThreadSlot {
    let serial: Int
    var role: Role
    /// The identity of the recorder that `lane` belongs to. Identities are never used twice, so a
    /// recorder that finds its own here is the one that keeps the lane alive.
    var recorder = 0
    /// Whether `lane` is for tasks.
    var runsTask = false
    var lane: Unmanaged<Lane>?

    private static let serials = Atomic<Int>(0)

    /// The key of the thread-local pointer. The system frees the slot when its thread ends.
    private static let key: pthread_key_t = {
      var key = pthread_key_t()
      let status = pthread_key_create(&key) { slot in
        // An optional on one platform, none on the other.
        let slot: UnsafeMutableRawPointer? = slot
        slot?.deallocate()
      }
      precondition(status == 0, "no thread-local key is left: \(status)")
      return key
    }()

    /// What a thread is called in traces.
    enum Role {
      case main
      /// Looks on while the main thread is blocked. No part of the program that is watched.
      case watch
      /// Any other. Numbered in the order of their first events, apart from those that run tasks.
      case worker
    }

    private init() {
      serial = Self.serials.add(1, ordering: .relaxed).newValue
      role = Thread.isMainThread ? .main : .worker
    }

    static var current: UnsafeMutablePointer<ThreadSlot> {
      if let pointer = pthread_getspecific(key) {
        return pointer.assumingMemoryBound(to: ThreadSlot.self)
      }
      return make()
    }

    @inline(never)
    private static func make() -> UnsafeMutablePointer<ThreadSlot> {
      let slot = UnsafeMutablePointer<ThreadSlot>.allocate(capacity: 1)
      slot.initialize(to: ThreadSlot())
      pthread_setspecific(key, slot)
      return slot
    }
  }
}
