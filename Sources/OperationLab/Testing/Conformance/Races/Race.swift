import Foundation
import OperationLab

/// Many short lives of the operation under check, in which start, cancel and the end of its work
/// meet by chance.
///
/// They show events that *happen*: the process ends, or an end comes twice. An event that is
/// missing at the end of a race may still come, so it shows nothing. Orders decide about it.
///
/// It records few events: its beginning, now and then the round, the first fault and its end.
struct Race {
  /// The subject of its events.
  static let subject = "race"

  /// Recorded when there is no fault without a race.
  static let calm: Event.Mark = "without a race it does not go wrong"

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
  /// How long it continues, if it finds no fault.
  private static let length = Duration.milliseconds(100)
  /// The largest factor by which a race is extended on a busy machine or with few rounds.
  private static let most = 10
  /// The number of lives that are examined together afterwards. The first life is alone, because it
  /// may be long.
  private static let largestBatch = 64
  /// The time of a batch in which operations wait only for their threads.
  private static let glance = Duration.milliseconds(20)
  /// The shortest silence after which a life counts as unfinished.
  private static let leastSilence = Duration.seconds(1)

  init(_ trial: TrialBench, isQueued: Bool) {
    self.trial = trial
    self.isQueued = isQueued
    log = trial.bench.log(Self.subject)
    asker = Asker()
    runners = (0..<3).map { _ in trial.bench.worker() }
  }

  /// Blocks the calling thread until the time has passed, an end has come twice, or a life does not
  /// finish.
  func run() {
    log(.began)
    let clock = ContinuousClock()
    var tallies: [RaceLife.Tally] = []
    var (size, lead) = (1, UInt64(0))
    trial.bench.watchers.enter(.program)
    defer { trial.bench.watchers.leave(.program) }
    guard goesWellCalmly() else { return }
    let start = clock.now
    // A busy machine gets more time, so that enough races can happen.
    var deadline = Deadline(Self.length, most: Self.most)
    func isTimeOver() -> Bool {
      if clock.now - start >= Self.length * Self.most { return true }
      return tallies.count >= Self.few && deadline.isOver()
    }
    var isUnderWay = false
    while !isUnderWay, tallies.isEmpty || tallies.count < Self.enough && !isTimeOver() {
      let batch = (0..<size).map { _ in
        RaceLife(plan: RacePlan(lead: lead), isQueued: isQueued, make: trial.subject.make)
      }
      let batchStart = clock.now
      isUnderWay = !end(batch, by: runners)
      size = clock.now - batchStart < Self.glance ? min(size * 2, Self.largestBatch) : 1
      if tallies.count / 500 < (tallies.count + batch.count) / 500 {
        log(Event.Mark("round {}", .number(tallies.count + 1)))
      }
      tallies += batch.map(\.tally)
      // A quarter were faster. The others may have waited for the machine.
      let leads = batch.compactMap(\.lead).sorted()
      lead = leads.dropFirst(leads.count / 4).first ?? lead
    }
    // The second run of a completion block may come late, so this checks the earlier rounds, too.
    if let fault = tallies.lazy.compactMap(\.repetition).first {
      return trial.bench.recorder.record(.observed, TrialBench.subjectName, .mark(fault))
    }
    let count: Event.Mark =
      tallies.count == 1 ? "1 round" : Event.Mark("{} rounds", .number(tallies.count))
    log(isUnderWay ? .timedOut : .ended, nil, .mark(count))
  }

  /// Runs lives with one step after another. A fault in them occurs without a race.
  private func goesWellCalmly() -> Bool {
    let start: Part = { [bench = trial.bench] life in { life.startCalmly(on: bench.worker()) } }
    let lives: [(parts: [Part], endsAtOnce: Bool)] = [
      ([start, RaceLife.end], false), ([start, RaceLife.end], true),
      ([start, RaceLife.end, RaceLife.cancel], false),
      ([RaceLife.cancel, start, RaceLife.end], false),
      ([start, RaceLife.waitForWork, RaceLife.cancel, RaceLife.end], false),
    ]
    for life in lives {
      guard let (fault, state) = calmFault(life.parts, endsAtOnce: life.endsAtOnce) else {
        continue
      }
      trial.bench.recorder.record(
        .noted, Self.subject, state: state, .mark(Self.calmFault(fault)))
      return false
    }
    log(Self.calm)
    return true
  }

  private func calmFault(
    _ parts: [Part], endsAtOnce: Bool
  ) -> (Event.Mark, OperationState)? {
    let life = RaceLife(
      plan: RacePlan(cancels: true, endsAtOnce: endsAtOnce), racers: 1,
      isQueued: isQueued, make: trial.subject.make)
    let all: Part = { life in { for part in parts + [RaceLife.noteCancel] { part(life)() } } }
    let isOver = end([life], parts: [all], by: [trial.bench.worker()])
    let state = Asker().ask { OperationState(of: life.operation) }
    let fault = life.fault(state) ?? (isOver ? nil : "it is still under way")
    return fault.map { ($0, state ?? []) }
  }

  private typealias Part = @Sendable (RaceLife) -> () -> Void

  /// Runs the lives, one after the other. Returns whether all have finished before a silence as
  /// long as the operation takes.
  ///
  /// - Parameter parts: what each thread does with each life.
  private func end(
    _ batch: [RaceLife], parts: [Part] = [RaceLife.start, RaceLife.cancel, RaceLife.end],
    by runners: [Worker]
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
        && asker.ask { batch.allSatisfy(\.saysOver) } == true
    }
    _ = isDone.wait(deadline: Self.glance)
    let glance = ContinuousClock.now + Self.glance
    while ContinuousClock.now < glance {
      if isOver() { return true }
      trial.pause(servesMainQueue: Thread.isMainThread, for: .microseconds(200))
    }
    trial.awaitSilence(
      max(trial.bench.policy.silence, Self.leastSilence),
      counting: { batch.count(where: \.looksOver) },
      until: isOver)
    return isOver()
  }
}
