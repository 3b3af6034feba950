import Foundation

/// Exercises of lesson 1: `start()` runs the work on the thread that calls it.
public enum Exercise01 {
  /// What `loadPicture` of the learner's file is called in: on the main thread, with a picture that
  /// takes as long as anything else can happen.
  public static let picture = Scenes<Stage.Work, Void>(
    .init("main-thread") { bench, loadPicture in
      let usher = Usher(bench)
      bench.calling { loadPicture(usher.work("load")) }
      bench.settle()
    })

  static let frozen = Exercise(
    1, .mend, "Load a picture without freezing the screen", picture, at: "Exercise01.picture",
    call: "{ loadPicture($0) }", mistake: "elsewhere",
    requirements: [
      Requirement(
        "loads", "the picture is loaded",
        otherwise: "The screen is free now, but the picture is never loaded: an operation that "
          + "nobody starts does nothing."
      ) { try $0["main-thread"].happens(.began, "load") },
      Requirement(
        "elsewhere", "the picture is loaded on another thread than the main thread",
        otherwise: "The picture is loaded on the main thread: start() runs the work right there, "
          + "and the screen is frozen until it is done."
      ) {
        let begin = try $0["main-thread"].first(.began, of: "load")
        return .confirmed(
          if: begin.thread != "main", "loaded on \(begin.thread)", otherwise: "loaded on main",
          [begin])
      },
      Requirement(
        "comes-back", "loadPicture comes back before the picture is there",
        otherwise: "The picture is loaded on another thread now, but the main thread waits for it: "
          + "the screen is as frozen as before."
      ) {
        try $0["main-thread"].order(.returned, Stage.learner, before: .ended, "load")
      },
    ])
}
