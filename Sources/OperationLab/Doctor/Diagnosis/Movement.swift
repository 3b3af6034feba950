import Foundation

/// How the operations of a queue changed between the first look at it and the last. One that came and
/// went between two looks is not counted.
struct Movement {
  let queue: String
  private(set) var time = Duration.zero
  /// How many operations it held at the last look, and how many more than at the first.
  private(set) var (held, growth) = (0, 0)
  private(set) var ended = 0
  var added: Int { growth + ended }
  var began: Int { starts.count }

  private var firstLook: UInt64?
  /// All that were seen, oldest first. They are kept so that no other gets the address of one.
  private var seen: [Operation] = []
  private var places: [ObjectIdentifier: Int] = [:]
  /// The places of those in the queue at the last look, and of those without a slot then.
  private var (present, waiting) = (Set<Int>(), Set<Int>())
  /// The places of those that took their slot after the first look.
  private var starts: [Int] = []

  init(of queue: String) { self.queue = queue }

  mutating func look(at operations: [Operation], at now: UInt64) {
    let before = present
    present = Set(operations.map { place(of: $0) })
    let gone = before.filter { !present.contains($0) }
    let started = waiting.filter { gone.contains($0) || seen[$0].tookSlot }
    for place in started { waiting.remove(place) }
    if let firstLook {
      time = .nanoseconds(Int64(now - firstLook))
      starts += started
      growth += operations.count - held
    }
    firstLook = firstLook ?? now
    ended += gone.count
    held = operations.count
  }

  private mutating func place(of operation: Operation) -> Int {
    if let place = places[ObjectIdentifier(operation)] { return place }
    places[ObjectIdentifier(operation)] = seen.count
    waiting.insert(seen.count)
    seen.append(operation)
    return seen.count - 1
  }

  /// How many of higher priority were added after the operation and took their slot before it, since
  /// the first look.
  func overtakers(of operation: Operation, by rank: (Operation) -> Int) -> Int {
    guard let place = places[ObjectIdentifier(operation)], waiting.contains(place) else { return 0 }
    let own = rank(operation)
    return starts.count { $0 > place && rank(seen[$0]) > own }
  }
}

extension Operation {
  /// Whether it has a slot of its queue, or had one, as far as its flags tell.
  fileprivate var tookSlot: Bool { isExecuting || isFinished }
}
