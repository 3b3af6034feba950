import Foundation
import OperationBench
import OperationDoctor
import OperationLab

extension Rule {
  static let manyAtOnce = Rule(
    "many-at-once", ways: [slow, blocksTasks, missesItsTurn, waitsForLocks], inSole: [.crowd]
  ) { _, run in
    let crowd = "the crowd"
    let began = try run.first(.enqueued, of: crowd)
    if let stuck = run.all(.timedOut, of: crowd).first {
      if run.has(SoleScene.oneIsStuck, of: crowd) {
        return .undecided("a single one does not finish, either. Mend that first", [began, stuck])
      }
      if run.has(SoleScene.tasksAreStuck, of: crowd) {
        return .broken(.seen("\(stuck.note): \(fullTasks)"), [began, stuck], way: blocksTasks)
      }
      if run.waitsForLocks {
        return .broken(
          .seen("\(stuck.note): they wait for locks that others of them keep"), [began, stuck],
          way: waitsForLocks)
      }
      let isPoolFree = run.has(SoleScene.poolIsFree, of: crowd)
      let why = isPoolFree ? run.whyStuck : fullPool
      let seen: Ruling.Reason = .seen("\(stuck.note): \(why)")
      if !isPoolFree, run.has(SoleScene.poolGrows, of: crowd),
        run.has(.keepsNoThread, of: Life.subject)
      {
        return .holds(
          seen, [began, stuck],
          remark: .seen("\(stuck.note) until Dispatch has added a thread for each, one a second"),
          way: slow)
      }
      return .broken(seen, [began, stuck], way: isPoolFree ? run.stuckWay : nil)
    }
    // Other rules cover a trap or exit that also occurs with one operation.
    if run.hasDied, let ending = run.violentEnding {
      return .deferred("\(ending.reason.words); mend that first", fault: ending.reason, [began])
    }
    let end = try run.first(.ended, of: crowd)
    return .holds(.seen(end.note), [began, end])
  }

  private static let fullPool =
    "all threads of the pool wait in them, and Dispatch adds only one a second"
  private static let fullTasks =
    "all threads of the pool of tasks wait for what needs one of them, and Swift adds none"
  private static let blocksTasks = Way("blocks-tasks")
  private static let slow = Way("slow")
  private static let waitsForLocks = Way("waits-for-locks")
  fileprivate static let missesItsTurn = Way("misses-its-turn")
  static let losesItsEnd = Way("loses-its-end")
}

extension Run {
  /// Whether several threads wait for a lock, as far as they have told where they are.
  fileprivate var waitsForLocks: Bool {
    detail.calls.count { $0.contains("pthread_mutex_lock") } > 1
  }

  /// How most of the crowd stand.
  private var stuck: StuckState? {
    all(.noted, of: "the crowd").lazy.compactMap { event in
      StuckState.allCases.first { SoleScene.stands($0) == event.mark }
    }.first
  }

  fileprivate var whyStuck: String {
    stuck.map { SoleScene.stands($0).words } ?? "asking them for their state never returned"
  }

  fileprivate var stuckWay: Way {
    switch stuck {
    case .neverBegan: Rule.missesItsTurn
    case .endless: Rule.losesItsEnd
    case let stuck?: stuck.way
    case nil: .locked
    }
  }
}

extension SoleScene {
  func runCrowd() {
    let log = bench.log("the crowd")
    log(.enqueued, nil, .mark(Event.Mark("a queue, {} of them", .number(Self.crowd))))
    // If a single one does not finish either, the cause is not a lack of threads.
    if whatIsLeft(of: 1) != nil { log(Self.oneIsStuck) }
    if keepsNoThread { bench.log(Life.subject)(.keepsNoThread) }
    guard let rest = whatIsLeft(of: Self.crowd) else {
      return log(.ended, nil, .mark("all finished"))
    }
    if rest.isMoving {
      return log(
        .ended, nil,
        .mark(
          Event.Mark(
            "{} have ended so far, and the others follow", .number(Self.crowd - rest.count))))
    }
    if let stuck = rest.stuck { log(Self.stands(stuck)) }
    // What is waited for here must not be taken for a hang.
    bench.waitingThreads.enter(.program)
    defer { bench.waitingThreads.leave(.program) }
    var markers = PoolMarkers()
    // By then Dispatch has added a thread. A queue that is full has work for more.
    if markers.haveRun(within: .seconds(6)) {
      log(Self.poolIsFree)
      if Self.findTasksStuck() { log(Self.tasksAreStuck) }
    }
    if Platform.current == .linux { log(Self.poolGrows) }
    log(
      .timedOut, nil,
      .mark(Event.Mark("{} of {} are stuck", .number(rest.count), .number(Self.crowd))))
    OwnCalls.tell()
  }

  /// Whether a task does not begin although all threads sleep and Dispatch has threads left.
  private static func findTasksStuck() -> Bool {
    let priorities: [TaskPriority] = [.high, .medium, .low, .background]
    let markers = priorities.map { priority in
      let marker = Latch()
      Task.detached(priority: priority) { marker.open() }
      return marker
    }
    func haveRun() -> Bool { markers.allSatisfy { $0.wait(deadline: .milliseconds(20)) } }
    var deadline = Deadline(Durations.longestWait)
    while !haveRun(), !deadline.isOver() {
      if Platform.threadActivity() != .running, !haveRun() { return true }
    }
    return false
  }

  /// How many do not finish, and whether that number decreases. `nil` if all finish.
  ///
  /// Operations count as stuck after a pause in which none finishes and all threads sleep. Dispatch
  /// adds a thread a second, so some may continue later.
  private func whatIsLeft(of count: Int) -> (count: Int, isMoving: Bool, stuck: StuckState?)? {
    // A sleep in `init` must not count as a thread that never returns.
    bench.waitingThreads.enter(.body)
    // The queue begins when it has all of them. Otherwise each might end before the next one comes.
    let queue = OperationQueue()
    queue.isSuspended = true
    let work = HeldWork(isHeld: count > 1, of: count, on: bench)
    var crowd: Set<ObjectIdentifier> = []
    for _ in 0..<count {
      let operation = subject.make(work.probe())
      // Foundation would end the process.
      if operation.isFinished || operation.isExecuting { continue }
      crowd.insert(ObjectIdentifier(operation))
      queue.addReliably(operation)
    }
    queue.isSuspended = false
    bench.waitingThreads.leave(.body)
    // All that can begin do, so that each has what it needs for its work while the others want it.
    if count > 1 {
      awaitSilence(
        bench.policy.silence, pools: PoolMarkers(pools: []), counting: { work.begun },
        until: { work.begun >= count })
    }
    work.release()
    // An operation may add others to its queue.
    func left() -> Int { queue.operations.count { crowd.contains(ObjectIdentifier($0)) } }
    // This life is about a pool with only blocked threads, so it does not wait for the pools.
    let isStill = awaitSilence(
      Durations.silence + bench.policy.silence, pools: PoolMarkers(pools: []), counting: left,
      until: { left() == 0 })
    guard left() > 0 else { return nil }
    let states = bench.ask { [crowd] in
      queue.operations.filter { crowd.contains(ObjectIdentifier($0)) }
        .map { OperationState(of: $0) }
    }
    let lacksWork = subject.usesProbe && work.begun <= count - left()
    return (left(), !isStill, states.flatMap { Self.stuck($0, lacksWork) })
  }

  /// How most of these operations stand, which share a queue without a limit.
  private static func stuck(_ states: [OperationState], _ lacksWork: Bool) -> StuckState? {
    let all = states.map { state -> StuckState in
      if state.contains(.finished) { return .unannounced }
      if state.contains(.executing) { return lacksWork ? .neverBegan : .endless }
      return state.contains(.ready) ? .returned : .notReady
    }
    // Where some are under way, others may not have been started.
    let isUnderWay = all.contains { [.neverBegan, .endless].contains($0) }
    return StuckState.allCases.filter { !isUnderWay || $0 != .returned }.max { one, other in
      all.count { $0 == one } < all.count { $0 == other }
    }
  }

  /// What a crowd stuck in that way shows.
  fileprivate static func stands(_ stuck: StuckState) -> Event.Mark {
    switch stuck {
    case .unannounced: "they are finished, and the queue got no notification"
    case .neverBegan: "they are executing, and their work has not begun"
    case .endless: "they are executing, and their end is never reported"
    case .notReady: "they say that they are not ready"
    case .returned: "start() has returned, and they are neither executing nor finished"
    case .dependent, .notStarted, .idle, .standing, .overwritten, .lost: ""
    }
  }

  fileprivate static let oneIsStuck: Event.Mark = "a single one does not end"
  fileprivate static let poolIsFree: Event.Mark = "the pool has threads left"
  fileprivate static let tasksAreStuck: Event.Mark = "no task begins"
  fileprivate static let poolGrows: Event.Mark = "Dispatch adds a thread a second"
  private static let crowd = 64
}
