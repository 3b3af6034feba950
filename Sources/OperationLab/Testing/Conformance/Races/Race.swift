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
  private let inquiry = Inquiry()
  /// One thread each to start, to cancel and to end.
  private let runners: [Worker]
  /// Where those threads can be halted.
  private let halts = RacePlan.Role.allCases.map { _ in Halt() }

  /// How many rounds are enough.
  private static let enough = 4_000
  /// How many rounds are so few that they get more time.
  private static let few = 300
  /// How many times as long it goes on at most where others keep it waiting, or rounds are few.
  private static let most = 10
  /// Lives that are looked at together, afterwards; the first is alone, because it may be long.
  private static let largestBatch = 64
  /// How often to look in the end, with patience, in a process that is shared.
  private static let sharedLooks = 4
  /// What a batch takes if nothing in it waits for anything but a thread's turn.
  private static let glance = Duration.milliseconds(20)

  init(_ trial: TrialBench, isQueued: Bool) {
    self.trial = trial
    self.isQueued = isQueued
    log = trial.bench.log(Self.subject)
    runners = (0..<3).map { _ in trial.bench.worker() }
  }

  /// Blocks the calling thread until the time is over or a life has gone wrong.
  func run() {
    log(.began, nil, .mark(Event.Mark("seed {}", seed)))
    let clock = ContinuousClock()
    var tallies: [RaceLife.Tally] = []
    var (size, lengths) = (1, RacePlan.Lengths())
    trial.bench.watchers.enter(.body)
    defer { trial.bench.watchers.leave(.body) }
    guard goesWellCalmly() else { return }
    let start = clock.now
    for (runner, halt) in zip(runners, halts) { runner.async { halt.adoptThisThread() } }
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
          plan: RacePlan(
            seed: trial.seed, round: round, isQueued: isQueued, lengths: lengths),
          isQueued: isQueued, halts: halts, make: trial.subject.make)
      }
      let batchStart = clock.now
      guard isOver(batch, by: runners) else { return reportFault(in: batch) }
      if clock.now - batchStart < Self.glance { size = min(size * 2, Self.largestBatch) }
      if tallies.count / 500 < (tallies.count + batch.count) / 500 {
        log(Event.Mark("round {}", .number(first)))
      }
      tallies += batch.map(\.tally)
      lengths.learn(from: batch)
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
    let isOver = isOver([life], parts: [all], by: [trial.bench.worker()], isHasty: isHasty)
    let inquiry = Inquiry()
    let state = inquiry.ask { OperationState(of: life.operation) }
    return life.fault(state).map { ($0, state) } ?? (isOver ? nil : ("it is still busy", state))
  }

  private typealias Part = @Sendable (RaceLife) -> () -> Void

  /// Sends the lives on their way, one after the other; says whether all came to their end, or
  /// `false` when nothing can happen any more and they did not.
  ///
  /// - Parameters:
  ///   - parts: what each thread does with each life.
  ///   - isHasty: whether to give up soon, where nobody is convicted for it.
  private func isOver(
    _ batch: [RaceLife], parts: [Part] = [RaceLife.start, RaceLife.cancel, RaceLife.end],
    by runners: [Worker], isHasty: Bool = false
  ) -> Bool {
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
        && inquiry.ask { batch.allSatisfy(\.saysOver) } == true
    }
    _ = isDone.wait(deadline: Self.glance)
    if isTrue(within: Self.glance, isOver) { return true }
    // Now quiet decides; but who waits for a timer is quiet, too. And a process that is shared is
    // never quiet: there, much patience has to do.
    let patience = trial.bench.patience ?? .zero
    if isQuietBefore(isOver, within: patience * 10) { return true }
    let last = max(patience, isHasty ? .zero : TrialBench.patience)
    if isTrue(within: last, isOver) { return true }
    guard trial.bench.sharesProcess, !isHasty else { return false }
    // Others may keep the threads that it needs, each time for a while.
    return (1..<Self.sharedLooks).contains { _ in
      var rollCall = RollCall()
      _ = rollCall.isAnswered(within: TrialBench.patience * 4, unless: isOver)
      return isTrue(within: last, isOver)
    }
  }

  /// Whether it is over once all is quiet, if that is any time soon.
  private func isQuietBefore(_ isOver: () -> Bool, within time: Duration) -> Bool {
    Quiescence(
      bench: trial.bench, rank: .body, servesMainQueue: Thread.isMainThread
    ).wait(deadline: trial.bench.sharesProcess ? time : .seconds(3), unless: isOver) == nil
  }

  private func isTrue(within time: Duration, _ condition: () -> Bool) -> Bool {
    let clock = ContinuousClock()
    var (end, lateness) = (clock.now + time, Lateness())
    while clock.now < end {
      if condition() { return true }
      end += lateness.atThisLook()
      let serves = Thread.isMainThread && !trial.bench.sharesProcess
      trial.pause(servesMainQueue: serves, for: .microseconds(200))
    }
    return false
  }

  private func reportFault(in batch: [RaceLife]) {
    for life in batch {
      let state = inquiry.ask { OperationState(of: life.operation) }
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

extension RacePlan.Lengths {
  /// Takes what is usual among the lives, unless none of them tells.
  mutating func learn(from lives: [RaceLife]) {
    // A quarter were faster: the others may have been kept waiting by something else.
    lead = Self.value(at: 1, among: lives.compactMap(\.lead)) ?? lead
    for role in RacePlan.Role.allCases {
      let lengths = lives.compactMap { $0.length(of: role) }
      roles[role.rawValue] = Self.value(at: 2, among: lengths) ?? roles[role.rawValue]
    }
  }

  private static func value(at quarter: Int, among lengths: [UInt64]) -> UInt64? {
    lengths.sorted().dropFirst(lengths.count * quarter / 4).first
  }
}
