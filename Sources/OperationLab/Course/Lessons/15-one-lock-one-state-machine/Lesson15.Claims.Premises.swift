import OperationLab
import OperationTesting

// Locks: what two callers of start() do.
extension Lesson15 {
  static let firstLock = Trace.Moment.marked(Lock.recursive.taken, by: "lock")
  static let secondLock = firstLock.after(firstLock)
  static let firstUnlock = Trace.Moment.marked(Lock.recursive.givenBack, by: "lock")
  static let secondUnlock = firstUnlock.after(firstUnlock)

  /// Another thread tries the lock.
  static func look(after moment: Trace.Moment) -> Trace.Moment { .observed("lock").after(moment) }

  /// The work begins for the second time.
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

  /// The download posts isExecuting, and its observer calls cancel() there and then.
  static let cancelsWhenTold: [Trace.Condition] = [
    .order(
      .announced("isExecuting", by: "download"), .marked(isTold, by: "manager"),
      .marked(callsCancel, by: "download")),
    .sameThread(
      .announced("isExecuting", by: "download"), .marked(isTold, by: "manager"),
      .marked(callsCancel, by: "download")),
  ]

  /// cancel() waits for the semaphore on the thread that holds it.
  static func waitsForItself(after call: Trace.Moment) -> Trace.Condition {
    .all(
      "cancel() waits for the semaphore, on the thread that holds it, and never returns",
      neverRecorded(isBack, by: "manager"),
      .sameThread(call, waits(for: "semaphore", after: call)),
      isEndless(waits(for: "semaphore", after: call)))
  }

  /// The program does not record that. It shows something only if nothing else can happen.
  static func neverRecorded(_ mark: Trace.Event.Mark, by name: String) -> Trace.Condition {
    Trace.Condition("\(name) never records that") { run in
      let records = run.all(.noted, of: name).filter { $0.mark == mark }
      return .init(records.isEmpty, records.first.map { "\(name) \($0.note)" } ?? "", records)
    }
  }
}

// Steps of operations.
extension Lesson15 {
  static let resumes = Trace.Moment.marked(
    step(.resume, from: .paused(hasStarted: true), to: .executing), by: "connection")
  static let cancels = Trace.Moment.marked(
    step(.cancel, from: .executing, to: .finished), by: "connection")

  /// A thread of the download's own works for it, and it executes or has finished in the end.
  static let ownThreadWorks: [Trace.Condition] = [
    .differentThreads(.observed("thread"), .announced("isExecuting", by: "download")),
    .any(
      .flags(.executing, at: .settled("download")), .flags(.finished, at: .settled("download"))),
  ]
}
