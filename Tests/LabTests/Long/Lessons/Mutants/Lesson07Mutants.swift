import OperationLab
import OperationTesting

extension ClaimMutants {
  static let lesson07: [String: [Mutant]] = [
    "A08a": [
      .trace(of: "five-tasks", "task 4 begins first") { $0.movingToFront(.began, of: "task 4") },
      .trace(of: "five-tasks", "task 1 ends last") { $0.movingToEnd(.ended, of: "task 1") },
      .trace(of: "five-tasks", "no task depends on another") {
        $0.replacing(.enqueued) { $0.enqueueing = Event.Enqueueing(queue: "tasks", width: 4) }
      },
      .trace(of: "five-tasks", "one at a time") {
        $0.replacing(.enqueued, of: "task 3") {
          $0.enqueueing = Event.Enqueueing(queue: "tasks", width: 1, dependencies: ["task 1"])
        }
      },
    ],
    "A08b": [
      .trace(of: "five-tasks", "task 5 begins last") { $0.movingToEnd(.began, of: "task 5") },
      .trace(of: "five-tasks", "task 1 had already ended") {
        $0.replacing(.settled, of: "task 1") { $0.state = [.ready, .finished] }
      },
      .trace(of: "five-tasks", "task 5 was not ready") {
        $0.movingToEnd(.began, of: "task 5").replacing(.settled, of: "task 5") { $0.state = [] }
      },
    ],
    "A09": [
      .trace(of: "five-tasks", "task 4 is ready all the time") {
        $0.replacing(.settled, of: "task 4") { $0.state = [.ready] }
      },
      .trace(of: "five-tasks", "task 2 is not ready when it starts") {
        $0.replacing(.started, of: "task 2") { $0.state = [] }
      },
      .trace(of: "five-tasks", "task 1 is finished when the states are read") {
        $0.replacing(.settled, of: "task 1") { $0.state = [.ready, .finished] }
      },
    ],
    "C20a": [
      .trace(of: "two-queues", "resize starts before the report") {
        $0.movingToEnd(.finished, of: "download")
      },
      .trace(of: "two-queues", "resize starts when start() returns") {
        $0.movingToFront(.started, of: "resize")
      },
      .trace(of: "two-queues", "resize does not depend on download") {
        $0.replacing(.enqueued) { $0.enqueueing = Event.Enqueueing(queue: "images") }
      },
    ],
    "C20b": [
      .trace(of: "two-queues", "both are in one queue") {
        $0.replacing(.enqueued, of: "download") {
          $0.enqueueing = Event.Enqueueing(queue: "images", width: 2)
        }
      },
      .trace(of: "two-queues", "resize never runs") { $0.removing(.ended, of: "resize") },
    ],
    "C21a": [
      .passing("cycle-cancelled", as: "cycle"),
      .passing("cycle-refused", as: "cycle"),
      .trace(of: "cycle", "no state was read at the end") { $0.removing(.settled) },
      .trace(of: "cycle", "one of them depends on nothing") {
        $0.replacing(.enqueued, of: "egg") { $0.enqueueing = Event.Enqueueing(queue: "farm") }
      },
      .trace(of: "cycle", "one of them starts") { $0.inserting(.started, of: "egg") },
    ],
    "C21c": [
      .passing("cycle", as: "cycle-cancelled"),
      .trace(of: "cycle-cancelled", "egg is left behind") {
        $0.replacing(.settled, of: "egg") { $0.set(.place(queue: "farm")) }
      },
      .trace(of: "cycle-cancelled", "the body of the cancelled one runs as well") {
        $0.inserting(.began, of: "chicken")
      },
      .trace(of: "cycle-cancelled", "they were not stuck before") {
        $0.movingToFront(.cancelled, of: "chicken")
      },
    ],
    "C21d": [
      .passing("cycle", as: "cycle-refused"),
      .trace(of: "cycle-refused", "nothing is refused") {
        $0.replacing(.noted, of: "nest") {
          $0.set(.mark(Trace.Event.Mark("waits for {}", .text("chicken"))))
        }
      },
      .trace(of: "cycle-refused", "nothing is added") {
        $0.replacing(.enqueued) { $0.enqueueing = Event.Enqueueing(queue: "farm") }
      },
      .trace(of: "cycle-refused", "egg does not wait for nest") {
        $0.movingToFront(.began, of: "egg")
      },
    ],
    "C21b": [
      .passing("cycle-refused", as: "self-dependency"),
      .trace(of: "self-dependency", "the call returns and ego runs") {
        $0.inserting(.enqueued, of: "next").inserting(.began, of: "ego")
      },
      .trace(of: "self-dependency", "it is another that ego is to wait for") {
        $0.replacing(.waiting) {
          $0.set(.wait(for: .other("for ego.addDependency(next) to return")))
        }
      },
      .trace(of: "self-dependency", "the program is stuck after the call") {
        $0.inserting(.noted, of: "program")
      },
    ],
    "C20c": [
      .passing("forgets-dependencies", as: "keeps-dependencies"),
      .trace(of: "keeps-dependencies", "the list is empty in the end") {
        $0.replacing(.observed, of: "crop") { event in
          if event.state.contains(.finished) { event.set(.dependencies(names: [])) }
        }
      },
      .trace(of: "keeps-dependencies", "it never finished") {
        $0.replacing(.observed, of: "crop") { $0.state.remove(.finished) }
      },
      .trace(of: "keeps-dependencies", "it never depended on anything") {
        $0.removing(.enqueued, of: "crop")
      },
    ],
    "A10": [
      .passing("new-operation", as: "remove-dependency"),
      .trace(of: "remove-dependency", "pour starts at once") {
        $0.movingToFront(.noted, of: "pour").edited { events in
          var start = events[0]
          start.kind = .started
          events.insert(start, at: 1)
        }
      },
      .trace(of: "remove-dependency", "pour never depended on boil") {
        $0.replacing(.enqueued) { $0.enqueueing = Event.Enqueueing(queue: "kitchen") }
      },
      .trace(of: "remove-dependency", "pour is ready, and starts too late") { trace in
        trace.replacing(.settled, of: "pour") { $0.state = .ready }
      },
    ],
    "A10b": [
      .passing("remove-dependency", as: "new-operation"),
      .trace(of: "new-operation", "the old one pours as well") {
        $0.inserting(.began, of: "pour")
      },
      .trace(of: "new-operation", "the old one is not cancelled") {
        $0.removing(.cancelled, of: "pour")
      },
      .trace(of: "new-operation", "the new one begins when boil has ended") {
        $0.movingToEnd(.began, of: "pour at once")
      },
    ],
  ]
}
