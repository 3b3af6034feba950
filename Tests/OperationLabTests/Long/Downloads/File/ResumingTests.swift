import Foundation
import Testing

@testable import OperationCourse
@testable import OperationDownloads
@testable import OperationTesting

/// A second operation resumes from the bytes that the first left on disk, or starts again if it
/// must.
@Suite(.longPlan, .repeatable) struct ResumingTests {
  typealias Resource = LoopbackServer.Resource

  let body = LoopbackServer.Body.generated(length: 300_000)
  let other = LoopbackServer.Body.generated(length: 300_000, seed: 2)

  /// Downloads until it succeeds, at most so many times, and says which ranges were asked for.
  private func ranges(_ bench: DownloadBench, attempts: Int = 2) throws -> [String?] {
    for _ in 0..<attempts { #expect(bench.run(bench.operation(keepsPart: true))) }
    return bench.server.requests.map { $0["Range"] }
  }

  @Test("the rest of the same version is requested") func requestsRest() throws {
    try withDownloadBench { bench throws in
      bench.server.serve("/f", Resource(body), faults: [.cut(after: 100_000)])
      #expect(try ranges(bench) == [nil, "bytes=100000-"])
      #expect(bench.server.requests.last?["If-Range"] == "\"v1\"")
      #expect(try bench.names == ["file"])
      #expect(try body.matches(fileAt: bench.destination))
    }
  }

  @Test("a file that changed starts over") func aFileThatChangedStartsOver() throws {
    try withDownloadBench { bench throws in
      bench.server.serve(
        "/f", Resource(body, fault: .cut(after: 100_000)), fromRequest: 1,
        on: Resource(other, etag: "\"v2\""))
      #expect(try ranges(bench) == [nil, "bytes=100000-"])
      #expect(try other.matches(fileAt: bench.destination))
    }
  }

  @Test("a changed file that is cut off, too, is continued as the new version")
  func changedFile() throws {
    try withDownloadBench { bench throws in
      bench.server.serve("/f") { [body, other] request in
        switch request.number {
        case 0: Resource(body, fault: .cut(after: 100_000))
        case 1: Resource(other, etag: "\"v2\"", fault: .cut(after: 50_000))
        default: Resource(other, etag: "\"v2\"")
        }
      }
      #expect(try ranges(bench, attempts: 3) == [nil, "bytes=100000-", "bytes=50000-"])
      #expect(bench.server.requests.last?["If-Range"] == "\"v2\"")
      #expect(try other.matches(fileAt: bench.destination))
    }
  }

  @Test("without a strong validator nothing can be resumed", arguments: [nil, "W/\"v1\""])
  func withoutStrongValidator(etag: String?) throws {
    try withDownloadBench { bench throws in
      bench.server.serve("/f", Resource(body, etag: etag), faults: [.cut(after: 100_000)])
      #expect(try ranges(bench) == [nil, nil])
      #expect(try body.matches(fileAt: bench.destination))
    }
  }

  @Test("an ignored range starts over") func anIgnoredRangeStartsOver() throws {
    try withDownloadBench { bench throws in
      bench.server.serve("/f", Resource(body), faults: [.cut(after: 100_000), .ignoreRange])
      #expect(try ranges(bench) == [nil, "bytes=100000-"])
      #expect(try body.matches(fileAt: bench.destination))
    }
  }

  @Test(
    "a wrong part is refused, and the next attempt starts from the beginning",
    arguments: ["bytes 0-199999/300000", "bytes 100000-299999/300001", "nonsense"])
  func wrongPart(range: String) throws {
    try withDownloadBench { bench throws in
      bench.server.serve(
        "/f", Resource(body), faults: [.cut(after: 100_000), .contentRange(range)])
      #expect(bench.run(bench.operation(keepsPart: true)))
      #expect(bench.run(bench.operation(keepsPart: true)))
      #expect(try bench.names == [])
      #expect(bench.log.ends(2) == ["failed", "failed"])
      #expect(bench.log.error?.isWorthRetrying == true)
      #expect(bench.run(bench.operation(keepsPart: true)))
      #expect(bench.server.requests.map { $0["Range"] } == [nil, "bytes=100000-", nil])
      #expect(try body.matches(fileAt: bench.destination))
    }
  }

  @Test("a short part is continued") func aShortPartIsContinued() throws {
    try withDownloadBench { bench throws in
      bench.server.serve(
        "/f", Resource(body), faults: [.cut(after: 100_000), .shortBody(missing: 1_000)])
      #expect(try ranges(bench, attempts: 3) == [nil, "bytes=100000-", "bytes=299000-"])
      #expect(try body.matches(fileAt: bench.destination))
    }
  }

  @Test("a part that is complete gets its name without a request") func completePart() throws {
    try withDownloadBench { bench throws in
      bench.server.serve("/f", Resource(body), faults: [.cut(after: 100_000)])
      #expect(bench.run(bench.operation(keepsPart: true)))
      try body.bytes(0..<300_000).write(to: PartFile.partURL(of: bench.destination))
      #expect(bench.run(bench.operation(keepsPart: true)))
      #expect(bench.server.requests.count == 1)
      #expect(try bench.names == ["file"])
      #expect(try body.matches(fileAt: bench.destination))
    }
  }

  @Test(
    "a part without a record of its address is not trusted",
    arguments: ["", "{", "{\"url\":\"http://127.0.0.1/other\",\"etag\":\"\\\"v1\\\"\"}"])
  func partWithoutAddress(record: String) throws {
    try withDownloadBench { bench throws in
      bench.server.serve("/f", Resource(body))
      try other.bytes(0..<1_000).write(to: PartFile.partURL(of: bench.destination))
      try Data(record.utf8).write(to: PartFile.recordURL(of: bench.destination))
      #expect(try ranges(bench, attempts: 1) == [nil])
      #expect(try body.matches(fileAt: bench.destination))
    }
  }

  @Test("a part longer than its file is not trusted") func longPart() throws {
    try withDownloadBench { bench throws in
      bench.server.serve("/f", Resource(body), faults: [.cut(after: 100_000)])
      #expect(bench.run(bench.operation(keepsPart: true)))
      try other.bytes(0..<300_000).write(to: PartFile.partURL(of: bench.destination))
      try (other.bytes(0..<300_000) + [0]).write(to: PartFile.partURL(of: bench.destination))
      #expect(bench.run(bench.operation(keepsPart: true)))
      #expect(bench.server.requests.map { $0["Range"] } == [nil, nil])
      #expect(try body.matches(fileAt: bench.destination))
    }
  }

  @Test("a hundred random cuts still give the same bytes") func randomCuts() throws {
    try withDownloadBench { bench throws in
      var generator = SplitMix(seed: 21)
      let cuts = (0..<100).map { _ in Int.random(in: 0...6_000, using: &generator) }
      bench.server.serve("/f", Resource(body), faults: cuts.map { .cut(after: $0) })
      var attempts = 0
      repeat {
        attempts += 1
        #expect(bench.run(bench.operation(keepsPart: true)))
      } while try !bench.names.contains("file") && attempts < 200
      #expect(attempts > 50)
      #expect(try body.matches(fileAt: bench.destination))
    }
  }
}
