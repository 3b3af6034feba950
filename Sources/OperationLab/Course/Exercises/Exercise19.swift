import Foundation
import OperationLab
import OperationTesting

/// Exercises of lesson 19: to pause a download is to end its operation.
public enum Exercise19 {
  /// Where to load from, the file that is there in part, and the version that it is a part of.
  public typealias Order = (url: URL, file: URL, etag: String)

  private typealias Story = Scenes<Order, Operation>.Scene

  /// What `Download` of the learner's file is called in: half of the file is there.
  public static let resuming = Scenes<Order, Operation>(
    halfThere("goes-on", .init(DownloadStories.content)),
    halfThere("starts-over", .init(DownloadStories.content, fault: .ignoreRange)))

  /// The same, a file that has changed, and a download that is paused and goes on.
  public static let whole = Scenes<Order, Operation>(
    halfThere("goes-on", .init(DownloadStories.content)),
    halfThere("starts-over", .init(DownloadStories.content, fault: .ignoreRange)),
    halfThere("changed", .init(DownloadStories.changed, etag: "\"v2\"")),
    .init("paused") { bench, make in
      stage(bench) { server, file in
        let hold = LoopbackServer.Hold()
        let resource = LoopbackServer.Resource(DownloadStories.content)
        server.serve(
          DownloadStories.path, resource, faults: [.stall(after: DownloadStories.half, hold)])
        let order = (server.url(DownloadStories.path), file, "\"v1\"")
        let first = make(order)
        bench.elsewhere {
          _ = hold.isReached(timeout: 2)
          DownloadStories.wait(for: DownloadStories.half, in: file)
          bench.cancel(first, "first")
        }
        DownloadStories.load(first, "first", into: file, bench)
        hold.release()
        DownloadStories.load(make(order), "second", into: file, bench)
      }
    })

  private static func halfThere(
    _ name: String, _ resource: LoopbackServer.Resource
  ) -> Story {
    Story(name) { bench, make in
      stage(bench) { server, file in
        try DownloadStories.content.prefix(DownloadStories.half).write(to: file)
        server.serve(DownloadStories.path, resource)
        let order = (server.url(DownloadStories.path), file, "\"v1\"")
        DownloadStories.load(make(order), "download", into: file, bench)
      }
    }
  }

  private static func stage(
    _ bench: Bench, _ body: (LoopbackServer, URL) throws -> Void
  ) {
    bench.withServer { server in
      bench.withFolder { folder in
        try body(server, folder.appendingPathComponent("file"))
        DownloadStories.noteRequests(server, bench)
        server.stop()
      }
    }
  }

  static let appending = Exercise(
    19, .mend, "Append only what continues", resuming, at: "Exercise19.resuming",
    call: "{ Download(from: $0.url, to: $0.file) }", mistake: "replaces",
    requirements: [
      asks("It does not ask for the rest any more: the server sends the whole file again."),
      ends(
        "whole", "goes-on", DownloadStories.whole, "the rest is put behind what is there",
        "The server has sent the rest, and the file is not right: the rest belongs behind what is "
          + "there."),
      ends(
        "replaces", "starts-over", DownloadStories.whole,
        "a server that sends everything gets everything replaced",
        "The server has sent the whole file and not the rest, and it was put behind the first half: "
          + "look at the status, 206 is the rest and 200 is everything."),
    ])

  static let building = Exercise(
    19, place: 2, .build, "Build a download that goes on", whole, at: "Exercise19.whole",
    call: "{ Download(from: $0.url, to: $0.file, version: $0.etag) }", mistake: "asks",
    requirements: [
      asks("It does not ask for the rest: a request says with Range which bytes it wants."),
      ends(
        "whole", "goes-on", DownloadStories.whole, "the rest is put behind what is there",
        "It asks for the rest, but the file is not right in the end."),
      ends(
        "replaces", "starts-over", DownloadStories.whole,
        "a server that sends everything gets everything replaced",
        "It goes on where it can. But a server that sends everything spoils the file."),
      ends(
        "changed", "changed", DownloadStories.wholeChanged,
        "a file that has changed is loaded anew",
        "It goes on as it should. But when the file has changed on the server, the new rest is put "
          + "behind the old half: say with If-Range which version you have a part of."),
      ends(
        "keeps", "paused", DownloadStories.firstHalf, "paused, it keeps what has come",
        "It goes on as it should. But when it is paused nothing is kept of what has come: write each "
          + "piece when it arrives."),
      Requirement(
        "resumes", "paused and made anew, it loads the rest",
        otherwise:
          "It keeps what has come. But what is made anew after a pause does not finish the "
          + "file."
      ) {
        let run = try $0["paused"]
        _ = try run.first(.cancelled, of: "first")
        _ = try run.first(.completed, of: "second")
        let found = try run.last(.noted, of: DownloadStories.file)
        return .confirmed(
          if: found.mark == DownloadStories.whole, "whole", otherwise: found.note, [found])
      },
    ])

  private static func asks(_ message: String) -> Requirement {
    Requirement("asks", "it asks for the rest", otherwise: message) {
      let request = try $0["goes-on"].first(.noted, of: "server")
      return .confirmed(
        if: DownloadStories.isForRest(request.event), request.note, otherwise: request.note,
        [request])
    }
  }

  /// In a scene, this is found in the file at the first end.
  private static func ends(
    _ id: String, _ scene: String, _ content: Event.Mark, _ statement: String, _ message: String
  ) -> Requirement {
    Requirement(id, statement, otherwise: message) {
      let found = try $0[scene].first(.noted, of: DownloadStories.file)
      return .confirmed(
        if: found.mark == content, found.note, otherwise: found.note, [found])
    }
  }
}
