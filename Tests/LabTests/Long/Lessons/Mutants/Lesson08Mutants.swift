import OperationLab
import OperationTesting

@testable import OperationCourse

extension ClaimMutants {
  static let lesson08: [String: [Mutant]] = [
    "C22c": [
      .trace(of: "late-comer", "the operation added later begins at once") {
        $0.movingToFront(.began, of: "very high")
      },
      .trace(of: "late-comer", "the state was not read while 'very low' ran") {
        $0.removing(.settled)
      },
      .trace(of: "late-comer", "the operation added later waits longer than it must") {
        $0.movingToEnd(.began, of: "very high")
      },
      .trace(of: "late-comer", "the running one has very high priority, too") {
        $0.replacing(.enqueued, of: "very low") {
          $0.enqueueing = Event.Enqueueing(queue: "queue", width: 1, priority: 8)
        }
      },
    ],
    "C22d": [
      .passing("dependency-as-order", as: "priority-as-order"),
      .trace(of: "priority-as-order", "cook begins when wash has ended") {
        $0.movingToEnd(.began, of: "cook")
      },
      .trace(of: "priority-as-order", "they have no priorities") {
        $0.replacing(.enqueued) { $0.enqueueing = Event.Enqueueing(queue: "kitchen", width: 2) }
      },
      .trace(of: "priority-as-order", "wash does not wait for cook") {
        $0.removing(.noted, of: "wash")
      },
    ],
    "C22e": [
      .passing("priority-as-order", as: "dependency-as-order"),
      .trace(of: "dependency-as-order", "cook does not depend on wash") {
        $0.replacing(.enqueued) { $0.enqueueing = Event.Enqueueing(queue: "kitchen", width: 2) }
      },
      .trace(of: "dependency-as-order", "cook begins while wash runs") {
        $0.movingToFront(.began, of: "cook")
      },
    ],
    "C22a": [
      .trace(of: "five-levels", "in the order in which they were added") { trace in
        ["very low", "low", "normal", "high", "very high"].reduce(trace) {
          $0.movingToEnd(.began, of: $1)
        }
      },
      .trace(of: "five-levels", "the middle one begins first") {
        $0.movingToFront(.began, of: "normal")
      },
      .trace(of: "five-levels", "one never begins") { $0.removing(.began, of: "low") },
      .trace(of: "five-levels", "the queue was not suspended while they were added") {
        $0.movingToFront(.resumed, of: "queue")
      },
      .trace(of: "five-levels", "they have no priorities") {
        $0.replacing(.enqueued) {
          $0.enqueueing = Event.Enqueueing(queue: "queue", width: 1, isSuspended: true)
        }
      },
      .trace(of: "five-levels", "the highest was added first") {
        $0.movingToFront(.enqueued, of: "very high")
      },
    ],
    "C22b": [
      .trace(of: "five-levels", "high is 5") {
        $0.replacing(.enqueued, of: "high") {
          $0.enqueueing = Event.Enqueueing(queue: "queue", priority: 5)
        }
      },
      .trace(of: "five-levels", "all have the same") {
        $0.replacing(.enqueued) { $0.enqueueing = Event.Enqueueing(queue: "queue") }
      },
      .trace(of: "five-levels", "no operation has the lowest") {
        $0.removing(.enqueued, of: "very low")
      },
    ],
    "A11": [
      .trace(of: "against-dependency", "dessert begins first") {
        $0.movingToFront(.began, of: "dessert")
      },
      .trace(of: "against-dependency", "dessert is added too late") {
        $0.movingToEnd(.enqueued, of: "dessert")
      },
      .trace(of: "against-dependency", "dessert has the priority of soup") {
        $0.replacing(.enqueued, of: "dessert") {
          $0.enqueueing = Event.Enqueueing(
            queue: "kitchen", width: 1, isSuspended: true, priority: -8, dependencies: ["soup"])
        }
      },
      .trace(of: "against-dependency", "soup never ends") { $0.removing(.ended, of: "soup") },
    ],
    "C22f": [
      .trace(of: "quality-of-service", "the one added first begins first") {
        $0.movingToEnd(.began, of: "photo 2").movingToEnd(.ended, of: "photo 2")
          .movingToEnd(.ended, of: "busy")
      },
      .trace(of: "quality-of-service", "both have one quality of service") {
        $0.replacing(.noted, of: "backup 2") { $0.set(.mark(Lesson08.has(.userInteractive))) }
      },
      .trace(of: "quality-of-service", "the photo has high priority") {
        $0.replacing(.enqueued, of: "photo 2") {
          $0.enqueueing = Event.Enqueueing(
            queue: "width 2", width: 2, isSuspended: true, priority: 4)
        }
      },
      .trace(of: "quality-of-service", "both slots are free") {
        $0.movingToFront(.ended, of: "busy")
      },
      .trace(of: "quality-of-service", "the queue was not suspended while they were added") {
        $0.movingToFront(.resumed, of: "width 2")
      },
    ],
  ]
}
