import OperationLab
import OperationTesting

extension ClaimMutants {
  static let lesson05: [String: [Mutant]] = [
    "C16": [
      .trace(of: "one-block", "the block runs elsewhere") {
        $0.replacing(.began, of: "only") { $0.thread = "T1" }
      },
      .trace(of: "one-block", "the block never runs") { $0.removing(.began, of: "only") },
      .trace(of: "one-block", "there are two blocks") {
        $0.replacing(.started, of: "only") { $0.set(.blocks(count: 2)) }
      },
      .trace(of: "one-block", "it is started by a queue") {
        $0.inserting(.enqueued, of: "only")
      },
    ],
    "C17": [
      .trace(of: "three-blocks", "the third block ends after start() has returned") {
        $0.movingToEnd(.ended, of: "third")
      },
      .trace(of: "three-blocks", "a block never ends") { $0.removing(.ended, of: "second") },
      .trace(of: "three-blocks", "there is only one block") {
        $0.replacing(.started, of: "blocks") { $0.set(.blocks(count: 1)) }
      },
    ],
    "C19": [
      .trace(of: "three-blocks", "it is finished while the third block runs") {
        $0.replacing(.observed, of: "blocks") {
          if $0.state.contains(.executing) { $0.state = [.ready, .finished] }
        }
      },
      .trace(of: "three-blocks", "it is not finished after the last") {
        $0.replacing(.observed, of: "blocks") {
          if $0.state.contains(.finished) { $0.state = [.ready, .executing] }
        }
      },
      .trace(of: "three-blocks", "the state was not read while a block ran") {
        $0.movingToEnd(.began, of: "third")
      },
    ],
    "C18": [
      .passing("concurrent-blocks", as: "three-blocks"),
      .trace(of: "three-blocks", "the second block never begins") {
        $0.removing(.began, of: "second")
      },
      .trace(of: "three-blocks", "the first did not wait for the second") {
        $0.removing(.noted, of: "first")
      },
      .trace(of: "three-blocks", "the second had another thread, but too late") {
        $0.replacing(.began, of: "second") { $0.thread = "T1" }
      },
    ],
    "C18b": [
      .passing("concurrent-blocks", as: "blocks-that-meet"),
      .trace(of: "blocks-that-meet", "it is stuck elsewhere") {
        $0.removing(.waiting, of: "first")
      },
      .trace(of: "blocks-that-meet", "there is no second block") {
        $0.replacing(.started, of: "blocks") { $0.set(.blocks(count: 1)) }
      },
      .trace(of: "concurrent-blocks", "the same blocks never meet") {
        $0.removing(.noted, of: "second is here")
      },
    ],
    "C18c": [
      .passing("blocks-that-meet", as: "concurrent-blocks"),
      .trace(of: "concurrent-blocks", "the second does not wait for the first") {
        $0.removing(.waiting, of: "second")
      },
      .trace(of: "concurrent-blocks", "they begin one after the other") {
        $0.movingToEnd(.began, of: "second").movingToEnd(.ended, of: "second")
      },
      .trace(of: "concurrent-blocks", "both on one thread") {
        $0.replacing(.began) { $0.thread = "main" }
      },
    ],
  ]
}
