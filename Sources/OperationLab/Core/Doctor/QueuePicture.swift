import Foundation

/// The state of queues that were not made by a bench, with a unique name for each operation.
struct QueuePicture {
  let snapshot: Snapshot

  init(_ queues: [OperationQueue]) {
    var names = Names()
    let queueNames = queues.map { queue in
      names.unique(queue === OperationQueue.main ? Snapshot.Queue.main : queue.name ?? "a queue")
    }
    // A queue goes on meanwhile: it is asked once what it holds.
    let held = queues.map(\.operations)
    var left = held.flatMap { $0 }
    var all: [Operation] = []
    var known: [ObjectIdentifier: String] = [:]
    var next = 0
    while next < left.count {
      let operation = left[next]
      next += 1
      guard known[ObjectIdentifier(operation)] == nil else { continue }
      known[ObjectIdentifier(operation)] = names.unique(
        operation.name ?? String(describing: type(of: operation)))
      all.append(operation)
      left += operation.dependencies
    }
    var holder: [String: String] = [:]
    let pictures = zip(queues, zip(queueNames, held)).map { queue, rest in
      let operations = rest.1.compactMap { known[ObjectIdentifier($0)] }
      for operation in operations { holder[operation] = rest.0 }
      return Snapshot.Queue(
        name: rest.0, width: queue.maxConcurrentOperationCount, isSuspended: queue.isSuspended,
        operations: operations)
    }
    snapshot = Snapshot(
      operations: all.map { operation in
        let name = known[ObjectIdentifier(operation)] ?? ""
        return Snapshot.Operation(
          name: name, state: OperationState(of: operation),
          dependencies: operation.dependencies.compactMap { known[ObjectIdentifier($0)] },
          queue: holder[name], priority: operation.queuePriority.rawValue)
      }, queues: pictures, ending: .deadline)
  }

  /// Names that were given away.
  private struct Names {
    private var counts: [String: Int] = [:]

    /// The name, with a number if it is not the first of that name.
    mutating func unique(_ name: String) -> String {
      counts[name, default: 0] += 1
      let count = counts[name] ?? 1
      return count == 1 ? name : "\(name) \(count)"
    }
  }
}
