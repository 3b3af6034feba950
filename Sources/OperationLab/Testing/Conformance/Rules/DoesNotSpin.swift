import Foundation
import OperationBench
import OperationLab

extension Rule {
  static let doesNotSpin: Rule = .init(
    "does-not-spin", needsProbe: true, endings: .ignore, method: .measurement,
    trials: [.spinTrial]
  ) { runs in
    let run = try runs[Trial.spinTrial.name]
    let began = try run.first(.began, of: Probe.subject)
    guard let look = run.lookForSpin else {
      throw MissingEvidence.event(
        .noted, subject: TrialBench.subjectName, program: run.program)
    }
    return .holds(
      "its threads slept while its work was held", [began, look],
      unless: [.seen(run.seesSpin, "its work was held, and a thread never slept")])
  }
}

extension Trial {
  /// The runner also uses it in advance to learn that the operation never becomes idle, and whether
  /// operations can be made.
  static let spinTrial = Trial(
    "held", "Its work is held, and its threads are watched.", holdsWork: true
  ) { trial in
    let first = trial.make()
    let log = trial.bench.log(TrialBench.subjectName)
    log(.firstMade)
    let queue = trial.bench.queue("queue", width: 1)
    if trial.subject.usesProbe {
      queue.addOperation(first)
      trial.lookForSpin()
      trial.work.release(all: true)
    }
    let next = Environment(Environment.next, .endsLater, isHeld: false, on: trial.bench)
    let second = trial.subject.make(next.probe())
    if first === second { return log(.sameAgain) }
    func isEmpty() -> Bool { trial.bench.ask { queue.operationCount == 0 } == true }
    guard trial.subject.usesProbe, trial.wait(until: isEmpty) else { return }
    queue.addOperation(second)
    trial.wait { next.begun > 0 || isEmpty() }
    if next.begun > 0 { log(.nextWorks) }
  }
}

extension Run {
  /// Whether a thread was busy while the work was held, in this run of ``Trial/spinTrial``.
  var seesSpin: Bool { lookForSpin?.mark == TrialBench.busy }

  fileprivate var lookForSpin: Evidence? {
    all(.noted, of: TrialBench.subjectName).first {
      [TrialBench.busy, TrialBench.asleep].contains($0.mark)
    }
  }
}

extension TrialBench {
  static let busy: Event.Mark = "a thread is busy"
  fileprivate static let asleep: Event.Mark = "its threads sleep"

  /// Watches the threads until they have slept several times, or much processor time is used.
  ///
  /// It does not use a time limit, because on a busy machine a thread may wait that long for a
  /// processor before it sleeps.
  fileprivate func lookForSpin() {
    guard wait(until: { work.begun > 0 }) else { return }
    bench.waitingThreads.enter(.program)
    defer { bench.waitingThreads.leave(.program) }
    let before = Self.timeOfOthers
    var (used, sleeps) = (Duration.zero, 0)
    _ = RestDriver(pause: .milliseconds(2)).run { _ in
      RestSearch.Look(threads: Platform.threadActivity())
    } decides: { look, step in
      // The next look may see the same sleep again.
      if look.isStill, step != .lookAgain { sleeps += 1 }
      used = Self.timeOfOthers - before
      return sleeps >= Self.enoughSleeps || used > Self.muchTime
    }
    bench.log(Self.subjectName)(sleeps < Self.enoughSleeps ? Self.busy : Self.asleep)
    if sleeps < Self.enoughSleeps { OwnCalls.tell() }
  }

  /// The processor time of all threads but the calling one, which uses time to watch them.
  private static var timeOfOthers: Duration {
    ProcessorTime.ofProcess - ProcessorTime.ofThisThread
  }

  private static let enoughSleeps = 8
  private static let muchTime = Duration.milliseconds(150)
}
