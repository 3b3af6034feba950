import OperationLab
import OperationTesting

// The thread is not the queue's: neither it nor what is left in it.
extension Lesson06 {
  private static let loginWaited = Trace.Moment.answered("login", gate: "fetch has begun")

  /// login and fetch run one after the other, because of the width alone. login has ended, but keeps
  /// its thread busy until fetch begins.
  private static let loginKeepsItsThread: [Trace.Condition] = [
    .added(["login", "fetch"], to: "session", width: 1, dependencies: []),
    .order(.began("login"), .ended("login"), .began("fetch"), .opened("fetch has begun")),
    .sameThread(.began("fetch"), .opened("fetch has begun")),
    .order(.ended("login"), loginWaited), .sameThread(.began("login"), loginWaited),
    .not(.fact(.answer(gate: "fetch has begun", .shutWithoutThread), at: loginWaited)),
    .any(
      .order(.began("fetch"), loginWaited),
      .fact(.answer(gate: "fetch has begun", .shut), at: loginWaited)),
  ]

  private static let lastLook = Trace.Moment.marked(found, by: "login").last

  /// login found no token, left one, and still found it after fetch, on another thread, had looked.
  private static let loginLeavesToken: [Trace.Condition] = [
    .differentThreads(.began("login"), .began("fetch")),
    .order(.marked(foundNothing, by: "login").last, .marked(found, by: "login"), lastLook),
    .order(loginWaited, lastLook), .sameThread(.began("login"), lastLook),
    .any(fetchLooks(found), fetchLooks(foundNothing)),
    // Where no second thread comes before the first is free, login has left before fetch begins.
    .any(
      .order(.marked(found, by: "fetch"), lastLook),
      .order(.marked(foundNothing, by: "fetch"), lastLook), .order(loginWaited, .began("fetch"))),
  ]

  private static func fetchLooks(_ finding: Trace.Event.Mark) -> Trace.Condition {
    .all(
      "fetch looked for the token", .order(.began("fetch"), .marked(finding, by: "fetch")),
      .sameThread(.began("fetch"), .marked(finding, by: "fetch")))
  }

  static let changesThreads = Claim(
    "A05", "... and on one and the same thread.",
    origin: .article(
      .a,
      passage: .init(
        "如果将最大任务并发数量设置为1这里就会使用同一个线程串行执行",
        """
        if the number of tasks at a time is set to 1, they run one after another on one \
        and the same thread
        """,
        at: 308)),
    expected: .everywhere(
      .refuted,
      because: """
        The queue borrows a thread from a pool for each operation. Here the first thread is kept \
        busy, so it must borrow another; usually the scheduler decides.
        """),
    in: "thread-dictionary",
    given: loginKeepsItsThread,
    expect: [.sameThread(.began("login"), .began("fetch"))])

  static let nothingInTheThread = Claim(
    "A05b",
    "What an operation of a serial queue leaves in its thread's dictionary, the next one finds.",
    origin: .kit,
    expected: .everywhere(
      .refuted,
      because: """
        The next one looks into the dictionary of its own thread, which is another one here. \
        macOS, where this was not measured, has a pool of threads, too.
        """),
    in: "thread-dictionary",
    given: loginKeepsItsThread + loginLeavesToken,
    expect: [.happens(.marked(found, by: "fetch"))])

  static let tokenInTheBox = Claim(
    "A05c", "... and what it leaves in an object that both know, the next one finds.", origin: .kit,
    expected: .everywhere(
      .confirmed,
      because: """
        A queue of width 1 gives order: whatever the first has done has happened before \
        anything that the second does, on whatever thread.
        """),
    in: "shared-box",
    given: loginKeepsItsThread + loginLeavesToken,
    expect: [.happens(.marked(found, by: "fetch"))])
}
