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
    if trial.bench.policy.isShared {
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
    while sleeps < Self.enoughSleeps, used <= Self.muchTime {
      let isAsleep = isAsleep(beginner.thread)
      _ = Door().wait(deadline: .milliseconds(2))
      used = processorTime(of: beginner.thread) - before
      if isAsleep { sleeps += 1 }
    }
    if sleeps < Self.enoughSleeps, tellsStacks {
      Platform.Suspects.working.withLock { $0 }?.tell()
      while true { Platform.parkThread() }
    }
    let busy = bench.policy.isShared && beginner.servesQueue ? Self.busyForAQueue : Self.busy
    bench.log(Self.subjectName)(sleeps < Self.enoughSleeps ? busy : "its threads sleep")
  }

  /// Whether the thread, in a shared process, or every thread sleeps.
  private func isAsleep(_ thread: Platform.ThreadNumber) -> Bool {
    bench.policy.isShared
      ? Platform.threads()?.first { $0.number == thread }.map { $0.sleepMark != nil } ?? true
      : Platform.threadActivity() != .running
  }

  /// What the thread, in a shared process, or all threads but the calling one have used of the
  /// processors: to look at threads takes time, too.
  private func processorTime(of thread: Platform.ThreadNumber) -> Duration {
    bench.policy.isShared
      ? ProcessorTime.ofThread(thread) : ProcessorTime.ofProcess - ProcessorTime.ofThisThread
  }

  private static let enoughSleeps = 8
  private static let muchTime = Duration.milliseconds(150)
}
