import Foundation
import Testing

@testable import OperationCourse
@testable import OperationDownloads

/// Disks that are full, folders that are missing, names that are taken.
@Suite(.longPlan, .repeatable) struct DiskFaultTests {
  let body = LoopbackServer.Body.generated(length: 300_000)

  @Test("a folder that does not exist is an error before any request")
  func missingFolder() throws {
    try withDownloadBench { bench throws in
      bench.server.serve("/f", LoopbackServer.Resource(body))
      let destination = bench.folder.appending(path: "none/file")
      let operation = DownloadOperation(
        bench.server.url("/f"), to: destination, session: bench.session, log: bench.log)
      #expect(bench.run(operation))
      #expect(bench.log.ends() == ["failed"])
      let path = destination.deletingLastPathComponent().path
      #expect(bench.log.error == .disk(doing: "open", path: path, code: ENOENT))
      #expect(bench.server.requests == [])
    }
  }

  @Test("a second download of the same file is refused while the first runs")
  func secondDownload() throws {
    try withDownloadBench { bench throws in
      let hold = LoopbackServer.Hold()
      bench.server.serve("/f", LoopbackServer.Resource(body, fault: .stall(after: 10, hold)))
      let first = bench.operation()
      bench.queue.addOperation(first)
      #expect(hold.isReached())
      let log = DownloadLog()
      let second = DownloadOperation(
        bench.server.url("/f"), to: bench.destination, session: bench.session, log: log)
      #expect(bench.run(second))
      #expect(log.ends() == ["failed"])
      #expect(log.error == .busy(path: PartFile.partURL(of: bench.destination).path))
      hold.release()
      #expect(bench.isOver(first))
      #expect(try body.matches(fileAt: bench.destination))
    }
  }

  @Test("an older file is replaced in one step") func replacesFile() throws {
    try withDownloadBench { bench throws in
      bench.server.serve("/f", LoopbackServer.Resource(body))
      try Data("old".utf8).write(to: bench.destination)
      #expect(bench.run(bench.operation()))
      #expect(try bench.names == ["file"])
      #expect(try body.matches(fileAt: bench.destination))
    }
  }
}
