import Dispatch

/// Looks at every operation of a reading and finds what keeps it from running or from ending.
struct Examination {
  let facts: Facts
  /// The circles of dependencies, and for each operation in one: which, and its place in it.
  private let circles: [[String]]
  private var circleNumbers: [String: Int] = [:]
  private var circlePlaces: [String: Int] = [:]
  /// Ready operations of each queue that wait for a slot, by falling priority.
  private var contenders: [String: [String]] = [:]
  /// All operations that keep another one from becoming ready: for a doctor, one in its queues.
  private let awaited: Set<String>
  /// How many operations are executing.
  private let executing: Int

  init(_ facts: Facts) {
    self.facts = facts
    circles = WaitGraph(dependenciesIn: facts).circlesOfOperations
    for (number, members) in circles.enumerated() {
      for (place, name) in members.enumerated() {
        (circleNumbers[name], circlePlaces[name]) = (number, place)
      }
    }
    executing = facts.reading.operations.count { $0.state.contains(.executing) }
    var next = facts.reading.operations.filter { facts.past != nil || $0.queue != nil }
    var awaited: Set<String> = []
    while let operation = next.popLast() {
      for name in facts.pendingDependencies(of: operation) where awaited.insert(name).inserted {
        if let dependency = facts.operation(name) { next.append(dependency) }
      }
    }
    self.awaited = awaited
    let contenders = facts.reading.operations.filter { operation in
      operation.state.contains(.ready) && !operation.state.contains(.finished)
        && !facts.hasStarted(operation) && !facts.called.contains(operation.name)
    }
    for operation in contenders.sorted(by: { ($1.priority, $0.name) < ($0.priority, $1.name) }) {
      guard let queue = operation.queue else { continue }
      self.contenders[queue, default: []].append(operation.name)
    }
  }

  func findings() -> [Diagnosis.Finding] {
    var findings = facts.reading.operations.compactMap(examine)
    if facts.reading.isProgramBlocked {
      findings.append(program())
    }
    // A thread blocks on something that needs it to go on: on its own queue to become empty, or on an
    // operation that needs its slot.
    let blocked = findings.indices.filter { findings[$0].cause == .blocked }
    guard !blocked.isEmpty else { return findings }
    let circles = WaitGraph(findings, facts).operationsInCircles
    for index in blocked where circles.contains(findings[index].subject) {
      findings[index].cause = .blocksItself
    }
    return findings
  }

  private func examine(_ operation: Reading.Operation) -> Diagnosis.Finding? {
    guard facts.isPending(operation.name),
      facts.past != nil || operation.queue != nil || awaited.contains(operation.name)
    else { return nil }
    var finding: Diagnosis.Finding
    if operation.state.contains(.finished) {
      guard operation.queue != nil || awaited.contains(operation.name) else { return nil }
      finding = Diagnosis.Finding(operation.name, .finishNotAnnounced)
      finding.since = facts.past?[operation.name]?[.finished]
    } else if facts.hasStarted(operation) {
      finding = started(operation)
    } else if operation.state.contains(.cancelled) {
      finding = Diagnosis.Finding(operation.name, .cancelledNotFinished)
      finding.since = facts.past?[operation.name]?[.cancelled]
      addObstacle(operation, to: &finding)
    } else {
      finding = waiting(operation)
    }
    let history = facts.past?[operation.name]
    finding.queue = operation.queue
    finding.width = operation.queue.flatMap(facts.queue)?.width
    finding.wasAdded = history?[.added] != nil
    finding.started = history?.start
    let unseen = operation.state.contains(.executing) ? Diagnosis.Presence.unknown : .startCalled
    finding.presence = facts.hasStarted(operation) ? history?.presence ?? unseen : nil
    finding.clue = clue(to: operation, finding)
    finding.lastSeen = lastSeen(history, finding.presence)
    finding.isFinal = facts.isFinal
    return finding
  }

  private func lastSeen(
    _ history: Diagnosis.History?, _ presence: Diagnosis.Presence?
  ) -> Diagnosis.Moment? {
    guard let own = history?[.last] else { return nil }
    guard presence == .insideStart || presence == .insideBody,
      let thread = (history?[.began] ?? history?[.started])?.thread,
      let other = facts.past?.lastOfThread[thread], other.seq > own.seq
    else { return own }
    return other
  }
}

// Why a started operation has not finished.
extension Examination {
  func started(_ operation: Reading.Operation) -> Diagnosis.Finding {
    let name = operation.name
    let history = facts.past?[name]
    if let blocked = blockedCall(of: name) {
      return blocked
    }
    if operation.state.contains(.cancelled) {
      var finding = Diagnosis.Finding(name, .cancelledNotFinished)
      finding.since = history?[.cancelled]
      return finding
    }
    var finding = Diagnosis.Finding(name, .silent)
    finding.since = history?.start
    if history?.presence == .left, history?[.returned] == nil {
      finding.since = history?[.began]
    }
    return finding
  }

  /// What a subject waits for in a blocking call it has not come back from.
  private func blockedCall(of name: String) -> Diagnosis.Finding? {
    guard let history = facts.past?[name], let awaited = history.awaited else { return nil }
    var finding = Diagnosis.Finding(name, .blocked)
    finding.since = history[.blockingCall]
    switch awaited {
    case .operations(let others):
      finding.waits(for: others)
    case .queue(let queue):
      finding.waitsForQueue = queue
      finding.waits(
        for: (facts.queue(queue)?.operations ?? []).filter { $0 != name }
          .sortedNaturally())
    }
    return finding
  }

  func program() -> Diagnosis.Finding {
    let name = Diagnosis.Finding.program
    var finding = blockedCall(of: name) ?? insideStart() ?? Diagnosis.Finding(name, .blocked)
    finding.lastSeen = facts.past?.lastOfThread["main"]
    finding.isFinal = facts.isFinal
    return finding
  }

  /// The operation that the program started on its own thread and whose `start()` has not returned.
  /// If there are several, the outermost.
  private func insideStart() -> Diagnosis.Finding? {
    let inside = facts.reading.operations.compactMap { operation -> Diagnosis.Moment? in
      guard !operation.state.contains(.finished), let history = facts.past?[operation.name],
        history.presence == .insideStart || history.presence == .insideBody
      else { return nil }
      return history.start
    }
    guard let call = inside.filter({ $0.thread == "main" }).min(by: { $0.seq < $1.seq })
    else { return nil }
    var finding = Diagnosis.Finding(Diagnosis.Finding.program, .blocked)
    finding.since = call
    finding.waits(for: [call.subject])
    return finding
  }
}

// Why an operation has not been started.
extension Examination {
  func waiting(_ operation: Reading.Operation) -> Diagnosis.Finding {
    var finding = Diagnosis.Finding(operation.name, .neverStarted)
    let dependencies = facts.pendingDependencies(of: operation)
    if let number = circleNumbers[operation.name], let place = circlePlaces[operation.name] {
      let members = circles[number]
      finding.cause = .cycle
      let shown = min(members.count, Diagnosis.Finding.nameLimit)
      finding.waitsFor = (0..<shown).map { members[(place + $0) % members.count] }
      finding.waitsForCount = members.count
      // A circle is listed beginning with its first member by name.
      finding.circle = members.first
    } else if operation.queue != nil, !dependencies.isEmpty {
      finding.cause = .dependency
      finding.waits(for: dependencies)
    } else if operation.queue != nil, !operation.state.contains(.ready) {
      finding.cause = .notReady
      if isBehindBarrier(operation) { finding.besides = [.barrier] }
    } else {
      addObstacle(operation, to: &finding)
      if finding.besides.isEmpty {
        // A queue that the bench does not know may hold it.
        finding.since = facts.past?[operation.name]?[.added]
      } else {
        finding.cause = finding.besides.removeFirst()
      }
      return finding
    }
    if let queue = operation.queue.flatMap(facts.queue), queue.isSuspended {
      finding.besides.append(.suspended)
    }
    return finding
  }

  /// Whether a barrier block was put into its queue before it, as far as the trace tells.
  private func isBehindBarrier(_ operation: Reading.Operation) -> Bool {
    // No property shows it.
    if facts.past == nil { return operation.queue != nil }
    guard let barrier = operation.queue.flatMap({ facts.past?[$0]?[.barrier] }),
      let enqueued = facts.past?[operation.name]?[.added]
    else { return false }
    return barrier.seq < enqueued.seq
  }

  /// Adds why its queue does not start an operation that is ready.
  func addObstacle(_ operation: Reading.Operation, to finding: inout Diagnosis.Finding) {
    guard let queue = operation.queue.flatMap(facts.queue) else { return }
    if facts.called.contains(operation.name) {
      let isMain = queue.underlyingQueue == DispatchQueue.main.label
      finding.besides = [isMain ? .mainThreadBlocked : .notExecuting]
    } else if queue.isSuspended {
      finding.since = finding.since ?? facts.past?[queue.name]?[.suspended]
      finding.besides = [.suspended]
    } else if !operation.state.contains(.ready) {
      finding.besides = [.notReady]
    } else if queue.width == 0 {
      // A slot that is given back would not help.
      finding.besides = [.noFreeSlot]
    } else if facts.isFull(queue) {
      let holders = facts.holders[queue.name] ?? []
      finding.waits(for: holders)
      let better = (contenders[queue.name] ?? []).prefix(Diagnosis.Finding.nameLimit)
        .prefix { (facts.operation($0)?.priority ?? 0) > operation.priority }
      finding.outrankedBy = Array(better)
      finding.besides = [better.isEmpty ? .noFreeSlot : .outranked]
    } else if queue.name == Reading.mainQueue, facts.reading.isProgramBlocked {
      finding.waits(for: [Diagnosis.Finding.program])
      finding.besides = [.mainThreadBlocked]
    } else {
      finding.besides = [.readinessNotAnnounced]
      finding.since = finding.since ?? facts.past?[operation.name]?[.announcedReady]
      if isBehindBarrier(operation) { finding.besides.append(.barrier) }
    }
  }
}

// Queues of which no past is known.
extension Examination {
  /// The reason behind the cause, as far as the doctor could read it.
  private func clue(
    to operation: Reading.Operation, _ finding: Diagnosis.Finding
  ) -> Diagnosis.Clue? {
    guard facts.past == nil else {
      return operation.isUnreported ? .inNoReportingQueue : nil
    }
    guard let queue = operation.queue.flatMap(facts.queue) else { return .inNoGivenQueue }
    let isPlainBlock = operation.isPlainBlock
    let obstacles = [finding.cause] + finding.besides
    if obstacles.contains(.notReady) {
      return .notReady(
        isPlainBlock: isPlainBlock, hasDependencies: !operation.dependencies.isEmpty)
    }
    guard obstacles.contains(.notExecuting) else { return nil }
    return .notRun(
      isPlainBlock: isPlainBlock, underlyingQueue: queue.underlyingQueue, executing: executing,
      hasDependencies: !operation.dependencies.isEmpty)
  }
}
