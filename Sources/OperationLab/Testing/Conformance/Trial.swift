import Foundation
import OperationLab

/// One experiment with a new operation.
package struct Trial: Sendable {
  /// The name under which its run is judged. It is unique in its rule.
  package let name: String
  /// What is done, in a short sentence.
  package let summary: String
  /// When asynchronous work calls its completion in this trial.
  package let completion: Probe.Completion
  /// Whether the work continues until the trial releases it.
  package let holdsWork: Bool
  /// Whether the work fails in the end, if its kind allows that.
  package let failsWork: Bool
  /// Whether another rule covers a trap, exit or hang in this trial. Then this rule is undecided.
  package let leavesEndings: Bool
  /// Whether no other trial may run in its process, before or after it: it races, blocks the main
  /// thread, watches all threads, or may end the process even with a sound operation. It is given
  /// more time, because it may have to watch for long.
  package let needsOwnProcess: Bool
  /// The experiment itself.
  package let body: @Sendable (TrialBench) -> Void

  /// Creates a trial. The parameters are the properties.
  package init(
    _ name: String, _ summary: String, completion: Probe.Completion = .later,
    holdsWork: Bool = false, failsWork: Bool = false, leavesEndings: Bool = false,
    needsOwnProcess: Bool = false, body: @escaping @Sendable (TrialBench) -> Void
  ) {
    self.name = name
    self.summary = summary
    self.completion = completion
    self.holdsWork = holdsWork
    self.failsWork = failsWork
    self.leavesEndings = leavesEndings
    self.needsOwnProcess = needsOwnProcess
    self.body = body
  }

  /// Runs the trial on a bench and waits for its end.
  ///
  /// - Parameters:
  ///   - subject: the operation under check.
  ///   - bench: the bench that records its events.
  ///   - isPatient: whether to wait long before an operation counts as stuck.
  ///   - tellsStacks: whether to end the process at the point where its stacks matter.
  package func run(
    _ subject: Subject, on bench: Bench, isPatient: Bool = false, tellsStacks: Bool = false
  ) {
    let trial = TrialBench(
      subject, of: self, on: bench, isPatient: isPatient, tellsStacks: tellsStacks)
    body(trial)
    if isPatient { trial.awaitSilence() }
  }
}

/// The tools of a trial: the operation under check, its work, and the bench.
package struct TrialBench: Sendable {
  /// The name of the operation under check in the trace.
  package static let subjectName = "subject"

  /// The source of operations, queues and gates, and the recorder of events.
  package let bench: Bench
  /// The work of the operation. All operations of `another(_:)` share it.
  package let probe: Probe
  /// Lets held work end.
  package let release: Gate
  /// What makes the operations.
  let subject: Subject
  /// Whether the trial is a repetition that waits longer for a missing event.
  let isPatient: Bool
  /// Whether to end the process at the point where its stacks matter.
  let tellsStacks: Bool

  init(
    _ subject: Subject, of trial: Trial, on bench: Bench, isPatient: Bool, tellsStacks: Bool
  ) {
    self.isPatient = isPatient
    self.tellsStacks = tellsStacks
    self.bench = bench
    self.subject = subject
    release = bench.gate("the work may end", isTraced: false)
    probe = Probe(
      bench: bench, completion: trial.completion, hold: trial.holdsWork ? release : nil,
      fails: trial.failsWork)
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
      let probe = Probe(bench: bench, completion: .later, hold: nil)
      lifetime = probe.lifetime
      operation = subject.make(probe)
    }
    if subject.usesProbe, lifetime == nil { bench.log(Self.subjectName)(.keepsNoWork) }
    return watch(operation, as: Self.subjectName)
  }

  /// Calls `start()` on another thread as soon as the operation is ready, and waits for rest. At
  /// rest, the work has ended or is held.
  ///
  /// - Returns: whether it was started.
  @discardableResult
  package func startElsewhere(_ operation: Operation) -> Bool {
    let isStarted = beginStart(of: operation)
    settle()
    return isStarted
  }

  /// Calls `start()` on another thread as soon as the operation is ready, and records the call.
  ///
  /// Foundation's `start()` ends the process if it is called sooner, which a queue never does. So an
  /// operation that does not become ready in time, perhaps because the machine is busy, is not
  /// started. ``notReady`` is recorded instead, and leaves the rule undecided.
  ///
  /// - Parameter body: gets the call, and does what belongs directly before and after it.
  /// - Returns: whether it was started.
  @discardableResult
  func beginStart(
    of operation: Operation, _ body: @escaping @Sendable (_ start: () -> Void) -> Void = { $0() }
  ) -> Bool {
    let log = bench.log(name(of: operation))
    guard isReadyInTime(operation) else {
      log(.notReady)
      return false
    }
    bench.elsewhere { body { log.duringStart(of: operation) { operation.start() } } }
    return true
  }

  /// Records, for the judge, whether the operation does the probe's work.
  package func noteWork() {
    if subject.usesProbe { bench.log(TrialBench.subjectName)(.hasWork) }
  }

  /// Calls `cancel()` and records the call.
  package func cancel(_ operation: Operation) {
    bench.log(name(of: operation))(.cancelled, operation)
    operation.cancel()
  }

  /// Its name in the trace, even if its `name` has changed.
  private func name(of operation: Operation) -> String {
    bench.registry.knownName(of: operation) ?? Self.subjectName
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
  static let whileWorkingAgain: Self = "while the work goes on again"
  static let whileDependencyRuns: Self = "while its dependency runs"
  static let beforeCancel: Self = "before cancel()"
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
    if isPatient {
      awaitSilence()
    } else if allowsForTimers {
      // It may be a loop that counts its checks.
      let detector = RestDetector(
        bench: bench, rank: .program, servesMainQueue: Thread.isMainThread,
        patienceWithWaking: Pace.most)
      _ = detector.wait(deadline: Self.limit, silence: bench.policy.silence)
    }
    _ = bench.settle()
  }

  /// Waits until the operation is ready or reading `isReady` does not return, and longer in a
  /// patient trial.
  ///
  /// - Returns: `false` if it has not become ready in that time.
  func isReadyInTime(_ operation: Operation) -> Bool {
    wait(atMost: isPatient ? Self.limit : Self.timeToBegin) {
      bench.ask { operation.isReady } != false
    }
  }

  /// Waits until the condition is true.
  ///
  /// - Returns: `false` if it did not become true in that time.
  @discardableResult
  func wait(
    atMost time: Duration = timeToBegin, servesMainQueue: Bool = true, until isSo: () -> Bool
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
    _ silence: Duration = patience, servesMainQueue: Bool = true,
    pools: PoolMarkers = PoolMarkers(), counting progress: () -> Int = { 0 },
    until isOver: () -> Bool = { false }
  ) -> Bool {
    let detector = RestDetector(
      bench: bench, rank: .program, servesMainQueue: servesMainQueue && Thread.isMainThread,
      pools: pools)
    let ending = detector.wait(
      deadline: Self.limit, silence: silence, counting: progress, unless: isOver)
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

  /// A trial can act in a pause that is longer than this, unless the machine is busy.
  static let moment = Duration.milliseconds(20)
  /// How long an operation may take to become ready, to begin its work, or to end it.
  static let timeToBegin = Duration.seconds(2)
  /// The required silence. It is longer than Dispatch takes to add two threads to its pool.
  static let patience = Duration.milliseconds(2500)
  /// The longest wait. It is shorter than the deadline of gates.
  static let limit = Duration.seconds(6)
}
