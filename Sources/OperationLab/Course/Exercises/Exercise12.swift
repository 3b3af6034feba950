import Foundation

/// Exercises of lesson 12: cancelled while it waits in a queue.
public enum Exercise12 {
  /// What `Download` of the learner's file is called in.
  public static let download = Scenes<Stage.Begin, Operation>(
    AsynchronousStories.alone, AsynchronousStories.cancelledInLine,
    AsynchronousStories.cancelledAtWork)

  static let eager = Exercise(
    12, .mend, "Cancel it in line, and end it in its turn", download, at: "Exercise12.download",
    call: "{ Download(begin: $0) }",
    requirements: [
      .waitsItsTurn(
        otherwise: "Cancelled in line, it is finished before it was started: its queue hears of an "
          + "end that it did not begin, and may crash."),
      .reports(otherwise: "When nobody cancels it, it is never finished."),
      .leaves(
        otherwise:
          "It waits for its turn now. But when its turn comes it leaves without a word, and "
          + "its slot is lost."),
      .noWork(
        otherwise: "It no longer ends too early, but a cancelled operation now does its work: its "
          + "start() does not ask whether it was cancelled."),
      .stopsAtOnce(
        otherwise:
          "It waits for its turn now. But cancelled at work, it is not finished before its "
          + "transfer ends, and that may take long."),
    ])

  /// The pictures, the operation that saves what is there, and their queue.
  public typealias Album = (pictures: [Operation], save: Operation, queue: OperationQueue)

  /// What `stop` of the learner's file is called in, with three pictures in a queue of width 1.
  public static let album = Scenes<Album, Void>(
    .init("stop") { bench, stop in
      let queue = bench.queue("album", width: 1)
      let isThere = bench.gate("the first picture is there", isTraced: false)
      let pictures =
        [bench.block("picture1") { isThere.wait() }]
        + ["picture2", "picture3"].map { bench.block($0) }
      let save = bench.block("save")
      for picture in pictures { save.addDependency(picture) }
      for operation in pictures + [save] { queue.addOperation(operation) }
      bench.settle()
      bench.calling { stop((pictures, save, queue)) }
      bench.settle()
      isThere.open()
      bench.settle()
    })

  static let save = Exercise(
    12, place: 2, .mend, "Stop the pictures, and save what is there", album,
    at: "Exercise12.album", call: "{ stop($0.pictures, before: $0.save, in: $0.queue) }",
    requirements: [
      Requirement(
        "saves", "what is there is saved",
        otherwise:
          "Nothing is saved: the operation that saves was cancelled with the others, or its "
          + "queue starts nothing any more."
      ) { try $0["stop"].happens(.began, "save") },
      Requirement(
        "drops", "no further picture is loaded",
        otherwise: "It is saved now, but a further picture is loaded although you stopped them."
      ) {
        let run = try $0["stop"]
        try run.enqueued("picture2", in: "album", width: 1)
        let second = try run.never(.began, "picture2")
        return second.verdict == .confirmed ? try run.never(.began, "picture3") : second
      },
    ])
}
