import Foundation
import OperationLab

/// One experiment with a fresh operation, in a process of its own.
package struct Trial: Sendable {
  /// Unique in its rule; the name under which its run is judged.
  package let name: String
  /// What is done, in a short sentence.
  package let summary: String
  /// When asynchronous work calls its completion in this trial.
  package let completion: Probe.Completion
  /// Whether the work goes on until the trial releases it.
  package let holdsWork: Bool
  /// Whether the work fails in the end, where its kind allows that.
  package let failsWork: Bool
  /// Whether it may end the process that it runs in, even with a sound operation: then it cannot
  /// be run inside a test.
  package let mayTrap: Bool
  /// Whether it may have to watch for long, so that its process is given more time.
  package let takesLong: Bool
  /// Whether it is another rule's affair if the operation ends the process in this trial, or never
  /// answers: then this rule is undecided.
  package let leavesEndings: Bool
  /// Whether it needs all threads, or the main queue, of its process for itself.
  package let needsProcess: Bool
  /// The experiment itself.
  package let body: @Sendable (TrialBench) -> Void

  /// A trial; see the properties.
  package init(
    _ name: String, _ summary: String, completion: Probe.Completion = .later,
    holdsWork: Bool = false, failsWork: Bool = false, mayTrap: Bool = false,
    leavesEndings: Bool = false,
    takesLong: Bool = false, needsProcess: Bool = false,
    body: @escaping @Sendable (TrialBench) -> Void
  ) {
    self.name = name
    self.summary = summary
    self.completion = completion
    self.holdsWork = holdsWork
    self.failsWork = failsWork
    self.mayTrap = mayTrap
    self.leavesEndings = leavesEndings
    self.takesLong = takesLong
    self.needsProcess = needsProcess
    self.body = body
  }

  /// Runs the trial on a bench; synchronous.
  ///
  /// - Parameters:
  ///   - subject: the operation under check.
  ///   - bench: where its events go.
  ///   - seed: what the moments of races follow from.
  ///   - raceLength: how long a race goes on.
  ///   - isPatient: whether to wait long before taking anything for stuck.
  ///   - tellsStacks: whether to end the process where its threads are what matters.
  package func run(
    _ subject: Subject, on bench: Bench, seed: UInt64,
    raceLength: Duration = Battery.raceLength, isPatient: Bool = false, tellsStacks: Bool = false
  ) {
    let trial = TrialBench(
      subject, of: self, on: bench, seed: seed, raceLength: raceLength, isPatient: isPatient,
      tellsStacks: tellsStacks)
    body(trial)
    if isPatient { trial.awaitSilence() }
  }
}

/// What a trial has to work with: the operation under check, its work, and the bench.
package struct TrialBench: Sendable {
  /// The name of the operation under check in the trace.
  package static let subjectName = "subject"

  /// Where operations, queues and gates come from, and where events go.
  package let bench: Bench
  /// The work of the operation; shared by all that `another(_:)` makes.
  package let probe: Probe
  /// Lets held work end.
  package let release: Gate
  /// What the moments of races follow from.
  package let seed: UInt64
  /// How long a race goes on.
  let raceLength: Duration
  /// What makes the operations.
  let subject: Subject
  /// Whether the trial is run again, to see whether what was missing comes after all.
  let isPatient: Bool
  /// Whether to end the process where its threads are what matters.
  let tellsStacks: Bool

  init(
    _ subject: Subject, of trial: Trial, on bench: Bench, seed: UInt64, raceLength: Duration,
    isPatient: Bool, tellsStacks: Bool
  ) {
    self.isPatient = isPatient
    self.tellsStacks = tellsStacks
    self.raceLength = raceLength
    self.bench = bench
    self.seed = seed
    self.subject = subject
    release = bench.gate("the work may end", isTraced: false)
    probe = Probe(
      bench: bench, completion: trial.completion, hold: trial.holdsWork ? release : nil,
      fails: trial.failsWork)
  }

  /// A fresh operation under check, watched under a name.
  package func make(_ name: String = TrialBench.subjectName) -> Operation {
    let operation = subject.make(probe)
    operation.name = name
    return bench.watch(operation, as: name)
  }

  /// Calls `start()`, as its own caller would, and writes that down.
  package func start(_ operation: Operation) {
    bench.log(name(of: operation)).duringStart(of: operation) { operation.start() }
  }

  /// Calls `start()` on a thread of its own as soon as the operation is ready, and waits until all
  /// has come to rest: the work is over, or held.
  package func startElsewhere(_ operation: Operation) {
    waitForReadiness(of: operation)
    bench.elsewhere { start(operation) }
    settle()
  }

  /// Writes down, for the judge, that the operation was given work to do, if it was.
  package func noteWork() {
    if subject.usesProbe { bench.log(TrialBench.subjectName)(.hasWork) }
  }

  /// Calls `cancel()`, and writes that down.
  package func cancel(_ operation: Operation) {
    bench.log(name(of: operation))(.cancelled, operation)
    operation.cancel()
  }

  /// Its name in the trace, whatever it says itself by now.
  private func name(of operation: Operation) -> String {
    bench.roster.knownName(of: operation) ?? Self.subjectName
  }
}

// What trials record about the operation under check, besides its events. Judges compare these marks.
extension Event.Mark {
  static let whenNew: Self = "when new"
  static let notStarted: Self = "not started"
  static let whileWorking: Self = "while the work goes on"
  static let whileDependencyRuns: Self = "while its dependency runs"
  static let beforeCancel: Self = "before cancel()"
  static let afterCancel: Self = "after cancel()"
  /// The call that is the subject has returned.
  static let isBack: Self = "is back"
  /// The operation was given work that the probe can see.
  static let hasWork: Self = "has work to do"
  static let deallocated: Self = "is released"
  static let alive: Self = "is still alive"
}

extension TrialBench {
  /// Records the state of an operation, and the moment at which that is.
  func observe(_ operation: Operation, _ moment: Event.Mark) {
    bench.log(bench.roster.add(operation))(.observed, operation, .mark(moment))
  }
}

extension Run {
  /// The first look that a trial took at the operation under check at that moment.
  func look(_ moment: Event.Mark) throws -> Evidence {
    try first(.observed, of: TrialBench.subjectName, .mark(moment))
  }

  /// Whether a trial recorded that mark about the subject.
  func has(_ mark: Event.Mark, of subject: String) -> Bool {
    all(.noted, of: subject).contains { $0.mark == mark }
  }

  /// Whether `cancel()` returned to a trial that records this.
  var cancelReturned: Bool { has(.isBack, of: TrialBench.cancelSubject) }
}
