import Foundation
import OperationLab
import OperationBench

// The exercises for an exam that are about the order of pieces of work, and their number.
extension Exam {
  /// To unpack, to index what was unpacked, to remove it, and the queue to do so in.
  public typealias Archive = (
    unpack: SceneTools.Work, index: SceneTools.Work, cleanUp: SceneTools.Work,
    queue: OperationQueue
  )

  /// The scenes for the learner's `readArchive`. It returns the operation that unpacks.
  public static let archives = Scenes<Archive, Operation>.inOrder(
    "readArchive", ["unpack", "index", "cleanUp"], in: "archives", cancelling: "unpack",
    while: "unpacking"
  ) { ($0[0], $0[1], $0[2], $1) }

  static let archive = Exercise(
    7, exam: 4, .mend, "No index of half an archive", archives, at: "Exam.archives",
    call: "{ readArchive(unpack: $0.unpack, index: $0.index, cleanUp: $0.cleanUp, in: $0.queue) }",
    mistake: "no-index",
    requirements: .work(
      of: "readArchive", in: "archives",
      [
        "undisturbed": ["unpack", "index", "cleanUp"],
        "cancelled-while-unpacking": ["unpack", "cleanUp"],
        "cancelled-while-suspended": ["cleanUp"],
      ], also: " cleanUp is to be called in any case.") + [
        Requirement(
          "unpacked-first", "index begins after unpack has ended",
          otherwise: "When it is not cancelled, index begins before unpack has ended.",
          in: "undisturbed", expect: [.order(.ended("unpack"), .began("index"))]),
        Requirement(
          "not-unpacked", "when it is cancelled before it begins, unpack is not called",
          otherwise:
            "The caller cancels the operation that readArchive returns before its queue runs, "
            + "and unpack is called anyway.",
          in: "cancelled-while-suspended", given: [.happens(.cancelled("unpack"))],
          expect: [.never(.began("unpack"), until: .settled(SceneTools.guest))]),
        Requirement(
          "clean-last", "cleanUp begins after unpack and index have ended",
          otherwise: "cleanUp begins although unpack or index is still running.",
          [
            Scenario(
              "undisturbed", given: [], expect: [.order(.ended("index"), .began("cleanUp"))]),
            Scenario(
              "cancelled-while-unpacking", given: [.happens(.cancelled("unpack"))],
              expect: [.order(.ended("unpack"), .began("cleanUp"))]),
          ]),
        Requirement(
          "no-index", "when unpack is cancelled, index is not called",
          otherwise:
            "unpack is cancelled, and index is called anyway: a cancelled operation finishes, "
            + "too, and then the operations that depend on it begin.",
          in: "cancelled-while-unpacking", "cancelled-while-suspended",
          given: [.happens(.cancelled("unpack"))],
          expect: [.never(.began("index"), until: .settled(SceneTools.guest))]),
      ])

  /// Small pictures and big ones.
  public typealias Album = (previews: [SceneTools.Work], originals: [SceneTools.Work])

  private static let (previews, originals) = (
    ["preview1", "preview2"], ["original1", "original2"]
  )
  private static let pictures = previews + originals

  /// The scenes for the learner's `fetch`: one of the pictures takes as long as all others together.
  public static let album = Scenes<Album, Void>(
    fetching("long-original", originals[0]), fetching("long-preview", previews[0]))

  private static func fetching(_ name: String, _ long: String) -> Scenes<Album, Void>.Scene {
    .init(name) { bench, fetch in
      let barrier = IdleBarrier(bench)
      let works = [previews, originals].map { names in
        names.map { barrier.work($0, rounds: $0 == long ? pictures.count + 1 : 1) }
      }
      bench.calling("fetch") { fetch((works[0], works[1])) }
      bench.settle()
    }
  }

  static let photos = Exercise(
    6, exam: 5, .mend, "Two pictures at a time, and one of them big", album, at: "Exam.album",
    call: "{ album in\n  fetch(\n    previews: album.previews.map { work in { work() } },\n"
      + "    originals: album.originals.map { work in { work() } })\n}", mistake: "not-more",
    requirements: [
      .once(
        ["long-original": pictures, "long-preview": pictures], id: "all",
        otherwise: "fetch does not load each picture once."),
      Requirement(
        "one-original", "never more than one original is loaded at a time",
        otherwise: "Two originals are loaded at the same time.",
        in: "long-original", "long-preview", expect: [.peak(atMost: 1, of: originals)]),
      Requirement(
        "not-more", "never more than two pictures are loaded at a time",
        otherwise: "More than two pictures are loaded at the same time: each queue counts only its "
          + "own operations.",
        in: "long-original", "long-preview", expect: [.peak(atMost: 2, of: pictures)]),
      Requirement(
        "two", "two pictures are loaded at the same time",
        otherwise: "Only one picture is loaded at a time now.",
        in: "long-original", "long-preview", expect: [.peak(2, of: pictures)]),
      Requirement(
        "beside",
        "while one picture takes long, all others that may be loaded are loaded beside it",
        otherwise: "Never more than two pictures are loaded at a time. But while one takes long, "
          + "others wait that could be loaded beside it.",
        [
          Scenario("long-original", given: [], expect: beside(originals[0], previews)),
          Scenario(
            "long-preview", given: [], expect: beside(previews[0], previews[1...] + originals)),
        ]),
    ])

  private static func beside(_ long: String, _ others: [String]) -> [Trace.Condition] {
    others.map { .order(.ended($0), .ended(long)) }
  }

  /// The work, and a queue.
  public typealias Feed = (refresh: SceneTools.Work, queue: OperationQueue)

  /// The scenes for the learner's `Refresher`, which is a function that pulls.
  public static let feed = Scenes<Feed, SceneTools.Work>(
    .init("pulled-again") { bench, make in
      let pull = make((bench.work("refresh"), bench.queue("feed")))
      for _ in 1...2 {
        bench.elsewhere { pull() }
        bench.settle()
      }
    },
    .init("pulled-meanwhile") { bench, make in
      let mayEnd = bench.gate("the refresh may end", isTraced: false)
      let pull = make((bench.work("refresh") { mayEnd.wait() }, bench.queue("feed")))
      bench.elsewhere { bench.calling("pull") { pull() } }
      bench.settle()
      bench.elsewhere { pull() }
      bench.settle()
      mayEnd.open()
      bench.settle()
    },
    .init("pulled-in-line") { bench, make in
      let queue = bench.queue("feed")
      queue.isSuspended = true
      let pull = make((bench.work("refresh"), queue))
      for _ in 1...2 {
        bench.elsewhere { pull() }
        bench.settle()
      }
      bench.gate(mayRun).open()
      queue.isSuspended = false
      bench.settle()
    },
    .init("cancelled-in-line") { bench, make in
      let queue = bench.queue("feed")
      queue.isSuspended = true
      let pull = make((bench.work("refresh"), queue))
      bench.elsewhere { pull() }
      bench.settle()
      queue.cancelAllOperations()
      queue.isSuspended = false
      bench.settle()
      bench.elsewhere { pull() }
      bench.settle()
    },
    .init("pulled-by-two", isExplored: true) { bench, make in
      let queue = bench.queue("feed")
      queue.isSuspended = true
      bench.meet(sharing: { make((bench.work("refresh"), queue)) }, { $0() }, { $0() })
      queue.isSuspended = false
      bench.settle()
    })

  private static let mayRun = "the queue may run"

  static let refresher = Exercise(
    13, exam: 6, .mend, "Pull to refresh, again and again", feed, at: "Exam.feed",
    call: "{ feed in\n  let refresher = Refresher(refresh: { feed.refresh() }, queue: feed.queue)\n"
      + "  return { refresher.pull() }\n}",
    requirements: [
      noTrap,
      Requirement(
        "again", "each pull after the end of a refresh begins a new one",
        otherwise:
          "The first pull refreshes. A pull after the end of that refresh begins no new one.",
        in: "pulled-again", expect: [.count(2, of: "refresh")]),
      Requirement(
        "meanwhile", "a pull during a refresh begins no further one",
        otherwise: "A second pull refreshes again. But a pull during a refresh begins one more.",
        in: "pulled-meanwhile", expect: [.count(1, of: "refresh")]),
      Requirement(
        "comes-back", "pull returns at once",
        otherwise: "pull waits until the refresh has ended.",
        in: "pulled-meanwhile",
        expect: [.comes(.returned(from: "pull"), before: .ended("refresh"))]),
      Requirement(
        "in-line", "a pull while a refresh waits in the queue begins no further one",
        otherwise:
          "A pull during a refresh is right. But while a refresh waits in the queue, a second "
          + "pull is not ignored, or the refresh never begins.",
        in: "pulled-in-line", expect: [.count(1, of: "refresh")]),
      Requirement(
        "in-queue", "the refresh is done in the queue",
        otherwise: "The refresh begins although the queue is suspended.",
        in: "pulled-in-line", expect: [.order(.opened(mayRun), .began("refresh"))]),
      Requirement(
        "after-cancel", "a pull after a refresh that was cancelled in the queue begins a new one",
        otherwise:
          "The queue's operations are cancelled while a refresh waits, and no later pull begins one: a "
          + "cancelled operation does not run its block.",
        in: "cancelled-in-line", expect: [.count(1, of: "refresh")]),
      Requirement(
        "by-two", "when two threads pull at the same time, one refresh begins",
        otherwise:
          "One thread alone is right. But when two threads pull at the same time, both begin "
          + "a refresh.",
        in: "pulled-by-two", expect: [.count(1, of: "refresh")]),
    ])

  private static var noTrap: Requirement {
    var requirement = Requirement(
      "no-trap", "no operation is used twice",
      otherwise:
        "The second pull ends the process: an operation that has begun or finished cannot be "
        + "put into a queue again.",
      in: "pulled-again", expect: [Exercise13.noSecondUse(after: "refresh")])
    requirement.explainsTraps = true
    return requirement
  }
}
