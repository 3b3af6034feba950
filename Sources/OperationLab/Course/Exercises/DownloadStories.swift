import Foundation
import OperationLab
import OperationTesting

/// What happens to a learner's download of a real file, from a server on this machine.
enum DownloadStories {
  /// Where to load from, where to write to, and the version that is there in part.
  typealias Order = (url: URL, file: URL, etag: String)

  /// The subject of what is found in the file.
  static let file = "file"
  /// What the server has: every byte is another than its neighbours, so that a shift is seen.
  static let content = Data((0..<20_000).map { UInt8($0 % 251) })
  /// What the server has after a change.
  static let changed = Data((0..<20_000).map { UInt8(($0 * 7) % 253) })
  static let half = 10_000
  static let path = "/file"

  /// Puts an operation into a queue, waits for its end, and writes down what is in the file then.
  static func load(_ operation: Operation, _ name: String, into file: URL, _ bench: Bench) {
    let isOver = bench.gate("\(name) is over", isTraced: false)
    let log = bench.log(name)
    operation.name = name
    operation.completionBlock = {
      log(.completed)
      bench.log(Self.file)(found(at: file))
      isOver.open()
    }
    bench.queue("downloads").addOperation(operation)
    isOver.waitForOutside()
  }

  static let missing: Event.Mark = "missing"
  static let whole: Event.Mark = "whole"
  static let wholeChanged: Event.Mark = "whole, changed"
  static let firstHalf: Event.Mark = "half"

  /// The contents of the file in a word.
  static func found(at file: URL) -> Event.Mark {
    guard let data = FileManager.default.contents(atPath: file.path) else { return missing }
    switch data {
    case content: return whole
    case changed: return wholeChanged
    case content.prefix(half): return firstHalf
    default: return Event.Mark("{} bytes, wrong", .number(data.count))
    }
  }

  /// Waits until so many bytes are in the file, though not for ever.
  static func wait(for count: Int, in file: URL) {
    for _ in 0..<300 {
      let data = FileManager.default.contents(atPath: file.path)
      if data?.count == count { return }
      _ = Door().wait(deadline: .milliseconds(5))
    }
  }

  /// Writes down which part the requests asked for, and on which condition.
  static func noteRequests(_ server: LoopbackServer, _ bench: Bench) {
    for request in server.requests(for: path) {
      let range = Event.Mark.Value.text(request["Range"] ?? "")
      let condition = request["If-Range"].map(Event.Mark.Value.text)
      bench.log("server")(
        condition.map { Event.Mark("asked for {} if {}", range, $0) }
          ?? Event.Mark("asked for {}", range))
    }
  }

  /// Whether the request that was written down asks for everything behind the first half.
  static func isForRest(_ request: Event) -> Bool {
    let range = ByteRange(header: request.mark?.texts.first, length: content.count)
    return range == .part(half..<content.count)
  }
}
