import Foundation

/// Exercises of lesson 9: a `main()` that can be cancelled.
public enum Exercise09 {
  /// What `Export` of the learner's file is called in, with three pages.
  public static let pages = Scenes<[Stage.Work], Operation>(
    .init("undisturbed") { bench, make in
      let export = bench.cast(make(names.map { bench.work($0) }), as: "export")
      bench.queue("exports").addOperation(export)
      bench.settle()
    },
    .init("cancelled-at-page-2") { bench, make in
      let (isThere, mayGoOn) = (
        bench.gate("it is at page 2", isTraced: false),
        bench.gate("it may go on", isTraced: false)
      )
      let pages = [
        bench.work(names[0]),
        bench.work(names[1]) {
          isThere.open()
          mayGoOn.wait()
        },
        bench.work(names[2]),
      ]
      let export = bench.cast(make(pages), as: "export")
      bench.queue("exports").addOperation(export)
      guard isThere.waitUnlessQuiet() else { return }
      bench.cancel(export, "export")
      mayGoOn.open()
      bench.settle()
    })

  private static let names = ["page1", "page2", "page3"]

  static let loop = Exercise(
    9, .mend, "Stop at the next page", pages, at: "Exercise09.pages",
    call: "{ Export(pages: $0.map { work in { work() } }) }",
    requirements: [
      Requirement(
        "stops", "cancelled at page 2, it does not begin page 3",
        otherwise: "It was cancelled at page 2 and goes on with page 3: cancel() only sets a flag, "
          + "and main() must look at it again and again."
      ) {
        let run = try $0["cancelled-at-page-2"]
        _ = try run.first(.cancelled, of: "export")
        return try run.never(.began, names[2])
      },
      Requirement(
        "all", "undisturbed, it does all three pages",
        otherwise: "It stops now, but also when nobody cancels: a page is missing."
      ) {
        let run = try $0["undisturbed"]
        let ends = names.flatMap { run.all(.ended, of: $0) }
        return .confirmed(
          if: ends.count == 3, "three pages", otherwise: "\(ends.count) pages",
          ends + [try run.rest()])
      },
      Requirement(
        "finishes", "it is finished in the end, also when it was cancelled",
        otherwise: "It stops now, but it is never finished: its queue waits for ever."
      ) { try $0["cancelled-at-page-2"].finishes("export") },
    ])
}
