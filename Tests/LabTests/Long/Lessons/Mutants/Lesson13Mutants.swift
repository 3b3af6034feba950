import OperationCourse
import OperationLab
import OperationTesting

extension ClaimMutants {
  static let lesson13: [String: [Mutant]] = [
    "C30e": [
      .passing("own-ready", as: "own-ready-while-added"),
      .trace(of: "own-ready-while-added", "its queue starts it") {
        $0.inserting(.began, of: "photo").replacing(.settled) {
          $0.state.insert(.finished)
          $0.set(.place(queue: nil))
        }
      },
      .trace(of: "own-ready-while-added", "its ticket came when it had been added") {
        $0.movingToFront(.observed, of: "photo")
      },
      .trace(of: "own-ready-while-added", "its ticket came before isReady was read") {
        $0.movingToFront(.announced, of: "photo")
      },
      .trace(of: "own-ready-while-added", "no state was read at the end") { $0.removing(.settled) },
    ],
    "A09b": [
      .trace(of: "ready", "both run at once") {
        $0.movingToFront(.started, of: "parked").movingToFront(.started, of: "behind")
      },
      .trace(of: "ready", "they are not ready") {
        $0.replacing(.settled) { $0.state.remove(.ready) }
      },
      .trace(of: "ready", "the queue was not suspended") {
        $0.replacing(.enqueued, of: "parked") { $0.enqueueing = .init(queue: "suspended") }
      },
      .trace(of: "ready", "no state was read") { $0.removing(.settled) },
    ],
    "B03c": [
      .trace(of: "ready", "a new one is not ready") {
        $0.replacing(.observed) { $0.state = [] }.replacing(.settled, of: "alone") {
          $0.state = []
        }
      },
      .trace(of: "ready", "it was added before its state was read") {
        $0.movingToFront(.enqueued, of: "parked")
      },
      .trace(of: "ready", "no state of the new ones was read") { $0.removing(.observed) },
      .trace(of: "ready", "alone was added as well") { $0.inserting(.enqueued, of: "alone") },
    ],
    "C30c": [
      .passing("own-ready-unannounced", as: "own-ready"),
      .trace(of: "own-ready", "it starts without a ticket") {
        $0.movingToFront(.began, of: "photo")
      },
      .trace(of: "own-ready", "it was ready all the time") {
        $0.replacing(.settled, of: "photo") { $0.state.insert(.ready) }
      },
      .trace(of: "own-ready", "it depended on something") {
        $0.replacing(.enqueued) {
          $0.enqueueing = .init(queue: "downloads", dependencies: ["ticket"])
        }
      },
    ],
    "C30d": [
      .passing("own-ready", as: "own-ready-unannounced"),
      .trace(of: "own-ready-unannounced", "it runs anyway") {
        $0.inserting(.began, of: "photo")
      },
      .trace(of: "own-ready-unannounced", "its ticket never came") {
        $0.removing(.observed, of: "photo")
      },
      .trace(of: "own-ready-unannounced", "no state was read at the end") { $0.removing(.settled) },
    ],
    "B01b": [
      .passing("right-way", as: "add-block-late"),
      .passing("start-executing", as: "add-block-late"),
      .trace(of: "add-block-late", "it was not executing") {
        $0.replacing(.observed) { $0.state.remove(.executing) }
      },
    ],
    "C30a": [
      .passing("start-again", as: "start-executing"),
      .passing("start-queued", as: "start-executing"),
      .trace(of: "start-executing", "it was not executing") {
        $0.replacing(.started) { $0.state.remove(.executing) }
      },
    ],
    "C30b": [
      .passing("right-way", as: "start-unready"),
      .passing("enqueue-twice", as: "start-unready"),
      .trace(of: "start-unready", "it was ready") {
        $0.replacing(.started, of: "crop") { $0.state = .ready }
      },
    ],
    "C31a": [
      .passing("right-way", as: "start-queued"),
      .passing("start-executing", as: "start-queued"),
      .trace(of: "start-queued", "it was in no queue") { $0.removing(.enqueued) },
      .trace(of: "start-queued", "it had finished before") {
        $0.replacing(.started) { $0.state.insert(.finished) }
      },
    ],
    "C31b": [
      .passing("right-way", as: "enqueue-finished"),
      .passing("enqueue-twice", as: "enqueue-finished"),
      .trace(of: "enqueue-finished", "it never ran") { $0.removing(.ended) },
    ],
    "C31c": [
      .passing("right-way", as: "enqueue-twice"),
      .passing("start-queued", as: "enqueue-twice"),
      .trace(of: "enqueue-twice", "the first queue had started it") {
        $0.replacing(.enqueued) { $0.state.insert(.executing) }
      },
    ],
    "B01a": [
      .trace(of: "start-again", "the body runs twice") { $0.inserting(.began, of: "photo") },
      .trace(of: "start-again", "it was started once") {
        $0.edited { events in
          if let place = events.lastIndex(where: { $0.kind == .started }) {
            events.remove(at: place)
          }
        }
      },
      .trace(of: "start-again", "it had not finished when it was started again") {
        $0.replacing(.started) { $0.state.remove(.finished) }
      },
      .trace(of: "start-again", "no state was read at the end") { $0.removing(.settled) },
    ],
    "B01c": [
      .trace(of: "right-way", "the new operation does not run") {
        $0.removing(.began, of: "photo again")
      },
      .trace(of: "right-way", "the old one runs again") { $0.inserting(.began, of: "photo") },
      .trace(of: "right-way", "it was not added while photo ran") {
        $0.movingToFront(.ended, of: "photo")
      },
      .passing("start-again", as: "right-way"),
    ],
    "C31d": [
      .passing("checked-start", as: "own-start"),
      .trace(of: "own-start", "it was started once") { $0.movingToFront(.resumed, of: "uploads") },
      .trace(of: "own-start", "it was in no queue") { $0.removing(.enqueued) },
      .passing("own-start", as: "checked-start"),
      .trace(of: "checked-start", "the queue never starts it") {
        $0.edited { events in
          if let place = events.lastIndex(where: { $0.kind == .started }) {
            events.remove(at: place)
          }
        }
      },
      .trace(of: "checked-start", "the work begins at the second start()") {
        $0.movingToEnd(.began, of: "upload")
      },
      .trace(of: "checked-start", "it stays in its queue") {
        $0.replacing(.settled) { $0.set(.place(queue: "uploads")) }
      },
    ],
  ]
}
