/// A snapshot, arranged by name so that every question is one look-up.
struct Facts {
  let snapshot: Snapshot
  /// What the trace tells besides. `nil` if a doctor has read the snapshot.
  let past: Past?
  let operations: [String: Snapshot.Operation]
  let queues: [String: Snapshot.Queue]
  /// The operations that hold a slot of a queue, by queue.
  let holders: [String: [String]]

  init(_ snapshot: Snapshot, past: Past?) {
    let operations = Dictionary(
      snapshot.operations.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    self.snapshot = snapshot
    self.past = past
    self.operations = operations
    queues = Dictionary(
      snapshot.queues.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    holders = queues.mapValues { queue in
      queue.operations.filter { name in
        guard let operation = operations[name] else { return false }
        if let stage = operation.stage { return stage.hasSlot }
        let history = past?[name]
        if operation.state.contains(.executing) || history?.hasStarted == true { return true }
        // Some operations leave no event of their start. A cancelled one may have finished without
        // ever having had a slot.
        return operation.state.contains(.finished) && history?.cancelled == nil
      }.sortedNaturally()
    }
  }

  /// Whether nothing can happen any more.
  var isFinal: Bool { snapshot.ending == .quiet }

  func hasStarted(_ operation: Snapshot.Operation) -> Bool {
    if let stage = operation.stage, stage != .initialized { return stage.hasStarted }
    return operation.state.contains(.executing) || past?[operation.name]?.hasStarted == true
  }

  /// Whether dependents may still be waiting for it: it has not finished, or only says so.
  func isPending(_ name: String) -> Bool {
    guard let operation = operations[name] else { return true }
    // Without a notification Foundation does not know that an operation is finished.
    if let stage = operation.stage { return stage != .finished }
    return !operation.state.contains(.finished) || operation.queue != nil
  }

  /// The dependencies that keep an operation from becoming ready.
  func pendingDependencies(of operation: Snapshot.Operation) -> [String] {
    guard !operation.state.contains(.ready), !operation.state.contains(.finished),
      !hasStarted(operation)
    else { return [] }
    return operation.dependencies.filter(isPending)
  }

  /// Whether a queue has all the operations running that its width allows.
  func isFull(_ queue: Snapshot.Queue) -> Bool {
    let holders = holders[queue.name] ?? []
    if queue.width >= 0 { return takenSlots(of: queue) >= queue.width }
    guard let past else { return false }
    // The system adds threads slowly, about one a second, and not without end. So when time ran
    // out, or a great many threads are inside operations, there may just have been no thread.
    let inside = holders.filter { past[$0]?.presence != .left }
    return inside.count >= (isFinal ? 64 : 1)
  }

  private func takenSlots(of queue: Snapshot.Queue) -> Int {
    queue.takenSlots ?? holders[queue.name]?.count ?? 0
  }

  /// Whether a barrier block runs in the queue. It holds a slot, and no property lists it.
  func runsBarrier(_ queue: Snapshot.Queue) -> Bool {
    takenSlots(of: queue) > holders[queue.name]?.count ?? 0
  }
}
