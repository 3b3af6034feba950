import Synchronization

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
      // A checked addition would be a loop around a comparison; this is a single instruction.
      next.pointee.wrappingAdd(1, ordering: .relaxed).oldValue
    }
  }
}
