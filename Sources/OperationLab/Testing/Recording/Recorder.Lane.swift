import OperationLab
import Synchronization

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

  /// The events of one thread. Only that thread appends; anybody may read.
  final class Lane: @unchecked Sendable {
    let thread: String

    /// Memory for a fixed number of events; `@unchecked` because `published` says what is valid.
    private struct Chunk: @unchecked Sendable {
      /// Large enough that asking the system for memory does not show in the cost of an event;
      /// pages that are never written to cost nothing.
      static let size = 512

      let base = UnsafeMutablePointer<Entry>.allocate(capacity: size)
      var end: UnsafeMutablePointer<Entry> { base + Self.size }
    }

    /// How many events readers may look at. Invariant: events below it are initialised and never
    /// change again; it is raised with releasing order and read with acquiring order.
    private let published = Atomic<Int>(0)
    /// Guards growth of the list; a chunk itself never moves.
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

    /// Appends on the lane's own thread; returns where the entry is, for as long as the lane lives.
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

    /// Appends the events so far to a list; callable from any thread.
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
