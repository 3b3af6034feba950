import Foundation
import OperationLab

/// Runs trials on threads of this very process.
struct InProcessExecutor: TrialExecutor {
  let subject: Subject
  /// One for each check.
  var taskPool = TaskPool()

  /// They mostly wait.
  let width = 8
  let isolatesTrials = false
  /// Hung trials keep their threads, and each makes the next ones slower.
  var limits: TrialLimits? = TrialLimits(broken: .seconds(8), sound: .seconds(60))
  let ordersHost: SubjectExplorer.Host? = nil

  var lack: Ruling.Reason? { taskPool.lacksThreads ? .seen(TaskPool.noThread) : nil }

  func run(_ order: TrialOrder, deadline: Duration, isEndless: Bool) -> Run {
    let trial = order.trial()
    let recorder = Recorder()
    let bench = Bench(
      recorder: recorder, policy: .shared(silence: order.patience, tasks: taskPool))
    let ending = Locked<Snapshot?>(nil)
    let isOver = Latch()
    Thread.detachNewThread { [subject] in
      trial?.run(
        subject.keepingWork(order.keepsWork), on: bench, isPatient: order.isPatient)
      let snapshot = bench.settle()
      ending.withLock { $0 = snapshot }
      isOver.open()
    }
    let isInTime = isOver.wait(until: Deadline(deadline))
    let (snapshot, trace) = (ending.withLock { $0 }, recorder.trace())
    return Self.refusal(in: order.name.trial, trace)
      ?? Run(
        program: order.name.trial,
        outcome: ProgramRunner.outcome(isInTime ? .exited(0) : .deadline, snapshot, trace),
        detail: Run.Detail(reachedDeadline: !isInTime), trace: trace, snapshot: snapshot)
  }

  /// The run as in a separate process, where adding a finished operation to a queue traps. This
  /// most common mistake must not end all tests of the process.
  private static func refusal(in program: String, _ trace: Trace) -> Run? {
    guard let place = trace.events.firstIndex(where: { $0.mark == TracedQueue.refusal }) else {
      return nil
    }
    return Run(
      program: program, outcome: .traps,
      detail: Run.Detail(signal: "a trap", output: "Fatal error: \(TracedQueue.refusal.words)\n"),
      trace: Trace(Array(trace.events[..<place])))
  }
}
