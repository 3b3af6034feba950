import OperationLab
import OperationTesting

extension ClaimMutants {
  static let lesson17: [String: [Mutant]] = [
    "A18e": [
      .trace(of: "barrier", "the barrier block does not wait for op1") {
        $0.movingToFront(.began, of: "barrier")
      },
      .trace(of: "barrier", "op3 does not wait for the barrier block") {
        $0.movingToFront(.began, of: "op3")
      },
      .trace(of: "barrier", "op1 has ended before the process is idle") {
        $0.movingToFront(.ended, of: "op1")
      },
      .trace(of: "barrier", "the block is no barrier") { $0.removing(.noted, of: "downloads") },
    ],
    "A19c": [
      .passing("barrier-behind-operation", as: "barrier-on-suspended"),
      .trace(of: "barrier-on-suspended", "it never runs") { $0.removing(.began, of: "barrier") },
      .trace(of: "barrier-on-suspended", "the queue is not suspended") {
        $0.replacing(.settled, of: "op1") { $0.state.insert(.finished) }
      },
    ],
    "A19f": [
      .passing("barrier-on-suspended", as: "barrier-behind-operation"),
      .trace(of: "barrier-behind-operation", "it runs while the queue is suspended") {
        $0.movingToFront(.began, of: "barrier")
      },
      .trace(of: "barrier-behind-operation", "the queue is not suspended") {
        $0.removing(.suspended)
      },
      .trace(of: "barrier-behind-operation", "there is no state while it waits") {
        $0.removing(.settled)
      },
    ],
    "A18f": [
      .passing("barrier", as: "cancelled-behind-barrier"),
      .trace(of: "cancelled-behind-barrier", "there is no state at the end") {
        $0.removing(.settled, of: "next")
      },
      .trace(of: "cancelled-behind-barrier", "op2 is not cancelled") {
        $0.replacing(.enqueued, of: "op2") { $0.state.remove(.cancelled) }
      },
      .trace(of: "cancelled-behind-barrier", "no barrier block waits") { $0.removing(.noted) },
    ],
    "A19d": [
      .trace(of: "main-queue", "op2 begins when the queue is resumed") {
        $0.movingToEnd(.began, of: "op2")
      },
      .trace(of: "main-queue", "op2 never begins") { $0.removing(.began, of: "op2") },
      .trace(of: "main-queue", "the other queue is not suspended, either") {
        $0.movingToFront(.started, of: "op1")
      },
    ],
    "A20b": [
      .trace(of: "main-queue", "op2 is cancelled") {
        $0.replacing(.observed, of: "op2") { $0.state.insert(.cancelled) }
      },
      .trace(of: "main-queue", "op1, in the other queue, is not cancelled, either") {
        $0.replacing(.observed, of: "op1") { $0.state.remove(.cancelled) }
      },
      .trace(of: "main-queue", "op2 is added after the call") {
        $0.movingToEnd(.enqueued, of: "op2")
      },
    ],
    "A07c": [
      .trace(of: "main-barrier", "it runs on main") {
        $0.replacing(.began, of: "barrier") { $0.thread = "main" }
      },
      .trace(of: "main-barrier", "it never runs") { $0.removing(.began) },
    ],
    "A18g": [
      .passing("main-queue", as: "wait-on-main"),
      .trace(of: "wait-on-main", "it is started") { $0.inserting(.started, of: "save") },
      .trace(of: "wait-on-main", "there is no state at the end") { $0.removing(.settled) },
    ],
    "A19a": [
      .trace(of: "suspended", "op2 starts while it is suspended") {
        $0.movingToFront(.started, of: "op2")
      },
      .trace(of: "suspended", "there is no state while it is suspended") {
        $0.movingToFront(.resumed, of: "downloads")
      },
      .trace(of: "suspended", "op2 is not in it") { $0.removing(.enqueued, of: "op2") },
      .passing("never-resumed", as: "suspended"),
    ],
    "A19b": [
      .trace(of: "suspended", "op1 ends only when the queue is resumed") {
        $0.movingToEnd(.ended, of: "op1")
      },
      .trace(of: "suspended", "op1 has ended before") { $0.movingToFront(.ended, of: "op1") },
      .trace(of: "suspended", "op1 is not in it") { $0.removing(.enqueued, of: "op1") },
    ],
    "A19e": [
      .passing("suspended", as: "never-resumed"),
      .trace(of: "never-resumed", "it is never suspended") { $0.removing(.suspended) },
      .trace(of: "never-resumed", "op2 starts in the end") { $0.inserting(.started, of: "op2") },
      .trace(of: "never-resumed", "op1 is still in the queue") {
        $0.replacing(.settled, of: "op1") { $0.set(.place(queue: "downloads")) }
      },
      .trace(of: "never-resumed", "there is no state at the end") { $0.removing(.settled) },
    ],
    "A18a": [
      .trace(of: "add-and-wait", "the call returns at once") {
        $0.movingToFront(.ended, of: "caller")
      },
      .trace(of: "add-and-wait", "op2 ends later") { $0.movingToEnd(.ended, of: "op2") },
      .trace(of: "add-and-wait", "it never waits") { $0.removing(.waiting) },
      .trace(of: "add-and-wait", "there is no state while it waits") { $0.removing(.settled) },
    ],
    "A18b": [
      .passing("add-and-wait", as: "wait-until-all"),
      .trace(of: "wait-until-all", "the call returns at once") {
        $0.movingToFront(.ended, of: "caller")
      },
      .trace(of: "wait-until-all", "op1 ends later") { $0.movingToEnd(.ended, of: "op1") },
    ],
    "A18c": [
      .passing("dependency-instead", as: "wait-inside"),
      .trace(of: "wait-inside", "it ends") {
        $0.inserting(.ended, of: "tidy up", on: "T1")
      },
      .trace(of: "wait-inside", "it waits for another queue") {
        $0.replacing(.waiting) { $0.set(.wait(for: .queue("images"))) }
      },
      .trace(of: "wait-inside", "there is no state at the end") { $0.removing(.settled) },
    ],
    "A18d": [
      .passing("dependency-instead", as: "wait-for-neighbour"),
      .trace(of: "wait-for-neighbour", "it ends") {
        $0.inserting(.ended, of: "resize", on: "T1")
      },
      .trace(of: "wait-for-neighbour", "download is in no queue") {
        $0.removing(.enqueued, of: "download")
      },
    ],
    "A18h": [
      .passing("wait-inside", as: "dependency-instead"),
      .trace(of: "dependency-instead", "it does not wait for its dependency") {
        $0.movingToFront(.started, of: "tidy up")
      },
      .trace(of: "dependency-instead", "it has no dependency") {
        $0.edited { events in
          for place in events.indices where events[place].subject == "tidy up" {
            events[place].enqueueing = events[place].enqueueing.map { .init(queue: $0.queue) }
          }
        }
      },
    ],
    "A20a": [
      .trace(of: "cancel-all", "op3 is not cancelled") {
        $0.replacing(.settled, of: "op3") { $0.state.remove(.cancelled) }
      },
      .trace(of: "cancel-all", "op2 begins anyway") {
        $0.inserting(.began, of: "op2", on: "T1")
      },
      .trace(of: "cancel-all", "op1 reads that it is not cancelled") {
        $0.replacing(.observed, of: "op1") { $0.state.remove(.cancelled) }
      },
      .trace(of: "cancel-all", "op3 was cancelled before") {
        $0.movingToFront(.cancelled, of: "op3")
      },
    ],
    "A20c": [
      .trace(of: "completion-blocks", "both stay while their blocks run") {
        $0.replacing(.settled) { $0.set(.place(queue: "downloads")) }
      },
      .trace(of: "completion-blocks", "the blocks have returned before the process is idle") {
        $0.movingToFront(.noted, of: "op1").movingToFront(.noted, of: "op2")
      },
      .trace(of: "completion-blocks", "they have no blocks") { $0.removing(.completed) },
      .trace(of: "completion-blocks", "cancel() is not called") { $0.removing(.cancelled) },
      .trace(of: "completion-blocks", "op2 has begun before") {
        $0.inserting(.began, of: "op2", on: "T9")
      },
      .trace(of: "completion-blocks", "there is no state while the blocks run") {
        $0.removing(.settled)
      },
      .passing("cancel-all", as: "completion-blocks"),
    ],
    "A21a": [
      .trace(of: "current-queue", "it is another queue") {
        $0.replacing(.noted, of: "op1") {
          if $0.mark?.texts == ["downloads"] {
            $0.set(.mark(.init("current queue: {}", .text("images"))))
          }
        }
      },
      .trace(of: "current-queue", "the thread that op1 made has a queue, too") {
        $0.replacing(.noted, of: "op1's own thread") {
          $0.set(.mark(.init("current queue: {}", .text("downloads"))))
        }
      },
    ],
    "A21b": [
      .trace(of: "current-queue", "the running operation is not counted") {
        $0.replacing(.noted, of: "op1") {
          if $0.mark?.numbers == [3] { $0.set(.mark(.init("operationCount: {}", .number(2)))) }
        }
      },
      .trace(of: "current-queue", "op1 does not read it") { $0.removing(.noted, of: "op1") },
    ],
  ]
}
