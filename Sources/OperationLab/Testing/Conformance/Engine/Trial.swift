import Foundation
import OperationBench
import OperationLab

/// One experiment with a new operation.
package struct Trial: Sendable {
  /// The name under which its run is judged. It is unique in its rule.
  package let name: String
  /// What is done, in a short sentence.
  package let summary: String
  /// Whether the work continues until the trial releases it.
  package let holdsWork: Bool
  /// Whether another rule covers a trap, exit or hang in this trial. Then this rule is undecided.
  package let defersTraps: Bool
  /// The experiment itself.
  package let body: @Sendable (TrialBench) -> Void

  /// Creates a trial. The parameters are the properties.
  package init(
    _ name: String, _ summary: String, holdsWork: Bool = false, defersTraps: Bool = false,
    body: @escaping @Sendable (TrialBench) -> Void
  ) {
    self.name = name
    self.summary = summary
    self.holdsWork = holdsWork
    self.defersTraps = defersTraps
    self.body = body
  }

  /// Runs the trial on a bench and waits for its end.
  ///
  /// - Parameters:
  ///   - subject: the operation under check.
  ///   - bench: the bench that records its events.
  ///   - waitsLong: whether to wait long before an operation counts as stuck.
  package func run(_ subject: Subject, on bench: Bench, waitsLong: Bool = false) {
    let trial = TrialBench(subject, of: self, on: bench, waitsLong: waitsLong)
    body(trial)
    if waitsLong { trial.awaitSilence() }
  }
}

/// The tools of a trial: the operation under check, its work, and the bench.
package struct TrialBench: Sendable {
  /// The name of the operation under check in the trace.
  package static let subjectName = "subject"

  /// The source of operations, queues and gates, and the recorder of events.
  package let bench: Bench
  /// The work of all operations of the trial.
  let work: Environment
  private let probe: Probe
  /// What makes the operations.
  let subject: Subject
  /// Whether the trial is a repetition that waits longer for a missing event.
  let waitsLong: Bool

  init(_ subject: Subject, of trial: Trial, on bench: Bench, waitsLong: Bool) {
    self.waitsLong = waitsLong
    self.bench = bench
    self.subject = subject
    work = Environment(Probe.subject, .endsLater, isHeld: trial.holdsWork, on: bench)
    probe = work.probe()
  }

  /// A new operation under check, watched under a name.
  package func make(_ name: String = TrialBench.subjectName) -> Operation {
    watch(subject.make(probe), as: name)
  }

  func watch(_ operation: Operation, as name: String) -> Operation {
    operation.name = name
    return bench.watch(operation, as: name)
  }

  /// The same with a probe of its own. Records it if the operation keeps none of the probe's work.
  func makeWithOwnProbe() -> Operation {
    weak var lifetime: AnyObject?
    let operation: Operation
    do {
      let probe = work.probe()
      lifetime = probe.lifetime
      operation = subject.make(probe)
    }
    if subject.usesProbe, lifetime == nil { bench.log(Self.subjectName)(.keepsNoWork) }
    return watch(operation, as: Self.subjectName)
  }

}

// The marks that trials record about the operation under check, besides its events. Judges compare
// them.
extension Event.Mark {
  static let whenNew: Self = "when new"
  static let notStarted: Self = "not started"
  /// It was not started by hand, because it did not become ready.
  static let notReady: Self = "not ready in time"
  static let whileWorking: Self = "while the work goes on"
  static let afterCancel: Self = "after cancel()"
  /// The call under test has returned.
  static let isBack: Self = "is back"
  /// The operation does the probe's work.
  static let hasWork: Self = "has work to do"
  /// The operation was made without any of the probe's work.
  static let keepsNoWork: Self = "keeps none of the probe's work"
  static let deallocated: Self = "is released"
  static let alive: Self = "is still alive"
}

extension TrialBench {
  /// Records the state of an operation at a moment of the trial.
  func observe(_ operation: Operation, _ moment: Event.Mark) {
    bench.log(bench.registry.add(operation))(.observed, operation, .mark(moment))
  }
}

extension Run {
  /// The first state of the operation under check that the trial recorded at that moment.
  func look(_ moment: Event.Mark) throws -> Evidence {
    try first(.observed, of: TrialBench.subjectName, .mark(moment))
  }

  /// Whether a trial recorded that mark about the subject.
  func has(_ mark: Event.Mark, of subject: String) -> Bool {
    all(.noted, of: subject).contains { $0.mark == mark }
  }

  /// Whether `cancel()` was called on it and has not returned.
  var isInCancel: Bool { !all(.cancelled, of: TrialBench.subjectName).isEmpty && !cancelReturned }

  /// Whether `cancel()` returned in a trial that records it.
  var cancelReturned: Bool { has(.isBack, of: TrialBench.cancelSubject) }
}

extension TrialBench {
  /// Waits until nothing more can happen. See ``Bench/settle(deadline:)``.
  ///
  /// In a patient trial, sleeping threads are not enough. A thread may wait for a timer, or
  /// Dispatch may still add a thread.
  ///
  /// - Parameter allowsForTimers: whether to wait as long as for a running operation, even if none
  ///   runs, and longer for a thread that wakes up repeatedly.
  func settle(allowingForTimers allowsForTimers: Bool = false) {
    if waitsLong {
      awaitSilence()
    } else if allowsForTimers {
      // It may be a loop that counts its checks.
      let detector = RestDetector(
        bench: bench, rank: .program, servesMainQueue: Thread.isMainThread,
        patienceWithWaking: Durations.mostPatience)
      _ = detector.wait(deadline: Durations.longestWait, silence: bench.policy.silence)
    }
    _ = bench.settle()
  }

  /// Waits until the condition is true.
  ///
  /// - Returns: `false` if it did not become true in that time.
  @discardableResult
  func wait(
    atMost time: Duration = Durations.mostPatience, servesMainQueue: Bool = true,
    until isSo: () -> Bool
  ) -> Bool {
    bench.waitingThreads.enter(.program)
    defer { bench.waitingThreads.leave(.program) }
    var deadline = Deadline(time)
    while !isSo() {
      if deadline.isOver() { return false }
      pause(servesMainQueue: servesMainQueue && Thread.isMainThread, for: .milliseconds(1))
    }
    return true
  }

  /// Waits for a period in which no thread works and no event is recorded.
  ///
  /// - Parameters:
  ///   - silence: the length of the period.
  ///   - servesMainQueue: whether to run the blocks of the main queue meanwhile, if the calling
  ///     thread can.
  ///   - pools: Dispatch's pools, which must have begun all their blocks.
  ///   - progress: a number that changes with events that are not recorded.
  ///   - isOver: ends the wait when it returns `true`.
  /// - Returns: whether there was such a period.
  @discardableResult
  func awaitSilence(
    _ silence: Duration = Durations.silence, servesMainQueue: Bool = true,
    pools: PoolMarkers = PoolMarkers(), counting progress: () -> Int = { 0 },
    until isOver: () -> Bool = { false }
  ) -> Bool {
    let detector = RestDetector(
      bench: bench, rank: .program, servesMainQueue: servesMainQueue && Thread.isMainThread,
      pools: pools)
    let ending = detector.wait(
      deadline: Durations.longestWait, silence: silence, counting: progress, unless: isOver)
    return ending == .quiet
  }

  /// Runs the pending blocks of the main queue, and then sleeps briefly so that others can run.
  ///
  /// It does not use a time limit of the run loop, because that is a timer, which wakes other
  /// threads.
  func pause(servesMainQueue: Bool, for length: Duration = .milliseconds(50)) {
    if servesMainQueue { _ = MainQueue.serve() }
    _ = Latch().wait(deadline: length)
  }
}
