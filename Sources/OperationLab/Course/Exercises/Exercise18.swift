import Foundation
import OperationLab
import OperationBench

/// Exercises of lesson 18: a download that can be cancelled at any moment.
public enum Exercise18 {
  /// The scenes for the learner's `Download`.
  public static let silent = Scenes<SceneTools.Connect, Operation>.world(
    worlds: World.givingUp
  ) { $1.connect }

  static let cancelling = Exercise(
    18, .mend, "Cancel it while the server is silent", silent, at: "Exercise18.silent",
    call: "{ Download(connect: $0) }", mistake: "stops-at-once",
    requirements: [
      .works(otherwise: "Download does not call connect exactly once."),
      .reports(
        otherwise: "When it is not cancelled, Download is not finished at the end of its transfer."),
      .notEarly(otherwise: "Download is finished while its transfer is still under way."),
      .stopsAtOnce(
        otherwise: "Download is cancelled while the server is silent, and nothing happens: code "
          + "that asks for isCancelled only when something arrives asks too late."),
      Requirement(
        "gives-up", "the transfer is given up, too",
        otherwise: "Download is finished at once now, but its transfer goes on: the connection "
          + "stays open for something that is not wanted any more.",
        in: "cancelled-at-work", expect: [.givenUp()]),
      .losesNoCancel(
        givesUp: true,
        otherwise:
          "A cancel() while the server is silent finishes it, and gives the transfer up. But a "
          + "cancel() that comes while start() is under way, such as inside connect, is lost, or leaves "
          + "the transfer: what connect returns comes too late for it."),
      .endsAtOnce(in: "connect"),
    ],
    rules: [
      "starts-fresh", "no-finish-before-start", "finish-is-announced", "frees-its-slot",
      "completion-block-once",
    ],
    make: """
      Download(connect: { done in
        probe.begin { done(true) }
        return {}
      })
      """, view: { Look.life($0) + Look.atOnce($0) + Look.givingUp($0) })

  /// Where to load from, and where to write to.
  public typealias Order = (url: URL, file: URL)

  /// The scenes for the learner's `Download`, with a real server.
  public static let file = Scenes<Order, Operation>(
    World.all([
      .emptyFile, .noSuchFile, .noService, .otherSuccess, .cancelledInLine, .cancelledAtWork,
    ]).map { world in
      .init(world) { bench, make in
        DownloadStories.stage(bench) { server, file in
          let make = { make((server.url(DownloadStories.path), file)) }
          if world.has(.cancelledAtWork) { return cancelAtWork(bench, server, make) }
          let content = DownloadStories.content(world.has(.emptyFile) ? 0 : 20_000)
          server.serve(DownloadStories.path, .init(content, fault: world.fault))
          let download = make()
          let isInLine = world.has(.cancelledInLine)
          let mayEnd = bench.gate("first may end", isTraced: false)
          let first = isInLine ? bench.block("first") { mayEnd.wait() } : nil
          DownloadStories.load(download, behind: first, into: file, whole: content, bench) {
            guard isInLine else { return }
            bench.settle()
            bench.cancel(download, "download")
            bench.settle()
            bench.observe(download, inLine)
            mayEnd.open()
          }
          bench.observe(download, over)
        }
      }
    })

  private static func cancelAtWork(
    _ bench: Bench, _ server: LoopbackServer, _ make: () -> Operation
  ) {
    let (isGone, isBack) = (Locked(false), Locked(false))
    let hold = LoopbackServer.Hold(whenAbandoned: { isGone.withLock { $0 = true } })
    server.serve(DownloadStories.path, .init(DownloadStories.content(10), fault: .silence(hold)))
    let download = bench.register(make(), as: "download")
    bench.observe(download, fresh)
    bench.observeIsAsynchronous(download, as: "download")
    bench.elsewhere {
      download.start()
      bench.log("download")(.returned)
      isBack.withLock { $0 = true }
    }
    DownloadStories.wait(bench) {
      download.isFinished || hold.isReached(timeout: 0) && isBack.withLock { $0 }
    }
    bench.observe(download, underWay)
    bench.cancel(download, "download")
    DownloadStories.wait(bench) {
      download.isFinished && (isGone.withLock { $0 } || !hold.isReached(timeout: 0))
    }
    if isGone.withLock({ $0 }) { bench.log("server")(abandoned) }
    bench.observe(download, over)
  }

  private static let abandoned: Event.Mark = "the connection has gone"
  private static let fresh: Event.Mark = "new"
  private static let underWay: Event.Mark = "under way"
  private static let inLine: Event.Mark = "cancelled in line"
  private static let over: Event.Mark = "over"

  private static func look(_ mark: Event.Mark) -> Trace.Moment {
    .event(.observed, of: "download", .mark(mark))
  }

  static let building = Exercise(
    18, place: 2, .build, "Build a download operation", file, at: "Exercise18.file",
    call: "{ Download(from: $0.url, to: $0.file) }", mistake: "there",
    requirements: [
      Requirement(
        "announces", "the queue starts the next operation",
        otherwise:
          "Its queue does not start the next operation: Download is never finished, or isFinished "
          + "changes without a KVO notification.",
        in: "undisturbed", "no-such-file", expect: [.happens(.began("next"))]),
      Requirement(
        "there", "when it is finished, the whole file is there",
        otherwise:
          "Download is finished, and the file is not there, not whole, or not yet written.",
        in: "undisturbed", "empty-file", expect: [.file(.whole)]),
      Requirement(
        "no-page", "when the server has no such file, none is written",
        otherwise: "The whole file arrives now. But the server's page for an error is taken for "
          + "the file: ask whether the status of the reply is 200.",
        in: "no-such-file", "no-service", "other-success", expect: [.file(.nothing)]),
      Requirement(
        "gives-up", "cancelled, it finishes and gives the connection up",
        otherwise: "The file arrives now. But when Download is cancelled while the server is "
          + "silent, it does not give its connection up, or never finishes.",
        in: "cancelled-at-work",
        expect: [
          .not(.notYet(.marked(abandoned, by: "server"), at: look(over))),
          .flags(.finished, at: look(over)),
        ]),
      Requirement(
        "fresh", "a new one is neither executing nor finished",
        otherwise: "A new Download is already executing or finished.",
        in: "cancelled-at-work", expect: [.flags(not: [.executing, .finished], at: look(fresh))]),
      Requirement(
        "asynchronous", "start() returns while the transfer is under way",
        otherwise: "Download is not asynchronous: isAsynchronous is false, or start() returns only "
          + "when the transfer is over.",
        in: "cancelled-at-work",
        expect: [
          .not(.notYet(.returned("download"), at: look(underWay))),
          .check("isAsynchronous is true", at: look(fresh)) { run, _ in
            run.all(.noted, of: "download").contains {
              if case .type(_, isAsynchronous: true) = $0.fact { true } else { false }
            }
          },
        ]),
      Requirement(
        "executing", "it is executing while its transfer is under way, and only then",
        otherwise:
          "isExecuting of Download is false while the transfer is under way, or still true "
          + "when it is finished.",
        in: "cancelled-at-work",
        expect: [
          .flags(.executing, not: .finished, at: look(underWay)),
          .flags(not: .executing, at: look(over)),
        ]),
      Requirement(
        "waits-its-turn",
        "cancelled in line, it finishes when its turn has come, and loads nothing",
        otherwise: "Download is cancelled before the queue has started it. It finishes before its "
          + "turn, or never, or loads the file anyway.",
        in: "cancelled-in-line", given: [.happens(.cancelled("download"))],
        expect: [
          .flags(not: .finished, at: look(inLine)), .flags(.finished, at: look(over)),
          .check("nothing is asked for", at: look(over)) { run, _ in
            run.all(.noted, of: "server").isEmpty
          },
        ]),
    ],
    view: { world in
      let isFinished = Look.isSo(
        "download is finished in the end", "download is never finished",
        .flags(.finished, not: .executing, at: look(over)))
      return [isFinished] + (world.has(.cancelledAtWork) ? [] : [.file(), .begins("next")])
    })
}
