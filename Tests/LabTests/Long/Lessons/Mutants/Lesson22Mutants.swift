import OperationCourse
import OperationLab
import OperationTesting

extension ClaimMutants {
  static let lesson22: [String: [Mutant]] = [
    "A16d": [
      .passing("task-operation", as: "task-in-block"),
      .passing("task-in-block", as: "task-operation"),
      .trace(of: "task-in-block", "the task has ended before the block returns") {
        $0.movingToFront(.ended, of: "work")
      },
      .trace(of: "task-in-block", "the task never ends") { $0.removing(.ended, of: "work") },
      .trace(of: "task-in-block", "show does not depend on it") {
        $0.replacing(.enqueued, of: "show") { $0.enqueueing = .init(queue: "pictures", width: 2) }
      },
    ],
    "A16e": [
      .passing("task-in-block", as: "task-operation"),
      .trace(of: "task-operation", "show begins before the task has ended") {
        $0.movingToEnd(.ended, of: "work")
      },
      .trace(of: "task-operation", "it is finished while its task waits") {
        $0.replacing(.settled, of: "download") { $0.state = [.ready, .finished] }
      },
    ],
    "A16f": [
      .trace(of: "never-resumed", "the task without a resume ends") {
        $0.inserting(.ended, of: "no resume")
      },
      .trace(of: "never-resumed", "the operation without finish() is finished") {
        $0.replacing(.settled, of: "no finish") { $0.state = [.ready, .finished] }
      },
      .trace(of: "never-resumed", "the operation of that task is finished") {
        $0.replacing(.settled, of: "no resume") { $0.state = [.ready, .finished] }
      },
      .trace(of: "never-resumed", "the task never begins") { $0.removing(.began, of: "no resume") },
    ],
    "A16g": [
      .trace(of: "never-resumed", "the task that looks does not end") {
        $0.removing(.ended, of: "looks")
      },
      .trace(of: "never-resumed", "the work in the queue does not end") {
        $0.removing(.ended, of: "run")
      },
      .trace(of: "never-resumed", "the caller does not wait for the end of the work") {
        $0.movingToEnd(.ended, of: "run")
      },
      .trace(of: "never-resumed", "the work ended before it was cancelled") {
        $0.movingToFront(.ended, of: "looks")
      },
      .trace(of: "never-resumed", "its operation stays in the queue") {
        $0.replacing(.settled, of: "looks") { $0.state = [.ready, .executing, .cancelled] }
      },
    ],
    "A16h": [
      .trace(of: "never-resumed", "the task ends when it is cancelled") {
        $0.inserting(.ended, of: "no resume")
      },
      .trace(of: "never-resumed", "its operation is finished when it is cancelled") {
        $0.replacing(.settled, of: "no resume") { $0.state = [.ready, .finished, .cancelled] }
      },
      .trace(of: "never-resumed", "it was not cancelled") {
        $0.removing(.cancelled, of: "no resume")
      },
    ],
    "A16i": [
      .trace(of: "two-at-a-time", "a third download of the queue begins at once") {
        $0.movingToFront(.began, of: "queue 3")
      },
      .trace(of: "two-at-a-time", "a third download of the group begins at once") {
        $0.movingToFront(.began, of: "group 9").movingToFront(.began, of: "group 10")
          .movingToFront(.began, of: "group 8")
      },
      .trace(of: "two-at-a-time", "the width is three") {
        $0.replacing(.enqueued) { $0.enqueueing = .init(queue: "pictures", width: 3) }
      },
      .trace(of: "two-at-a-time", "a download of the group never ends") {
        $0.removing(.ended, of: "group 4")
      },
    ],
    "A16j": [
      .trace(of: "blocked-pool", "the next task begins") { $0.inserting(.began, of: "open") },
      .trace(of: "blocked-pool", "a task that blocks has ended") {
        $0.inserting(.ended, of: "wait 1")
      },
      .trace(of: "blocked-pool", "no task blocks") { $0.removing(.began, of: "wait 1") },
      .trace(of: "blocked-pool", "the operation of the next task is not started") {
        $0.replacing(.settled, of: "open") { $0.state = [.ready] }
      },
    ],
    "A16k": [
      .trace(of: "main-actor", "it continues on a thread of the pool") {
        $0.replacing(.ended, of: "on main actor") { $0.thread = "P1" }
      },
      .trace(of: "main-actor", "the other task continues on the main thread") {
        $0.replacing(.ended, of: "on no actor") { $0.thread = "main" }
      },
      .trace(of: "main-actor", "it never waits") { $0.movingToFront(.ended, of: "on main actor") },
      .trace(of: "main-actor", "the block runs on the main thread") {
        $0.replacing(.began, of: "download") { $0.thread = "main" }
      },
    ],
  ]
}
