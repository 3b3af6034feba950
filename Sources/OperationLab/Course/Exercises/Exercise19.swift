import Foundation
import OperationLab
import OperationBench

/// Exercises of lesson 19: to pause a download is to end its operation.
public enum Exercise19 {
  /// Where to load from, the file that is there in part, and the version that it is a part of.
  public typealias Order = (url: URL, file: URL, etag: String)

  /// A download of which so many bytes are there.
  private struct Part {
    let content: Data
    let there: Int
    let version: String
    /// What the server has instead by now, under another version.
    let changed: Data?

    init(in world: World) {
      let isOther = world.has(.otherSize)
      let half = DownloadStories.content(4_000)
      content =
        world.has(.repeats)
        ? half + half + DownloadStories.content(2_000, 7)
        : isOther ? DownloadStories.content(12_345, 7) : DownloadStories.content(20_000)
      there =
        world.has(.nothingThere) ? 0 : world.has(.repeats) ? 4_000 : isOther ? 3_000 : 10_000
      version = isOther ? "\"june\"" : "\"v1\""
      changed = world.has(.hasChanged) ? DownloadStories.content(20_000, 3) : nil
    }

    /// Whether a request asks for what is missing.
    func isMissing(_ request: Evidence) -> Bool {
      range(of: request) == (there == 0 ? .whole : .part(there..<content.count))
    }

    /// Whether a request asks for the whole file.
    func isAll(_ request: Evidence) -> Bool { range(of: request) == .whole }

    private func range(of request: Evidence) -> ByteRange {
      ByteRange(header: request.mark?.texts.first, length: content.count)
    }
  }

  /// The scenes for the learner's `Download`: a part of the file is there, or nothing.
  public static let resuming = Scenes<Order, Operation>(
    World.all([.nothingThere, .otherSize, .repeats], [.ignoresRange, .noService]).map(scene))

  /// The same, a file that has changed, and a download that is paused and goes on.
  public static let whole = Scenes<Order, Operation>(
    (World.all([.nothingThere, .otherSize, .repeats], [.ignoresRange, .noService, .hasChanged])
      + [World(.cancelledAtWork)]).map(scene))

  private static func scene(_ world: World) -> Scenes<Order, Operation>.Scene {
    .init(world) { bench, make in
      DownloadStories.stage(bench) { server, file in
        let part = Part(in: world)
        let start = part.content.prefix(part.there)
        let order = (server.url(DownloadStories.path), file, part.version)
        if world.has(.cancelledAtWork) { return pause(bench, server, file, part) { make(order) } }
        if part.there > 0 { try start.write(to: file) }
        let whole = part.changed ?? part.content
        server.serve(
          DownloadStories.path,
          .init(whole, etag: part.changed == nil ? part.version : "\"new\"", fault: world.fault))
        DownloadStories.load(make(order), into: file, whole: whole, part: start, bench)
      }
    }
  }

  /// The first download is cancelled when a part has come, and another one goes on.
  private static func pause(
    _ bench: Bench, _ server: LoopbackServer, _ file: URL, _ part: Part,
    _ make: () -> Operation
  ) {
    let (hold, isStalled) = (LoopbackServer.Hold(), Locked(false))
    let resource = LoopbackServer.Resource(part.content, etag: part.version)
    server.serve(DownloadStories.path) { request in
      guard request.method == "GET", !isStalled.withLock({ $0 }) else { return resource }
      isStalled.withLock { $0 = true }
      return resource.failing(.stall(after: part.there, hold))
    }
    let first = make()
    bench.elsewhere {
      _ = hold.isReached(timeout: 2)
      // What has been sent may not have been written yet.
      DownloadStories.wait(bench) { (try? Data(contentsOf: file))?.count == part.there }
      bench.cancel(first, "first")
    }
    for (operation, name) in [(first, "first"), (make(), "second")] {
      DownloadStories.load(
        operation, name, into: file, whole: part.content,
        part: part.content.prefix(part.there), bench)
      hold.release()
    }
  }

  static let appending = Exercise(
    19, .mend, "Append only what continues", resuming, at: "Exercise19.resuming",
    call: "{ Download(from: $0.url, to: $0.file) }", mistake: "replaces",
    requirements: [
      asks(
        "Download does not ask for exactly what is missing: the server sends more than that, or less."
      ),
      Requirement(
        "whole", "the rest is put behind what is there",
        otherwise: "The server has sent the rest, and the file is not right: the rest belongs "
          + "behind what is there, and finish() comes after it.",
        in: "undisturbed", "other-size", expect: [.file(.whole)]),
      Requirement(
        "replaces", "a server that sends everything gets everything replaced",
        otherwise: "The server has sent the whole file and not the rest, and it was put behind the "
          + "first half: look at the status, 206 is the rest and 200 is everything.",
        in: "ignores-range", expect: [.file(.whole)]),
      Requirement(
        "by-status", "the rest is put behind what is there, also if it looks like the beginning",
        otherwise:
          "With most files Download is right. But this file repeats its beginning, and the rest is "
          + "not put behind what is there. The bytes do not say whether they are the rest. The "
          + "status does: 206 is the rest, 200 is everything.",
        in: "repeats", expect: [.file(.whole)]),
    ], view: looks)

  static let building = Exercise(
    19, place: 2, .build, "Build a download that resumes", whole, at: "Exercise19.whole",
    call: "{ Download(from: $0.url, to: $0.file, version: $0.etag) }", mistake: "asks",
    requirements: [
      asks("Download does not ask for the rest: a request says with Range which bytes it wants."),
      Requirement(
        "whole", "the rest is put behind what is there",
        otherwise: "Download asks for the rest, but the file is not right when it is finished.",
        in: "undisturbed", "other-size", expect: [.file(.whole)]),
      Requirement(
        "replaces", "a server that sends everything gets everything replaced",
        otherwise: "Download goes on where it can. But a server that sends everything spoils the "
          + "file.",
        in: "ignores-range", expect: [.file(.whole)]),
      Requirement(
        "changed", "a file that has changed is loaded anew",
        otherwise: "Download goes on as it should. But when the file has changed on the server, "
          + "the new rest is put behind the old half: say with If-Range which version you have a "
          + "part of.",
        in: "has-changed", expect: [.file(.whole)]),
      Requirement(
        "keeps", "paused, it keeps what has come",
        otherwise: "Download goes on as it should. But when it is paused nothing is kept of what "
          + "has come: write each piece when it arrives.",
        in: "cancelled-at-work", given: [.happens(.cancelled("first"))],
        expect: [.file(.part, of: "first")]),
      Requirement(
        "resumes", "paused and made anew, it loads the rest",
        otherwise: "Download keeps what has come. But a new Download after a pause does not load "
          + "the rest and finish the file.",
        in: "cancelled-at-work",
        expect: [
          .file(.whole, of: "second"),
          .check("the rest is asked for", at: .completed("second")) { run, _ in
            run.all(.noted, of: "server").contains(where: Part(in: World()).isMissing)
          },
        ]),
      Requirement(
        "version", "If-Range says which version is there",
        otherwise: "Download says with If-Range that it has a part of another version than the one "
          + "it was made with.",
        [World(), World(.otherSize)].map { world in
          let part = Part(in: world)
          return Scenario(
            world.name, given: [],
            expect: [
              Trace.Condition("If-Range is \(part.version)") { run in
                let requests = run.all(.noted, of: "server").filter(part.isMissing)
                return .init(
                  requests.allSatisfy { $0.mark?.texts.last == part.version }, "", requests)
              }
            ])
        }),
    ], view: looks)

  private static func asks(_ message: String) -> Requirement {
    Requirement(
      "asks", "it asks for the rest", otherwise: message,
      [World(), World(.otherSize)].map {
        Scenario($0.name, given: [], expect: [asks(in: $0).condition].compactMap { $0 })
      })
  }

  /// Whether it asks for what is missing, and never for all where the server sends what is missing.
  private static func asks(in world: World) -> Look {
    let part = Part(in: world)
    let needsAll = part.there == 0 || world.has(.ignoresRange, .hasChanged)
    return .isSo(
      "it asks for what is missing", "it does not ask for exactly what is missing",
      .check("it asks for the rest", at: .completed("download")) { run, _ in
        let all = run.all(.noted, of: "server")
        return all.contains(where: part.isMissing)
          && (needsAll || !all.contains(where: part.isAll))
      })
  }

  private static func looks(in world: World) -> [Look] {
    world.has(.cancelledAtWork)
      ? [.file(of: "first"), .file(of: "second")]
      : [asks(in: world), .file(), .begins("next")]
  }
}
