import OperationLab
import OperationTesting

extension ClaimMutants {
  static let lesson16: [String: [Mutant]] = [
    "A17a": [
      .trace(of: "completion", "it runs while the operation executes") {
        $0.replacing(.observed, of: "done") { $0.state = [.ready, .executing] }
      },
      .trace(of: "completion", "it runs twice") { $0.inserting(.completed, of: "done") },
      .trace(of: "completion", "nobody cancels") { $0.removing(.cancelled) },
      .trace(of: "completion", "it does not run for the cancelled one") {
        $0.removing(.completed, of: "cancelled")
      },
    ],
    "A17b": [
      .passing("finishes", as: "never-finishes"),
      .trace(of: "never-finishes", "it runs all the same") {
        $0.inserting(.completed, of: "transfer")
      },
      .trace(of: "never-finishes", "it has no block") { $0.removing(.noted) },
      .trace(of: "finishes", "no block ever runs") { $0.removing(.completed) },
    ],
    "A17c": [
      .passing("captures-weakly", as: "finishes-in-main"),
      .trace(of: "finishes-in-main", "main() reports nothing") {
        $0.removing(.finished).removing(.announced)
      },
      .trace(of: "finishes-in-main", "it has a start() of its own") {
        $0.replacing(.finished) { $0.state.remove(.executing) }
      },
      .trace(of: "finishes-in-main", "nobody looked in the end") {
        $0.removing(.settled).removing(.completed)
      },
    ],
    "A17d": [
      .passing("operation-between", as: "dependent-first"),
      .trace(of: "dependent-first", "the dependent never begins") {
        $0.removing(.began, of: "second")
      },
      .trace(of: "dependent-first", "nothing depends on anything") {
        $0.replacing(.enqueued) { $0.enqueueing = nil }
      },
      .trace(of: "dependent-first", "the block does not wait") { $0.removing(.waiting) },
      .trace(of: "dependent-first", "the block is over before") {
        $0.movingToEnd(.began, of: "second")
      },
    ],
    "A17e": [
      .trace(of: "wait-returns-first", "waitUntilFinished() returns later") {
        $0.movingToEnd(.began, of: "next")
      },
      .trace(of: "wait-returns-first", "it never returns") { $0.removing(.started, of: "next") },
      .trace(of: "wait-returns-first", "nobody waits") { $0.removing(.waiting, of: "program") },
      .trace(of: "wait-returns-first", "the block does not wait") {
        $0.removing(.waiting, of: "first")
      },
    ],
    "A17f": [
      .trace(of: "left-to-chance", "the block never runs") { $0.removing(.noted, of: "save 1") },
      .trace(of: "left-to-chance", "the dependent never begins") {
        $0.removing(.began, of: "second 1")
      },
      .trace(of: "left-to-chance", "the block always runs first") { trace in
        (1...8).reduce(trace) { $0.movingToEnd(.began, of: "second \($1)") }
      },
      .trace(of: "left-to-chance", "somebody waits for somebody") {
        $0.inserting(.waiting, of: "first 1")
      },
      .trace(of: "left-to-chance", "nothing depends on anything") {
        $0.replacing(.enqueued) { $0.enqueueing = nil }
      },
    ],
    "A17g": [
      .trace(of: "operation-between", "second begins first") {
        $0.movingToFront(.began, of: "second")
      },
      .trace(of: "operation-between", "nothing depends on anything") {
        $0.replacing(.enqueued) { $0.enqueueing = nil }
      },
      .trace(of: "operation-between", "it is never done") { $0.removing(.ended, of: "save") },
    ],
    "E06a": [
      .passing("finishes", as: "never-finishes"),
      .trace(of: "never-finishes", "it is deallocated") { $0.inserting(.released, of: "transfer") },
      .trace(of: "never-finishes", "it reports finished") {
        $0.inserting(.announced, of: "transfer").replacing(.announced) {
          $0.set(.key("isFinished"))
        }
      },
      .trace(of: "never-finishes", "it is in no queue") { $0.removing(.enqueued) },
      .trace(of: "finishes", "somebody else holds it, too") { $0.removing(.released) },
      .trace(of: "never-finishes", "nobody looked in the end") { $0.removing(.settled) },
    ],
    "E06b": [
      .passing("finishes", as: "in-no-queue"),
      .trace(of: "in-no-queue", "it is not deallocated") { $0.removing(.released) },
      .trace(of: "in-no-queue", "nobody starts it") { $0.removing(.started) },
      .trace(of: "in-no-queue", "it finished") { $0.inserting(.finished, of: "transfer") },
    ],
    "E06c": [
      .passing("never-finishes", as: "finishes"),
      .passing("captures-itself", as: "captures-weakly"),
      .trace(of: "finishes", "it announces nothing") { $0.removing(.announced) },
      .trace(of: "finishes", "it is in no queue") { $0.removing(.enqueued) },
      .trace(of: "captures-weakly", "its block does not run") { $0.removing(.completed) },
    ],
    "E06d": [
      .trace(of: "kept-by-dependent", "it is let go at once") {
        $0.movingToFront(.released, of: "first")
      },
      .trace(of: "kept-by-dependent", "it is let go before second is") {
        $0.movingToEnd(.released, of: "second")
      },
      .trace(of: "kept-by-dependent", "second does not depend on it") {
        $0.replacing(.enqueued) { $0.enqueueing = nil }
      },
      .trace(of: "kept-by-dependent", "it has not finished") {
        $0.replacing(.settled, of: "first") { $0.state.remove(.finished) }
      },
    ],
    "E06e": [
      .passing("captures-weakly", as: "captures-itself"),
      .trace(of: "captures-itself", "its block does not use it") { $0.removing(.observed) },
      .trace(of: "captures-weakly", "somebody else holds it, too") { $0.removing(.released) },
      .trace(of: "captures-itself", "nobody looked in the end") { $0.removing(.settled) },
    ],
  ]
}
