import Foundation
import OperationLab
import OperationBench

/// What happens to a learner's download of a real file, from a server on this machine.
enum DownloadStories {
  static let path = "/file"
  /// What is in a file.
  enum Content: String, Sendable { case nothing, whole, part, wrong }

  /// So many bytes, each unlike its neighbours, so that a shift is seen.
  static func content(_ count: Int, _ step: Int = 1) -> Data {
    Data((0..<count).map { UInt8($0 * step % 251) })
  }

  /// A reply with another status and a page, as servers send it.
  static func page(_ status: Int) -> LoopbackServer.Fault {
    let page = "<h1>This is not the file</h1>"
    let head = "HTTP/1.1 \(status) No\r\nContent-Length: \(page.count)\r\nConnection: close"
    return .garbage(Data("\(head)\r\n\r\n\(page)".utf8))
  }

  /// Runs the body with a server, and a path in an empty folder.
  static func stage(_ bench: Bench, _ body: (LoopbackServer, URL) throws -> Void) {
    LearnersClock.pauseBeforeWriting()
    bench.withServer { server in
      bench.withFolder { folder in
        try body(server, folder.appendingPathComponent("file"))
        noteRequests(server, bench)
        server.stop()
      }
    }
  }

  /// Puts an operation into a queue with another one behind it, and possibly one before it, waits for
  /// its end, and writes down what is in the file then.
  static func load(
    _ operation: Operation, _ name: String = "download", behind first: Operation? = nil,
    into file: URL, whole: Data,
    part: Data? = nil, _ bench: Bench,
    meanwhile: () -> Void = {}
  ) {
    let isOver = bench.gate("\(name) is over", isTraced: false)
    let log = bench.log(name)
    operation.name = name
    LearnersClock.readState(of: operation)
    operation.completionBlock = {
      log(.completed)
      let data = FileManager.default.contents(atPath: file.path)
      let found: Content =
        data == nil ? .nothing : data == whole ? .whole : data == part ? .part : .wrong
      log(holds(found))
      isOver.open()
    }
    let queue = bench.queue("downloads", width: 1)
    let next = bench.block("next")
    if let first { queue.addOperation(first) }
    queue.addOperation(operation)
    queue.addOperation(next)
    meanwhile()
    // If it posts no notification when it finishes, its completion block never runs.
    wait(bench, upTo: 2000) { operation.isFinished }
    wait(bench) { isOver.isOpen && next.isFinished }
  }

  static func holds(_ content: Content) -> Event.Mark {
    Event.Mark("the file holds {}", .words(content.rawValue))
  }

  /// Waits until something is so that comes from outside, though not forever.
  static func wait(
    _ bench: Bench, upTo count: Int = 200, until isSo: @escaping @Sendable () -> Bool
  ) {
    let isOver = bench.gate("it is so", isTraced: false)
    bench.elsewhere {
      var looks = 0
      while looks < count, !isSo() {
        _ = Latch().wait(deadline: .milliseconds(5))
        looks += 1
      }
      isOver.open()
    }
    isOver.waitForOutside()
  }

  /// Writes down which part the requests asked for, and on which condition.
  private static func noteRequests(_ server: LoopbackServer, _ bench: Bench) {
    for request in server.requests(for: path) where request.method == "GET" {
      bench.log("server")(
        Event.Mark(
          "asked for {} if {}", request["Range"].map { .text($0) } ?? .words("all"),
          request["If-Range"].map { .text($0) } ?? .words("whatever version")))
    }
  }
}

extension World {
  /// What the server does in it.
  var fault: LoopbackServer.Fault? {
    if has(.ignoresRange) { return .ignoreRange }
    let status = has(.noSuchFile) ? 404 : has(.noService) ? 503 : has(.otherSuccess) ? 203 : nil
    return status.map(DownloadStories.page)
  }
}

extension Look {
  /// What is in the file when the operation has finished.
  static func file(of name: String = "download") -> Look {
    Look(id: "the file of \(name)") { run in
      let look = Trace.Moment.marked(like: DownloadStories.holds(.whole), by: name)
      let seen = try look.evidence(in: run)
      return (.told(seen.mark?.texts ?? []), [seen])
    } phrase: { answer in
      guard case .told(let words) = answer else { return "" }
      switch words.first.flatMap(DownloadStories.Content.init) {
      case .whole: return "when \(name) is finished, the whole file is there"
      case .part: return "when \(name) is finished, the part of the file is there as it was"
      case .nothing: return "when \(name) is finished, there is no file"
      default: return "when \(name) is finished, something else is in the file"
      }
    }
  }
}

extension Trace.Condition {
  /// This was in the file when the operation had finished.
  static func file(_ content: DownloadStories.Content, of name: String = "download") -> Self {
    .fact(
      .mark(DownloadStories.holds(content)),
      at: .marked(like: DownloadStories.holds(.whole), by: name))
  }
}
