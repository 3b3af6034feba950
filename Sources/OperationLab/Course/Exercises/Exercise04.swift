import Foundation

/// Exercises of lesson 4: a cancelled operation does not wait for its turn.
public enum Exercise04 {
  /// The pieces of work, and the queue to put them into.
  public typealias Kitchen = (
    boil: Stage.Work, pour: Stage.Work, drink: Stage.Work, queue: OperationQueue
  )

  /// What `makeTea` of the learner's file is called in; it returns the operation that pours.
  public static let tea = Scenes<Kitchen, Operation>(
    .init("undisturbed") { bench, makeTea in
      let usher = Usher(bench)
      let queue = bench.queue("kitchen")
      _ = makeTea(
        (usher.work("boil"), usher.work("pour"), bench.work("drink"), queue))
      bench.settle()
    },
    .init("pour-cancelled") { bench, makeTea in
      let isHot = bench.gate("the water is hot", isTraced: false)
      let queue = bench.queue("kitchen")
      let pour = makeTea(
        (
          bench.work("boil") { isHot.wait() }, bench.work("pour"), bench.work("drink"), queue
        ))
      bench.settle()
      bench.cancel(pour, "pour")
      bench.settle()
      isHot.open()
      bench.settle()
    })

  static let order = Exercise(
    4, .mend, "Keep the order when one of three is cancelled", tea, at: "Exercise04.tea",
    call: "{ makeTea(boil: $0.boil, pour: $0.pour, drink: $0.drink, in: $0.queue) }",
    requirements: [
      Requirement(
        "hot-first", "nobody drinks before the water has boiled, also when pour is cancelled",
        otherwise: "When pour is cancelled, drink begins while the water is still boiling: a "
          + "cancelled operation is finished without waiting for what it depends on."
      ) {
        let run = try $0["pour-cancelled"]
        _ = try run.first(.cancelled, of: "pour")
        return try run.order(.ended, "boil", before: .began, "drink")
      },
      Requirement(
        "poured-first", "undisturbed, pour ends before drink begins",
        otherwise: "Nobody drinks cold water now. But when nobody cancels, drink begins before the "
          + "tea is poured."
      ) { try $0["undisturbed"].order(.ended, "pour", before: .began, "drink") },
      Requirement(
        "boiled-first", "undisturbed, boil ends before pour begins",
        otherwise: "When nobody cancels, pour begins before the water has boiled."
      ) { try $0["undisturbed"].order(.ended, "boil", before: .began, "pour") },
    ])
}
