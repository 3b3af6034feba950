import Foundation

/// Exercises of lesson 1: `start()` runs the work on the thread that calls it.
public enum Exercise01 {
  /// The scenes for the learner's `loadPicture`: on the main thread, with pictures that
  /// take as long as anything else can happen.
  public static let picture = Scenes<SceneTools.Work, Void>(
    World.all([.twoItems, .asksAgain]).map { world in
      .init(world) { bench, loadPicture in
        let barrier = IdleBarrier(bench)
        for picture in pictures(in: world) {
          if picture == again { bench.settle() }
          bench.calling("loadPicture") {
            loadPicture(world.has(.asksAgain) ? bench.work(picture) : barrier.work(picture))
          }
        }
        bench.settle()
      }
    })

  private static let again = "loaded again"

  private static func pictures(in world: World) -> [String] {
    ["load"] + (world.has(.twoItems) ? ["second"] : world.has(.asksAgain) ? [again] : [])
  }

  private static func isElsewhere(_ picture: String) -> Look {
    .isSo(
      "\(picture) is done on another thread than the main thread",
      "\(picture) is done on the main thread", .onMain(.began(picture), false))
  }

  static let frozen = Exercise(
    1, .mend, "Load a picture without freezing the screen", picture, at: "Exercise01.picture",
    call: "{ loadPicture($0) }", mistake: "elsewhere",
    requirements: [
      Requirement(
        "loads", "the picture is loaded",
        otherwise: "loadPicture never loads the picture: an operation that is never started does "
          + "nothing.",
        in: "undisturbed", expect: [.comes(.began("load"))]),
      Requirement(
        "elsewhere", isElsewhere("load"), in: "undisturbed",
        otherwise: "loadPicture loads the picture on the main thread: a call that returns when the "
          + "work is done, such as start() or sync, runs it on the thread that calls, and the screen is "
          + "frozen until then."),
      Requirement(
        "comes-back", .returns("loadPicture", before: "load"), in: "undisturbed",
        otherwise: "The picture is loaded on another thread now, but loadPicture waits, for the "
          + "picture or for a timer: the screen is frozen until it returns."),
      .once(
        ["undisturbed": ["load"], "two": ["load", "second"]],
        otherwise: "loadPicture does not load the picture exactly once each time it is called."),
    ],
    view: { world in
      let pictures = pictures(in: world)
      return pictures.map(Look.begins) + pictures.map(isElsewhere)
        + (world.has(.asksAgain) ? [] : [.returns("loadPicture", before: "load")])
    })
}
