import OperationLab
import OperationTesting

extension ClaimMutants {
  static let lesson02: [String: [Mutant]] = [
    "C06": [
      .trace(of: "article", "cancel() finishes the operation") {
        $0.replacing(.observed, of: "block") { $0.state.insert(.finished) }
      },
      .trace(of: "article", "cancel() does nothing") {
        $0.replacing(.observed) { $0.state.remove(.cancelled) }
      },
      .trace(of: "article", "cancel() is never called") { $0.removing(.cancelled) },
    ],
    "C07": [
      .trace(of: "article", "the body runs") { $0.inserting(.began, of: "block") },
      .trace(of: "article", "start() leaves it unfinished") {
        $0.replacing(.observed) { $0.state.remove(.finished) }
      },
      .trace(of: "article", "the state was not read at the end") { $0.removing(.settled) },
      .trace(of: "article", "it was not cancelled when it was started") {
        $0.replacing(.started) { $0.state.remove(.cancelled) }
      },
      .trace(of: "left-alone", "the bodies do not run without cancel() either") {
        $0.removing(.began)
      },
    ],
    "C08": [
      .trace(of: "article", "the invocation runs though cancelled") {
        $0.inserting(.began, of: "invocation")
      },
      .trace(of: "article", "the invocation does not notice") {
        $0.replacing(.observed, of: "invocation") { $0.state.remove(.cancelled) }
      },
      .trace(of: "article", "cancel() is never called on the invocation") {
        $0.removing(.cancelled, of: "invocation")
      },
      .trace(of: "left-alone", "both are blocks") { $0.removing(.noted, of: "photo") },
    ],
    "C10": [
      .trace(of: "too-late", "it is marked as cancelled") {
        $0.edited { events in
          if let last = events.lastIndex(where: { $0.kind == .observed }) {
            events[last].state.insert(.cancelled)
          }
        }
      },
      .trace(of: "too-late", "it had not finished before") {
        $0.replacing(.observed, of: "block") { $0.state = [.ready] }
      },
      .trace(of: "too-late", "cancel() is never called") { $0.removing(.cancelled) },
    ],
    "C09": [
      .trace(of: "article", "it is finished at once") {
        $0.replacing(.observed, of: "block") { $0.state.insert(.finished) }
      },
      .trace(of: "article", "the state was not read") { $0.removing(.observed, of: "block") },
      .trace(of: "wait-for-cancelled", "cancel() is never called") { $0.removing(.cancelled) },
      .trace(of: "wait-for-cancelled", "no thread waits") { $0.removing(.waiting) },
      .passing("start-then-wait", as: "wait-for-cancelled"),
    ],
    "C09b": [
      .passing("wait-for-cancelled", as: "start-then-wait"),
      .trace(of: "start-then-wait", "cancel() is never called") { $0.removing(.cancelled) },
      .trace(of: "start-then-wait", "the body runs") {
        $0.inserting(.began, of: "block")
      },
      .trace(of: "start-then-wait", "no thread waits") { $0.removing(.waiting) },
    ],
  ]
}
