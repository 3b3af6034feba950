import OperationBench

/// All goals, by lessons. What they say of possibility is proved by exploring, in a test.
package enum Goals {
  /// In the order in which they are offered.
  package static let all = dependencies + widths + priorities + ends

  /// Those of a lesson.
  package static func of(_ lesson: Lesson) -> [Goal] { all.filter { $0.lesson == lesson.number } }

  /// Lessons 4 and 5: operations that wait for each other.
  private static let dependencies = [
    Goal(
      "pour-early", in: 4, "waits", "pour depends on boil. Make pour begin before boil has ended.",
      .notYet(.ended("boil"), at: .began("pour")), isPossible: false,
      because: "An operation becomes ready only when all that it depends on has finished."),
    Goal(
      "out-of-start", in: 4, "waits",
      "Make pour begin while boil's thread is still on its way out of start().",
      .notYet(.returned("boil"), at: .began("pour")),
      because: "boil must report that it is finished. Its thread may end later."),
    Goal(
      "next-overtakes", in: 4, "cancelled",
      "next is put in after the water is hot. Make it end before boil does.",
      .notYet(.ended("boil"), at: .ended("next")),
      because: "Opening a gate wakes a thread. It does not decide when that thread runs."),
    Goal(
      "cancelled-works", in: 4, "careful-start",
      "pour is cancelled while it waits, and its start() asks. Make its body begin anyway.",
      .happens(.began("pour")), isPossible: false,
      because: "It was cancelled before start() was called, and start() checks that first."),
    Goal(
      "careless-idle", in: 4, "careless-start",
      "pour is cancelled while it waits, and its start() does not ask. Keep its body from running.",
      .all("it stays out", .ends(.completes), .never(.began("pour"))), isPossible: false,
      because: "The queue starts what is cancelled, too. Only start() itself can leave it out."),
    Goal(
      "second-first", in: 5, "concurrent-blocks",
      "Two blocks of one operation run side by side. Make second begin before first.",
      .notYet(.began("first"), at: .began("second")),
      because: "Blocks of one operation have no order among each other."),
    Goal(
      "one-after-another", in: 5, "concurrent-blocks",
      "Make one of the two blocks end before the other one has begun.",
      .any(
        .notYet(.began("second"), at: .ended("first")),
        .notYet(.began("first"), at: .ended("second"))),
      isPossible: false,
      because: "Each waits for the other's signal. Without both signals, neither ends."),
  ]

  /// Lesson 6: how many at once, and on which thread.
  private static let widths = [
    Goal(
      "two-in-one", in: 6, "width-1",
      "Make two operations run at once in a queue of width 1.", .peak(2, of: ["op1", "op2"]),
      isPossible: false,
      because: "The slot is free only when the operation in it has finished."),
    Goal(
      "slot-before-return", in: 6, "width-1",
      "Make op2 end before start() of op1 has returned.",
      .notYet(.returned("op1"), at: .ended("op2")),
      because: "The slot is free as soon as op1 is finished, not when its thread is."),
    Goal(
      "last-in-first-out", in: 6, "width-2",
      "op1 is put in first, and the width is 2. Make op2 begin before op1.",
      .notYet(.began("op1"), at: .began("op2")),
      because: "Each operation gets a thread. Nothing decides which of the two is faster."),
    Goal(
      "lost-token", in: 6, "shared-box",
      "login leaves the token in an object that both know. Make fetch find none.",
      .happens(.marked(Lesson06.foundNothing, by: "fetch")), isPossible: false,
      because: "With width 1, all that login did comes before all that fetch does."),
  ]

  /// Lesson 8: what a priority is worth.
  private static let priorities = [
    Goal(
      "dessert-first", in: 8, "against-dependency",
      "dessert has very high priority, soup a very low one. Make dessert begin before soup.",
      .notYet(.began("soup"), at: .began("dessert")), isPossible: false,
      because: "dessert depends on soup, and a priority orders only what is ready."),
    Goal(
      "low-first", in: 8, "late-comer",
      "One operation runs in a queue of width 1. Make low begin before very high.",
      .notYet(.began("very high"), at: .began("low")), isPossible: false,
      because: "Both are ready when the slot gets free, and then the higher priority goes first."),
    Goal(
      "cook-before-wash", in: 8, "priority-as-order",
      "wash has very high priority, cook a very low one. The width is 2. Make cook end before wash begins.",
      .notYet(.began("wash"), at: .ended("cook")),
      because: "With a slot for each, priorities order nothing. Say it with a dependency."),
    Goal(
      "cook-unwashed", in: 8, "dependency-as-order",
      "Now cook depends on wash. Make cook begin before wash has ended.",
      .notYet(.ended("wash"), at: .began("cook")), isPossible: false,
      because: "A dependency holds in every order."),
  ]

  /// Lessons 9 to 15: how an operation ends.
  private static let ends = [
    Goal(
      "third-overtakes", in: 9, "serial-wide",
      "Three counts in a queue of width 2. Make count 3 end before count 1.",
      .notYet(.ended("count 1"), at: .ended("count 3")),
      because: "count 3 may take count 2's slot, and be through before count 1 goes on."),
    Goal(
      "silent-end", in: 10, "no-notification",
      "The first operation never reports that it is finished. Make the program finish anyway.",
      .ends(.completes), isPossible: false,
      because: "The queue waits for a KVO notification. No order replaces one that is never posted."
    ),
    Goal(
      "third-runs", in: 12, "silent",
      "second is cancelled, and leaves without finishing. Make third's body run.",
      .happens(.began("third")), isPossible: false,
      because: "second keeps the only slot forever."),
    Goal(
      "block-comes-last", in: 12, "cancel-at-work",
      "Make third end before the completion block of second runs.",
      .notYet(.completed("second"), at: .ended("third")),
      because: "The block has its own thread. The queue does not wait for it."),
    Goal(
      "next-runs", in: 14, "article",
      "first is cancelled before it starts, and then forgets to finish. Make the program end.",
      .ends(.completes), isPossible: false,
      because: "An operation that never reports isFinished keeps its slot, in every order."),
    Goal(
      "executing-and-finished", in: 15, "race",
      "Make the operation executing and finished at once, when start() has returned.",
      .flags(
        [.executing, .finished], at: .event(.observed, of: "loader", .mark(Lesson15.afterStart))),
      because:
        "start() has read that it may begin, and sets executing after cancel() has finished it."
    ),
  ]
}

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
