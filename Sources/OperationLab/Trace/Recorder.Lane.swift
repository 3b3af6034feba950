import Synchronization

extension Recorder {
  /// The events of one thread. Only that thread appends; anybody may read.
  final class Lane: @unchecked Sendable {
    let thread: String

    /// Memory for a fixed number of events; `@unchecked` because `published` says what is valid.
    private struct Chunk: @unchecked Sendable {
      let base: UnsafeMutablePointer<Event>
    }

    private static let chunkSize = 256

    /// How many events readers may look at. Invariant: events below it are initialised and never
    /// change again; it is raised with releasing order and read with acquiring order.
    private let published = Atomic<Int>(0)
    /// Guards growth of the list; a chunk itself never moves.
    private let chunks = Mutex<[Chunk]>([])
    /// Touched only by the appending thread.
    private var tail: UnsafeMutablePointer<Event>?
    private var used = Lane.chunkSize

    init(thread: String) {
      self.thread = thread
    }

    deinit {
      var left = published.load(ordering: .acquiring)
      chunks.withLock { chunks in
        for chunk in chunks {
          let count = min(left, Self.chunkSize)
          chunk.base.deinitialize(count: count)
          chunk.base.deallocate()
          left -= count
        }
      }
    }

    /// Appends on the lane's own thread.
    func append(_ event: Event) {
      if used == Self.chunkSize {
        grow()
      }
      // `grow` has just made sure of it.
      let tail = self.tail.unsafelyUnwrapped
      (tail + used).initialize(to: event)
      used += 1
      published.add(1, ordering: .releasing)
    }

    /// The events so far; callable from any thread.
    func events() -> [Event] {
      var left = published.load(ordering: .acquiring)
      var result: [Event] = []
      result.reserveCapacity(left)
      chunks.withLock { chunks in
        for chunk in chunks where left > 0 {
          let count = min(left, Self.chunkSize)
          result.append(contentsOf: UnsafeBufferPointer(start: chunk.base, count: count))
          left -= count
        }
      }
      return result
    }

    private func grow() {
      let chunk = Chunk(base: .allocate(capacity: Self.chunkSize))
      chunks.withLock { $0.append(chunk) }
      tail = chunk.base
      used = 0
    }
  }
}
