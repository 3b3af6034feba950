import Foundation

/// What happened in a queue between the first look at it and the last.
///
/// An operation that came and went between two looks is not counted.
struct Movement: Hashable, Sendable {
  let queue: String
  /// How long that was.
  var time = Duration.zero
  /// How many operations it held at the last look.
  var held = 0
  /// How many more than at the first look.
  var growth = 0
  /// Operations that were added, took a slot, and left.
  var added = 0
  var began = 0
  var ended = 0
}

/// Follows from look to look which operations a queue holds, and which of them have a slot.
struct MovementFollower {
  private(set) var movement: Movement
  private let clock: MonotonicClock
  private var firstLook: UInt64?
  /// All that were seen, oldest first. They are held so that no other gets the address of one.
  private var seen: [Operation] = []
  private var places: [ObjectIdentifier: Int] = [:]
  /// The places of those in the queue at the last look, and of those without a slot then.
  private var present: Set<Int> = []
  private var waiting: Set<Int> = []
  /// The places of those that took their slot after the first look.
  private var began: [Int] = []

  init(_ queue: String, _ clock: MonotonicClock) {
    movement = Movement(queue: queue)
    self.clock = clock
  }

  mutating func look(at operations: [Operation]) {
    let now = clock.now()
    let isFirst = firstLook == nil
    movement.time = .nanoseconds(Int64(now - (firstLook ?? now)))
    firstLook = firstLook ?? now
    let before = present
    present = []
    for operation in operations {
      let place = place(of: operation)
      present.insert(place)
      guard waiting.contains(place), operation.tookSlot else { continue }
      waiting.remove(place)
      if !isFirst { began.append(place) }
    }
    let gone = before.subtracting(present)
    began += gone.intersection(waiting)
    waiting.subtract(gone)
    movement.ended += gone.count
    movement.began = began.count
    movement.growth += operations.count - (isFirst ? operations.count : movement.held)
    movement.added = movement.growth + movement.ended
    movement.held = operations.count
  }

  private mutating func place(of operation: Operation) -> Int {
    if let place = places[ObjectIdentifier(operation)] { return place }
    places[ObjectIdentifier(operation)] = seen.count
    waiting.insert(seen.count)
    seen.append(operation)
    return seen.count - 1
  }

  /// How many that were added after the operation took their slot since the first look, and whether
  /// all of them have a higher priority. `nil` if there is none.
  func overtakers(of operation: Operation) -> (count: Int, haveHigherPriority: Bool)? {
    guard let place = places[ObjectIdentifier(operation)], waiting.contains(place) else { return nil }
    let others = began.filter { $0 > place }
    let priority = operation.queuePriority.rawValue
    return others.isEmpty
      ? nil : (others.count, others.allSatisfy { seen[$0].queuePriority.rawValue > priority })
  }
}

extension Snapshot.Operation.Stage {
  /// How far Foundation has come with an operation, if that can be read.
  init?(of operation: Operation) {
    guard let state = FoundationField.state?.value(in: operation) else { return nil }
    self.init(rawValue: "\(state)")
  }
}

extension Operation {
  /// Whether it has a slot of its queue, or had one.
  fileprivate var tookSlot: Bool {
    Snapshot.Operation.Stage(of: self)?.hasSlot ?? (isExecuting || isFinished)
  }
}
