import Foundation
import OperationLab

extension Rule {
  static let manyAtOnce = Rule(
    "many-at-once",
    "Sixty-four of them in one queue all finish.",
    cost: """
      Each keeps a thread of the system's pool waiting for something that needs a thread of the \
      same pool. With as many as the pool has, nothing in the app that uses Dispatch or tasks goes on.
      """,
    cure: """
      Do not block a thread for what another thread of the pool must do: return from start() and \
      report isFinished in the completion; or run them in a queue of small width.
      """,
    lesson: 5, endings: .ignore, isRepetitive: true,
    trials: [
      Trial(
        "crowd", "Sixty-four of them are put into a queue that sets no limit.", takesLong: true,
        needsProcess: true
      ) {
        $0.runCrowd()
      },
      Trial(
        "alone", "For comparison, one of them is started by hand, and its work is held.",
        holdsWork: true, leavesEndings: true
      ) { trial in
        let operation = trial.make()
        trial.startElsewhere(operation)
        trial.observe(operation, .whileWorking)
        trial.release.open()
      },
    ]
  ) { runs in
    let run = try runs["crowd"]
    let crowd = "the crowd"
    let began = try run.first(.enqueued, of: crowd)
    if let stuck = run.all(.timedOut, of: crowd).first {
      let why =
        run.hasFreePool
        ? "they wait for each other, or miss what should wake them, for the pool has threads left"
        : "all threads of the pool wait for what needs one of them, and Dispatch adds only one a second"
      var ruling = Ruling.holds(
        "", [began, stuck], unless: [.seen(!run.failsWithOne, "\(stuck.note): \(why)")])
      if run.hasFreePool {
        ruling.cure = waking
      } else if ruling.verdict == .broken, run.poolGrows, runs.run("alone")?.keepsNoThread == true {
        ruling = ruling.asRemark
        ruling.remark = .seen(
          "\(stuck.note) until Dispatch has added a thread for each, one a second")
        (ruling.cost, ruling.cure) = (minute, notWaiting)
      }
      return ruling
    }
    // Other rules cover a trap or exit that also occurs with one operation.
    if run.hasDied, let ending = run.violentEnding {
      return .leaving("\(ending.why); mend that first", fault: ending.reason, [began])
    }
    let end = try run.first(.ended, of: crowd)
    if run.sharesProcess, runs.run("alone")?.mayWaitForAnotherThread == true {
      var ruling = Ruling(.undecided, hasGrown, [began, end])
      ruling.isUnfit = true
      return ruling
    }
    return Ruling(.holds, .seen(end.note), [began, end])
  }

  private static let hasGrown: Ruling.Reason = """
    each keeps a thread until another thread has done its work, and the other trials in this process \
    may have made Dispatch add threads. Use `lab check`, which tries it with a new pool
    """
  private static let waking = """
    Look what all of them share, and what wakes those that wait there: ask the condition again under \
    its lock, and let each that leaves wake the next one.
    """
  private static let minute = """
    On Linux a full queue of them stands still for about a minute, and so does all in the app that uses \
    Dispatch or tasks. They end after that.
    """
  private static let notWaiting = """
    Let start(), isExecuting and isFinished not wait for a queue of Dispatch's: guard the state with a \
    lock. Or run them in a queue of small width.
    """
}

extension Run {
  /// Whether even a single one does not finish.
  fileprivate var failsWithOne: Bool {
    all(.noted, of: "the crowd").contains { $0.mark == TrialBench.oneIsStuck }
  }

  /// Whether a block in the pool began while the crowd was stuck.
  fileprivate var hasFreePool: Bool {
    all(.noted, of: "the crowd").contains { $0.mark == TrialBench.poolIsFree }
  }

  /// Whether the pool grows while all its threads are blocked, so that operations that need a
  /// thread only for a moment finish in the end.
  fileprivate var poolGrows: Bool {
    all(.noted, of: "the crowd").contains { $0.mark == TrialBench.poolGrows }
  }

  /// Whether other trials use the pool, too.
  fileprivate var sharesProcess: Bool {
    all(.noted, of: "the crowd").contains { $0.mark == TrialBench.sharesProcess }
  }

  /// Whether `start()` of a single one kept its thread, and its work was not seen on that thread.
  fileprivate var mayWaitForAnotherThread: Bool {
    guard returnWhileWorking == nil else { return false }
    let start = all(.started, of: TrialBench.subjectName).first
    let work = all(.began, of: Probe.subject).first
    return start == nil || work?.thread != start?.thread
  }

  /// Whether `start()` of a single one returned before it finished, so that it needs no thread
  /// meanwhile.
  fileprivate var keepsNoThread: Bool {
    returnWhileWorking.map { !$0.isFinished } == true
  }

  /// The return of `start()` of a single one, if it came before the look at its held work.
  private var returnWhileWorking: Evidence? {
    guard let look = all(.observed, of: TrialBench.subjectName).first else { return nil }
    return all(.returned, of: TrialBench.subjectName).first { $0.seq < look.seq }
  }
}

extension TrialBench {
  fileprivate func runCrowd() {
    let log = bench.log("the crowd")
    log(.enqueued, nil, .mark(Event.Mark("a queue, {} of them", .number(Self.crowd))))
    // If a single one does not finish either, the cause is not a lack of threads.
    if whatIsLeft(of: 1) != nil { log(Self.oneIsStuck) }
    if bench.policy.isShared { log(Self.sharesProcess) }
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
    var markers = PoolMarkers()
    if markers.haveRun(within: .milliseconds(300)) { log(Self.poolIsFree) }
    if Platform.current == .linux { log(Self.poolGrows) }
    log(
      .timedOut, nil,
      .mark(Event.Mark("{} of {} are stuck", .number(rest.count), .number(Self.crowd))))
  }

  /// How many do not finish, and whether that number decreases. `nil` if all finish.
  ///
  /// Operations count as stuck after a pause in which none finishes and all threads sleep. Dispatch
  /// adds a thread a second, so some may continue later.
  private func whatIsLeft(of count: Int) -> (count: Int, isMoving: Bool)? {
    // A sleep in `init` must not count as a thread that never returns.
    bench.watchers.enter(.body)
    let queue = OperationQueue()
    // Not traced, because so many events would hide the important ones.
    let probe = Probe(run: {}, begin: { call in Thread.detachNewThread { call() } })
    var crowd: Set<ObjectIdentifier> = []
    for _ in 0..<count {
      let operation = subject.make(probe)
      crowd.insert(ObjectIdentifier(operation))
      queue.addReliably(operation)
    }
    bench.watchers.leave(.body)
    // An operation may add others to its queue.
    func left() -> Int { queue.operations.count { crowd.contains(ObjectIdentifier($0)) } }
    // This trial is about a pool with only blocked threads, so it does not wait for the pools. One
    // operation has shown that tasks have threads.
    let isStill = awaitSilence(
      Self.patience + bench.policy.silence, waitsForTasks: count == 1,
      pools: PoolMarkers(pools: []), counting: left,
      until: { left() == 0 })
    return left() == 0 ? nil : (left(), !isStill)
  }

  fileprivate static let oneIsStuck: Event.Mark = "a single one does not end"
  fileprivate static let sharesProcess: Event.Mark = "other trials share the pool"
  fileprivate static let poolIsFree: Event.Mark = "the pool has threads left"
  fileprivate static let poolGrows: Event.Mark = "Dispatch adds a thread a second"
  private static let crowd = 64
}
