import Foundation
import OperationLab

/// Many short lives of the operation under check, in which start, cancel and the end of its work
/// meet. A seed determines the moments.
///
/// It records few events: the seed, now and then the round, and the first fault.
struct Race {
  /// The subject of its events.
  static let subject = "race"

  /// Recorded when there is no fault without a race.
  static let calm: Event.Mark = "without a race it does not always go wrong"

  /// Whether the mark is a fault without a race.
  static func isCalmFault(_ mark: Event.Mark) -> Bool { mark.isLike(calmFault("")) }

  /// Recorded with the fault that occurs without a race.
  private static func calmFault(_ fault: Event.Mark) -> Event.Mark {
    Event.Mark("without a race: {}", .mark(fault))
  }

  let trial: TrialBench
  /// Whether a queue starts the operations, or a thread by hand.
  let isQueued: Bool
  private let log: Log
  private let asker: Asker
  /// One thread each to start, to cancel and to end.
  private let runners: [Worker]

  /// How many rounds are enough.
  private static let enough = 4_000
  /// Fewer rounds than this get more time.
  private static let few = 300
  /// The largest factor by which a race is extended on a busy machine or with few rounds.
  private static let most = 10
  /// The number of lives that are examined together afterwards. The first life is alone, because it
  /// may be long.
  private static let largestBatch = 64
  /// The time of a batch in which operations wait only for their threads.
  private static let glance = Duration.milliseconds(20)

  init(_ trial: TrialBench, isQueued: Bool) {
    self.trial = trial
    self.isQueued = isQueued
    log = trial.bench.log(Self.subject)
    asker = Asker(trial.bench.policy)
    runners = (0..<3).map { _ in trial.bench.worker() }
  }

  /// Blocks the calling thread until the time has passed or a life has a fault.
  func run() {
    log(.began, nil, .mark(Event.Mark("seed {}", seed)))
    let clock = ContinuousClock()
    var tallies: [RaceLife.Tally] = []
    var (size, lead) = (1, UInt64(0))
    trial.bench.watchers.enter(.program)
    defer { trial.bench.watchers.leave(.program) }
    guard goesWellCalmly() else { return }
    let start = clock.now
    // A busy machine gets more time, so that enough races can happen.
    var deadline = Deadline(trial.raceLength, most: Self.most)
    func isTimeOver() -> Bool {
      if clock.now - start >= trial.raceLength * Self.most { return true }
      return tallies.count >= Self.few && deadline.isOver()
    }
    while tallies.isEmpty || tallies.count < Self.enough && !isTimeOver() {
      let first = tallies.count + 1
      let batch = (first..<first + size).map { round in
        RaceLife(
          round: round,
          plan: RacePlan(seed: trial.seed, round: round, lead: lead), isQueued: isQueued,
          make: trial.subject.make)
      }
      let batchStart = clock.now
      let end = end(of: batch, by: runners)
      guard end == .over else { return report(end, of: batch) }
      if clock.now - batchStart < Self.glance { size = min(size * 2, Self.largestBatch) }
      if tallies.count / 500 < (tallies.count + batch.count) / 500 {
        log(Event.Mark("round {}", .number(first)))
      }
      tallies += batch.map(\.tally)
      // A quarter were faster. The others may have waited for the machine.
      let leads = batch.compactMap(\.lead).sorted()
      lead = leads.dropFirst(leads.count / 4).first ?? lead
    }
    // The second run of a completion block may come late, so this checks the earlier rounds, too.
    for tally in tallies {
      if let fault = tally.fault { return report(fault, in: tally.round, state: nil) }
    }
    let count: Event.Mark =
      tallies.count == 1 ? "1 round" : Event.Mark("{} rounds", .number(tallies.count))
    log(.ended, nil, .mark(count))
  }

  /// Runs lives with one step after another. A fault in them occurs without a race.
  private func goesWellCalmly() -> Bool {
    let start: Part = { [bench = trial.bench] life in { life.startCalmly(on: bench.worker()) } }
    let orders: [[Part]] = [
      [start, RaceLife.end], [start, RaceLife.end, RaceLife.cancel],
      [RaceLife.cancel, start, RaceLife.end],
      [start, RaceLife.waitForWork, RaceLife.cancel, RaceLife.end],
    ]
    for parts in orders {
      for endsAtOnce in [false, true] {
        guard let fault = calmFault(parts, endsAtOnce) else { continue }
        // A fault that occurs only sometimes is a race inside the operation.
        if (0..<4).contains(where: { _ in calmFault(parts, endsAtOnce, isHasty: true) == nil }) {
          log(Self.calm)
          report(fault.mark, in: 0, state: fault.state)
        } else {
          log(Self.calmFault(fault.mark))
        }
        return false
      }
    }
    log(Self.calm)
    return true
  }

  private func calmFault(_ parts: [Part], _ endsAtOnce: Bool, isHasty: Bool = false) -> (
    mark: Event.Mark, state: OperationState?
  )? {
    let life = RaceLife(
      round: 0, plan: RacePlan(cancels: true, endsAtOnce: endsAtOnce), racers: 1,
      isQueued: isQueued, make: trial.subject.make)
    let all: Part = { life in { for part in parts + [RaceLife.noteCancel] { part(life)() } } }
    let end = end(of: [life], parts: [all], by: [trial.bench.worker()], isHasty: isHasty)
    let state = Asker(trial.bench.policy).ask { OperationState(of: life.operation) }
    return life.fault(state).map { ($0, state) }
      ?? (end == .over ? nil : ("it is still busy", state))
  }

  private typealias Part = @Sendable (RaceLife) -> () -> Void

  /// How far some lives have come.
  private enum End {
    /// All have finished.
    case over
    /// Nothing more can happen, and one has not finished.
    case stuck
    /// Something is still running.
    case unknown
  }

  /// Runs the lives, one after the other.
  ///
  /// - Parameters:
  ///   - parts: what each thread does with each life.
  ///   - isHasty: whether to give up soon. Use it only where that is not a fault.
  private func end(
    of batch: [RaceLife], parts: [Part] = [RaceLife.start, RaceLife.cancel, RaceLife.end],
    by runners: [Worker], isHasty: Bool = false
  ) -> End {
    let isDone = Door()
    let left = Locked(parts.count)
    for (runner, part) in zip(runners, parts) {
      runner.async {
        for life in batch { part(life)() }
        let isLast = left.withLock { left in
          left -= 1
          return left == 0
        }
        if isLast { isDone.open() }
      }
    }
    let isOver = {
      isDone.isOpen && batch.allSatisfy(\.looksOver)
        && asker.ask { batch.allSatisfy(\.saysOver) } == true
    }
    _ = isDone.wait(deadline: Self.glance)
    let glance = ContinuousClock.now + Self.glance
    while ContinuousClock.now < glance {
      if isOver() { return .over }
      trial.pause(servesMainQueue: Thread.isMainThread, for: .microseconds(200))
    }
    // An operation that waits for a timer is silent, too. So before a fault is reported, the
    // silence must last.
    let silence = isHasty ? trial.bench.policy.silence : TrialBench.patience
    let isStill = trial.awaitSilence(silence, until: isOver)
    return isOver() ? .over : isStill ? .stuck : .unknown
  }

  private func report(_ end: End, of batch: [RaceLife]) {
    for life in batch where end == .stuck {
      let state = asker.ask { OperationState(of: life.operation) }
      guard let fault = life.fault(state) else { continue }
      life.operation.name = TrialBench.subjectName
      trial.bench.watch(life.operation, as: TrialBench.subjectName)
      return report(fault, in: life.tally.round, state: state)
    }
    log(
      .timedOut, nil,
      .mark(Event.Mark("round {} was still going on", .number(batch[0].tally.round))))
  }

  private func report(_ fault: Event.Mark, in round: Int, state: OperationState?) {
    trial.bench.recorder.record(
      .observed, TrialBench.subjectName, state: state ?? [],
      .mark(Event.Mark("seed {}, round {}: {}", seed, .number(round), .mark(fault))))
  }

  private var seed: Event.Mark.Value { .text("\(trial.seed)") }
}
