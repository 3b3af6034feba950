import OperationLab
import OperationTesting

@testable import OperationCourse

extension ClaimMutants {
  static let lesson10: [String: [Mutant]] = [
    "C27": [
      .passing("set-before-detaching", as: "set-after-detaching"),
      .passing("set-after-detaching", as: "set-before-detaching"),
      .trace(of: "set-after-detaching", "start() returns before the operation finishes") {
        $0.movingToFront(.returned, of: "first")
      },
      .trace(of: "set-after-detaching", "no state was read at the end") { $0.removing(.settled) },
    ],
    "D01a": [
      .trace(of: "observers", "the second notification comes before the change") {
        $0.replacing(.finished, of: "first") { $0.state = [.ready] }
      },
      .trace(of: "observers", "the first comes after it") {
        $0.replacing(.observed, of: "first") { $0.state = [.ready, .finished] }
      },
      .trace(of: "observers", "the second never comes") { $0.removing(.announced) },
      .passing("whole", as: "observers"),
      .trace(of: "observers", "the next operation never starts") {
        $0.removing(.started, of: "next")
      },
    ],
    "D01b": [
      .passing("one-lock", as: "observers-two-ends"),
      .trace(of: "observers-two-ends", "only one of the two finishes it") { $0.removing(.noted) },
      .trace(of: "one-lock", "cancel() is not called") { $0.removing(.cancelled) },
      .trace(of: "observers-two-ends", "finished is never reported") { $0.removing(.finished) },
      .passing("observers-two-ends", as: "one-lock"),
    ],
    "A14b": [
      .trace(of: "blocks-its-thread", "start() returns before the work") {
        $0.edited { events in
          guard let back = events.firstIndex(where: { $0.kind == .returned }) else { return }
          var event = events.remove(at: back)
          event.state = [.ready, .executing]
          let place = events.firstIndex { $0.mark == step1 } ?? 0
          events.insert(event, at: place)
        }
      },
      .trace(of: "blocks-its-thread", "isAsynchronous is false") {
        $0.replacing(.noted, of: "first") {
          $0.set(.type(name: "MyOperation", isAsynchronous: false))
        }
      },
      .trace(of: "blocks-its-thread", "it has no work") {
        $0.edited { $0.removeAll { $0.mark?.isLike(step1) == true } }
      },
    ],
    "C03c": [
      .passing("whole", as: "no-is-asynchronous"),
      .passing("no-notification", as: "no-is-asynchronous"),
      .trace(of: "no-is-asynchronous", "the next operation never starts") {
        $0.removing(.started, of: "next")
      },
      .trace(of: "no-is-asynchronous", "it stays in its queue") {
        $0.replacing(.settled, of: "first") { $0.set(.place(queue: "downloads")) }
      },
    ],
    "C26c": [
      .passing("no-notification", as: "silent-in-time"),
      .trace(of: "silent-in-time", "no state was read at the end") { $0.removing(.settled) },
      .trace(of: "silent-in-time", "the notification is posted") {
        $0.edited { events in
          guard let place = events.firstIndex(where: { $0.kind == .finished }) else { return }
          var event = events[place]
          event.kind = .announced
          event.set(.key(path: "isFinished"))
          events.insert(event, at: place + 1)
        }
      },
      .trace(of: "silent-in-time", "it finished after start() had returned") {
        $0.movingToEnd(.finished, of: "first")
      },
    ],
    "C26d": [
      .passing("whole", as: "own-key"),
      .trace(of: "own-key", "it is not finished") {
        $0.replacing(.settled, of: "first") { $0.state = [.ready, .executing] }
      },
      .passing("no-notification", as: "own-key"),
      .trace(of: "own-key", "no state was read at the end") { $0.removing(.settled) },
    ],
    "C25": [
      .passing("no-is-executing", as: "whole"),
      .passing("super-start", as: "whole"),
      .passing("whole", as: "super-start"),
      .passing("whole", as: "no-is-executing"),
      .trace(of: "whole", "it finishes before start() returns") {
        $0.movingToFront(.finished, of: "first")
      },
      .trace(of: "whole", "isAsynchronous was not overridden") {
        $0.replacing(.observed) { $0.set(answers(isAsynchronous: false)) }
      },
      .trace(of: "super-start", "super.start() was not called") {
        $0.replacing(.observed) { $0.set(answers(isAsynchronous: true)) }
      },
    ],
    "C26a": [
      .passing("whole", as: "no-notification"),
      .passing("no-notification", as: "whole"),
      .trace(of: "no-notification", "no state was read at the end") { $0.removing(.settled) },
      .trace(of: "no-notification", "it is not finished") {
        $0.replacing(.settled, of: "first") { $0.state = [.ready, .executing] }
      },
    ],
    "C26b": [
      .passing("no-notification", as: "no-is-executing"),
      .trace(of: "no-is-executing", "the next operation never starts") {
        $0.removing(.started, of: "next")
      },
      .trace(of: "no-is-executing", "no state was read") { $0.removing(.settled) },
      .passing("whole", as: "no-is-executing"),
    ],
    "A14": [
      .trace(of: "article", "it is finished while it runs") {
        $0.replacing(.observed, of: "first") { $0.state.insert(.finished) }
      },
      .trace(of: "article", "it remains executing") {
        $0.replacing(.observed, of: "first") { $0.state.insert(.executing) }
      },
      .trace(of: "article", "no state was read before start() had returned") {
        $0.movingToFront(.returned, of: "first")
      },
      .trace(of: "article", "it stays in its queue") {
        $0.replacing(.observed, of: "first") {
          $0.set(.mark(Trace.Event.Mark("{} in the queue", .number(1))))
        }
      },
    ],
    "A15": [
      .passing("no-notification", as: "alias-keys"),
      .trace(of: "alias-keys", "the next operation never starts") {
        $0.removing(.started, of: "next")
      },
      .passing("whole", as: "alias-keys"),
      .passing("own-key", as: "alias-keys"),
      .trace(of: "alias-keys", "it stays in its queue") {
        $0.replacing(.settled, of: "first") { $0.set(.place(queue: "downloads")) }
      },
    ],
    "A21c": [
      .trace(of: "progress", "the cancelled one counts") {
        $0.replacing(.noted, of: "cancelled") { $0.set(.mark(Lesson10.units(2))) }
      },
      .trace(of: "progress", "the one with its own start() counts") { trace in
        trace.edited { events in
          let last = events.lastIndex { $0.kind == .noted && $0.subject == "own start" }
          events[last ?? 0].set(.mark(Lesson10.units(2)))
        }
      },
      .trace(of: "progress", "nothing counts") {
        $0.replacing(.noted, of: "block") { $0.set(.mark(Lesson10.units(0))) }
      },
      .trace(of: "progress", "it was not cancelled") { $0.removing(.cancelled) },
      .trace(of: "progress", "one did not finish") {
        $0.replacing(.settled, of: "own start") { $0.state = [.ready, .executing] }
      },
    ],
  ]

  private static let step1 = Trace.Event.Mark("step {}", .number(1))

  private static func answers(isAsynchronous: Bool) -> Trace.Event.Fact {
    .mark(
      Trace.Event.Mark(
        "isAsynchronous {}, inherited isFinished {}", .text("\(isAsynchronous)"), .text("false")))
  }
}
