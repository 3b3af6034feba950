import Foundation
import OperationLab
import OperationBench

/// Exercises of lesson 15: one lock around one state.
public enum Exercise15 {
  /// Whom to tell the result.
  public typealias Deliver = @Sendable (String) -> Void

  /// The scenes for the learner's `Ending`. The learner's type is a function that ends it
  /// with a result.
  public static let ending = Scenes<Deliver, Deliver>(
    twoEnds("two-ends", "done", "cancelled"), twoEnds("other-ends", "cancelled", "no connection"),
    twoEnds("same-result", "done", "done"),
    .init("at-once", isExplored: true) { bench, make in
      let log = bench.log("result")
      bench.meet(
        sharing: { make { log(SceneTools.said($0)) } }, { $0("done") }, { $0("cancelled") })
    },
    .init("calls-back") { bench, make in
      let log = bench.log("result")
      let own = Locked<Deliver?>(nil)
      let finish = make { result in
        log(SceneTools.said(result))
        if result == "done" { own.withLock { $0 }?("cancelled") }
        log(.ended)
      }
      own.withLock { $0 = finish }
      bench.elsewhere { finish("done") }
      bench.settle()
    })

  /// The call that comes while the first result is delivered.
  private static let second = "second finish"
  private static let late = "third finish"

  /// Two threads want to end it, the second while the first delivers its result.
  private static func twoEnds(
    _ name: String, _ first: String, _ result: String
  ) -> Scenes<Deliver, Deliver>.Scene {
    .init(name) { bench, make in
      let isDelivering = bench.gate("the first delivers", isTraced: false)
      let secondIsBack = bench.gate("the second is back", isTraced: false)
      let log = bench.log("result")
      let finish = make { result in
        log(SceneTools.said(result))
        isDelivering.open()
        if result == first { _ = secondIsBack.waitUnlessQuiet() }
        log(.ended)
      }
      bench.elsewhere { finish(first) }
      bench.elsewhere {
        _ = isDelivering.waitUnlessQuiet()
        bench.calling(second) { finish(result) }
        secondIsBack.open()
      }
      bench.settle()
      // A later call meets the lock as the others have left it.
      bench.elsewhere { bench.calling(late) { finish("too late") } }
      bench.settle()
    }
  }

  static let claim = Exercise(
    15, .mend, "Ask and set in one step", ending, at: "Exercise15.ending",
    call: "{ deliver in\n  let ending = Ending(deliver: { deliver($0) })\n"
      + "  return { ending.finish($0) }\n}",
    requirements: [
      Requirement(
        "once", "one result is delivered although two threads end it",
        otherwise:
          "Two threads end it at the same time, and the caller does not get one result. It gets two "
          + "if a thread asks the question before another has set the answer.",
        [
          Scenario(
            "two-ends", given: [.comes(.marked(SceneTools.called, by: second))],
            expect: [.count(1, .noted, of: "result")]),
          Scenario("same-result", given: [], expect: [.count(1, .noted, of: "result")]),
          Scenario("at-once", given: [], expect: [.count(1, .noted, of: "result")]),
        ]
      ).says(
        "Two threads end it with the same result, and it is delivered twice: which call is the first, the "
          + "result does not say.",
        if: Trace.Condition("the results are the same") { run in
          let results = run.all(.noted, of: "result").compactMap(\.mark)
          return .init(results.count == 2 && Set(results).count == 1, "", [])
        }),
      Requirement(
        "not-locked-out", "the second thread need not wait until the result is delivered",
        otherwise:
          "One result is delivered now. But it is delivered inside the lock: a thread that "
          + "calls finish meanwhile waits until deliver returns.",
        in: "two-ends", expect: [.comes(.returned(from: second), before: .ended("result"))]),
      Requirement(
        "calls-back", "deliver may call finish",
        otherwise:
          "One result is delivered now. But if deliver calls finish, it is delivered again, "
          + "or that call never returns.",
        in: "calls-back", expect: [.count(1, .noted, of: "result"), .comes(.ended("result"))]),
      Requirement(
        "lets-go", "a later call of finish returns, too",
        otherwise:
          "One result is delivered now. But a call of finish that comes later never returns: the lock "
          + "is kept on the way out that delivers nothing.",
        in: "two-ends", "other-ends", "same-result", expect: [.comes(.returned(from: late))]),
      Requirement(
        "first-result", "the result of the first call is delivered",
        otherwise: "One result is delivered, but it is not that of the first call.",
        [("two-ends", "done"), ("other-ends", "cancelled")].map {
          Scenario($0, given: [], expect: [.told([SceneTools.said($1)], "result")])
        }),
    ])

  static let arranged = Exercise(
    15, place: 0, .arrange, "Lock, set, unlock, post", download, at: "Exercise15.download",
    call: "{ Download(begin: $0) }",
    requirements: [
      answers(
        otherwise:
          "A thread that reads its state waits forever: finish() posts while it holds the lock, "
          + "or never unlocks it."),
      .works(otherwise: "It answers now, but it does not call begin exactly once."),
      .reports(otherwise: "It answers now, but it is never finished."),
      .announces(
        otherwise:
          "It is finished, but its queue gets no notification after that: the next operation "
          + "never starts."),
      .unlocked(
        otherwise:
          "Its queue gets the notification. But finish() holds its lock when it calls willChangeValue or "
          + "didChangeValue: observers may read isFinished in both, and would wait."),
      .changesBetween(
        otherwise:
          "Its queue gets the notification, and no thread waits. But the flag does not change between "
          + "willChangeValue and didChangeValue."),
    ], rules: ["starts-fresh", "no-finish-before-work-ends"], make: "Download(begin: probe.begin)",
    keepsLines: true, view: Look.life)

  private static func answers(otherwise message: String) -> Requirement {
    Requirement(
      "answers", "it answers when it is asked for its state", otherwise: message,
      in: "undisturbed",
      expect: [.unmarked(Bench.noAnswer, by: Bench.state, at: .ended("transfer"))])
  }

  /// The scenes for the learner's `Download`.
  public static let download = Scenes<SceneTools.Begin, Operation>.world(
    .init("asked-meanwhile") { bench, make in
      LearnersClock.askWhenAnnounced()
      let transfer = StagedTransfer(bench, of: "download")
      let download = bench.register(make(transfer.begin), as: "download")
      bench.queue("downloads", width: 1).addOperation(download)
      bench.settle()
      let unlocks = LearnersClock.unlocks
      _ = download.isFinished
      if LearnersClock.unlocks == unlocks { bench.log("download")(readsUnlocked) }
      transfer.end()
      bench.settle()
      if LearnersClock.unlocks > unlocks { bench.log("lock")(.noted) }
    },
    .init("lock-is-held") { bench, make in
      let transfer = StagedTransfer(bench, of: "download")
      let download = bench.register(make(transfer.begin), as: "download")
      bench.queue("downloads", width: 1).addOperation(download)
      bench.settle()
      LearnersClock.whileLocksAreHeld { bench.observe(download, before) }
      transfer.end()
      bench.settle()
      LearnersClock.whileLocksAreHeld { bench.observe(download, after) }
    }, worlds: [World()]
  ) { $1.begin }

  private static let before: Event.Mark = "before the end"
  private static let after: Event.Mark = "after the end"

  /// Its state was read without a lock.
  private static let readsUnlocked: Event.Mark = "is read without its lock"

  static let announcing = Exercise(
    15, place: 2, .mend, "Unlock before you post", download, at: "Exercise15.download",
    call: "{ Download(begin: $0) }",
    requirements: [
      answers(
        otherwise:
          "A thread that reads its state waits forever. Does it post isFinished while it holds "
          + "the lock? The queue reads isFinished on that thread at once, and that needs the lock."),
      .works(otherwise: "It answers now, but it does not call begin exactly once."),
      .reports(otherwise: "It answers now, but it is never finished."),
      .announces(
        otherwise:
          "No thread waits for the lock any more. But its queue gets no notification, and the "
          + "next operation never starts."),
      Requirement(
        "unlocked", "other threads can read its state while it posts isFinished",
        otherwise: "Its queue can read its state now. But it still holds its lock while it posts "
          + "isFinished, and any other thread that reads its state waits.",
        in: "asked-meanwhile",
        expect: [
          .unmarked(SceneTools.lockedOut, by: "download", at: .ended("transfer"))
        ]),
      Requirement(
        "reads-locked", "what is set under a lock is read under it",
        otherwise:
          "No thread waits any more. But isFinished reads without the lock what is set under "
          + "it: a data race.",
        in: "asked-meanwhile",
        expect: [
          .check("it reads under the lock", at: .ended("transfer")) { run, _ in
            !run.all(.noted, of: "download").contains { $0.mark == readsUnlocked }
              || run.all(.noted, of: "lock").isEmpty
          }
        ]),
      Requirement(
        "waits-for-lock", "its answer is true also while another thread has the lock",
        otherwise:
          "No thread waits any more. But while another thread has the lock for a moment, isFinished does "
          + "not answer what is so: a getter that does not get its lock must wait for it.",
        in: "lock-is-held",
        expect: [
          .flags(not: .finished, at: .event(.observed, of: "download", .mark(before))),
          .flags(.finished, at: .event(.observed, of: "download", .mark(after))),
        ]),
    ], rules: ["starts-fresh", "no-finish-before-work-ends"],
    make: "Download(begin: probe.begin)",
    view: Look.life)
}
