import Foundation
import OperationLab
import OperationBench

/// The exercises of lesson 16: what keeps an operation alive, and what runs after its end.
public enum Exercise16 {
  /// The work, and a closure that gets whether the operation was cancelled.
  public typealias Report = (work: SceneTools.Work, report: @Sendable (Bool) -> Void)

  /// The scenes for the learner's `makeExport`. At the end the last owner releases what it returns.
  public static let export = Scenes<Report, Operation>(
    exporting("let-go", cancels: false), exporting("cancelled", cancels: true),
    exporting("cancelled-in-line", cancels: true, isStarted: false))

  private static func exporting(
    _ name: String, cancels: Bool, isStarted: Bool = true
  ) -> Scenes<Report, Operation>.Scene {
    .init(name) { bench, makeExport in
      let queue = bench.queue("exports", holdsOperations: false)
      if !isStarted { queue.isSuspended = true }
      let mayEnd = bench.gate("the export may end", isTraced: false)
      let report = bench.log("report")
      let held = Held()
      held.operation = makeExport(
        (bench.work("export") { mayEnd.wait() }, { report(isCancelled($0)) }))
      held.operation.map { queue.addOperation($0) }
      bench.settle()
      if cancels { held.operation.map { bench.cancel($0, "export") } }
      if !isStarted { queue.isSuspended = false }
      mayEnd.open()
      bench.settle()
      held.release()
      bench.settle()
      bench.log("look")(held.last == nil ? deallocated : "still there")
    }
  }

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
        "works", "its work is done", otherwise: "Its work is not done any more.", in: "let-go",
        expect: [.comes(.ended("export"))]),
      Requirement(
        "released", "it is deallocated when its last owner releases it",
        otherwise:
          "It is finished, its last owner has released it, and it is still there: a block that the "
          + "operation holds, its work or its completion block, holds the operation.",
        in: "let-go", "cancelled", given: [.happens(.ended("export"))],
        expect: [.marks([deallocated], by: "look")]),
      Requirement(
        "reports", "the report is made",
        otherwise: "It is deallocated now, but it does not report how it ended.",
        in: "let-go", expect: [.not(.count(0, .noted, of: "report"))]),
      Requirement(
        "is-true", "the report is made once, and is true",
        otherwise:
          "It is deallocated and reports, but the report is wrong. It should say, once, whether "
          + "the operation was cancelled.",
        [("let-go", false), ("cancelled", true)].map {
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
    ])

  /// To load, to save what was loaded, and to show what was saved.
  public typealias Chain = (
    load: SceneTools.Work, save: SceneTools.Work, show: SceneTools.Work, queue: OperationQueue
  )

  /// The scenes for the learner's `run`. Loading or saving takes as long as anything else can
  /// happen.
  public static let chain = Scenes<Chain, Void>(
    slow("slow-disk", loading: 1, saving: 2), slow("slow-network", loading: 2, saving: 1))

  private static func slow(
    _ name: String, loading: Int, saving: Int
  ) -> Scenes<Chain, Void>.Scene {
    .init(name) { bench, run in
      let barrier = IdleBarrier(bench)
      let (load, save) = (
        barrier.work("load", rounds: loading), barrier.work("save", rounds: saving)
      )
      bench.calling("run") { run((load, save, bench.work("show"), bench.queue("chain"))) }
      bench.settle()
    }
  }

  static let completion = Exercise(
    16, place: 2, .mend, "Saved before it is shown", chain, at: "Exercise16.chain",
    call: "{ run(load: $0.load, save: $0.save, show: $0.show, in: $0.queue) }",
    mistake: "saved-first",
    requirements: [
      chained(
        "saves", "it is saved", "It is shown now, but never saved.", [.comes(.ended("save"))]),
      chained(
        "shows", "it is shown", "It is saved now, but never shown.", [.comes(.began("show"))]),
      chained(
        "saved-first", "it is saved before it is shown",
        "It is shown before it is saved: what shows depends on no operation that is finished when "
          + "it has been saved.",
        [.order(.ended("save"), .began("show"))]),
      chained(
        "loaded-first", "it is loaded before it is saved",
        "It is saved before it is shown now, but also before it is loaded.",
        [.order(.ended("load"), .began("save"))]),
      chained(
        "once-each", "each is done once",
        "The order is right, but something is done more than once.",
        [.once(["load", "save", "show"])]),
    ])

  private static func chained(
    _ id: String, _ statement: String, _ message: String, _ conditions: [Trace.Condition]
  ) -> Requirement {
    Requirement(
      id, statement, otherwise: message, in: "slow-disk", "slow-network", expect: conditions)
  }
}
