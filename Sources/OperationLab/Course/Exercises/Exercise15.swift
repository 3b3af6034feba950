import Foundation
import OperationTesting

/// Exercises of lesson 15: one lock around one state.
public enum Exercise15 {
  /// Whom to tell the result.
  public typealias Deliver = @Sendable (String) -> Void

  /// What `Ending` of the learner's file is called in: two threads want to end it, the second while
  /// the first delivers its result. The learner's type is a function that ends it with a result.
  public static let ending = Scenes<Deliver, @Sendable (String) -> Void>(
    .init("two-ends") { bench, make in
      let isDelivering = bench.gate("the first delivers", isTraced: false)
      let secondIsBack = bench.gate("the second is back", isTraced: false)
      let log = bench.log("result")
      let finish = make { result in
        log(.noted, note: result)
        isDelivering.open()
        if result == "done" { _ = secondIsBack.waitUnlessQuiet() }
        log(.ended, note: result)
      }
      bench.elsewhere { finish("done") }
      isDelivering.wait()
      bench.log("canceller")(.started)
      finish("cancelled")
      bench.log("canceller")(.returned)
      secondIsBack.open()
      bench.settle()
    })

  static let claim = Exercise(
    15, .mend, "Ask and set in one step", ending, at: "Exercise15.ending",
    call: "{ deliver in\n  let ending = Ending(deliver: { deliver($0) })\n"
      + "  return { ending.finish($0) }\n}",
    requirements: [
      Requirement(
        "once", "one result is delivered although two threads end it",
        otherwise: "Two threads end it at the same time, and the caller is told twice: between the "
          + "question and the setting another thread has asked the same question."
      ) {
        let run = try $0["two-ends"]
        _ = try run.first(.started, of: "canceller")
        return try run.count(.noted, "result", is: 1)
      },
      Requirement(
        "not-locked-out", "the second thread need not wait until the result is delivered",
        otherwise:
          "One result is delivered now. But it is delivered inside the lock: whoever comes "
          + "second waits until somebody else's code is done, and if that code waits for him, for "
          + "ever."
      ) {
        try $0["two-ends"].order(.returned, "canceller", before: .ended, "result")
      },
      Requirement(
        "delivers", "the result is delivered at all",
        otherwise: "Nothing is delivered any more."
      ) { try $0["two-ends"].happens(.noted, "result") },
    ])

  /// Undisturbed.
  public static let download = Scenes<Stage.Begin, Operation>(AsynchronousStories.alone)

  static let announcing = Exercise(
    15, place: 2, .mend, "Announce after unlocking", download, at: "Exercise15.download",
    call: "{ Download(begin: $0) }",
    requirements: [
      Requirement(
        "answers", "it answers when it is asked for its state",
        otherwise: "Whoever asks it for its state waits for ever: it announces its end inside the "
          + "lock, the queue asks at once, on that very thread, and the answer needs the lock."
      ) {
        let run = try $0["alone"]
        let end = try run.first(.ended, of: "transfer")
        let silent = run.all(.noted, of: Bench.state).first { $0.mark == Bench.noAnswer }
        return .confirmed(
          if: silent == nil, "it answers", otherwise: Bench.noAnswer.pattern,
          [end] + [silent].compactMap { $0 })
      },
      .reports(otherwise: "It answers now, but it is never finished."),
      .announces(
        otherwise: "Nobody waits for the lock any more, but nobody is told of the end, either: the "
          + "next one never starts."),
    ])
}
