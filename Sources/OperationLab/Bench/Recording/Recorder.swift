import Foundation
import OperationDoctor
import OperationLab
import Synchronization

/// Appends events to a trace, from any thread.
///
/// One lock gives each event its place and its time. So the order of places respects happens-before:
/// a thread that receives something appends after the thread that handed it over.
package final class Recorder: Sendable {
  /// Receives each event once, one at a time and in their order, on a thread that records. It must
  /// not record here itself.
  package typealias Sink = @Sendable (Event) -> Void

  private let clock: MonotonicClock
  private let began: UInt64
  private let sink: Sink?
  /// Holds threads before they record, while the scheduler chooses which one continues.
  private let hold: Hold?
  private let book = Locked(Book())
  /// How many events the sink has received.
  private let delivered = Locked(0)

  /// Called by a thread before it records. Blocks it until it may go on, and says what it is called
  /// in the trace. `nil` lets it go under the name that it has anyway.
  typealias Hold = @Sendable (Point) -> String?

  /// Begins a run. Times count from here.
  ///
  /// - Parameters:
  ///   - clock: where times come from.
  ///   - sink: called with each event, for streaming.
  package convenience init(clock: MonotonicClock = .system, sink: Sink? = nil) {
    self.init(clock: clock, sink: sink, hold: nil)
  }

  init(clock: MonotonicClock = .system, sink: Sink? = nil, hold: Hold?) {
    self.clock = clock
    self.sink = sink
    self.hold = hold
    began = clock.now()
  }

  /// How many events have been recorded.
  package var count: Int { book.withLock { $0.events.count } }

  /// What has been recorded so far. Contains every event that happens before this call.
  package func trace() -> Trace { Trace(book.withLock { $0.events }) }

  private static let isMuted = Atomic<Bool>(false)

  /// Runs the body, and records nothing in this process meanwhile: a recorder's lock would order what the
  /// thread sanitizer is to see unordered.
  package static func muting(_ body: () -> Void) {
    isMuted.store(true, ordering: .relaxed)
    body()
    isMuted.store(false, ordering: .relaxed)
  }

  /// Records one event as of now, on the calling thread, and returns when the sink has received it.
  ///
  /// You can call it from any thread, also with a lock held, unless the sink takes that lock.
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
  package func arrive(at kind: Event.Kind, _ subject: String, note: @autoclosure () -> String = "")
  {
    // When an operation has settled, nothing else happens any more.
    guard let hold, kind != .settled,
      let name = hold(Point(subject: subject, kind: kind, note: note()))
    else { return }
    book.withLock { $0.threads[.current] = $0.thread(named: name) }
  }

  /// The second half of recording: gives the event its place and keeps it.
  package func write(
    _ kind: Event.Kind, _ subject: String, state: OperationState = [], _ fact: Event.Fact? = nil,
    note: String = "", enqueueing: Event.Enqueueing? = nil, returnIsRecorded: Bool? = nil
  ) {
    guard !Self.isMuted.load(ordering: .relaxed) else { return }
    let key = ThreadKey.current
    book.withLock { book in
      let thread = book.thread(key)
      var event = Event(
        seq: book.events.count, ns: clock.now() &- began, thread: thread.name, subject: subject,
        kind: kind, state: state, fact: fact, note: note, enqueueing: enqueueing)
      event.returnIsRecorded = returnIsRecorded
      book.events.append(event)
      switch kind {
      case .enqueued: book.enqueued.insert(subject)
      case .began: thread.bodies.append(subject)
      case .ended: thread.bodies.lastIndex(of: subject).map { _ = thread.bodies.remove(at: $0) }
      default: break
      }
    }
    deliver()
  }

  /// Gives the sink what it has not received, outside the lock under which events get their places.
  ///
  /// Another thread may be delivering this thread's event. Wait for that: an event must have left the
  /// process before the thread does what could end it.
  private func deliver() {
    guard let sink else { return }
    delivered.withLock { delivered in
      // A copy: while a slice is in use, the next event would copy all events.
      let fresh = book.withLock { Array($0.events[delivered...]) }
      fresh.forEach(sink)
      delivered += fresh.count
    }
  }
}

extension Recorder {
  /// What has been recorded, and what is known of its threads and subjects.
  private struct Book {
    var events: [Event] = []
    var threads: [ThreadKey: ThreadRecord] = [:]
    private var named: [String: ThreadRecord] = [:]
    /// How many threads have a number, by letter.
    private var numbered: [String: Int] = [:]
    /// The operations that have been added to a queue.
    var enqueued: Set<String> = []
    /// How many operations, or queues, there are of a name.
    var names: [String: Int] = [:]

    mutating func thread(_ key: ThreadKey) -> ThreadRecord {
      if let known = threads[key] { return known }
      let thread = thread(named: key.ownName ?? nextName(key.runsTask ? "P" : "T"))
      threads[key] = thread
      return thread
    }

    mutating func thread(named name: String) -> ThreadRecord {
      if let known = named[name] { return known }
      let thread = ThreadRecord(name: name)
      named[name] = thread
      return thread
    }

    private mutating func nextName(_ letter: String) -> String {
      numbered[letter, default: 0] += 1
      return "\(letter)\(numbered[letter] ?? 1)"
    }
  }

  /// What is known of a thread. Touched only under the lock.
  private final class ThreadRecord {
    let name: String
    /// The subjects whose bodies it is in, innermost last.
    var bodies: [String] = []

    init(name: String) { self.name = name }
  }

  /// A thread has two names at most: one for what it does in tasks, and one for all else.
  ///
  /// This tells the threads of Swift's pool from others on every platform. On Linux, queues and tasks
  /// take their threads from the same pool, so a thread may run an operation now and a task later.
  private struct ThreadKey: Hashable {
    let number: Int
    let runsTask: Bool

    static var current: Self {
      Self(number: ThreadNumber.current, runsTask: withUnsafeCurrentTask { $0 != nil })
    }

    /// The name of the calling thread, unless it gets a number.
    var ownName: String? {
      if Thread.isMainThread { return "main" }
      return Recorder.watching.withLock { $0.contains(number) } ? "watch" : nil
    }
  }

  private static let watching = Locked<Set<Int>>([])

  /// The names of threads that have no number.
  static let ownNames = ["main", "watch"]

  /// Calls this thread `watch` in the traces that it has yet to write to.
  static func becomeWatch() { watching.withLock { _ = $0.insert(ThreadNumber.current) } }

  /// The number of the calling thread in this process, never used twice.
  package static var threadNumber: Int { ThreadNumber.current }

  /// The subjects whose bodies the calling thread is in, innermost first.
  var openBodies: [String] {
    book.withLock { $0.threads[.current]?.bodies.reversed() ?? [] }
  }

  /// The subject of the last event of the calling thread, but for what it put into a queue.
  var lastSubject: String? {
    book.withLock { book in
      let name = book.threads[.current]?.name
      return book.events.last { $0.thread == name && $0.kind != .enqueued }?.subject
    }
  }

  /// Whether it has been recorded that the operation was added to a queue.
  func hasEnqueued(_ name: String) -> Bool { book.withLock { $0.enqueued.contains(name) } }

  /// A unique name: with a number if the name is taken, so that events of different subjects are
  /// not mixed up.
  func uniqueName(_ name: String, of kind: String) -> String {
    let count = book.withLock { book in
      book.names["\(kind) \(name)", default: 0] += 1
      return book.names["\(kind) \(name)"] ?? 1
    }
    return count == 1 ? name : "\(name) \(count)"
  }
}

/// Numbers for threads, each used once: the system uses its identifiers again.
private enum ThreadNumber {
  private static let last = Atomic(0)

  /// The key under which each thread keeps its number.
  private static let key: pthread_key_t = {
    var key = pthread_key_t()
    let status = pthread_key_create(&key, nil)
    precondition(status == 0, "no thread-local key is left: \(status)")
    return key
  }()

  static var current: Int {
    if let number = pthread_getspecific(key) { return Int(bitPattern: number) }
    let number = last.add(1, ordering: .relaxed).newValue
    pthread_setspecific(key, UnsafeRawPointer(bitPattern: number))
    return number
  }
}

extension Recorder {
  /// Writes down that the calling thread is about to block, and blocks it. `wait` says for what.
  ///
  /// Foundation's wait for many may be made of waits for one. Only the outermost is written down.
  package func noteWait(_ wait: Event.Wait, _ block: () -> Void) {
    if Wait.isInside { return block() }
    record(.waiting, waiter, .wait(for: wait))
    Wait.$isInside.withValue(true) { block() }
  }

  /// The subject for which the calling thread works: the body that it is in. Outside of a body it
  /// is `program` on the main thread, and on other threads the last subject recorded there.
  private var waiter: String {
    openBodies.first ?? (Thread.isMainThread ? nil : lastSubject) ?? "program"
  }

  /// Whether a thread is inside a call that blocks, as told by that call itself.
  private enum Wait {
    @TaskLocal static var isInside = false
  }
}
