import Foundation
import OperationLab

extension Rule {
  static let doesNotSpin = Rule(
    "does-not-spin",
    "While it waits for its work, it uses next to no processor time.",
    cost:
      "A core asks \"is it over?\" for as long as the work takes, which drains the battery.",
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
      "the busy thread is the operation's own. A thread of a queue does others' work, too, in a process "
        + "that is shared, and only `lab check` can tell")
    return .holds(
      "its threads slept while its work was held", [began, look],
      unless: [.seen(run.seesSpin, "its work was held, and a thread never slept")])
  }
}

extension Trial {
  /// The runner also uses it in advance to learn that the operation never becomes idle.
  static let spinTrial = Trial(
    "held", "Its work is held, and its threads are watched.", holdsWork: true,
    takesLong: true
  ) { trial in
    let operation = trial.make()
    if trial.bench.policy.isShared {
      // A queue's thread may do other work as soon as start() has returned.
      guard trial.beginStart(of: operation) else { return }
    } else {
      trial.bench.queue("queue", width: 1).addOperation(operation)
    }
    trial.lookForSpin()
    trial.release.open()
  }
}

extension Run {
  /// Whether a thread was busy while the work was held, in this run of ``Trial/spinTrial``.
  var seesSpin: Bool { lookAtThreads == TrialBench.busy }

  /// Whether that thread serves a queue in a shared process, so that it may do other work.
  var seesSpinOfSomebody: Bool { lookAtThreads == TrialBench.busyForAQueue }

  private var lookAtThreads: Event.Mark? { all(.noted, of: TrialBench.subjectName).last?.mark }
}

extension TrialBench {
  fileprivate static let busy: Event.Mark = "a thread is busy"
  fileprivate static let busyForAQueue: Event.Mark = "a thread of a queue's is busy"

  /// Watches the threads until they have slept several times, or much processor time is used.
  ///
  /// It does not use a time limit, because on a busy machine a thread may wait that long for a
  /// processor before it sleeps.
  fileprivate func lookForSpin() {
    wait { probe.beginner != nil }
    guard let beginner = probe.beginner else { return }
    bench.watchers.enter(.program)
    defer { bench.watchers.leave(.program) }
    let before = processorTime(of: beginner.thread)
    var (used, sleeps) = (Duration.zero, 0)
    while sleeps < Self.enoughSleeps, used <= Self.muchTime {
      let isAsleep = isAsleep(beginner.thread)
      _ = Latch().wait(deadline: .milliseconds(2))
      used = processorTime(of: beginner.thread) - before
      if isAsleep { sleeps += 1 }
    }
    if sleeps < Self.enoughSleeps, tellsStacks {
      Platform.ReportingThreads.working.withLock { $0 }?.tell()
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

  /// The processor time of the thread, in a shared process, or of all threads but the calling one,
  /// which uses time to watch them.
  private func processorTime(of thread: Platform.ThreadNumber) -> Duration {
    bench.policy.isShared
      ? ProcessorTime.ofThread(thread) : ProcessorTime.ofProcess - ProcessorTime.ofThisThread
  }

  private static let enoughSleeps = 8
  private static let muchTime = Duration.milliseconds(150)
}
