import OperationLab
import OperationTesting

extension ClaimMutants {
  static let lesson06: [String: [Mutant]] = [
    "A04": [
      .passing("width-2", as: "width-1"),
      .trace(of: "width-1", "op2 begins while op1 runs") { $0.movingToFront(.began, of: "op2") },
      .trace(of: "width-1", "op1 did not wait for op2") { $0.removing(.noted, of: "op1") },
      .trace(of: "width-1", "op2 is added when op1 has finished") {
        $0.movingToEnd(.enqueued, of: "op2").movingToEnd(.began, of: "op2")
      },
    ],
    "A06": [
      .passing("width-1", as: "width-2"),
      .trace(of: "width-2", "both on one thread") {
        $0.replacing(.began) { $0.thread = "T1" }
      },
      .trace(of: "width-2", "op2 does not begin while op1 waits") {
        $0.movingToEnd(.began, of: "op2").replacing(.noted, of: "op1") {
          $0.set(.answer(gate: "op2 has begun", answer: .shut))
        }
      },
    ],
    "A07a": [
      .trace(of: "main-queue", "op2 runs where it was added") {
        $0.replacing(.began, of: "op2") { $0.thread = "T1" }
      },
      .trace(of: "main-queue", "op1 never begins") { $0.removing(.began, of: "op1") },
      .trace(of: "main-queue", "op2 is added by the main thread") {
        $0.replacing(.enqueued, of: "op2") { $0.thread = "main" }
      },
      .passing("width-1", as: "main-queue"),
    ],
    "A07b": [
      .trace(of: "main-queue", "the width can be set") {
        $0.replacing(.enqueued) {
          $0.enqueueing = Event.Enqueueing(queue: Snapshot.Queue.main, width: 2)
        }
      },
      .trace(of: "main-queue", "it was not set") { trace in
        trace.edited { $0.removeAll { $0.fact == .width(value: 2) } }
      },
      .trace(of: "main-queue", "op2 begins while op1 runs") {
        $0.movingToFront(.began, of: "op2")
      },
    ],
    "A05": [
      .trace(of: "thread-dictionary", "both on one thread") {
        $0.replacing(.began, of: "fetch") { $0.thread = "T1" }
          .replacing(.began, of: "login") { $0.thread = "T1" }
      },
      .trace(of: "thread-dictionary", "fetch never begins") { $0.removing(.began, of: "fetch") },
      .trace(of: "thread-dictionary", "they run at the same time") {
        $0.movingToFront(.began, of: "fetch")
      },
      .trace(of: "thread-dictionary", "the width is 2") {
        $0.replacing(.enqueued) { $0.enqueueing = Event.Enqueueing(queue: "session", width: 2) }
      },
    ],
    "A05b": [
      .passing("shared-box", as: "thread-dictionary"),
      .trace(of: "thread-dictionary", "login stores nothing") {
        $0.replacing(.noted, of: "login") {
          if $0.fact == .mark("finds the token") { $0.set(.mark("finds no token")) }
        }
      },
    ],
    "A05c": [
      .passing("thread-dictionary", as: "shared-box"),
      .trace(of: "shared-box", "the token was there before") {
        $0.replacing(.noted, of: "login") {
          if $0.fact == .mark("finds no token") { $0.set(.mark("finds the token")) }
        }
      },
      .trace(of: "shared-box", "both on one thread") {
        $0.replacing(.began) { $0.thread = "T1" }
      },
    ],
  ]
}
