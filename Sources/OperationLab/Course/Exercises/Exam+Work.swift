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

  private static let errand = Errand(
    "readArchive", ["unpack", "index", "cleanUp"], in: "archives", returning: "unpack")

  /// The scenes for the learner's `readArchive`. It returns the operation that unpacks.
  public static let archives: Scenes<Archive, Operation> = errand.scenes(Errand.cancelling) {
    ($0[0], $0[1], $0[2], $1)
  }

  static let archive = Exercise(
    7, exam: 4, .mend, "No index of half an archive", archives, at: "Exam.archives",
    call: "{ readArchive(unpack: $0.unpack, index: $0.index, cleanUp: $0.cleanUp, in: $0.queue) }",
    mistake: "no-index",
    requirements: [
      Requirement(
        "no-index", "when unpack is cancelled, index is not called",
        otherwise:
          "unpack is cancelled, and index is called anyway: a cancelled operation finishes, "
          + "too, and then the operations that depend on it begin.",
        in: "cancelled-at-work", "cancelled-in-line", expect: [.count(0, of: "index")])
    ],
    view: { world in
      errand.view(
        world, errand.order("unpack", "index"), errand.order("index", "cleanUp"),
        errand.order("unpack", "cleanUp"))
    })

  /// Small pictures and big ones.
  public typealias Album = (previews: [SceneTools.Work], originals: [SceneTools.Work])

  private static func previews(in world: World) -> [String] {
    world.names("preview", otherwise: 2)
  }

  private static func originals(in world: World) -> [String] {
    let count = world.has(.noOriginal) ? 0 : world.has(.oneOriginal) ? 1 : 2
    return (0..<count).map { "original\($0 + 1)" }
  }

  private static func pictures(in world: World) -> [String] {
    previews(in: world) + originals(in: world)
  }

  /// The one that takes as long as all others together.
  private static func long(in world: World) -> String? {
    world.has(.firstIsLong) ? "preview1" : world.has(.originalIsLong) ? "original1" : nil
  }

  /// The scenes for the learner's `fetch`.
  public static let album = Scenes<Album, Void>(
    World.all(
      [.noItem, .oneItem, .fiveItems], [.noOriginal, .oneOriginal], [.firstIsLong, .originalIsLong]
    ).map { world in
      .init(world) { bench, fetch in
        let barrier = IdleBarrier(bench)
        let count = pictures(in: world).count
        let works = [previews(in: world), originals(in: world)].map { names in
          names.map { barrier.work($0, rounds: $0 == long(in: world) ? count + 1 : 1) }
        }
        bench.calling("fetch") { fetch((works[0], works[1])) }
        bench.settle()
      }
    })

  static let photos = Exercise(
    6, exam: 5, .mend, "Two pictures at a time, and one of them big", album, at: "Exam.album",
    call: "{ album in\n  fetch(\n    previews: album.previews.map { work in { work() } },\n"
      + "    originals: album.originals.map { work in { work() } })\n}", mistake: "not-more",
    requirements: [
      inEach(
        "not-more",
        "More than two pictures are loaded at the same time: each queue counts only its "
          + "own operations.", look: notMore),
      Requirement(
        "two", "two pictures are loaded at the same time",
        otherwise: "Only one picture is loaded at a time now.",
        in: "original-is-long", "first-is-long", expect: [.peak(2, of: pictures(in: World()))]),
      inEach(
        "beside",
        "Never more than two pictures are loaded at a time. But while one takes long, "
          + "others wait that could be loaded beside it.", look: beside),
    ],
    view: { world in
      [all(world), oneOriginal(world), notMore(world), .underWay(pictures(in: world))]
        + (long(in: world) == nil ? [] : [beside(world)])
    })

  private static func inEach(
    _ id: String, _ message: String, look: (World) -> Look
  ) -> Requirement {
    let worlds = [World(.originalIsLong), World(.firstIsLong)]
    return Requirement(
      id, look(worlds[0]).id, otherwise: message,
      worlds.map {
        Scenario($0.name, given: [], expect: [look($0).condition].compactMap { $0 })
      })
  }

  private static func all(_ world: World) -> Look {
    .isSo(
      "each piece of work is done once", "not each is done once", .once(pictures(in: world)))
  }

  private static func oneOriginal(_ world: World) -> Look {
    .isSo(
      "never more than one original is loaded at a time", "two originals are loaded at a time",
      .peak(atMost: 1, of: originals(in: world)))
  }

  private static func notMore(_ world: World) -> Look {
    .isSo(
      "never more than two pictures are loaded at a time", "three pictures are loaded at a time",
      .peak(atMost: 2, of: pictures(in: world)))
  }

  private static func beside(_ world: World) -> Look {
    let long = long(in: world) ?? ""
    let others = long.hasPrefix("original") ? previews(in: world) : pictures(in: world)
    return .isSo(
      "while one picture takes long, all others that may be loaded are loaded beside it",
      "while one picture takes long, others wait that may be loaded beside it",
      .each(others.filter { $0 != long }) { [.order(.ended($0), .ended(long))] })
  }

  /// The work, and a queue.
  public typealias Feed = (refresh: SceneTools.Work, queue: OperationQueue)

  /// The scenes for the learner's `Refresher`, which is a function that pulls.
  public static let feed = Scenes<Feed, SceneTools.Work>(
    World.all(
      [.asksAgain, .asksMeanwhile, .asksInLine, .cancelledInLine, .asksInAnswer, .twoAskAtOnce],
      [.narrow]
    ).map { world in
      .init(world) { bench, make in
        let queue = CallersQueue(bench, "feed", width: world.has(.narrow) ? 1 : SceneTools.width)
        let mayEnd = bench.gate("the refresh may end", isTraced: false)
        let own = Locked<SceneTools.Work?>(nil)
        let work = queue.noting(
          "refresh",
          bench.work("refresh") {
            if world.has(.asksInAnswer) { own.withLock { $0 }?() }
            if world.has(.asksMeanwhile) { mayEnd.wait() }
          })
        let isInLine = world.has(.asksInLine, .cancelledInLine, .twoAskAtOnce)
        queue.queue.isSuspended = isInLine
        if world.has(.twoAskAtOnce) {
          bench.meet(sharing: { make((work, queue.queue)) }, { $0() }, { $0() })
          queue.queue.isSuspended = false
          bench.settle()
          return
        }
        let pull = make((work, queue.queue))
        own.withLock { $0 = pull }
        let pulls = {
          bench.elsewhere { bench.calling("pull") { pull() } }
          bench.settle()
        }
        pulls()
        if world.has(.asksMeanwhile, .asksInLine) { pulls() }
        if world.has(.cancelledInLine) { queue.queue.cancelAllOperations() }
        queue.queue.isSuspended = false
        mayEnd.open()
        bench.settle()
        if world.has(.asksAgain, .cancelledInLine, .asksMeanwhile) { pulls() }
        own.withLock { $0 = nil }
      }
    })

  static let refresher = Exercise(
    13, exam: 6, .mend, "Pull to refresh, again and again", feed, at: "Exam.feed",
    call: "{ feed in\n  let refresher = Refresher(refresh: { feed.refresh() }, queue: feed.queue)\n"
      + "  return { refresher.pull() }\n}",
    requirements: [
      noTrap,
      Requirement(
        "after-cancel", "a pull after a refresh that was cancelled in the queue begins a new one",
        otherwise:
          "The queue's operations are cancelled while a refresh waits, and no later pull begins one: a "
          + "cancelled operation does not run its block.",
        in: "cancelled-in-line", expect: [.count(1, of: "refresh")]),
    ],
    view: { world in
      [
        .begins("refresh"),
        .isSo(
          "each refresh is done in the queue", "a refresh is done outside the queue",
          .inQueue("feed", ["refresh"])),
      ]
        + (world.has(.asksMeanwhile)
          ? [
            .isSo(
              "pull returns while a refresh is under way", "pull waits for the refresh",
              .comes(.returned(from: "pull"), before: .ended("refresh"))),
            .isSo(
              "a pull during a refresh begins no further one",
              "a pull during a refresh begins a further one",
              .check("one at a time", at: .ended("refresh")) { run, end in
                run.all(.began, of: "refresh").count { $0.seq < end[0].seq } == 1
              }),
          ] : [])
    })

  private static var noTrap: Requirement {
    var requirement = Requirement(
      "no-trap", "no operation is used twice",
      otherwise:
        "The second pull ends the process: an operation that has begun or finished cannot be "
        + "put into a queue again.",
      in: "asks-again", expect: [Exercise13.noSecondUse(after: "refresh")])
    requirement.explainsTraps = true
    return requirement
  }
}
