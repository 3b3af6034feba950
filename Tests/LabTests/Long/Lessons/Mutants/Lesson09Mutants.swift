import OperationCourse
import OperationLab
import OperationTesting

extension ClaimMutants {
  static let lesson09: [String: [Mutant]] = [
    "A12d": [
      .trace(of: "main-cancelled", "main() does not work when cancelled") {
        $0.removing(.began, of: "called").removing(.ended, of: "called")
      },
      .trace(of: "main-cancelled", "it was not cancelled") {
        $0.replacing(.observed, of: "called") { $0.state.remove(.cancelled) }
      },
      .trace(of: "main-cancelled", "start() works as well") {
        $0.inserting(.began, of: "started")
      },
      .trace(of: "main-cancelled", "no state was read at the end") { $0.removing(.settled) },
    ],
    "A13": [
      .passing("looks-at-cancel", as: "ignores-cancel"),
      .trace(of: "ignores-cancel", "cancel() comes after the last step") {
        $0.movingToEnd(.cancelled, of: "loop")
      },
      .trace(of: "ignores-cancel", "the flag is not set") {
        $0.replacing(.noted, of: "loop") { $0.state.remove(.cancelled) }
      },
      .trace(of: "ignores-cancel", "cancel() is not called") { $0.removing(.cancelled) },
    ],
    "C24": [
      .passing("ignores-cancel", as: "looks-at-cancel"),
      .trace(of: "looks-at-cancel", "it never finishes") {
        $0.replacing(.settled, of: "loop") { $0.state.remove(.finished) }
      },
      .trace(of: "looks-at-cancel", "it stays in its queue") {
        $0.replacing(.settled, of: "loop") { $0.set(.place(queue: "loops")) }
      },
      .trace(of: "looks-at-cancel", "no state was read at the end") { $0.removing(.settled) },
      .trace(of: "looks-at-cancel", "the other, which is not cancelled, stops as well") {
        $0.removing(.noted, of: "left alone")
      },
    ],
    "E01": [
      .passing("serial-wide", as: "serial"),
      .trace(of: "serial", "the second begins before the first ends") {
        $0.movingToFront(.began, of: "count 2")
      },
      .trace(of: "serial", "the third never ends") { $0.removing(.ended, of: "count 3") },
      .trace(of: "serial", "the first has left its body before the process is idle") {
        $0.movingToFront(.ended, of: "count 1")
      },
    ],
    "E01b": [
      .passing("serial", as: "serial-wide"),
      .trace(of: "serial-wide", "the second begins when the first has ended") {
        $0.movingToEnd(.began, of: "count 2").movingToEnd(.ended, of: "count 2")
      },
      .trace(of: "serial-wide", "there is no second thread") {
        $0.replacing(.settled, of: "count 2") { $0.state = [.ready] }
      },
      .trace(of: "serial-wide", "no lock is held") {
        $0.replacing(.observed) { $0.set(.mark("its lock is free")) }
      },
    ],
    "A12a": [
      .trace(of: "three-ways", "queued stays in its queue, without an error") {
        $0.removing(.completed, of: "queued").replacing(.settled, of: "queued") {
          $0.state = [.ready]
          $0.set(.place(queue: "prints"))
        }
      },
      .trace(of: "three-ways", "its completion block does not run") {
        $0.removing(.completed, of: "queued")
      },
      .trace(of: "three-ways", "no state was read at the end") { $0.removing(.settled) },
      .trace(of: "three-ways", "queued was never added to a queue") {
        $0.removing(.enqueued, of: "queued")
      },
      .trace(of: "three-ways", "queued posts a notification itself") {
        $0.inserting(.announced, of: "queued")
      },
    ],
    "A12b": [
      .passing("start-by-hand", as: "main-by-hand"),
      .trace(of: "three-ways", "main() finishes the operation") {
        $0.replacing(.settled, of: "called") { $0.state.insert(.finished) }
      },
      .trace(of: "three-ways", "its completion block runs") {
        $0.inserting(.completed, of: "called")
      },
      .trace(of: "three-ways", "main() was never called") { $0.removing(.ended, of: "called") },
      .trace(of: "three-ways", "it never had a completion block") { $0.removing(.observed) },
      .trace(of: "main-by-hand", "show did not depend on it") {
        $0.removing(.enqueued, of: "show")
      },
    ],
    "A12c": [
      .passing("main-by-hand", as: "start-by-hand"),
      .trace(of: "start-by-hand", "show starts before the work") {
        $0.movingToFront(.started, of: "show")
      },
      .trace(of: "start-by-hand", "print is not finished in the end") {
        $0.replacing(.settled, of: "print") { $0.state = [.ready] }
      },
      .trace(of: "start-by-hand", "show did not depend on it") {
        $0.removing(.enqueued, of: "show")
      },
    ],
    "C23": [
      .trace(of: "three-ways", "main() runs before it is executing") {
        $0.replacing(.began, of: "queued") { $0.state = [.ready] }
      },
      .trace(of: "three-ways", "started is not finished in the end") {
        $0.replacing(.settled, of: "started") { $0.state = [.ready] }
      },
      .trace(of: "three-ways", "queued stays in its queue") {
        $0.replacing(.settled, of: "queued") { $0.set(.place(queue: "prints")) }
      },
      .trace(of: "three-ways", "a completion block does not run") {
        $0.removing(.completed, of: "started")
      },
      .trace(of: "three-ways", "it posts a notification itself") {
        $0.inserting(.announced, of: "started")
      },
    ],
  ]
}
