import Foundation
import OperationBench

/// Exercises of lesson 9: a `main()` that can be cancelled.
public enum Exercise09 {
  /// The scenes for the learner's `Export`: with some pages, one of which is held up, and
  /// perhaps cancelled there.
  public static let pages = Scenes<[SceneTools.Work], Operation>(
    [
      scene("held", held: 1, cancels: false), scene("last-page-held", held: 4, cancels: false),
      scene("cancelled", held: 1, cancels: true), scene("cancelled-later", held: 2, cancels: true),
    ]
      + World.all([.noItem, .oneItem, .cancelledAtAnyStep]).map { world in
        .init(world) { bench, make in
          let pages = pages(in: world).map { bench.work($0) { Lockstep.pass() } }
          let register = {
            bench.register(make(pages), as: "export", isRead: !world.isExplored)
          }
          if world.isExplored {
            bench.meet(
              sharing: register, of: { $0 }, { $0.start() }, { bench.cancel($0, "export") })
          } else {
            bench.queue("exports").addOperation(register())
            bench.settle()
          }
        }
      })

  private static func pages(in world: World) -> [String] {
    (0..<world.count(otherwise: names.count)).map { names[$0] }
  }

  private static let names = ["page1", "page2", "page3", "page4", "page5"]

  private static func scene(
    _ name: String, held: Int, cancels: Bool
  ) -> Scenes<[SceneTools.Work], Operation>.Scene {
    .init(name) { bench, make in
      let mayGoOn = bench.gate("it may go on", isTraced: false)
      let pages = names.enumerated().map { place, page in
        bench.work(page) { if place == held { mayGoOn.wait() } }
      }
      let export = bench.register(make(pages), as: "export")
      bench.queue("exports").addOperation(export)
      bench.settle()
      if cancels { bench.cancel(export, "export") }
      bench.settle()
      mayGoOn.open()
      bench.settle()
    }
  }

  static let loop = Exercise(
    9, .mend, "Stop at the next page", pages, at: "Exercise09.pages",
    call: "{ Export(pages: $0.map { work in { work() } }) }", mistake: "stops",
    requirements: [
      .once(
        ["held": names, "last-page-held": names], id: "all",
        otherwise: "When it is not cancelled, Export does not do each of its pages once."),
      Requirement(
        "in-order", "it does its pages one after the other",
        otherwise: "Export begins a page before the one in front of it has ended.",
        in: "held", "last-page-held",
        expect: zip(names, names.dropFirst()).map { .order(.ended($0), .began($1)) }),
      Requirement(
        "not-early", "it is not finished while a page is done",
        otherwise: "Export is finished although one of its pages has not ended.",
        [("held", names[1]), ("last-page-held", names[4])].map { scene, page in
          Scenario(
            scene, given: [.comes(.began(page))],
            expect: [.flags(not: .finished, at: .settled("export", after: .began(page)))])
        }),
      Requirement(
        "stops", "cancelled during a page, it begins no further page",
        otherwise: "Export is cancelled during a page and goes on with the next one: cancel() only "
          + "sets a flag, and main() must read it before each page.",
        [stops("cancelled", at: 1), stops("cancelled-later", at: 2)]),
      Requirement(
        "finishes", "it is finished in the end, also when it was cancelled",
        otherwise: "Export stops now, but it is never finished: its queue waits for it forever.",
        in: "held", "cancelled", "cancelled-later",
        expect: [.flags(.finished, at: .settled("export"))]
      ).says(
        "cancel() of Export never returns: it waits for what main() holds while a page is done.",
        if: .hangs { $0.program != "held" && $0.all(.cancelled, of: "export").isEmpty }),
    ],
    rules: [
      "starts-fresh", "completes-in-a-queue", "cancel-before-start", "no-finish-before-start",
      "no-finish-before-work-ends",
    ], make: "Export(pages: [{ probe.run() }])",
    view: { world in
      [.finishes("export")] + (world.isExplored ? [] : [.once(pages(in: world))])
    })

  private static func stops(_ scene: String, at page: Int) -> Scenario {
    Scenario(
      scene, given: [.order(.began(names[page]), .cancelled("export"))],
      expect: [.once(Array(names[...page]))]
        + names[(page + 1)...].map { .never(.began($0), until: .settled("export")) })
  }
}
