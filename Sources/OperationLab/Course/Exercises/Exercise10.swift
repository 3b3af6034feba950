import Foundation

/// Exercises of lesson 10: the contract of an asynchronous operation.
public enum Exercise10 {
  /// Undisturbed.
  public static let undisturbed = Scenes<Stage.Begin, Operation>(AsynchronousStories.alone)

  /// Undisturbed, cancelled in line, and cancelled at work.
  public static let all = Scenes<Stage.Begin, Operation>(
    AsynchronousStories.alone, AsynchronousStories.cancelledInLine,
    AsynchronousStories.cancelledAtWork)

  /// The work, and whom to tell how it ended.
  public typealias Delivery = (begin: Stage.Begin, deliver: @Sendable (String) -> Void)

  /// The same three for a class that also delivers a result.
  public static let delivering = Scenes<Delivery, Operation>(
    told(AsynchronousStories.alone), told(AsynchronousStories.cancelledInLine),
    told(AsynchronousStories.cancelledAtWork))

  private static func told(
    _ scene: Scenes<Stage.Begin, Operation>.Scene
  ) -> Scenes<Delivery, Operation>.Scene {
    .init(scene.name) { bench, make in
      let log = bench.log("result")
      scene.body(bench) { begin in make((begin, { log(.noted, note: $0) })) }
    }
  }

  static let executing = Exercise(
    10, .mend, "Say that it is executing", undisturbed, at: "Exercise10.undisturbed",
    call: "{ Download(begin: $0) }",
    requirements: [
      .executing(
        otherwise: "The transfer is under way, and the operation does not answer that it is "
          + "executing."),
      .reports(
        otherwise: "It is executing now, but it is not finished when its transfer is over."),
      .notEarly(
        otherwise: "It is executing now, but it is also finished before its transfer is over."),
      .announces(
        otherwise: "All answers are right now, but the queue was not told of the end: the next "
          + "operation never starts."),
      .notExecuting(
        otherwise: "It is executing while it works, but also after its end: nothing is executing "
          + "and finished at the same time."),
    ])

  static let whole = Exercise(
    10, place: 2, .write, "Write the whole class from its contract", all, at: "Exercise10.all",
    call: "{ Download(begin: $0) }",
    requirements: [
      .works(otherwise: "The queue has run it, and its transfer was never set going."),
      .notEarly(
        otherwise: "Its transfer is set going now, but it is finished before the transfer is: "
          + "Operation's own start() takes it for finished when main() returns."),
      .reports(
        otherwise: "Its transfer is over, and it does not answer that it is finished."),
      .executing(
        otherwise: "It ends as it should, but it is not executing while its transfer is under "
          + "way."),
      .announces(
        otherwise: "Its answers are right, but the queue is not told: the next one never starts."),
      .notExecuting(otherwise: "It is still executing after its end."),
      .leaves(
        otherwise: "Undisturbed it is right. But cancelled in line, it is never finished: its "
          + "start() leaves without a word, and its slot is lost."),
      .noWork(
        otherwise: "Undisturbed it is right. But cancelled in line, it does its work all the same: "
          + "the queue starts cancelled operations, too."),
      .endsCancelled(
        otherwise: "Undisturbed it is right. But cancelled at work, it never ends."),
    ])

  static let once = Exercise(
    10, place: 3, .mend, "End once, whoever comes first", delivering,
    at: "Exercise10.delivering",
    call: "{ Download(begin: $0.begin, deliver: $0.deliver) }", mistake: "once",
    requirements: [
      .reports(otherwise: "When nobody cancels it, it is never finished."),
      .announces(otherwise: "When nobody cancels it, the queue does not hear of its end."),
      .waitsItsTurn(
        otherwise: "Cancelled in line, it is finished before it was started: its queue hears of an "
          + "end that it did not begin."),
      .leaves(otherwise: "Cancelled in line, it is never finished."),
      .stopsAtOnce(
        otherwise: "It ends once now, but cancelled at work it waits for its transfer before it is "
          + "finished: nobody wants to wait for what was given up."),
      Requirement(
        "once", "cancelled at work, one result is delivered",
        otherwise: "It is cancelled, and later its transfer ends: both end it, and the caller is "
          + "told twice."
      ) {
        let run = try $0["cancelled-at-work"]
        _ = try run.first(.ended, of: "transfer")
        return try run.count(.noted, "result", is: 1)
      },
    ])
}
