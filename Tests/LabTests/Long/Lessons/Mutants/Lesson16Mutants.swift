import OperationLab
import OperationTesting

extension ClaimMutants {
  static let lesson16: [String: [Mutant]] = [
    "A17a": [
      .trace(of: "completion", "it runs while the operation executes") {
        $0.replacing(.observed, of: "done") { $0.state = [.ready, .executing] }
      },
      .trace(of: "completion", "it runs twice") { $0.inserting(.completed, of: "done") },
      .trace(of: "completion", "cancel() is not called") { $0.removing(.cancelled) },
      .trace(of: "completion", "it does not run for the cancelled one") {
        $0.removing(.completed, of: "cancelled")
      },
    ],
    "A17b": [
      .passing("finishes", as: "never-finishes"),
      .trace(of: "never-finishes", "it runs") {
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
      .trace(of: "finishes-in-main", "it overrides start()") {
        $0.replacing(.finished) { $0.state.remove(.executing) }
      },
      .trace(of: "finishes-in-main", "there is no state at the end") {
        $0.removing(.settled).removing(.completed)
      },
    ],
    "A17d": [
      .passing("operation-between", as: "dependent-first"),
      .trace(of: "dependent-first", "the dependent never begins") {
        $0.removing(.began, of: "second")
      },
      .trace(of: "dependent-first", "there is no dependency") {
        $0.replacing(.enqueued) { $0.enqueueing = nil }
      },
      .trace(of: "dependent-first", "the block does not wait") { $0.removing(.waiting) },
      .trace(of: "dependent-first", "the block returns before") {
        $0.movingToEnd(.began, of: "second")
      },
    ],
    "A17g": [
      .trace(of: "operation-between", "second begins first") {
        $0.movingToFront(.began, of: "second")
      },
      .trace(of: "operation-between", "there is no dependency") {
        $0.replacing(.enqueued) { $0.enqueueing = nil }
      },
      .trace(of: "operation-between", "the operation between them never ends") {
        $0.removing(.ended, of: "save")
      },
    ],
    "E06a": [
      .passing("finishes", as: "never-finishes"),
      .trace(of: "never-finishes", "it is deallocated") { $0.inserting(.released, of: "transfer") },
      .trace(of: "never-finishes", "it reports finished") {
        $0.inserting(.announced, of: "transfer").replacing(.announced) {
          $0.set(.key(path: "isFinished"))
        }
      },
      .trace(of: "never-finishes", "it is in no queue") { $0.removing(.enqueued) },
      .trace(of: "finishes", "something else holds it, too") { $0.removing(.released) },
      .trace(of: "never-finishes", "there is no state at the end") { $0.removing(.settled) },
    ],
    "E06b": [
      .passing("finishes", as: "in-no-queue"),
      .trace(of: "in-no-queue", "it is not deallocated") { $0.removing(.released) },
      .trace(of: "in-no-queue", "it is not started") { $0.removing(.started) },
      .trace(of: "in-no-queue", "it finished") { $0.inserting(.finished, of: "transfer") },
    ],
    "E06c": [
      .passing("never-finishes", as: "finishes"),
      .passing("captures-itself", as: "captures-weakly"),
      .trace(of: "finishes", "it posts no notification") { $0.removing(.announced) },
      .trace(of: "finishes", "it is in no queue") { $0.removing(.enqueued) },
      .trace(of: "captures-weakly", "its block does not run") { $0.removing(.completed) },
    ],
    "E06d": [
      .trace(of: "kept-by-dependent", "it is deallocated at once") {
        $0.movingToFront(.released, of: "first")
      },
      .trace(of: "kept-by-dependent", "it is deallocated before second is") {
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
      .trace(of: "captures-weakly", "something else holds it, too") { $0.removing(.released) },
      .trace(of: "captures-itself", "there is no state at the end") { $0.removing(.settled) },
    ],
  ]
}
