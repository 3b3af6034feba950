import Foundation
import OperationLab
import OperationTesting

/// Exercises of lesson 17: waiting for a queue, and making it wait.
public enum Exercise17 {
  /// The parts of a picture, what comes after all of them, and a queue of width 1.
  public typealias Parts = (parts: [Stage.Work], done: Stage.Work, queue: OperationQueue)

  /// What `loadParts` of the learner's file is called in.
  public static let parts = Scenes<Parts, Void>(
    .init("three-parts") { bench, loadParts in
      let usher = Usher(bench)
      bench.calling {
        loadParts(
          (names.map { usher.work($0) }, bench.work("done"), bench.queue("parts", width: 1)))
      }
      bench.settle()
    })

  private static let names = ["part1", "part2", "part3"]

  static let waits = Exercise(
    17, .mend, "Wait without standing in the way", parts, at: "Exercise17.parts",
    call: "{ loadParts($0.parts.map { work in { work() } }, then: $0.done, in: $0.queue) }",
    requirements: [
      Requirement(
        "done", "all parts are loaded, and then it is done",
        otherwise:
          "It is never done: an operation waits in its body for the queue that it is in, and "
          + "so for itself."
      ) { try $0["three-parts"].happens(.began, "done") },
      Requirement(
        "after", "it is done after the last part",
        otherwise: "Nothing hangs any more, but it is done before all parts are loaded."
      ) {
        let run = try $0["three-parts"]
        return try run.order(.ended, names[2], before: .began, "done")
      },
      Requirement(
        "comes-back", "loadParts comes back before the parts are loaded",
        otherwise: "The order is right, but now the caller is kept waiting."
      ) { try $0["three-parts"].order(.returned, Stage.learner, before: .ended, names[0]) },
    ])

  /// Three pieces of work, what is to be done between them, and a queue.
  public typealias Bundle = (
    pieces: [Stage.Work], prepare: Stage.Work, queue: OperationQueue
  )

  /// What `runTogether` of the learner's file is called in; preparing takes as long as anything else
  /// can happen.
  public static let bundle = Scenes<Bundle, Void>(
    .init("bundle") { bench, runTogether in
      let queue = bench.queue("bundle")
      let prepare = bench.gate("prepared", isTraced: false)
      let mayEnd = bench.gate("the last may end", isTraced: false)
      let prepared = Locked(0)
      bench.calling {
        runTogether(
          (
            pieces.map { name in
              // The last one ends when nothing else can happen any more: who does not wait is back.
              bench.work(name) {
                guard name == pieces.last, prepared.withLock({ $0 }) == pieces.count else { return }
                _ = mayEnd.waitUnlessQuiet()
              }
            },
            bench.work("prepare") {
              _ = prepare.waitUnlessQuiet()
              prepared.withLock { $0 += 1 }
            }, queue
          ))
      }
      bench.settle()
    })

  private static let pieces = ["piece1", "piece2", "piece3"]

  static let suspended = Exercise(
    17, place: 2, .arrange, "Hold a queue back, and let it go", bundle, at: "Exercise17.bundle",
    call:
      "{ runTogether($0.pieces.map { work in { work() } }, prepare: $0.prepare, in: $0.queue) }",
    requirements: [
      Requirement(
        "comes-back", "runTogether comes back",
        otherwise:
          "runTogether never comes back: it waits for a queue that is suspended, and the line "
          + "that lets the queue go on comes after the waiting."
      ) { try $0["bundle"].comesBack() },
      Requirement(
        "all", "all pieces are done when it comes back",
        otherwise: "It comes back now, but before all pieces are done."
      ) {
        let run = try $0["bundle"]
        let back = try run.first(.returned, of: Stage.learner)
        let ends = try pieces.map { try run.first(.ended, of: $0) }
        return .confirmed(
          if: ends.allSatisfy { $0.seq < back.seq }, "all before it comes back",
          otherwise: "some only afterwards", ends + [back])
      },
      Requirement(
        "together", "no piece begins before all is prepared",
        otherwise: "It comes back now, but the pieces begin one by one while it still prepares the "
          + "others: they were to begin together."
      ) {
        let run = try $0["bundle"]
        let prepared = try run.last(.ended, of: "prepare")
        let begins = try pieces.map { try run.first(.began, of: $0) }
        return .confirmed(
          if: begins.allSatisfy { $0.seq > prepared.seq }, "all after the preparing",
          otherwise: "some before", begins + [prepared])
      },
    ])

  /// Makes operations under a name, and a queue of width 1.
  public typealias Workshop = (
    make: @Sendable (String, @escaping @Sendable () -> Void) -> Operation, queue: OperationQueue
  )

  /// What `hang` of the learner's file is called in.
  public static let workshop = Scenes<Workshop, Void>(
    .init("workshop", expected: .hangs) { bench, hang in
      let queue = bench.queue("workshop", width: 1)
      hang(({ name, body in bench.block(name, body) }, queue))
      bench.settle()
    })

  static let hanging = Exercise(
    17, place: 3, .hang, "Make it hang: wait for who comes after you", workshop,
    at: "Exercise17.workshop",
    call: "{ workshop in hang(make: { workshop.make($0, $1) }, in: workshop.queue) }",
    requirements: [
      Requirement(
        "hangs", "the queue never becomes empty",
        otherwise: "Everything goes through: nobody waits for anybody."
      ) {
        let run = try $0["workshop"]
        let end = try run.rest()
        return .confirmed(
          if: run.outcome == .hangs, "it hangs", otherwise: "it completes", [end])
      },
      Requirement(
        "by-waiting", "it hangs because a body waits for an operation behind it",
        otherwise: "It hangs, but for another reason: no body waits for an operation that stands "
          + "behind it in its own queue."
      ) {
        let run = try $0["workshop"]
        let end = try run.rest()
        let waits = run.all(.waiting).filter { $0.subject != Diagnosis.Finding.program }
        let isSo = run.diagnosis.findings.contains { $0.cause == .blocksItself }
        return .confirmed(
          if: isSo && !waits.isEmpty, "a body waits for who comes after it",
          otherwise: run.diagnosis.findings.first?.sentence ?? "nothing is stuck", waits + [end])
      },
    ])
}
