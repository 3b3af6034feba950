import Foundation
import OperationLab
import OperationBench

/// Exercises of lesson 19: to pause a download is to end its operation.
public enum Exercise19 {
  /// Where to load from, the file that is there in part, and the version that it is a part of.
  public typealias Order = (url: URL, file: URL, etag: String)

  private typealias Story = Scenes<Order, Operation>.Scene

  /// A download of which so many bytes are there.
  private struct Part {
    let scene: String
    let content: Data
    let there: Int
    let version: String
    /// What the server has instead by now, under another version.
    var changed: Data?
    var fault: LoopbackServer.Fault?

    var story: Story {
      Story(scene) { bench, make in
        DownloadStories.stage(bench) { server, file in
          let part = content.prefix(there)
          if there > 0 { try part.write(to: file) }
          server.serve(
            DownloadStories.path,
            .init(changed ?? content, etag: changed == nil ? version : "\"new\"", fault: fault))
          DownloadStories.load(
            make((server.url(DownloadStories.path), file, version)), into: file,
            whole: changed ?? content, part: part, bench)
        }
      }
    }

    /// Whether a request asks for what is missing.
    func isMissing(_ request: Evidence) -> Bool {
      range(of: request) == .part(there..<content.count)
    }

    /// Whether a request asks for the whole file.
    func isAll(_ request: Evidence) -> Bool { range(of: request) == .whole }

    private func range(of request: Evidence) -> ByteRange {
      ByteRange(header: request.mark?.texts.first, length: content.count)
    }
  }

  private static let long = Part(
    scene: "goes-on", content: DownloadStories.content(20_000), there: 10_000, version: "\"v1\"")
  private static let short = Part(
    scene: "goes-on-early", content: DownloadStories.content(12_345, 7), there: 3_000,
    version: "\"june\"")
  private static let new = Part(
    scene: "nothing-there", content: DownloadStories.content(5_000, 3), there: 0, version: "\"v1\"")
  private static let ignored = Part(
    scene: "starts-over", content: DownloadStories.content(20_000), there: 10_000,
    version: "\"v1\"", fault: .ignoreRange)
  private static let error = Part(
    scene: "error", content: DownloadStories.content(9_000), there: 4_000, version: "\"v1\"",
    fault: DownloadStories.page(503))
  /// The rest begins as the part does.
  private static let repeating = Part(
    scene: "repeats",
    content: DownloadStories.content(4_000) + DownloadStories.content(4_000)
      + DownloadStories.content(2_000, 7), there: 4_000, version: "\"v1\"")
  private static let changed = Part(
    scene: "changed", content: DownloadStories.content(20_000), there: 10_000, version: "\"v1\"",
    changed: DownloadStories.content(20_000, 7))

  /// The scenes for the learner's `Download`: a part of the file is there, or nothing.
  public static let resuming = Scenes<Order, Operation>(
    long.story, short.story, new.story, ignored.story, repeating.story, error.story)

  /// The same, a file that has changed, and a download that is paused and goes on.
  public static let whole = Scenes<Order, Operation>(
    long.story, short.story, new.story, ignored.story, error.story, changed.story,
    .init("paused") { bench, make in
      DownloadStories.stage(bench) { server, file in
        let (hold, isStalled) = (LoopbackServer.Hold(), Locked(false))
        let resource = LoopbackServer.Resource(long.content, etag: long.version)
        server.serve(DownloadStories.path) { request in
          guard request.method == "GET", !isStalled.withLock({ $0 }) else { return resource }
          isStalled.withLock { $0 = true }
          return resource.failing(.stall(after: long.there, hold))
        }
        let order = (server.url(DownloadStories.path), file, long.version)
        let first = make(order)
        bench.elsewhere {
          _ = hold.isReached(timeout: 2)
          // What has been sent may not have been written yet.
          DownloadStories.wait(bench) { (try? Data(contentsOf: file))?.count == long.there }
          bench.cancel(first, "first")
        }
        for (operation, name) in [(first, "first"), (make(order), "second")] {
          DownloadStories.load(
            operation, name, into: file, whole: long.content,
            part: long.content.prefix(long.there), bench)
          hold.release()
        }
      }
    })

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
        in: "goes-on", "goes-on-early", expect: [.file(.whole)]),
      Requirement(
        "replaces", "a server that sends everything gets everything replaced",
        otherwise: "The server has sent the whole file and not the rest, and it was put behind the "
          + "first half: look at the status, 206 is the rest and 200 is everything.",
        in: "starts-over", expect: [.file(.whole)]),
      Requirement(
        "by-status", "the rest is put behind what is there, also if it looks like the beginning",
        otherwise:
          "With most files Download is right. But this file repeats its beginning, and the rest is "
          + "not put behind what is there. The bytes do not say whether they are the rest. The "
          + "status does: 206 is the rest, 200 is everything.",
        in: "repeats", expect: [.file(.whole)]),
      begins, leaves,
    ])

  static let building = Exercise(
    19, place: 2, .build, "Build a download that resumes", whole, at: "Exercise19.whole",
    call: "{ Download(from: $0.url, to: $0.file, version: $0.etag) }", mistake: "asks",
    requirements: [
      asks("Download does not ask for the rest: a request says with Range which bytes it wants."),
      Requirement(
        "whole", "the rest is put behind what is there",
        otherwise: "Download asks for the rest, but the file is not right when it is finished.",
        in: "goes-on", "goes-on-early", expect: [.file(.whole)]),
      Requirement(
        "replaces", "a server that sends everything gets everything replaced",
        otherwise: "Download goes on where it can. But a server that sends everything spoils the "
          + "file.",
        in: "starts-over", expect: [.file(.whole)]),
      Requirement(
        "changed", "a file that has changed is loaded anew",
        otherwise: "Download goes on as it should. But when the file has changed on the server, "
          + "the new rest is put behind the old half: say with If-Range which version you have a "
          + "part of.",
        in: "changed", expect: [.file(.whole)]),
      Requirement(
        "keeps", "paused, it keeps what has come",
        otherwise: "Download goes on as it should. But when it is paused nothing is kept of what "
          + "has come: write each piece when it arrives.",
        in: "paused", given: [.happens(.cancelled("first"))], expect: [.file(.part, of: "first")]),
      Requirement(
        "resumes", "paused and made anew, it loads the rest",
        otherwise: "Download keeps what has come. But a new Download after a pause does not load "
          + "the rest and finish the file.",
        in: "paused",
        expect: [
          .file(.whole, of: "second"),
          .check("the rest is asked for", at: .completed("second")) { run, _ in
            run.all(.noted, of: "server").contains(where: long.isMissing)
          },
        ]),
      Requirement(
        "version", "If-Range says which version is there",
        otherwise: "Download says with If-Range that it has a part of another version than the one "
          + "it was made with.",
        [long, short].map { part in
          Scenario(
            part.scene, given: [],
            expect: [
              Trace.Condition("If-Range is \(part.version)") { run in
                let requests = run.all(.noted, of: "server").filter(part.isMissing)
                return .init(
                  requests.allSatisfy { $0.mark?.texts.last == part.version }, "", requests)
              }
            ])
        }),
      begins, leaves,
    ])

  private static let begins = Requirement(
    "begins", "of a file that is not there everything is loaded",
    otherwise: "Download goes on where it should. But when nothing is there, it does not load the "
      + "whole file.",
    in: "nothing-there", expect: [.file(.whole)])

  private static let leaves = Requirement(
    "leaves", "an error changes nothing in the file",
    otherwise: "The server answers with an error, and its page is taken for the file or for the "
      + "rest of it: only 200 and 206 bring bytes of the file.",
    in: "error", expect: [.file(.part)])

  private static func asks(_ message: String) -> Requirement {
    Requirement(
      "asks", "it asks for the rest", otherwise: message,
      [long, short].map { part in
        Scenario(
          part.scene, given: [],
          expect: [
            .check("it asks for the rest, and never for all", at: .completed("download")) {
              run, _ in
              let all = run.all(.noted, of: "server")
              return all.contains(where: part.isMissing) && !all.contains(where: part.isAll)
            }
          ])
      })
  }
}
