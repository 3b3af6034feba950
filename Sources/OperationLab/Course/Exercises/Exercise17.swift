import Foundation
import OperationLab
import OperationBench

/// Exercises of lesson 17: waiting for a queue, and making it wait.
public enum Exercise17 {
  /// The parts of a picture, what comes after all of them, and a queue of width 1.
  public typealias Parts = (parts: [SceneTools.Work], done: SceneTools.Work, queue: OperationQueue)

  /// The scenes for the learner's `loadParts`.
  public static let parts = Scenes<Parts, Void>(
    World.all([.noItem, .oneItem, .fiveItems]).map { world in
      .init(world) { bench, loadParts in
        let barrier = IdleBarrier(bench)
        let queue = CallersQueue(bench, "parts", width: 1)
        let parts = names(in: world).map { queue.noting($0, barrier.work($0)) }
        bench.calling("loadParts") { loadParts((parts, bench.work("done"), queue.queue)) }
        bench.settle()
      }
    })

  private static func names(in world: World) -> [String] { world.names("part", otherwise: 3) }

  static let waits = Exercise(
    17, .mend, "Wait without holding the slot", parts, at: "Exercise17.parts",
    call: "{ loadParts($0.parts.map { work in { work() } }, then: $0.done, in: $0.queue) }",
    requirements: [
      each(
        "done", "all parts are loaded, and then it is done",
        otherwise:
          "done is not called exactly once. If it is never called: an operation that waits in its "
          + "body for the queue that it is in waits for itself."
      ) { _ in [.count(1, of: "done")] },
      each(
        "after", "it is done after the last part",
        otherwise: "Nothing hangs any more, but done is called before all parts are loaded once."
      ) { names in
        [ended(names, before: .began("done"))]
      },
      each(
        "comes-back", "loadParts comes back before the parts are loaded",
        otherwise: "The order is right, but now the caller is kept waiting."
      ) { names in names.map { .comes(.returned(from: "loadParts"), before: .ended($0)) } },
      each(
        "width", "the parts run in the queue, one at a time",
        otherwise: "The parts are loaded, but not one at a time in the queue that loadParts was "
          + "given: a dependency needs no second slot."
      ) { names in
        [
          .keepsWidth(1, "parts"), .peak(atMost: 1, of: names), .inQueue("parts", names),
        ]
      },
    ],
    view: { world in
      [
        .begins("done"), .once(names(in: world)),
        .isSo("done comes after all parts", "done comes before a part", .comesLast("done")),
      ]
    })

  private static func ended(_ names: [String], before moment: Trace.Moment) -> Trace.Condition {
    .check("each has ended once before", at: moment) { run, end in
      names.allSatisfy { name in run.all(.ended, of: name).map { $0.seq < end[0].seq } == [true] }
    }
  }

  /// The same for three and for five of them.
  private static func each(
    _ id: String, _ statement: String, otherwise message: String,
    expect: @escaping @Sendable ([String]) -> [Trace.Condition]
  ) -> Requirement {
    Requirement(
      id, statement, otherwise: message,
      [World(), World(.fiveItems)].map { world in
        Scenario(world.name, given: [], expect: expect(names(in: world)))
      })
  }

  /// Three pieces of work, what is to be done between them, and a queue.
  public typealias Bundle = (
    pieces: [SceneTools.Work], prepare: SceneTools.Work, queue: OperationQueue
  )

  /// The scenes for the learner's `runTogether`. Preparing takes as long as anything else can
  /// happen.
  public static let bundle = Scenes<Bundle, Void>(
    World.all([.noItem, .oneItem, .fiveItems], [.firstIsLong, .lastIsLong]).map { world in
      .init(world) { bench, runTogether in
        let queue = CallersQueue(bench, "bundle")
        let names = names(in: world)
        let prepare = bench.gate("prepared", isTraced: false)
        let mayEnd = bench.gate("the long one may end", isTraced: false)
        let prepared = Locked(0)
        bench.calling("runTogether") {
          runTogether(
            (
              names.enumerated().map { place, name in
                // It ends when nothing else can happen any more: a caller that does not wait has returned
                // by then.
                let isLong = place == world.special(of: names.count) ?? names.count - 1
                return queue.noting(
                  name,
                  bench.work(name) {
                    guard isLong, prepared.withLock({ $0 }) == names.count else { return }
                    _ = mayEnd.waitUnlessQuiet()
                  })
              },
              bench.work("prepare") {
                let count = prepared.withLock { count in
                  count += 1
                  return count
                }
                if queue.queue.operationCount < count { bench.log("prepare")(tooEarly) }
                _ = prepare.waitUnlessQuiet()
              }, queue.queue
            ))
        }
        bench.settle()
      }
    })

  /// The piece was not in the queue yet.
  private static let tooEarly: Event.Mark = "is called before its piece is in the queue"

  static let suspended = Exercise(
    17, place: 2, .arrange, "Suspend a queue, and resume it", bundle, at: "Exercise17.bundle",
    call:
      "{ runTogether($0.pieces.map { work in { work() } }, prepare: $0.prepare, in: $0.queue) }",
    requirements: [
      each(
        "comes-back", "runTogether comes back",
        otherwise: "runTogether never comes back: it waits for a queue that is suspended, and the "
          + "line that lets the queue go on comes after the waiting."
      ) { _ in [.comes(.returned(from: "runTogether"))] },
      each(
        "all", "all pieces are done when it comes back",
        otherwise: "runTogether comes back now, but before each piece is done once."
      ) { names in
        [ended(names, before: .returned(from: "runTogether"))]
      },
      each(
        "together", "no piece begins before all is prepared",
        otherwise:
          "runTogether comes back now, but it does not call prepare once for each piece, or the "
          + "pieces begin one by one while it still prepares: they were to begin together."
      ) { names in
        [
          .check("all after the preparing", at: .returned(from: "runTogether")) { run, _ in
            let prepared = run.all(.ended, of: "prepare").last
            let begins = names.compactMap { run.all(.began, of: $0).first }
            return prepared.map { end in begins.allSatisfy { $0.seq > end.seq } } ?? false
          },
          .count(names.count, .ended, of: "prepare"),
        ]
      },
      each(
        "after-adding", "prepare is called after each piece is added",
        otherwise:
          "All pieces begin together. But prepare is called before its piece is in the queue."
      ) { _ in [.unmarked(tooEarly, by: "prepare", at: .returned(from: "runTogether"))] },
    ],
    view: { world in
      [
        .once(names(in: world)), .begins("prepare"),
        .isSo(
          "runTogether returns after all of them", "runTogether does not return after all of them",
          .returnsAfter(names(in: world), from: "runTogether")),
        .isSo(
          "all of them are done in the queue", "not all of them are done in the queue",
          .inQueue("bundle", names(in: world))),
      ]
    })

  /// Makes operations under a name, and a queue of width 1.
  public typealias Workshop = (
    make: @Sendable (String, @escaping @Sendable () -> Void) -> Operation, queue: OperationQueue
  )

  /// The scenes for the learner's `hang`.
  public static let workshop = Scenes<Workshop, Void>(
    .init("workshop", expected: .hangs) { bench, hang in
      let queue = bench.queue("workshop", width: 1)
      hang(({ name, body in bench.block(name, body) }, queue))
      bench.settle()
    })

  static let hanging = Exercise(
    17, place: 3, .hang, "Make it hang: wait for what comes after you", workshop,
    at: "Exercise17.workshop",
    call: "{ workshop in hang(make: { workshop.make($0, $1) }, in: workshop.queue) }",
    requirements: [
      Requirement(
        "hangs", "the queue never becomes empty",
        otherwise: "Everything goes through: no body waits for an operation behind it.",
        in: "workshop", expect: [.ends(.hangs)]),
      Requirement(
        "by-waiting", "it hangs because a body waits for an operation behind it",
        otherwise:
          "It hangs, but for another reason: no body waits, in waitUntilFinished(), for an "
          + "operation of make that stands behind its own in the queue.",
        in: "workshop",
        expect: [
          Trace.Condition("a body waits for an operation behind its own") { run in
            let waits = try run.all(.waiting).filter { wait in
              guard case .wait(for: .operation(let other)) = wait.fact, other != wait.subject,
                let own = run.all(.enqueued, of: wait.subject).first,
                let behind = run.all(.enqueued, of: other).first
              else { return false }
              return try behind.seq > own.seq
                && run.last(.settled, of: wait.subject).state.contains(.executing)
                && !run.last(.settled, of: other).state.contains(.finished)
            }
            return .init(!waits.isEmpty, "", waits + [try run.rest()])
          }
        ]),
      Requirement(
        "as-it-is", "the queue stays as it is, and nothing depends on anything",
        otherwise:
          "It hangs because a body waits for an operation behind it. But the queue's width "
          + "was changed, it was suspended, or an operation depends on another.",
        in: "workshop",
        expect: [
          .keepsWidth(1, "workshop"), .neverSuspended("workshop"),
          Trace.Condition("no dependencies") { run in
            let added = run.all(.enqueued)
            return .init(
              added.allSatisfy { $0.enqueueing?.dependencies.isEmpty ?? false }, "", added)
          },
        ]),
    ])
}
