import OperationDownloads
import OperationBench

// Locks: what two callers of start() do.
extension Lesson15 {
  static let firstLock = Trace.Moment.marked(Lock.recursive.taken, by: "lock")
  static let secondLock = firstLock.after(firstLock)
  static let firstUnlock = Trace.Moment.marked(Lock.recursive.givenBack, by: "lock")
  static let secondUnlock = firstUnlock.after(firstUnlock)

  /// Another thread tries the lock.
  static func look(after moment: Trace.Moment) -> Trace.Moment { .observed("lock").after(moment) }

  /// The second time that the work begins.
  static let beginsAgain = Trace.Moment.began("loader").after(.began("loader"))

  /// The second caller finds the lock taken, and waits for it.
  static let secondCalls = waits(after: .began("loader"))

  /// A second thread calls start() while the first works and holds the lock.
  static let secondWaits: [Trace.Condition] = [
    .order(.began("loader"), secondCalls, .ended("loader")),
    .differentThreads(.began("loader"), secondCalls),
    holds(.recursive, times: 1, by: .began("loader"), at: secondCalls),
    holds(.recursive, times: 1, by: .began("loader"), at: .ended("loader")),
  ]

  /// The second caller takes the lock after its wait, and gives it back.
  static let secondLeaves: [Trace.Condition] = {
    let takes = firstLock.after(secondCalls)
    return [
      .happens(takes, firstUnlock.after(takes)),
      .sameThread(secondCalls, takes, firstUnlock.after(takes)),
    ]
  }()

  /// A caller asks for the lock, and there is none.
  static let findsNoLock = Trace.Moment.marked(noLock, by: "loader")

  /// Two threads do the work, each of them once.
  static let twoWork: [Trace.Condition] = [
    .times(2, .began, of: "loader"), .times(2, .ended, of: "loader"),
    .differentThreads(.began("loader"), beginsAgain),
  ]
}

// Notifications: what is posted, and what an observer does.
extension Lesson15 {
  static let postsFinished = Trace.Moment.announced("isFinished", by: "loader")

  /// The observer, called by the thread that posts isFinished, waits for the main thread to draw.
  static let observerWaits: [Trace.Condition] = [
    .added("draw", to: "main queue"),
    .order(
      postsFinished, .marked(observerCalled, by: "observer"),
      .waits("observer", for: .operation("draw"))),
    .sameThread(postsFinished, .waits("observer", for: .operation("draw"))),
  ]

  /// start() of a cancelled download calls the manager, which calls cancel() there and then.
  static let cancelsWhenCalled: [Trace.Condition] = [
    .flags(.cancelled, at: .cancelled("download")),
    .order(
      .cancelled("download"), .began("download"), .marked(isCalledBack, by: "manager"),
      .marked(callsCancel, by: "download").last),
    .sameThread(
      .began("download"), .marked(isCalledBack, by: "manager"),
      .marked(callsCancel, by: "download").last),
  ]

  /// cancel() waits for the semaphore on the thread that holds it.
  static func waitsForItself(after call: Trace.Moment) -> Trace.Condition {
    .all(
      "cancel() waits for the semaphore, on the thread that holds it, and never returns",
      neverRecorded(isBack, by: "manager"),
      .sameThread(call, waits(for: "semaphore", after: call)),
      neverIdles(waits(for: "semaphore", after: call)))
  }

  /// The program never records that mark. This proves something only if nothing else can happen.
  static func neverRecorded(_ mark: Trace.Event.Mark, by name: String) -> Trace.Condition {
    Trace.Condition("\(name) never records that") { run in
      let records = run.all(.noted, of: name).filter { $0.mark == mark }
      return .init(records.isEmpty, records.first.map { "\(name) \($0.note)" } ?? "", records)
    }
  }
}

// D03: one semaphore around start() and cancel().
extension Lesson15 {
  static let keepsApart = Claim(
    "D03a", in: "one-semaphore",
    given: [
      .order(
        .began("download"), .marked(callsCancel, by: "download"),
        waits(for: "semaphore", after: .marked(callsCancel, by: "download")),
        .ended("download")),
      .differentThreads(.began("download"), .marked(callsCancel, by: "download")),
      .sameThread(
        .marked(callsCancel, by: "download"),
        waits(for: "semaphore", after: .marked(callsCancel, by: "download"))),
      holds(.semaphore, "semaphore", at: .began("download")),
    ],
    expect: [
      .order(.ended("download"), .cancelled("download")),
      holds(.semaphore, "semaphore", at: .cancelled("download")),
    ])

  static let notFromCallback = Claim(
    "D03b", in: "cancel-in-callback",
    given: cancelsWhenCalled + [
      holds(.semaphore, "semaphore", at: .marked(isCalledBack, by: "manager"))
    ],
    expect: [waitsForItself(after: .marked(callsCancel, by: "download").last)])

  static let calledLater = Claim(
    "D03c", in: "call-back-later",
    given: cancelsWhenCalled + [
      holds(.semaphore, "semaphore", at: .began("download")),
      .not(holds(.semaphore, "semaphore", at: .marked(isCalledBack, by: "manager"))),
    ],
    expect: [
      .order(
        .marked(callsCancel, by: "download").last, .cancelled("download").last,
        .marked(isBack, by: "manager")),
      holds(.semaphore, "semaphore", at: .cancelled("download").last),
    ])
}
