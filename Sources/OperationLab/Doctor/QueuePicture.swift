import Foundation
import OperationLab

/// The state of queues that were not made by a bench, with a unique name for each operation. Looks
/// that differ show what moves. What is added after the first look is left out.
struct QueuePicture {
  /// How everything stood at the last look.
  private(set) var reading = Reading()
  /// The operations that were not the same at every look.
  private var changed: Set<String> = []
  /// The queues in which something changed between two looks.
  private(set) var movedQueues: Set<String> = []

  /// How each queue has changed since the first look.
  private(set) var movements: [Movement]

  private let clock: MonotonicClock
  private let queues: [(queue: OperationQueue, name: String)]
  private let operations: [(operation: Operation, name: String)]
  /// The places of the operations, by identity and by name.
  private var places: [ObjectIdentifier: Int] = [:]
  private let namePlaces: [String: Int]
  /// Foundation's and the kit's own classes among those of the operations.
  private let soundClasses: Set<ObjectIdentifier>

  /// Looks twice at the queues, and at the main queue, if that answers and one of their operations waits for it.
  init(_ given: [OperationQueue], _ clock: MonotonicClock, mayAskMain: Bool = true) {
    var queues: [OperationQueue] = []
    for queue in given where !queues.contains(where: { $0 === queue }) { queues.append(queue) }
    var reached = queues.flatMap(\.operations).withDependencies
    let main = OperationQueue.main
    if mayAskMain, !queues.contains(where: { $0 === main }),
      main.operations.contains(where: { operation in reached.contains { $0 === operation } })
    {
      queues.append(main)
      reached = queues.flatMap(\.operations).withDependencies
    }
    let queueNames = queues.map { $0 === main ? Reading.mainQueue : $0.name }
    self.queues = zip(queues, Self.unique(queueNames.map { $0.orIfEmpty("a queue") }))
      .map { ($0, $1) }
    let operationNames = Self.unique(reached.map { $0.name.orIfEmpty("\(type(of: $0))") })
    operations = zip(reached, operationNames).map { ($0, $1) }
    for (place, operation) in reached.enumerated() { places[ObjectIdentifier(operation)] = place }
    namePlaces = operationNames.places
    var classes: Set<ObjectIdentifier> = []
    soundClasses = Set(
      reached.map { type(of: $0) }.filter { classes.insert(ObjectIdentifier($0)).inserted }
        .filter { $0 == BlockOperation.self || String(reflecting: $0).isOfKit }
        .map(ObjectIdentifier.init))
    movements = self.queues.map { Movement(of: $0.name) }
    self.clock = clock
    look()
    lookAgain()
  }

  /// The findings that are certain although something moves, not yet in words.
  var findings: [Diagnosis.Finding] {
    Diagnosis.findings(in: reading).compactMap { finding in
      guard !changed.contains(finding.subject), let place = namePlaces[finding.subject]
      else { return nil }
      let isMoving = finding.queue.map(movedQueues.contains) == true
      return finding.needsRest && isMoving
        ? overtaken(finding, operations[place].operation) : finding
    }
  }

  /// What is certain of an operation that has no slot in a queue that moves: others went first.
  private func overtaken(
    _ finding: Diagnosis.Finding, _ operation: Operation
  ) -> Diagnosis.Finding? {
    guard let movement = movements.first(where: { $0.queue == finding.queue }) else { return nil }
    let count = movement.overtakers(of: operation) { Self.rank(of: $0, width: finding.width) }
    var certain = Diagnosis.Finding(finding.subject, .outranked)
    (certain.queue, certain.width, certain.isFinal) = (finding.queue, finding.width, false)
    certain.clue = .overtaken(by: count, during: movement.time)
    let mayWait: [Diagnosis.Cause] = [.noFreeSlot, .outranked, .notExecuting]
    return count > 0 && mayWait.contains(finding.cause) ? certain : nil
  }

  /// Notes what the queues hold. It costs less than a look at each operation.
  mutating func follow() {
    for place in queues.indices {
      movements[place].look(at: queues[place].queue.operations, at: clock.now())
    }
  }

  /// Looks, and notes what has changed since the last look. Returns whether anything has.
  @discardableResult
  mutating func lookAgain() -> Bool {
    let (before, movedCount) = (reading, movedQueues.count)
    look()
    var changedNow: Set<String> = []
    for (old, new) in zip(before.operations, reading.operations) where old != new {
      changedNow.insert(new.name)
    }
    changed.formUnion(changedNow)
    for (old, new) in zip(before.queues, reading.queues)
    where old != new || new.operations.contains(where: changedNow.contains) {
      movedQueues.insert(new.name)
    }
    movedQueues.formUnion(movements.filter { $0.began + $0.ended > 0 }.map(\.queue))
    return before != reading || movedCount != movedQueues.count
  }

  /// Asks the operations, then the queues: an operation that no queue holds any longer has finished
  /// and left its queue meanwhile.
  private mutating func look() {
    reading = Reading()
    reading.operations = operations.map(read)
    reading.queues = queues.map(read)
    for queue in reading.queues {
      for place in queue.operations.compactMap({ namePlaces[$0] }) {
        reading.operations[place].queue = queue.name
        reading.operations[place].priority = Self.rank(
          of: operations[place].operation, width: queue.width)
      }
    }
    follow()
  }

  /// What a queue of that width orders an operation by.
  private static func rank(of operation: Operation, width: Int?) -> Int {
    width == 1 ? operation.queuePriority.rawValue : Platform.rank(of: operation)
  }

  private func read(_ operation: Operation, _ name: String) -> Reading.Operation {
    var reading = Reading.Operation(
      name, OperationState(of: operation),
      dependencies: operation.dependencies.compactMap(knownName),
      priority: Self.rank(of: operation, width: nil))
    reading.isPlainBlock = soundClasses.contains(ObjectIdentifier(type(of: operation)))
    return reading
  }

  private func read(_ queue: OperationQueue, _ name: String) -> Reading.Queue {
    var reading = Reading.Queue(
      name, width: queue.maxConcurrentOperationCount, isSuspended: queue.isSuspended,
      operations: queue.operations.compactMap(knownName))
    reading.underlyingQueue = queue.underlyingQueue?.label
    return reading
  }

  private func knownName(of operation: Operation) -> String? {
    places[ObjectIdentifier(operation)].map { operations[$0].name }
  }

  /// The names, with a number after each that is another's, so that none is used twice.
  private static func unique(_ names: [String]) -> [String] {
    var (taken, seen, counts) = (Set(names), Set<String>(), [String: Int]())
    return names.map { name in
      var unique = name
      var isFree = seen.insert(name).inserted
      while !isFree {
        counts[name, default: 1] += 1
        unique = "\(name) \(counts[name] ?? 1)"
        isFree = taken.insert(unique).inserted
      }
      return unique
    }
  }
}

extension Diagnosis.Finding {
  /// Whether a sound operation is found like this for a moment, so that it is certain only of a queue
  /// that does not move.
  var needsRest: Bool {
    switch cause {
    case .dependency, .cycle, .suspended, .neverStarted: false
    case .silent, .cancelledNotFinished: presence != .unknown
    default: true
    }
  }
}

extension String {
  /// Whether a class with this name is the kit's.
  fileprivate var isOfKit: Bool { hasPrefix("OperationLab.") || hasPrefix("OperationDownloads.") }
}

extension String? {
  fileprivate func orIfEmpty(_ other: String) -> String {
    flatMap { $0.isEmpty ? nil : $0 } ?? other
  }
}
