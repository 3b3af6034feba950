import OperationLab

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
  private let condition: Condition

  init(
    _ id: String, in lesson: Int, _ program: String, _ task: String, _ condition: Condition,
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

  /// Whether the run has brought it about.
  package func isReached(in run: Run) -> Bool { condition.isTrue(run) }

  /// Something that is so in a run, or not.
  struct Condition: Sendable {
    let isTrue: @Sendable (Run) -> Bool
  }
}

extension Goal.Condition {
  /// A moment in the life of an operation.
  typealias Moment = (kind: Event.Kind, subject: String)

  /// The first has happened before the second one, which may never come.
  static func happens(_ first: Moment, before second: Moment) -> Self {
    Self { run in
      guard let one = run.place(of: first) else { return false }
      return run.place(of: second).map { one < $0 } ?? true
    }
  }

  /// It happens at all.
  static func happens(_ moment: Moment) -> Self {
    Self { $0.place(of: moment) != nil }
  }

  /// It never happens, although the program has ended.
  static func never(_ moment: Moment) -> Self {
    Self { $0.outcome == .completes && $0.place(of: moment) == nil }
  }

  /// The bodies of both are at work at one moment.
  static func together(_ one: String, _ other: String) -> Self {
    Self { run in
      guard let began = run.place(of: (.began, one)),
        let otherBegan = run.place(of: (.began, other))
      else { return false }
      let ended = run.place(of: (.ended, one)) ?? .max
      let otherEnded = run.place(of: (.ended, other)) ?? .max
      return began < otherEnded && otherBegan < ended
    }
  }

  /// The subject records this about itself.
  static func records(_ mark: Event.Mark, by subject: String) -> Self {
    Self { run in run.trace.events.contains { $0.subject == subject && $0.mark == mark } }
  }

  /// The program ends like this.
  static func ends(_ outcome: Run.Outcome) -> Self {
    Self { $0.outcome == outcome }
  }
}

extension Run {
  /// The place of the first event of that kind in the order of all.
  fileprivate func place(of moment: Goal.Condition.Moment) -> Int? {
    trace.events.first { $0.kind == moment.kind && $0.subject == moment.subject }?.seq
  }
}
