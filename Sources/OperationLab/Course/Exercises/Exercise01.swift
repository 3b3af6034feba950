import Foundation

/// Exercises of lesson 1: `start()` runs the work on the thread that calls it.
public enum Exercise01 {
  /// The scenes for the learner's `loadPicture`: on the main thread, with pictures that
  /// take as long as anything else can happen.
  public static let picture = Scenes<SceneTools.Work, Void>(
    scene("one-picture", ["load"]), scene("two-pictures", ["first", "second"]))

  private static func scene(
    _ name: String, _ pictures: [String]
  ) -> Scenes<SceneTools.Work, Void>.Scene {
    .init(name) { bench, loadPicture in
      let barrier = IdleBarrier(bench)
      for picture in pictures {
        bench.calling("loadPicture") { loadPicture(barrier.work(picture)) }
      }
      bench.settle()
    }
  }

  static let frozen = Exercise(
    1, .mend, "Load a picture without freezing the screen", picture, at: "Exercise01.picture",
    call: "{ loadPicture($0) }", mistake: "elsewhere",
    requirements: [
      Requirement(
        "loads", "the picture is loaded",
        otherwise: "loadPicture never loads the picture: an operation that is never started does "
          + "nothing.",
        in: "one-picture", expect: [.comes(.began("load"))]),
      Requirement(
        "elsewhere", "the picture is loaded on another thread than the main thread",
        otherwise: "loadPicture loads the picture on the main thread: a call that returns when the "
          + "work is done, such as start() or sync, runs it on the thread that calls, and the screen is "
          + "frozen until then.",
        in: "one-picture", expect: [.onMain(.began("load"), false)]),
      .returns(
        "loadPicture", before: "load", in: "one-picture",
        otherwise: "The picture is loaded on another thread now, but loadPicture waits, for the "
          + "picture or for a timer: the screen is frozen until it returns."),
      .once(
        ["one-picture": ["load"], "two-pictures": ["first", "second"]],
        otherwise: "loadPicture does not load the picture exactly once each time it is called."),
    ])
}
