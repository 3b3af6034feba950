import Foundation
import Testing

@testable import OperationCourse
@testable import OperationDownloads

/// Files that are there, and whose server is asked whether it has another version.
@Suite(.repeatable) struct UnchangedFileTests {
  typealias Resource = LoopbackServer.Resource

  private let body = LoopbackServer.Body.generated(length: 100_000)
  private let other = LoopbackServer.Body.generated(length: 100_000, seed: 2)

  /// Downloads `/a` to the file `a` with a new manager, as another run of a program would.
  private func download(_ bench: ManagerBench, asking: Bool = true) -> DownloadManager.Download? {
    let next = ManagerBench(server: bench.server, folder: bench.folder)
    next.manager.skipsUnchanged = asking
    next.start("a")
    #expect(next.rests())
    return next.manager[bench.id("a")]
  }

  private func inode(_ bench: ManagerBench) -> UInt64? {
    try? SafeFolder(bench.folder.path).stamp(of: "a")?.inode
  }

  /// The versions that requests had asked about.
  private func conditions(_ bench: ManagerBench) -> [String?] {
    bench.server.requests.map { $0["If-None-Match"] ?? $0["If-Modified-Since"] }
  }

  @Test(
    "a file that its server has not changed is kept, and one that it has changed is replaced",
    arguments: [true, false])
  func keptOrReplaced(hasTag: Bool) throws {
    try withManagerBench { bench throws in
      let dates = ["Mon, 01 Jan 2024 00:00:00 GMT", "Tue, 02 Jan 2024 00:00:00 GMT"]
      func version(_ body: LoopbackServer.Body, _ number: Int) -> Resource {
        var resource = Resource(
          body, etag: hasTag ? "\"v\(number)\"" : nil, lastModified: dates[number - 1])
        resource.headers = [.init("Date", "Fri, 05 Jan 2024 00:00:00 GMT")]
        return resource
      }
      bench.server.serve("/a", version(body, 1), fromRequest: 2, on: version(other, 2))
      #expect(download(bench)?.isUnchanged == false)
      let first = inode(bench)
      let kept = download(bench)
      #expect(kept?.state == .finished)
      #expect(kept?.isUnchanged == true)
      #expect(kept?.progress == DownloadProgress(received: 100_000, total: 100_000))
      #expect(inode(bench) == first)
      #expect(try body.matches(fileAt: bench.destination("a")))
      #expect(download(bench)?.isUnchanged == false)
      #expect(try other.matches(fileAt: bench.destination("a")))
      // Of the new version, and of it alone.
      #expect(download(bench)?.isUnchanged == true)
      #expect(try bench.names == ["a", "a.part.json"])
      let versions = hasTag ? ["\"v1\"", "\"v2\""] : dates
      #expect(conditions(bench) == [nil, versions[0], versions[0], versions[1]])
    }
  }

  @Test("a finished download asks again, in the same manager, too") func sameManager() throws {
    try withManagerBench { bench throws in
      bench.server.serve(
        "/a", Resource(body), fromRequest: 2, on: Resource(other, etag: "\"v2\""))
      bench.manager.skipsUnchanged = true
      for isUnchanged in [false, true, false] {
        bench.start("a")
        #expect(bench.rests())
        #expect(bench.manager[bench.id("a")]?.isUnchanged == isUnchanged)
      }
      #expect(try other.matches(fileAt: bench.destination("a")))
      bench.manager.delete(bench.id("a"))
      #expect(try bench.names == [])
    }
  }

  @Test(
    "a file that is changed on disk, before its server is asked or meanwhile, is downloaded",
    arguments: [true, false])
  func changedOnDisk(before: Bool) throws {
    try withManagerBench { bench throws in
      let (body, file) = (body, bench.destination("a"))
      // In its place, with as many bytes.
      let change: @Sendable () -> Void = {
        let handle = FileHandle(forWritingAtPath: file.path)
        handle?.write(Data([0, 0, 0]))
        handle?.closeFile()
        // Two writes may come in one tick of the file system's clock.
        let date = Date(timeIntervalSince1970: 1_000_000_000)
        try? FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: file.path)
      }
      bench.server.serve("/a") { request in
        if request.number == 1, !before { change() }
        return Resource(body)
      }
      _ = download(bench)
      if before { change() }
      #expect(download(bench)?.isUnchanged == false)
      #expect(try body.matches(fileAt: file))
      #expect(conditions(bench) == (before ? [nil, nil] : [nil, "\"v1\"", nil]))
    }
  }

  @Test("a failed question leaves the file and what is known of it") func failedQuestion() throws {
    try withManagerBench { bench throws in
      bench.server.serve("/a", Resource(body), faults: [nil, .status(404, [])])
      _ = download(bench)
      #expect(download(bench)?.state == .failed(.status(404)))
      #expect(download(bench)?.isUnchanged == true)
      #expect(try bench.names == ["a", "a.part.json"])
    }
  }

  @Test(
    "an interrupted download of the new version is continued, and the old file stays until then")
  func interrupted() throws {
    try withManagerBench { bench throws in
      let new = Resource(other, etag: "\"v2\"")
      bench.server.serve("/a") { [body] request in
        switch request.number {
        case 0: Resource(body)
        case 1: new.failing(.cut(after: 80_000))
        default: new
        }
      }
      _ = download(bench)
      let next = ManagerBench(server: bench.server, folder: bench.folder, retry: .never)
      next.manager.skipsUnchanged = true
      next.start("a")
      #expect(next.rests())
      #expect(try body.matches(fileAt: bench.destination("a")))
      #expect(download(bench)?.state == .finished)
      #expect(bench.server.requests.last?["Range"] == "bytes=80000-")
      #expect(bench.server.requests.last?["If-None-Match"] == nil)
      #expect(try other.matches(fileAt: bench.destination("a")))
    }
  }

  @Test(
    "without the wish, or a version's name, nothing is asked or kept beside the file",
    arguments: ["\"v1\"", nil])
  func notAsked(tag: String?) throws {
    try withManagerBench { bench throws in
      bench.server.serve("/a", Resource(body, etag: tag))
      _ = download(bench)
      _ = download(bench, asking: tag == nil)
      #expect(try bench.names == ["a"])
      #expect(conditions(bench) == [nil, nil])
    }
  }
}
