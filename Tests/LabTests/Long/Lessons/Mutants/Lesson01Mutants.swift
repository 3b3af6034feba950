import OperationLab
import OperationTesting

extension ClaimMutants {
  static let lesson01: [String: [Mutant]] = [
    "C01": [
      .trace(of: "by-hand", "the body runs on another thread") {
        $0.replacing(.began, of: "here") { $0.thread = "T9" }
      },
      .trace(of: "by-hand", "start() returns before the body ends") {
        $0.movingToEnd(.ended, of: "there")
      },
      .trace(of: "by-hand", "a queue started it") { $0.inserting(.enqueued, of: "here") },
    ],
    "C04": [
      .trace(of: "invocation", "the method runs on a new thread") {
        $0.replacing(.noted, of: "photo") { $0.thread = "T9" }
      },
      .trace(of: "invocation", "it was not started on the main thread") {
        $0.replacing(.started, of: "invocation") { $0.thread = "T1" }
      },
      .trace(of: "invocation", "it has no method") { $0.removing(.noted, of: "photo") },
    ],
    "C05": [
      .trace(of: "by-queue", "start() is called by the thread that added it") {
        $0.edited { events in
          for place in events.indices { events[place].thread = "main" }
        }
      },
      .trace(of: "by-queue", "start() is never called") { $0.removing(.started) },
      .trace(of: "by-queue", "another queue or program started it") {
        $0.replacing(.noted, of: "queued") { $0.set(.currentQueue(name: nil)) }
      },
    ],
    "A01": [
      .trace(of: "by-hand", "the work runs elsewhere") {
        $0.replacing(.began, of: "called") { $0.thread = "T1" }
      },
      .trace(of: "by-hand", "the call finishes the operation") {
        $0.replacing(.observed, of: "called") { $0.state = [.ready, .finished] }
      },
    ],
    "A02": [
      .trace(of: "by-hand", "main() never runs") { $0.removing(.began, of: "started") },
      .trace(of: "by-hand", "it is not finished afterwards") {
        $0.replacing(.observed, of: "started") { $0.state = [.ready] }
      },
      .trace(of: "by-hand", "it is in a queue") { $0.inserting(.enqueued, of: "started") },
    ],
    "C02": [
      .trace(of: "flag-alone", "a block operation says true") {
        $0.replacing(.noted, of: "block") {
          $0.set(.type(name: "BlockOperation", isAsynchronous: true))
        }
      },
      .trace(of: "flag-alone", "another class was asked") {
        $0.replacing(.noted, of: "invocation") {
          $0.set(.type(name: "Operation", isAsynchronous: false))
        }
      },
      .trace(of: "flag-alone", "isAsynchronous was not read") { $0.removing(.noted, of: "plain") },
    ],
    "C03": [
      .passing("really-asynchronous", as: "flag-alone"),
      .trace(of: "flag-alone", "the body runs elsewhere") {
        $0.replacing(.began, of: "flag only") { $0.thread = "T1" }
      },
      .trace(of: "flag-alone", "it says that it is not asynchronous") {
        $0.replacing(.noted, of: "flag only") {
          $0.set(.type(name: "FlagOnlyOperation", isAsynchronous: false))
        }
      },
    ],
    "C03b": [
      .trace(of: "really-asynchronous", "the work is done inside start()") {
        $0.movingToFront(.ended, of: "thread").movingToFront(.began, of: "thread")
      },
      .trace(of: "really-asynchronous", "the work runs on the caller's thread") {
        $0.replacing(.began, of: "thread") { $0.thread = "main" }
      },
      .trace(of: "really-asynchronous", "it never finishes") {
        $0.replacing(.settled, of: "thread") { $0.state = [.ready, .executing] }
      },
    ],
    "A02b": [
      .trace(of: "bare", "start() changes nothing") {
        $0.replacing(.observed) { $0.state = [.ready] }
      },
      .trace(of: "bare", "it is a subclass") {
        $0.replacing(.noted, of: "started") {
          $0.set(.type(name: "MyOperation", isAsynchronous: false))
        }
      },
      .trace(of: "bare", "it was started by its queue") { $0.inserting(.enqueued, of: "started") },
    ],
    "C01b": [
      .trace(of: "bare", "it stays in its queue") {
        $0.removing(.completed, of: "queued").replacing(.settled, of: "queued") {
          $0.state = [.ready]
          $0.set(.place(queue: "downloads"))
        }
      },
      .trace(of: "bare", "it is a block operation") {
        $0.replacing(.noted, of: "queued") {
          $0.set(.type(name: "BlockOperation", isAsynchronous: false))
        }
      },
      .trace(of: "bare", "it was in no queue") { $0.removing(.enqueued) },
      .trace(of: "bare", "the state was not read at the end") { $0.removing(.settled) },
    ],
    "A01b": [
      .trace(of: "main-then-queue", "the queue does no work") { trace in
        trace.edited { $0.remove(at: $0.lastIndex { $0.kind == .began } ?? 0) }
      },
      .trace(of: "main-then-queue", "main() has finished it") {
        $0.replacing(.ended, of: "twice") { $0.state.insert(.finished) }
      },
      .trace(of: "main-then-queue", "it stays in its queue") {
        $0.replacing(.settled, of: "twice") { $0.set(.place(queue: "downloads")) }
      },
      .trace(of: "main-then-queue", "main() was called after it was added") {
        $0.movingToFront(.enqueued, of: "twice")
      },
    ],
  ]
}
