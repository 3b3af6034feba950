import Foundation

/// The state of queues that were not made by a bench, with a unique name for each operation. Looks
/// that differ show what moves.
struct QueuePicture {
  /// How everything stood at the last look.
  private(set) var snapshot = Snapshot()
  /// The operations that were the same at every look, with all that they depend on.
  private var unchanged: Set<String> = []
  /// The queues in which an operation changed between two looks. One more operation is no change.
  private(set) var movedQueues: Set<String> = []

  private let queues: [(queue: OperationQueue, name: String)]
  private var names = UniqueNames()
  /// All operations seen so far. They are held, because an address may be used again.
  private var known: [ObjectIdentifier: (operation: Operation, name: String)] = [:]

  /// Looks twice at the queues, and at the main queue if one of their operations waits for it.
  init(_ given: [OperationQueue]) {
    var queues: [OperationQueue] = []
    for queue in given where !queues.contains(where: { $0 === queue }) { queues.append(queue) }
    let main = Set(OperationQueue.main.operations.map(ObjectIdentifier.init))
    let reached = Self.reached(from: queues).map(ObjectIdentifier.init)
    if !main.isDisjoint(with: reached), !queues.contains(where: { $0 === OperationQueue.main }) {
      queues.append(.main)
    }
    var names = UniqueNames()
    let own = queues.map { $0 === OperationQueue.main ? Snapshot.Queue.main : $0.name }
    self.queues = Array(zip(queues, names.unique(own.map { $0.orIfEmpty("a queue") })))
    look()
    unchanged = Set(snapshot.operations.map(\.name))
    lookAgain()
  }

  /// What holds although something moves.
  var diagnosis: Diagnosis {
    Diagnosis(read: snapshot) { finding in
      unchanged.contains(finding.subject)
        && !(finding.needsRest && finding.queue.map(movedQueues.contains) == true)
    }
  }

  /// Looks, and notes what has changed since the last look.
  mutating func lookAgain() {
    let before = snapshot
    look()
    let same = Set(before.operations).intersection(snapshot.operations)
    let names = Set(same.map(\.name))
    let still = Set(same.filter { $0.dependencies.allSatisfy(names.contains) }.map(\.name))
    unchanged.formIntersection(still)
    for (var old, new) in zip(before.queues, snapshot.queues) {
      let isStill = old.operations.allSatisfy(still.contains)
      old.operations = new.operations
      if !isStill || old != new { movedQueues.insert(new.name) }
    }
  }

  /// Asks the queues, then the operations, then the queues again: an operation that a queue no
  /// longer holds has finished and left it meanwhile.
  private mutating func look() {
    let reached = Self.reached(from: queues.map(\.queue))
    let unnamed = reached.filter { known[ObjectIdentifier($0)] == nil }
    let unique = names.unique(unnamed.map { $0.name.orIfEmpty("\(type(of: $0))") })
    for (operation, name) in zip(unnamed, unique) {
      known[ObjectIdentifier(operation)] = (operation, name)
    }
    let named = { [known] (operations: [Operation]) in
      operations.compactMap { known[ObjectIdentifier($0)]?.name }
    }
    var operations = zip(reached, named(reached)).map { operation, name in
      var reading = Snapshot.Operation(
        name: name, state: OperationState(of: operation),
        dependencies: named(operation.dependencies), priority: operation.queuePriority.rawValue)
      reading.stage = FoundationField.state?.value(in: operation)
        .flatMap { Snapshot.Operation.Stage(rawValue: "\($0)") }
      reading.unfinishedDependencies =
        FoundationField.unfinishedDependencies?.value(in: operation) as? Int
      return reading
    }
    var holders: [String: String] = [:]
    snapshot.queues = queues.map { queue, name in
      var reading = Snapshot.Queue(
        name: name, width: queue.maxConcurrentOperationCount, isSuspended: queue.isSuspended,
        operations: named(queue.operations))
      for operation in reading.operations { holders[operation] = name }
      let slots = FoundationField.takenSlots?.value(in: queue) as? Int32
      reading.takenSlots = slots.map(Int.init)
      reading.holdsBarrier = FoundationField.firstOfPriorities?.value(in: queue).map { first in
        Mirror(reflecting: first).children.contains {
          $0.label == "barrier" && $0.value is Unmanaged<Operation>
        }
      }
      reading.underlyingQueue = queue.underlyingQueue?.label
      return reading
    }
    for place in operations.indices { operations[place].queue = holders[operations[place].name] }
    snapshot.operations = operations
    snapshot.ending = .deadline
  }

  /// The operations in the queues, and all that they depend on.
  private static func reached(from queues: [OperationQueue]) -> [Operation] {
    var (left, reached, next) = (queues.flatMap(\.operations), [Operation](), 0)
    var seen: Set<ObjectIdentifier> = []
    while next < left.count {
      let operation = left[next]
      next += 1
      guard seen.insert(ObjectIdentifier(operation)).inserted else { continue }
      reached.append(operation)
      left += operation.dependencies
    }
    return reached
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

/// Names that were given away.
private struct UniqueNames {
  private var taken: Set<String> = []
  private var counts: [String: Int] = [:]

  /// The names, with a number for each that is taken. No number makes it one of the others' names.
  mutating func unique(_ names: [String]) -> [String] {
    let own = Set(names)
    return names.map { name in
      var unique = name
      while unique != name && own.contains(unique) || !taken.insert(unique).inserted {
        counts[name, default: 1] += 1
        unique = "\(name) \(counts[name] ?? 1)"
      }
      return unique
    }
  }
}

extension String? {
  fileprivate func orIfEmpty(_ other: String) -> String {
    flatMap { $0.isEmpty ? nil : $0 } ?? other
  }
}
