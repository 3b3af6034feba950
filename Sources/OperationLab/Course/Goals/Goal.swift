import OperationLab
import OperationBench

/// What a player of the scheduler is to bring about in a program of a lesson, by choosing who goes
/// on. Some goals cannot be reached. To say so, rightly, is to win.
package struct Goal: Sendable {
  /// The name that `--goal` takes, unique in its lesson.
  package let id: String
  /// The lesson's number.
  package let lesson: Int
  /// The program's name.
  package let program: String
  /// The task, in a sentence or two.
  package let task: String
  /// Whether some order reaches it, as far as has been explored on Linux. Where the player is, only
  /// exploring there decides.
  package let isPossible: Bool
  /// Why it is so: shown afterwards.
  package let reason: String
  private let condition: Trace.Condition

  init(
    _ id: String, in lesson: Int, _ program: String, _ task: String, _ condition: Trace.Condition,
    isPossible: Bool = true, because reason: String
  ) {
    self.id = id
    self.lesson = lesson
    self.program = program
    self.task = task
    self.condition = condition
    self.isPossible = isPossible
    self.reason = reason
  }

  /// Whether the run has brought it about. What it does not decide, it has not.
  package func isReached(in run: Run) -> Bool {
    do { return try condition.outcome(in: run).holds } catch { return false }
  }

  /// Whether it is reached after so many steps of the run. `nil` while that is not decided.
  package func isReached(in run: OrderedRun, after steps: Int) -> Bool? {
    if steps >= run.decisions.count { return isReached(in: run.run) }
    var past = run.past(after: steps)
    // It has no ending yet, and none that is known in advance counts.
    past.outcome = .exits
    return isReached(in: past) ? true : nil
  }
}

extension OrderedRun {
  /// The run as it stands after so many steps: each step writes one event.
  package func past(after steps: Int) -> Run {
    var past = run
    past.trace = Trace(Array(run.trace.events.filter { $0.kind != .settled }.prefix(steps)))
    return past
  }
}
