import OperationLab
import OperationTesting

@testable import OperationCourse

extension ClaimMutants {
  static let lesson18: [String: [Mutant]] = [
    "A22b": [
      .trace(of: "article", "it begins a transfer") {
        $0.inserting(.started, of: "before")
      },
      .trace(of: "article", "it was cancelled later") {
        $0.movingToEnd(.cancelled, of: "before")
      },
      .trace(of: "article", "it stays in its queue") {
        $0.replacing(.settled, of: "before") { $0.set(.place(queue: "downloads")) }
      },
      .trace(of: "article", "it ends twice") {
        $0.inserting(.completed, of: "before")
      },
      .trace(of: "article", "there is no state at the end") { $0.removing(.settled) },
    ],
    "A22c": [
      .passing("ends-itself", as: "article"),
      .trace(of: "article", "both are finished in the end") { trace in
        ["connecting", "receiving"].reduce(trace) { trace, name in
          trace.inserting(.completed, of: name)
            .replacing(.settled, of: name) {
              $0.state = [.ready, .finished, .cancelled]
              $0.set(.place(queue: nil))
            }
        }
      },
      .trace(of: "article", "one was cancelled before the server had its request") {
        $0.movingToFront(.cancelled, of: "connecting")
      },
      .trace(of: "article", "one is not cancelled") {
        $0.replacing(.settled, of: "receiving") { $0.state.remove(.cancelled) }
      },
      .trace(of: "article", "there is no state at the end") { $0.removing(.settled) },
    ],
    "A22e": [
      .passing("article", as: "ends-itself"),
      .trace(of: "ends-itself", "one ends twice") {
        $0.inserting(.completed, of: "connecting")
      },
      .trace(of: "ends-itself", "one transfer continues") { trace in
        trace.edited { events in events.removeAll { $0.mark == Lesson18.isClosed } }
      },
      .trace(of: "ends-itself", "one is not cancelled") {
        $0.replacing(.settled, of: "receiving") { $0.state.remove(.cancelled) }
      },
      .trace(of: "ends-itself", "a delegate is called twice") { trace in
        trace.edited { events in
          let call = events.first { $0.subject == "before UI" }
          if let call { events.append(call) }
        }
      },
    ],
    "A22h": [
      .trace(of: "looks", "a success is reported") { trace in
        trace.edited { events in
          guard let place = events.lastIndex(where: { $0.mark == Lesson18.progress }) else {
            return
          }
          var event = events[place]
          event.set(.mark(Lesson18.success))
          events.insert(event, at: place + 1)
        }
      },
      .trace(of: "looks", "one stays in its queue") {
        $0.replacing(.settled, of: "connected") { $0.set(.place(queue: "downloads")) }
      },
      .trace(of: "looks", "one was cancelled before its start") {
        $0.movingToFront(.cancelled, of: "connected")
      },
      .trace(of: "looks", "no byte of the other has arrived") {
        $0.removing(.noted, of: "loaded UI")
      },
      .trace(of: "looks", "there is no state at the end") { $0.removing(.settled) },
    ],
    "A22i": [
      .passing("looks", as: "unknown-length"),
      .trace(of: "unknown-length", "the progress is 100 %") {
        $0.replacing(.noted, of: "chunked") {
          $0.set(.mark(Lesson18.shows(percent: 100)))
        }
      },
      .trace(of: "unknown-length", "it does not succeed") {
        $0.removing(.noted, of: "chunked UI")
      },
      .trace(of: "unknown-length", "the other is wrong as well") {
        $0.replacing(.noted, of: "good") {
          $0.set(.mark(Lesson18.shows(percent: 0)))
        }
      },
    ],
    "A22a": [
      .trace(of: "article", "success comes on another thread") {
        $0.replacing(.noted, of: "good UI") { $0.thread = "T1" }
      },
      .trace(of: "article", "failure comes on another thread") {
        $0.replacing(.noted, of: "failing UI") { $0.thread = "T1" }
      },
      .trace(of: "article", "the failure is not reported") {
        $0.removing(.noted, of: "failing UI")
      },
    ],
    "A22d": [
      .passing("ends-itself", as: "article"),
      .trace(of: "article", "its delegate is not called") {
        $0.removing(.noted, of: "failing UI")
      },
      .trace(of: "article", "it was cancelled") {
        $0.inserting(.cancelled, of: "failing")
      },
      .trace(of: "article", "there is no state at the end") { $0.removing(.settled) },
    ],
    "A22f": [
      .passing("article", as: "ends-itself"),
      .trace(of: "ends-itself", "its delegate is not called") {
        $0.removing(.noted, of: "failing UI")
      },
      .trace(of: "ends-itself", "it was cancelled") {
        $0.replacing(.settled, of: "failing") { $0.state.insert(.cancelled) }
      },
    ],
    "A22g": [
      .passing("article", as: "download-operation"),
      .trace(of: "download-operation", "failure comes on another thread") {
        $0.replacing(.noted, of: "failing UI") { $0.thread = "T1" }
      },
      .trace(of: "download-operation", "the failing one was cancelled") {
        $0.replacing(.settled, of: "failing") { $0.state.insert(.cancelled) }
      },
      .trace(of: "download-operation", "one of the cancelled is not cancelled") {
        $0.replacing(.settled, of: "receiving") { $0.state.remove(.cancelled) }
      },
      .trace(of: "download-operation", "a delegate is called twice") { trace in
        trace.edited { events in
          let call = events.first { $0.subject == "before UI" }
          if let call { events.append(call) }
        }
      },
      .trace(of: "download-operation", "the file is not whole") {
        $0.replacing(.noted, of: "disk") { $0.set(.mark(Lesson18.holds(["good"], isWhole: false))) }
      },
      .trace(of: "download-operation", "a part is left") {
        $0.replacing(.noted, of: "disk") {
          $0.set(.mark(Lesson18.holds(["good", "receiving.part"], isWhole: true)))
        }
      },
      .trace(of: "download-operation", "no byte of the cancelled one has arrived") {
        $0.removing(.noted, of: "receiving UI")
      },
      .trace(of: "download-operation", "its part was not in that folder") {
        $0.replacing(.noted, of: "folder") { $0.set(.mark(Lesson18.hasNoPart)) }
      },
      .trace(of: "download-operation", "the disk is not read") {
        $0.removing(.noted, of: "disk")
      },
    ],
    "A23": [
      .trace(of: "ends-itself", "start() waits for the transfer") {
        $0.movingToEnd(.returned, of: "good")
      },
      .trace(of: "ends-itself", "it is finished when start() returns") {
        $0.replacing(.returned, of: "good") {
          $0.state = [.ready, .finished]
        }
      },
      .trace(of: "ends-itself", "it is not executing half-way") {
        $0.replacing(.observed, of: "good") { $0.state = [.ready] }
      },
      .trace(of: "ends-itself", "it never ends") {
        $0.removing(.completed, of: "good")
      },
    ],
  ]
}
