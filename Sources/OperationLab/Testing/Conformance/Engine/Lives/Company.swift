import Foundation
import OperationBench
import OperationLab

/// Which lives a child is to lead operations through, all at once, and what to tell of them.
package struct LivesRequest: Codable, Hashable, Sendable {
  let lives: [Life]
  /// Whether to tell only what the lives do not clearly keep.
  var isCompany = false
  /// The ids of the rules that are checked.
  var rules: [String] = []
  /// The lives to tell of although they keep all rules.
  var shown: Set<String> = []
  /// How long an operation may wait for a timer.
  let patience: Duration
  /// Whether to wait long for what is missing.
  package var waitsLong = false
  /// Whether the operation keeps the probe's work.
  var keepsWork = true
  /// How many pieces of work an operation does that is left alone.
  var pieces = 1
  /// Whether one that comes after another does its work, too.
  var nextWorks = false
  /// Whether it needs no thread while its work goes on.
  var keepsNoThread = false
  /// Whether what it has left behind may come later.
  var awaitsTimers = true
  /// Whether an operation tells the probe its result.
  var answers = false
}

/// What a child tells of a life.
struct LifeReport: Codable, Sendable {
  /// Its name.
  var life: String
  /// The ids of the rules that it does not clearly keep, in company.
  var doubts: [String]
  /// `nil` if it need not be shown.
  var run: Run?
}

/// Lives that are led side by side in one process: all take a step, the process becomes idle once, and
/// all take the next one.
///
/// What costs most in a life is to find out that the process is idle, and that is of the process. What
/// goes wrong in company may have to do with the others, so it says nothing yet.
@MainActor
final class Company {
  private let request: LivesRequest
  private var lives: [Life] { request.lives }
  private let scenes: [LifeScene]
  /// That of the process, which knows of all waits.
  private let bench: Bench
  private var waitsLong: Bool { request.waitsLong }
  private var isCompany: Bool { request.isCompany }
  /// What has done nothing for long although it might: it is stuck until something happens to it.
  private var stuck = Stuck()
  /// Whether it has waited long for what did not come.
  private var hasWaited = false

  private struct Stuck {
    /// How much each life had seen by then.
    var lives: [Int: Int] = [:]
    /// The calls that had not come back.
    var calls = 0
  }

  /// - Parameter bench: that of the process, and of the operation if there is only one life.
  init(_ request: LivesRequest, of subject: Subject, on bench: Bench) {
    self.request = request
    self.bench = bench
    scenes = request.lives.map { life in
      let own =
        !request.isCompany
        ? bench
        : Bench(recorder: Recorder(), policy: bench.policy, waitingThreads: bench.waitingThreads)
      return LifeScene(life, of: subject, request, on: own)
    }
  }

  /// The runs of the lives. `nil` if the process did not become idle in time.
  func run() -> [Run]? {
    let mayGoOn = Latch()
    defer { mayGoOn.open() }
    for step in LifeScene.steps(of: lives) {
      // What is put into Dispatch's pools and the main queue waits until all have been cancelled.
      let isHeld = lives.contains(where: \.isHeldBack)
      if step == .begin, isHeld {
        awaitReadiness()
        PoolMarkers.hold(until: mayGoOn)
      }
      for scene in scenes { scene.take(step) }
      let isStart = if case .event(.started, _) = step { true } else { step == .begin }
      guard rest(after: step, holdsPools: isHeld && isStart) else { return nil }
      if isHeld, isStart, step != .begin {
        mayGoOn.open()
        guard rest(after: step) else { return nil }
      }
      if step == .lookAtEnd { guard snapshots() != nil else { return nil } }
      if step == .another, request.awaitsTimers, awaitTimers() {
        guard rest(after: step) else { return nil }
      }
    }
    // The host takes one of a single life.
    guard isCompany, let snapshots = snapshots() else { return nil }
    return zip(scenes, snapshots).map { scene, snapshot in
      Run(of: scene.life, scene.bench.trace, snapshot)
    }
  }

  /// Gives what is started by hand the time to become ready. While the pools are held, it cannot.
  private func awaitReadiness() {
    var deadline = Deadline(Durations.mostPatience)
    while bench.ask({ [scenes] in scenes.allSatisfy(\.mayStart) }) == false, !deadline.isOver(),
      MainQueue.serve()
    {
      _ = Latch().wait(deadline: .milliseconds(1))
    }
  }

  /// Waits until no timer is near: what one does then hits who is there.
  ///
  /// - Returns: whether there was any.
  private func awaitTimers() -> Bool {
    bench.waitingThreads.enter(.program)
    defer { bench.waitingThreads.leave(.program) }
    var (deadline, hasWaited) = (Deadline(Durations.nearTimer), false)
    while let next = Platform.nextTimer, next < Durations.nearTimer, !deadline.isOver(),
      MainQueue.serve()
    {
      _ = Latch().wait(deadline: min(next, .milliseconds(20)))
      hasWaited = true
    }
    return hasWaited
  }

  /// Waits until all threads sleep.
  ///
  /// - Parameter holdsPools: whether Dispatch's pools and the main queue are held.
  private func rest(after step: LifeScene.Step, holdsPools: Bool = false) -> Bool {
    bench.waitingThreads.enter(.program)
    defer { bench.waitingThreads.leave(.program) }
    let silence = bench.policy.silence
    // A thread that wakes up again and again may count how often. One life shows that.
    let looksForLoops = step == .begin && lives.contains(Life(.queued))
    let driver = RestDriver(
      servesMainQueue: !holdsPools,
      patience: looksForLoops ? max(silence, Durations.mostPatience) : silence,
      pools: holdsPools ? PoolMarkers(pools: []) : PoolMarkers())
    let limit =
      isCompany
      ? Durations.step + silence
      : Durations.longestWait + (waitsLong ? Durations.longSilence : .zero)
    return driver.run(until: Deadline(limit)) { _ in
      RestSearch.Look(
        threads: Platform.threadActivity(),
        changes: scenes.reduce(0) { $0 &+ $1.bench.recorder.count })
    } decides: { _, look in
      guard look.isRest(for: .zero) else { return false }
      let isAwaited = waitsLong && !hasCome(step)
      let silence = isAwaited ? patience : silence
      let mayGoOn = isAwaited || looksForLoops || !waitsLong && isUnderWay
      guard mayGoOn else { return true }
      guard look.isRest(for: silence) else { return false }
      hasWaited = true
      stuck = Stuck(
        lives: [Int: Int](uniqueKeysWithValues: scenes.enumerated().map { ($0, $1.happened) }),
        calls: calls)
      return true
    }
  }

  /// How long a patient life waits. For what comes after the first long wait, Dispatch has threads.
  private var patience: Duration {
    if Platform.waitsForTime() { return Durations.longSilence }
    return hasWaited ? Durations.silence / 2 : Durations.silence
  }

  /// Whether what the step should lead to has happened in each life, or never will.
  private func hasCome(_ step: LifeScene.Step) -> Bool {
    bench.ask { [scenes, stuck] in
      scenes.enumerated().allSatisfy { place, scene in
        stuck.lives[place] == scene.happened || scene.hasCome(step)
      }
    } == true
  }

  /// Whether an operation may be about to do something, as far as states tell.
  private var isUnderWay: Bool {
    let moves = bench.ask { [scenes, stuck] in
      scenes.enumerated().contains { place, scene in
        stuck.lives[place] != scene.happened && scene.isUnderWay
      }
    }
    return moves != false || calls > stuck.calls
  }

  /// How many calls have not come back, although nothing holds them.
  private var calls: Int { bench.waitingThreads.runningWork }

  /// The state of all that each life knows of, which is also recorded.
  private func snapshots() -> [Snapshot]? {
    guard let all = bench.ask({ [scenes] in scenes.map { $0.bench.registry.snapshot() } })
    else { return nil }
    for (scene, snapshot) in zip(scenes, all) { scene.bench.recordSettled(snapshot) }
    return all
  }
}

extension LivesRequest {
  /// Leads them. Whether nothing is left of them that the next ones could notice.
  @MainActor
  func perform(_ subject: Subject, _ rules: [Rule], on host: ProgramHost) -> Bool {
    let subject = subject.keepingWork(keepsWork).answering(answers)
    let rules = rules.filter { self.rules.contains($0.id) }
    var leavesNothing = !lives.contains(where: \.isMisused)
    // A life that waits long must not count as a hang.
    let sole = lives.first.flatMap { $0.isSole ? $0 : nil }
    let request = ProgramHost.Request(
      policy: .subject(silence: patience),
      silence: sole != nil && waitsLong ? Durations.silence * 2 : .zero
    ) { bench in
      let making = isCompany ? subject : subject.reportingMaking(to: host)
      var found: [Run]?
      if let sole {
        SoleScene(sole, of: making, self, on: bench).run()
        guard isCompany else { return }
        found = [Run(of: sole, bench.trace, bench.settledSnapshot())]
      } else {
        found = Company(self, of: making, on: bench).run()
        guard isCompany else { return }
      }
      // What is left of it is no longer of interest.
      guard let runs = found else { return host.quit(0) }
      for (life, run) in zip(lives, runs) {
        let doubts = rules.filter { rule in
          rule.concerns(life) && !(rule.isDecidable(on: subject) && rule.finding(in: run).isClean)
        }.map(\.id)
        host.answer(
          LifeReport(
            life: life.name, doubts: doubts, run: shown.contains(life.name) ? run : nil))
        let isSound = doubts.isEmpty && run.outcome == .completes
        leavesNothing =
          leavesNothing && (isSound || run.snapshot?.leavesNothing(run.trace) == true)
      }
      if !leavesNothing { host.quit(0) }
    }
    return host.run(request) && leavesNothing
  }
}

extension Run {
  /// What was recorded of a life that has come to its end.
  fileprivate init(of life: Life, _ trace: Trace, _ snapshot: Snapshot) {
    self.init(
      program: life.name, outcome: ProgramRunner.outcome(.exited(0), snapshot, trace),
      trace: trace, snapshot: snapshot)
  }
}
