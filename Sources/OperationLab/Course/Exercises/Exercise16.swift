import Foundation
import OperationLab
import OperationTesting

/// Exercises of lesson 16: who keeps an operation alive, and what happens after its end.
public enum Exercise16 {
  /// The work, and whom to tell whether it was cancelled.
  public typealias Report = (work: Stage.Work, report: @Sendable (Bool) -> Void)

  /// What `makeExport` of the learner's file is called in; nobody holds what it returns.
  public static let export = Scenes<Report, Operation>(
    .init("let-go") { bench, makeExport in
      let queue = bench.queue("exports", holdsOperations: false)
      let report = bench.log("report")
      let watched = Weak()
      leave(
        makeExport((bench.work("export"), { report(.noted, note: "cancelled: \($0)") })), to: queue,
        watched)
      bench.settle()
      bench.log("export")(
        watched.operation == nil ? .released : .noted, note: "looked for in the end")
    })

  /// Looks at an operation without holding it.
  private final class Weak: @unchecked Sendable {
    weak var operation: Operation?
  }

  private static func leave(_ operation: Operation, to queue: OperationQueue, _ watched: Weak) {
    watched.operation = operation
    queue.addOperation(operation)
  }

  static let circle = Exercise(
    16, .mend, "Let it go at the end", export, at: "Exercise16.export",
    call: "{ makeExport(work: $0.work, report: $0.report) }", mistake: "released",
    requirements: [
      Requirement(
        "works", "its work is done", otherwise: "Its work is not done any more."
      ) { try $0["let-go"].happens(.ended, "export") },
      Requirement(
        "released", "it is deallocated when nobody needs it any more",
        otherwise: "It is over, nobody needs it, and it is still there: the operation holds its "
          + "completion block, and the block holds the operation."
      ) {
        let run = try $0["let-go"]
        _ = try run.first(.ended, of: "export")
        let look = try run.last(.noted, of: "export", or: .released)
        return .confirmed(
          if: look.kind == .released, "deallocated", otherwise: "still there", [look])
      },
      Requirement(
        "reports", "the report is made",
        otherwise: "It is deallocated now, but nobody is told how it ended."
      ) { try $0["let-go"].happens(.noted, "report") },
    ])

  /// To load, to save what was loaded, and to show what was saved.
  public typealias Chain = (
    load: Stage.Work, save: Stage.Work, show: Stage.Work, queue: OperationQueue
  )

  /// What `run` of the learner's file is called in; saving takes as long as anything else can happen.
  public static let chain = Scenes<Chain, Void>(
    .init("slow-disk") { bench, run in
      let usher = Usher(bench)
      bench.calling {
        run((usher.work("load"), usher.work("save"), bench.work("show"), bench.queue("chain")))
      }
      bench.settle()
    })

  static let completion = Exercise(
    16, place: 2, .mend, "Saved before it is shown", chain, at: "Exercise16.chain",
    call: "{ run(load: $0.load, save: $0.save, show: $0.show, in: $0.queue) }",
    mistake: "saved-first",
    requirements: [
      Requirement(
        "saves", "it is saved", otherwise: "It is shown now, but never saved."
      ) { try $0["slow-disk"].happens(.ended, "save") },
      Requirement(
        "shows", "it is shown", otherwise: "It is saved now, but never shown."
      ) { try $0["slow-disk"].happens(.began, "show") },
      Requirement(
        "saved-first", "it is saved before it is shown",
        otherwise:
          "It is shown before it is saved: a completion block runs some time after the end, "
          + "and whoever depends on the operation does not wait for it."
      ) { try $0["slow-disk"].order(.ended, "save", before: .began, "show") },
      Requirement(
        "loaded-first", "it is loaded before it is saved",
        otherwise: "It is saved before it is shown now, but also before it is loaded."
      ) { try $0["slow-disk"].order(.ended, "load", before: .began, "save") },
    ])
}

extension Run {
  /// The last event of the subject of either kind.
  fileprivate func last(
    _ kind: Event.Kind, of subject: String, or other: Event.Kind
  ) throws -> Evidence {
    do { return try last(other, of: subject) } catch { return try last(kind, of: subject) }
  }
}
