import OperationBench

extension Lesson06 {
  private static let opOneWaited = Trace.Moment.answered("op1", gate: "op2 has begun")

  /// op1 waits until op2 begins or the process is idle. Both are in one queue, and only its width can
  /// keep op2 from beginning.
  private static func opOneWaitsForTwo(in queue: String, width: Int? = nil) -> [Trace.Condition] {
    [
      .added(["op1", "op2"], to: queue, width: width, dependencies: []), .neverSuspended(queue),
      .neverCancelled("op1", "op2"), .order(.began("op1"), opOneWaited, .ended("op1")),
      .order(.added("op2"), opOneWaited),
      .order(.began("op2"), .opened("op2 has begun"), .ended("op2")),
      .sameThread(.began("op2"), .opened("op2 has begun")),
    ]
  }

  static let oneAtATime = Claim(
    "A04", in: "width-1",
    given: opOneWaitsForTwo(in: "downloads", width: 1),
    expect: [.order(.ended("op1"), .began("op2"))])

  static let twoAtATime = Claim(
    "A06", in: "width-2",
    given: opOneWaitsForTwo(in: "downloads", width: 2) + [
      .not(.fact(.answer(gate: "op2 has begun", answer: .shutWithoutThread), at: opOneWaited))
    ],
    expect: [
      .order(.began("op2"), .ended("op1")),
      .fact(.answer(gate: "op2 has begun", answer: .open), at: opOneWaited),
      .differentThreads(.began("op1"), .began("op2")),
    ])

  static let mainQueueRunsOnMain = Claim(
    "A07a", in: "main-queue",
    given: [
      .added(["op1", "op2"], to: Snapshot.Queue.main), .onMain(.added("op2"), false),
      .order(.added("op1"), .began("op1")), .order(.added("op2"), .began("op2")),
    ],
    expect: [.onMain(.began("op1")), .onMain(.began("op2"))])

  static let mainQueueHasWidthOne = Claim(
    "A07b", in: "main-queue",
    given: opOneWaitsForTwo(in: Snapshot.Queue.main) + [
      .order(.event(.noted, of: Snapshot.Queue.main, .width(value: 2)), .added("op1")),
      .order(.event(.noted, of: Snapshot.Queue.main, .width(value: 2)), .added("op2")),
    ],
    expect: [.added(["op1", "op2"], width: 1), .order(.ended("op1"), .began("op2"))])
}

// Threads of a pool, and data in their dictionaries.
extension Lesson06 {
  private static let loginWaited = Trace.Moment.answered("login", gate: "fetch has begun")

  /// login and fetch run one after the other, because of the width alone. login has finished, but
  /// keeps its thread busy until fetch begins.
  private static let loginKeepsItsThread: [Trace.Condition] = [
    .added(["login", "fetch"], to: "session", width: 1, dependencies: []),
    .order(.began("login"), .ended("login"), .began("fetch"), .opened("fetch has begun")),
    .sameThread(.began("fetch"), .opened("fetch has begun")),
    .order(.ended("login"), loginWaited), .sameThread(.began("login"), loginWaited),
    .not(.fact(.answer(gate: "fetch has begun", answer: .shutWithoutThread), at: loginWaited)),
    .any(
      .order(.began("fetch"), loginWaited),
      .fact(.answer(gate: "fetch has begun", answer: .shut), at: loginWaited)),
  ]

  private static let lastLook = Trace.Moment.marked(found, by: "login").last

  /// login found no token, stored one, and still found it after fetch had looked on another thread.
  private static let loginStoresToken: [Trace.Condition] = [
    .differentThreads(.began("login"), .began("fetch")),
    .order(.marked(foundNothing, by: "login").last, .marked(found, by: "login"), lastLook),
    .order(loginWaited, lastLook), .sameThread(.began("login"), lastLook),
    .any(fetchLooks(found), fetchLooks(foundNothing)),
    // If there is no second thread before the first is free, login has returned before fetch begins.
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
    "A05", in: "thread-dictionary",
    given: loginKeepsItsThread,
    expect: [.sameThread(.began("login"), .began("fetch"))])

  static let nothingInTheThread = Claim(
    "A05b", in: "thread-dictionary",
    given: loginKeepsItsThread + loginStoresToken,
    expect: [.happens(.marked(found, by: "fetch"))])

  static let tokenInTheBox = Claim(
    "A05c", in: "shared-box",
    given: loginKeepsItsThread + loginStoresToken,
    expect: [.happens(.marked(found, by: "fetch"))])
}
