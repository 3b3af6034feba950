import Foundation
import OperationLab

/// Many short lives of the operation under check, in which start, cancel and the end of its work
/// meet at moments that follow from a seed.
///
/// It writes few events: the seed it runs on, now and then the round, and the first fault.
struct Race {
  /// The subject of its events.
  static let subject = "race"

  /// Recorded when all went well without a race.
  static let calm: Event.Mark = "without a race it does not always go wrong"

  /// Whether that mark says what goes wrong without a race.
  static func isCalmFault(_ mark: Event.Mark) -> Bool { mark.isLike(calmFault("")) }

  /// Recorded with what goes wrong without a race.
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
  /// How many rounds are so few that they get more time.
  private static let few = 300
  /// How many times as long it goes on at most where others keep it waiting, or rounds are few.
  private static let most = 10
  /// Lives that are looked at together, afterwards; the first is alone, because it may be long.
  private static let largestBatch = 64
  /// What a batch takes if nothing in it waits for anything but a thread's turn.
  private static let glance = Duration.milliseconds(20)

  init(_ trial: TrialBench, isQueued: Bool) {
    self.trial = trial
    self.isQueued = isQueued
    log = trial.bench.log(Self.subject)
    asker = Asker(trial.bench.policy)
    runners = (0..<3).map { _ in trial.bench.worker() }
  }

  /// Blocks the calling thread until the time is over or a life has gone wrong.
  func run() {
    log(.began, nil, .mark(Event.Mark("seed {}", seed)))
    let clock = ContinuousClock()
    var tallies: [RaceLife.Tally] = []
    var (size, lead) = (1, UInt64(0))
    trial.bench.watchers.enter(.program)
    defer { trial.bench.watchers.leave(.program) }
    guard goesWellCalmly() else { return }
    let start = clock.now
    // A machine that is busy with others gives some more time, so that something can meet at all.
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
      // A quarter were faster: the others may have been kept waiting by something else.
      let leads = batch.compactMap(\.lead).sorted()
      lead = leads.dropFirst(leads.count / 4).first ?? lead
    }
    // A completion block that runs twice may do so late: this looks at the earlier rounds, too.
    for tally in tallies {
      if let fault = tally.fault { return report(fault, in: tally.round, state: nil) }
    }
    let count: Event.Mark =
      tallies.count == 1 ? "1 round" : Event.Mark("{} rounds", .number(tallies.count))
    log(.ended, nil, .mark(count))
  }

  /// Lets lives pass in which one thing is done after another: whatever goes wrong there goes wrong
  /// without a race.
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
        // What goes wrong only sometimes is a race, if one of the operation's own making.
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
    /// All came to their end.
    case over
    /// Nothing can happen any more, and one did not.
    case stuck
    /// Something still goes on.
    case unknown
  }

  /// Sends the lives on their way, one after the other.
  ///
  /// - Parameters:
  ///   - parts: what each thread does with each life.
  ///   - isHasty: whether to give up soon, where nobody is convicted for it.
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
    // Who waits for a timer is quiet, too: where somebody is convicted for it, silence must last.
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
