import OperationLab
import OperationTesting

extension ClaimMutants {
  static let lesson14: [String: [Mutant]] = [
    "E02": [
      .passing("cancelled-finishes", as: "article"),
      .passing("article", as: "cancelled-finishes"),
      .trace(of: "article", "the next operation starts") { $0.inserting(.started, of: "next") },
      .trace(of: "article", "its start() is never called") { $0.removing(.started, of: "first") },
      .trace(of: "article", "cancel() is not called") { $0.removing(.cancelled) },
      .trace(of: "article", "it was not cancelled when it started") {
        $0.replacing(.started) { $0.state.remove(.cancelled) }
      },
      .trace(of: "article", "no state was read at the end") { $0.removing(.settled) },
      .trace(of: "cancelled-finishes", "it posts nothing") { $0.removing(.announced) },
    ],
    "E03": [
      .passing("one-exit-forgotten", as: "every-exit"),
      .passing("every-exit", as: "one-exit-forgotten"),
      .trace(of: "every-exit", "a path reports finished twice") {
        $0.inserting(.finished, of: "cancelled meanwhile")
      },
      .trace(of: "every-exit", "a path does not end") {
        $0.replacing(.settled, of: "no connection") { $0.state.remove(.finished) }
      },
      .trace(of: "every-exit", "a path takes another exit") {
        $0.removing(.noted, of: "fails")
      },
      .trace(of: "every-exit", "cancel() is not called") { $0.removing(.cancelled) },
      .trace(of: "every-exit", "one posts nothing") {
        $0.removing(.announced, of: "fails")
      },
      .trace(of: "one-exit-forgotten", "nothing fails") {
        $0.removing(.noted, of: "fails")
      },
      .trace(of: "one-exit-forgotten", "no state was read at the end") { $0.removing(.settled) },
    ],
  ]
}
