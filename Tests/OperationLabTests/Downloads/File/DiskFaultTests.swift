import Foundation
import Testing

@testable import OperationLab

/// Disks that are full, folders that are missing, names that are taken.
@Suite struct DiskFaultTests {
  let body = LoopbackServer.Body.generated(length: 300_000)

  @Test(.enabled(if: FileManager.default.fileExists(atPath: "/dev/full")))
  func `a full disk is an error that says so`() throws {
    try withDownloadBench { bench throws in
      bench.server.serve("/f", LoopbackServer.Resource(body))
      let part = PartFile.partURL(of: bench.destination)
      try FileManager.default.createSymbolicLink(
        atPath: part.path, withDestinationPath: "/dev/full")
      #expect(bench.run(bench.operation()))
      #expect(bench.log.ends() == ["failed"])
      #expect(bench.log.error == .disk(doing: "write", path: part.path, code: ENOSPC))
      #expect(bench.log.error?.isWorthRetrying == false)
      #expect(try bench.names == [])
    }
  }

  @Test func `a folder that does not exist is an error before any request`() throws {
    try withDownloadBench { bench throws in
      bench.server.serve("/f", LoopbackServer.Resource(body))
      let destination = bench.folder.appending(path: "none/file")
      let operation = DownloadOperation(
        bench.server.url("/f"), to: destination, session: bench.session, delegate: bench.log,
        callbacks: bench.callbacks)
      #expect(bench.run(operation))
      #expect(bench.log.ends() == ["failed"])
      let path = PartFile.partURL(of: destination).path
      #expect(bench.log.error == .disk(doing: "create", path: path, code: ENOENT))
      #expect(bench.server.requests == [])
    }
  }

  @Test func `a folder of the file's own name is an error, and the bytes stay`() throws {
    try withDownloadBench { bench throws in
      bench.server.serve("/f", LoopbackServer.Resource(body))
      try FileManager.default.createDirectory(
        at: bench.destination, withIntermediateDirectories: false)
      #expect(bench.run(bench.operation(keepsPart: true)))
      #expect(bench.log.ends() == ["failed"])
      #expect(
        bench.log.error == .disk(doing: "create", path: bench.destination.path, code: EISDIR))
      #expect(try bench.names == ["file", "file.part", "file.part.json"])
    }
  }

  @Test func `a second download of the same file is refused while the first runs`() throws {
    try withDownloadBench { bench throws in
      let hold = LoopbackServer.Hold()
      bench.server.serve("/f", LoopbackServer.Resource(body, fault: .stall(after: 10, hold)))
      let first = bench.operation()
      bench.queue.addOperation(first)
      #expect(hold.isReached())
      let log = DownloadLog()
      let second = DownloadOperation(
        bench.server.url("/f"), to: bench.destination, session: bench.session, delegate: log,
        callbacks: bench.callbacks)
      #expect(bench.run(second))
      #expect(log.ends() == ["failed"])
      #expect(log.error == .busy(path: PartFile.partURL(of: bench.destination).path))
      hold.release()
      #expect(bench.isOver(first))
      #expect(try body.matches(fileAt: bench.destination))
    }
  }

  @Test func `an older file is replaced in one step`() throws {
    try withDownloadBench { bench throws in
      bench.server.serve("/f", LoopbackServer.Resource(body))
      try Data("old".utf8).write(to: bench.destination)
      #expect(bench.run(bench.operation()))
      #expect(try bench.names == ["file"])
      #expect(try body.matches(fileAt: bench.destination))
    }
  }
}
