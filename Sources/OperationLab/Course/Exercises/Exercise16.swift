import Foundation
import OperationLab
import OperationBench

/// The exercises of lesson 16: what keeps an operation alive, and what runs after its end.
public enum Exercise16 {
  /// The work, and a closure that gets whether the operation was cancelled.
  public typealias Report = (work: SceneTools.Work, report: @Sendable (Bool) -> Void)

  /// The scenes for the learner's `makeExport`. At the end the last owner releases what it returns.
  public static let export = Scenes<Report, Operation>(
    World.all(
      [.cancelledInLine, .cancelledAtWork, .cancelledTwice, .cancelledLate], [.byHand]
    ).map { world in
      .init(world) { bench, makeExport in
        let queue = bench.queue("exports", holdsOperations: false)
        let isInLine = world.has(.cancelledInLine)
        queue.isSuspended = isInLine
        let mayEnd = bench.gate("the export may end", isTraced: false)
        let report = bench.log("report")
        let held = Held()
        held.operation = makeExport(
          (bench.work("export") { mayEnd.wait() }, { report(isCancelled($0)) }))
        let cancel = { held.operation.map { bench.cancel($0, "export") } }
        if world.has(.byHand) {
          if isInLine { _ = cancel() }
          bench.elsewhere { [held] in held.operation?.start() }
        } else {
          held.operation.map { queue.addOperation($0) }
          bench.settle()
          if isInLine { _ = cancel() }
          queue.isSuspended = false
        }
        bench.settle()
        if world.has(.cancelledAtWork, .cancelledTwice) { _ = cancel() }
        if world.has(.cancelledTwice) { _ = cancel() }
        mayEnd.open()
        bench.settle()
        if world.has(.cancelledLate) { _ = cancel() }
        held.release()
        bench.settle()
        bench.log("look")(held.last == nil ? deallocated : "still there")
      }
    })

  private static let deallocated: Event.Mark = "deallocated"

  private static func isCancelled(_ answer: Bool) -> Event.Mark {
    Event.Mark("cancelled: {}", .text("\(answer)"))
  }

  /// Holds an operation, releases it, and then has only a weak reference.
  private final class Held: @unchecked Sendable {
    var operation: Operation?
    weak var last: Operation?

    func release() {
      last = operation
      operation = nil
    }
  }

  static let circle = Exercise(
    16, .mend, "Release it at the end", export, at: "Exercise16.export",
    call: "{ makeExport(work: $0.work, report: $0.report) }", mistake: "released",
    requirements: [
      Requirement(
        "works", "its work is done", otherwise: "Its work is not done any more.", in: "undisturbed",
        expect: [.comes(.ended("export"))]),
      Requirement(
        "released", "it is deallocated when its last owner releases it",
        otherwise:
          "It is finished, its last owner has released it, and it is still there: a block that the "
          + "operation holds, its work or its completion block, holds the operation.",
        in: "undisturbed", "cancelled-at-work", given: [.happens(.ended("export"))],
        expect: [.marks([deallocated], by: "look")]),
      Requirement(
        "reports", "the report is made",
        otherwise: "It is deallocated now, but it does not report how it ended.",
        in: "undisturbed", expect: [.not(.count(0, .noted, of: "report"))]),
      Requirement(
        "is-true", "the report is made once, and is true",
        otherwise:
          "It is deallocated and reports, but the report is wrong. It should say, once, whether "
          + "the operation was cancelled.",
        [("undisturbed", false), ("cancelled-at-work", true)].map {
          Scenario($0, given: [], expect: [.told([isCancelled($1)], "report")])
        }),
      Requirement(
        "reports-anyway", "cancelled before it starts, it reports that",
        otherwise:
          "The report is right when the work has begun. But an export that is cancelled before it "
          + "starts does not report, once, that it was cancelled: its work is skipped. A "
          + "completion block runs anyway.",
        in: "cancelled-in-line", given: [.happens(.cancelled("export"))],
        expect: [.told([isCancelled(true)], "report")]),
    ],
    view: { _ in
      [
        .begins("export"), .told("report"),
        .isSo(
          "it is deallocated when its last owner releases it",
          "it is still there when its last owner has released it",
          .marks([deallocated], by: "look")),
      ]
    })

  /// To load, to save what was loaded, and to show what was saved.
  public typealias Chain = (
    load: SceneTools.Work, save: SceneTools.Work, show: SceneTools.Work, queue: OperationQueue
  )

  private static let errand = Errand("run", ["load", "save", "show"], in: "chain")

  /// The scenes for the learner's `run`. Its task does not say that it returns at once, so the queue never
  /// waits.
  public static let chain: Scenes<Chain, Void> = errand.scenes(
    World.all([.firstIsLong, .secondIsLong, .calledTwice])
  ) { ($0[0], $0[1], $0[2], $1) }

  static let completion = Exercise(
    16, place: 2, .mend, "Saved before it is shown", chain, at: "Exercise16.chain",
    call: "{ run(load: $0.load, save: $0.save, show: $0.show, in: $0.queue) }",
    mistake: "saved-first",
    requirements: [
      chained(
        "saves", "it is saved", "It is shown now, but never saved.", .comes(.ended("save"))),
      chained(
        "shows", "it is shown", "It is saved now, but never shown.", .comes(.began("show"))),
      chained(
        "saved-first", "it is saved before it is shown",
        "It is shown before it is saved: what shows depends on no operation that is finished when "
          + "it has been saved.", .order(.ended("save"), .began("show"))),
      chained(
        "loaded-first", "it is loaded before it is saved",
        "It is saved before it is shown now, but also before it is loaded.",
        .order(.ended("load"), .began("save"))),
      chained(
        "once-each", "each is done once",
        "The order is right, but something is done more than once.",
        .once(["load", "save", "show"])),
    ],
    view: { world in
      errand.begins(in: world) + [
        errand.order("load", "save", in: world), errand.order("save", "show", in: world),
      ]
    })

  private static func chained(
    _ id: String, _ statement: String, _ message: String, _ condition: Trace.Condition
  ) -> Requirement {
    Requirement(
      id, statement, otherwise: message, in: "first-is-long", "second-is-long",
      expect: [condition])
  }
}
