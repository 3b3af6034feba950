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
  private var seen: [Seen] = []
  private var places: [ObjectIdentifier: Int] = [:]
  /// The places of those that took their slot after the first look.
  private var starts: [Int] = []

  private struct Seen {
    let operation: Operation
    /// Whether it was in the queue at the last look.
    var isPresent = false
    /// Whether it has not had a slot.
    var isWaiting = true
  }

  init(of queue: String) { self.queue = queue }

  mutating func look(at operations: [Operation], at now: UInt64) {
    let before = seen.map(\.isPresent)
    for place in seen.indices { seen[place].isPresent = false }
    for place in operations.map({ place(of: $0) }) { seen[place].isPresent = true }
    for place in seen.indices {
      let isGone = before.indices.contains(place) && before[place] && !seen[place].isPresent
      if isGone { ended += 1 }
      guard seen[place].isWaiting, isGone || seen[place].operation.tookSlot else { continue }
      seen[place].isWaiting = false
      if firstLook != nil { starts.append(place) }
    }
    if let firstLook {
      time = .nanoseconds(Int64(now - firstLook))
      growth += operations.count - held
    }
    firstLook = firstLook ?? now
    held = operations.count
  }

  private mutating func place(of operation: Operation) -> Int {
    if let place = places[ObjectIdentifier(operation)] { return place }
    places[ObjectIdentifier(operation)] = seen.count
    seen.append(Seen(operation: operation))
    return seen.count - 1
  }

  /// How many of higher priority were added after the operation and took their slot before it, since
  /// the first look.
  func overtakers(of operation: Operation, by rank: (Operation) -> Int) -> Int {
    guard let place = places[ObjectIdentifier(operation)], seen[place].isWaiting else { return 0 }
    let own = rank(operation)
    return starts.count { $0 > place && rank(seen[$0].operation) > own }
  }
}

extension Operation {
  /// Whether it has a slot of its queue, or had one, as far as its flags tell.
  fileprivate var tookSlot: Bool { isExecuting || isFinished }
}
