import Foundation
import OperationLab

extension Rule {
  static let doesNotSpin = Rule(
    "does-not-spin",
    "While it waits for its work, it uses next to no processor time.",
    cost:
      "A core is busy with asking \"is it over?\" for as long as the work takes; the battery, too.",
    cure: """
      Do not ask in a loop: report isFinished in the completion of the work, or wait for a \
      semaphore.
      """,
    lesson: 10, needsProbe: true, endings: .ignore, isRepetitive: true,
    trials: [.spinTrial]
  ) { runs in
    let run = try runs[Trial.spinTrial.name]
    let began = try run.first(.began, of: Probe.subject)
    let look = try run.first(.noted, of: TrialBench.subjectName)
    try run.require(
      !run.seesSpinOfSomebody,
      "the busy thread is the operation's own; one of a queue's does others' work, too, in a process "
        + "that is shared, and only `lab check` can tell")
    return .holds(
      "its threads slept while its work was held", [began, look],
      unless: [.seen(run.seesSpin, "its work was held, and a thread never slept")])
  }
}

extension Trial {
  /// Also tells the runner in advance that nothing will ever come to rest.
  static let spinTrial = Trial(
    "held", "Its work is held while somebody looks at its threads.", holdsWork: true,
    takesLong: true
  ) { trial in
    let operation = trial.make()
    if trial.bench.sharesProcess {
      // A queue's thread is anybody's as soon as start() has returned.
      trial.waitForReadiness(of: operation)
      trial.bench.elsewhere { trial.start(operation) }
    } else {
      trial.bench.queue("queue", width: 1).addOperation(operation)
    }
    trial.lookForSpin()
    trial.release.open()
  }
}

extension Run {
  /// Whether, in this run of ``Trial/spinTrial``, a thread was busy for as long as the work was held.
  var seesSpin: Bool { lookAtThreads == TrialBench.busy }

  /// Whether that thread works for a queue, in a process that is shared: it may be anybody's work.
  var seesSpinOfSomebody: Bool { lookAtThreads == TrialBench.busyForAQueue }

  private var lookAtThreads: Event.Mark? { all(.noted, of: TrialBench.subjectName).last?.mark }
}

extension TrialBench {
  fileprivate static let busy: Event.Mark = "a thread is busy"
  fileprivate static let busyForAQueue: Event.Mark = "a thread of a queue's is busy"

  /// Looks at the threads until they have slept some times, or much processor time is used up.
  ///
  /// Not until some time has passed: on a busy machine, a thread that only wants to go to sleep may
  /// have to wait for its turn as long.
  fileprivate func lookForSpin() {
    wait { probe.beginner != nil }
    guard let beginner = probe.beginner else { return }
    bench.watchers.enter(.program)
    defer { bench.watchers.leave(.program) }
    let before = processorTime(of: beginner.thread)
    var (used, sleeps) = (Duration.zero, 0)
    Platform.withUncountedNaps {
      while sleeps < Self.enoughSleeps, used <= Self.muchTime {
        let sleep = sleep(of: beginner.thread)
        _ = Door().wait(deadline: sleep == .unknown ? Self.glance : .milliseconds(2))
        let now = processorTime(of: beginner.thread) - before
        // Where threads cannot be asked, only the time tells that they use.
        let isAsleep = sleep == .unknown ? now - used < Self.nextToNothing : sleep == .asleep
        used = now
        if isAsleep { sleeps += 1 }
      }
    }
    if sleeps < Self.enoughSleeps, tellsStacks {
      Platform.Suspects.working.withLock { $0 }?.tell()
      while true { Platform.parkThread() }
    }
    let busy = bench.sharesProcess && beginner.servesQueue ? Self.busyForAQueue : Self.busy
    bench.log(Self.subjectName)(sleeps < Self.enoughSleeps ? busy : "its threads sleep")
  }

  private enum Sleep { case asleep, awake, unknown }

  private func sleep(of thread: Platform.ThreadNumber) -> Sleep {
    if bench.sharesProcess {
      return switch Platform.sleep(ofThread: thread) {
      case .asleep, .gone: .asleep
      case .awake: .awake
      case .unknown: .unknown
      }
    }
    return switch Platform.threadActivity() {
    case .asleep: .asleep
    case .running: .awake
    case .unknown: .unknown
    }
  }

  /// What the thread, in a shared process, or all threads but the calling one have used of the
  /// processors: to look at threads takes time, too.
  private func processorTime(of thread: Platform.ThreadNumber) -> Duration {
    bench.sharesProcess
      ? ProcessorTime.ofThread(thread) : ProcessorTime.ofProcess - ProcessorTime.ofThisThread
  }

  private static let enoughSleeps = 8
  private static let muchTime = Duration.milliseconds(150)
  /// How long threads that cannot be asked are watched at a time, and what they may use meanwhile.
  private static let glance = Duration.milliseconds(100)
  private static let nextToNothing = Duration.milliseconds(5)
}
