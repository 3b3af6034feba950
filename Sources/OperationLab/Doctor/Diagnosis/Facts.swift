/// A reading, arranged by name so that every question is one look-up.
struct Facts {
  let reading: Reading
  /// What happened before. `nil` if a doctor made the reading.
  let past: Diagnosis.Past?
  private let operationPlaces: [String: Int]
  private let queuePlaces: [String: Int]
  /// The operations that hold a slot of a queue, by queue.
  private(set) var holders: [String: [String]] = [:]
  /// The operations that are ready and not executing although their queue has started them, or is about to,
  /// as follows for a doctor: it is not suspended and has a slot for them.
  private(set) var called: Set<String> = []

  init(_ reading: Reading, past: Diagnosis.Past?) {
    self.reading = reading
    self.past = past
    operationPlaces = reading.operations.map(\.name).places
    queuePlaces = reading.queues.map(\.name).places
    for queue in reading.queues {
      let held = queue.operations.compactMap(operation)
      var names = held.filter { operation in
        if hasStarted(operation) { return true }
        // Some operations leave no event of their start. A cancelled one may have finished without
        // ever having had a slot.
        return operation.state.contains(.finished) && past?[operation.name]?[.cancelled] == nil
      }.map(\.name)
      if past == nil {
        let next = queue.mustHaveCalled(held, holding: names.count)
        called.formUnion(next)
        names += next
      }
      holders[queue.name] = names.sortedNaturally()
    }
  }

  func operation(_ name: String) -> Reading.Operation? {
    operationPlaces[name].map { reading.operations[$0] }
  }

  func queue(_ name: String) -> Reading.Queue? { queuePlaces[name].map { reading.queues[$0] } }

  /// Whether nothing can happen any more.
  var isFinal: Bool { reading.isFinal }

  func hasStarted(_ operation: Reading.Operation) -> Bool {
    operation.state.contains(.executing) || past?[operation.name]?.hasStarted == true
  }

  /// Whether dependents may still be waiting for it: it has not finished, or only says so.
  func isPending(_ name: String) -> Bool {
    guard let operation = operation(name) else { return true }
    return !operation.state.contains(.finished) || operation.queue != nil
  }

  /// The dependencies that keep an operation from becoming ready.
  func pendingDependencies(of operation: Reading.Operation) -> [String] {
    guard !operation.state.contains(.ready), !operation.state.contains(.finished),
      !hasStarted(operation)
    else { return [] }
    return operation.dependencies.filter(isPending)
  }

  /// Whether a queue has all the operations running that its width allows.
  func isFull(_ queue: Reading.Queue) -> Bool {
    let holders = holders[queue.name] ?? []
    if queue.width >= 0 { return holders.count >= queue.width }
    guard let past else { return false }
    // The system adds threads slowly, about one a second, and not without end. So when time ran
    // out, or a great many threads are inside operations, there may just have been no thread.
    let inside = holders.filter { past[$0]?.presence != .left }
    return inside.count >= (isFinal ? 64 : 1)
  }
}

extension Reading.Queue {
  /// The operations that it has called, or is about to call, if so many hold a slot besides: of those that
  /// are ready it calls those of the highest priority first, then the oldest, as long as it has a slot.
  fileprivate func mustHaveCalled(
    _ operations: [Reading.Operation], holding count: Int
  ) -> [String] {
    guard !isSuspended else { return [] }
    let able = operations.filter {
      $0.state.contains(.ready) && $0.state.isDisjoint(with: [.executing, .finished])
    }
    let free = width < 0 ? able.count : max(0, width - count)
    var priorities: [Int] = []
    for operation in able where !priorities.contains(operation.priority) {
      priorities.append(operation.priority)
    }
    return priorities.sorted(by: >)
      .flatMap { priority in able.filter { $0.priority == priority } }
      .prefix(free).map(\.name)
  }
}
