import Foundation
import OperationBench

/// Exercises of lesson 12: cancelled while it waits in a queue.
public enum Exercise12 {
  /// The scenes for the learner's `Download`.
  public static let download = Scenes<SceneTools.Begin, Operation>.world(
    worlds: World.eager
  ) { $1.begin }

  static let eager = Exercise(
    12, .mend, "Finish a cancelled download in start()", download, at: "Exercise12.download",
    call: "{ Download(begin: $0) }", mistake: "waits-its-turn",
    requirements: [
      .works(otherwise: "If Download is not cancelled, it does not call begin exactly once."),
      .waitsItsTurn(
        otherwise:
          "If it is cancelled while it waits in the queue, it is finished before the queue has "
          + "started it. The queue may crash."),
      .notEarly(otherwise: "Download is finished before its transfer has ended."),
      .reports(otherwise: "If it is not cancelled, it is never finished."),
      .leaves(
        otherwise:
          "It waits for its turn now. But when its turn comes it returns without finishing, and "
          + "its slot is lost."),
      .noWork(
        otherwise: "It no longer ends too early, but a cancelled operation now does its work: its "
          + "start() must ask whether it was cancelled before it begins."),
      .stopsAtOnce(
        otherwise:
          "It waits for its turn now. But cancelled at work, it is not finished before its "
          + "transfer ends, and that may take long."),
      .losesNoCancel(
        otherwise:
          "It finishes at once when it is cancelled at work. But a cancel() that comes between "
          + "two steps of start() is lost: it finds nothing to finish, and start() has asked before."
      ),
      .endsAtOnce(),
    ], rules: ["starts-fresh", "no-finish-before-start", "ends-not-executing", "cancel-returns"],
    make: "Download(begin: probe.begin)", view: { Look.life($0) + Look.atOnce($0) })

  /// The pictures, the operation that saves what is there, and their queue.
  public typealias Album = (pictures: [Operation], save: Operation, queue: OperationQueue)

  /// The scenes for the learner's `stop`: in a queue of width 1, one of the pictures takes so long that it is
  /// being loaded.
  public static let album = Scenes<Album, Void>(
    World.all([.oneItem, .fiveItems], [.secondIsLong, .lastIsLong], [.saveIsFirst]).map { world in
      .init(world) { bench, stop in
        let queue = bench.queue("album", width: 1)
        let isThere = bench.gate("the picture is there", isTraced: false)
        let count = world.count(otherwise: 3)
        let current = world.special(of: count) ?? 0
        let pictures = (0..<count).map { place in
          let title = place < current ? "loaded" : "further"
          return place == current
            ? bench.block("current") { isThere.wait() } : bench.block("\(title)\(place + 1)")
        }
        let save = bench.block("save")
        for picture in pictures { save.addDependency(picture) }
        let all = world.has(.saveIsFirst) ? [save] + pictures : pictures + [save]
        for operation in all { queue.addOperation(operation) }
        bench.settle()
        bench.elsewhere { bench.calling("stop") { stop((pictures.reversed(), save, queue)) } }
        bench.settle()
        isThere.open()
        bench.settle()
      }
    })

  static let save = Exercise(
    12, place: 2, .mend, "Stop the pictures, and save what is there", album,
    at: "Exercise12.album", call: "{ stop($0.pictures, before: $0.save, in: $0.queue) }",
    requirements: [
      stopped(
        "saves", "what is there is saved", .happens(.began("save")),
        otherwise:
          "Nothing is saved: the operation that saves was cancelled with the others, or its "
          + "queue starts nothing any more."),
      stopped(
        "drops", "no further picture is loaded", dropsFurther,
        otherwise: "It is saved now, but a further picture is loaded although you stopped them."),
      stopped(
        "then-saves", "save runs once the picture that is being loaded is there",
        .order(.ended("current"), .began("save")),
        otherwise: "It is saved, but too early: the picture that is being loaded is not there yet."),
      stopped(
        "saves-once", "it is saved once", .times(1, .began, of: "save"),
        otherwise: "It is saved more than once."),
      stopped(
        "returns", "stop returns while a picture is being loaded",
        .comes(.returned(from: "stop"), before: .ended("current")),
        otherwise:
          "stop blocks its caller until the picture has been loaded. It should return at once."),
    ],
    view: { _ in
      [
        .isSo("no further picture is loaded", "a further picture is loaded", dropsFurther),
        .begins("save"), .returns("stop", before: "current"),
        .isSo(
          "save comes after the picture that is being loaded",
          "save comes before the picture that is being loaded",
          .order(.ended("current"), .began("save"))),
      ]
    })

  private static let dropsFurther = Trace.Condition("none of them began") { run in
    let further = run.all(.began).filter { $0.subject.hasPrefix("further") }
    return try .init(further.isEmpty, "", further + [run.rest()])
  }

  private static func stopped(
    _ id: String, _ statement: String, _ condition: Trace.Condition, otherwise message: String
  ) -> Requirement {
    Requirement(
      id, statement, otherwise: message, in: "undisturbed", "five+second-is-long",
      "save-is-first", "one", given: [.added("current", to: "album", width: 1)], expect: [condition]
    )
  }
}
