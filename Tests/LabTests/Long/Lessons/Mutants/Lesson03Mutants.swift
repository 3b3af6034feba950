import OperationLab
import OperationTesting

extension ClaimMutants {
  static let lesson03: [String: [Mutant]] = [
    "C11": [
      .trace(of: "article", "a third operation starts") {
        $0.inserting(.started, of: "op3", on: "T1")
      },
      .trace(of: "article", "nobody looked whether the others ever start") {
        $0.removing(.settled)
      },
      .trace(of: "article", "start() never returned") { $0.removing(.returned) },
      .trace(of: "article", "one of them was cancelled") { $0.inserting(.cancelled, of: "op4") },
      .passing("later-callback", as: "article"),
    ],
    "C12": [
      .passing("article", as: "later-callback"),
      .trace(of: "later-callback", "the third starts before anybody has finished") {
        $0.movingToFront(.started, of: "op3")
      },
      .trace(of: "later-callback", "one operation never finishes") {
        $0.removing(.finished, of: "op7")
      },
      .trace(of: "later-callback", "one operation posts nothing") {
        $0.removing(.announced, of: "op5")
      },
      .trace(of: "pairs", "another thread reports") {
        $0.replacing(.finished, of: "op4") { $0.thread = "T1" }
      },
      .trace(of: "pairs", "the third starts before the first pair has finished") {
        $0.movingToFront(.started, of: "op3")
      },
      .trace(of: "later-callback", "one operation reports inside start()") {
        $0.movingToEnd(.returned, of: "op2")
      },
    ],
    "C12b": [
      .passing("article", as: "async-operation"),
      .trace(of: "async-operation", "one operation never finishes") {
        $0.replacing(.settled, of: "op7") { $0.state = [.ready, .executing] }
      },
      .trace(of: "async-operation", "one operation is finished when work() returns") {
        $0.replacing(.returned, of: "op3") { $0.state = [.ready, .finished] }
      },
      .trace(of: "async-operation", "the third starts before anybody has finished") {
        $0.movingToFront(.started, of: "op3")
      },
    ],
    "A03": [
      .passing("later-callback", as: "article"),
      .trace(of: "later-callback", "op1 stays in the queue although it reported finished") {
        $0.replacing(.settled, of: "op1") { $0.set(.place(queue: "downloads")) }
      },
      .trace(of: "later-callback", "op1 has left the queue before its report") {
        $0.replacing(.observed, of: "op1") { $0.set(.place(queue: nil)) }
      },
      .trace(of: "article", "op1 leaves the queue in silence") {
        $0.replacing(.settled, of: "op1") { $0.set(.place(queue: nil)) }
      },
    ],
  ]
}
