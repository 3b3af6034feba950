import OperationLab
import OperationTesting

extension ClaimMutants {
  static let lesson04: [String: [Mutant]] = [
    "C13": [
      .trace(of: "waits", "pour starts first") { $0.movingToFront(.started, of: "pour") },
      .trace(of: "waits", "boil is not finished when pour begins") {
        $0.replacing(.observed, of: "boil's end") { $0.state = [.ready, .executing] }
      },
      .trace(of: "waits", "pour never starts") { $0.removing(.started, of: "pour") },
      .trace(of: "waits", "pour depends on nothing") {
        $0.replacing(.enqueued, of: "pour") { $0.enqueueing = .init(queue: "kitchen") }
      },
      .trace(of: "waits", "boil had ended before the state was read") {
        $0.replacing(.settled, of: "boil") { $0.state = [.ready, .finished] }
      },
    ],
    "C14": [
      .trace(of: "cancelled", "pour starts only after boil has ended") {
        $0.movingToEnd(.started, of: "pour")
      },
      .trace(of: "cancelled", "pour was started before it was cancelled") {
        $0.movingToFront(.started, of: "pour")
      },
      .trace(of: "cancelled", "boil had ended by then") {
        $0.replacing(.observed, of: "boil") { $0.state = [.ready, .finished] }
      },
      .trace(of: "cancelled", "pour was cancelled before it was added") {
        $0.movingToFront(.cancelled, of: "pour")
      },
      .trace(of: "cancelled", "pour depends on nothing") {
        $0.replacing(.enqueued, of: "pour") { $0.enqueueing = .init(queue: "kitchen") }
      },
    ],
    "C15": [
      .passing("careless-start", as: "cancelled"),
      .trace(of: "cancelled", "the state was not read at the end") {
        $0.removing(.settled, of: "pour")
      },
      .trace(of: "cancelled", "it was not cancelled when it was started") {
        $0.replacing(.started, of: "pour") { $0.state = [.ready] }
      },
      .trace(of: "cancelled", "the body does not run without cancel() either") {
        $0.removing(.began, of: "next")
      },
    ],
    "C14b": [
      .passing("let-go-later", as: "let-go-early"),
      .trace(of: "let-go-early", "they were never deallocated") {
        $0.removing(.released, of: "pour1")
      },
      .trace(of: "let-go-early", "boil never ended") { $0.removing(.ended, of: "boil") },
      .trace(of: "let-go-early", "they were not cancelled") {
        $0.replacing(.settled) { $0.state.remove(.cancelled) }
      },
    ],
    "C14c": [
      .passing("let-go-early", as: "let-go-later"),
      .trace(of: "let-go-later", "they were never deallocated") {
        $0.removing(.released, of: "pour3")
      },
      .trace(of: "let-go-later", "they still depend on boil") {
        $0.replacing(.observed, of: "pour5") { $0.set(.dependencies(names: ["boil"])) }
      },
      .trace(of: "let-go-later", "boil never finished") {
        $0.replacing(.settled, of: "boil") { $0.state = [.ready, .executing] }
      },
    ],
    "C15b": [
      .passing("careless-start", as: "careful-start"),
      .trace(of: "careful-start", "it never reports finished") {
        $0.removing(.finished, of: "pour")
      },
      .trace(of: "careful-start", "it posts no notification") {
        $0.removing(.announced, of: "pour")
      },
      .trace(of: "careful-start", "it never works, cancelled or not") {
        $0.removing(.began, of: "next")
      },
      .trace(of: "careful-start", "pour was not cancelled") {
        $0.replacing(.started, of: "pour") { $0.state = [.ready] }
      },
    ],
    "C15c": [
      .passing("careful-start", as: "careless-start"),
      .trace(of: "careless-start", "pour was not cancelled") {
        $0.replacing(.started, of: "pour") { $0.state = [.ready] }
      },
      .trace(of: "careless-start", "the body begins when boil has ended") {
        $0.movingToEnd(.ended, of: "pour").movingToEnd(.began, of: "pour")
      },
    ],
    "C14d": [
      .trace(of: "removed-before-start", "the queue starts it") { trace in
        trace.inserting(.started, of: "late pour", on: "T1").replacing(.settled, of: "late pour") {
          $0.state.insert(.finished)
        }
      },
      .trace(of: "removed-before-start", "it was not cancelled") {
        $0.removing(.cancelled, of: "late pour")
      },
      .trace(of: "removed-before-start", "it removed the dependency before boil had finished") {
        $0.movingToEnd(.returned, of: "boil")
      },
      .trace(of: "removed-before-start", "the queue starts neither") {
        $0.removing(.started, of: "pour")
      },
      .trace(of: "removed-before-start", "the queue was never resumed") { $0.removing(.resumed) },
    ],
  ]
}
