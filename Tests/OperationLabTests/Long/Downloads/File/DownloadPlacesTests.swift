import Foundation
import Testing

@testable import OperationCourse
@testable import OperationDownloads
@testable import OperationLab
@testable import OperationTesting

/// One address and several destinations, files that went away, and the tasks that wait.
@Suite(.repeatable) struct DownloadPlacesTests {
  typealias Resource = LoopbackServer.Resource

  private let body = LoopbackServer.Body.generated(length: 100_000)
  private let other = LoopbackServer.Body.generated(length: 100_000, seed: 2)

  /// A manager, its server and its folder, all of which go when the test does.
  private struct Scene: Sendable {
    let server: LoopbackServer
    let folder: URL
    let manager: DownloadManager

    func file(_ name: String) -> URL { folder.appending(path: name) }
  }

  private func withScene(_ body: (Scene) async throws -> Void) async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let scene = Scene(
      server: try LoopbackServer(), folder: folder,
      manager: DownloadManager(
        retry: .never, session: TransferSession(idleTimeout: 600),
        callbacks: .dispatch(DispatchQueue(label: "unheard"))))
    defer {
      scene.manager.cancelAll()
      scene.server.stop()
      try? FileManager.default.removeItem(at: folder)
    }
    try await body(scene)
  }

  @Test("an address is downloaded to each destination, one after the other")
  func oneAfterTheOther() async throws {
    try await withScene { scene in
      scene.server.serve("/u", Resource(body))
      for name in ["a", "b"] {
        let file = try await scene.manager.download(scene.server.url("/u"), to: scene.file(name))
        #expect(file == scene.file(name))
        #expect(FileManager.default.fileExists(atPath: file.path))
      }
      #expect(scene.manager.downloads.map(\.destination) == [scene.file("a"), scene.file("b")])
      #expect(scene.manager.downloads.map(\.state) == [.finished, .finished])
      #expect(scene.manager[scene.server.url("/u")]?.destination == scene.file("b"))
    }
  }

  @Test("an address is downloaded to two destinations at once")
  func atOnce() async throws {
    try await withScene { scene in
      let hold = LoopbackServer.Hold()
      scene.server.serve("/u", Resource(body, fault: .stall(after: 10, hold)))
      let url = scene.server.url("/u")
      let tasks = ["a", "b"].map { name in
        Task { try await scene.manager.download(url, to: scene.file(name)) }
      }
      await isTrue { scene.server.requests.count == 2 || scene.manager.downloads.count < 2 }
      hold.release()
      for (task, name) in zip(tasks, ["a", "b"]) {
        let file = try await task.value
        #expect(file == scene.file(name))
        #expect(FileManager.default.fileExists(atPath: scene.file(name).path))
      }
    }
  }

  @Test("a file that was removed from disk is downloaded again")
  func removedFromDisk() async throws {
    try await withScene { scene in
      scene.server.serve("/u", Resource(body))
      let (url, file) = (scene.server.url("/u"), scene.file("a"))
      for count in 1...2 {
        try await scene.manager.download(url, to: file)
        #expect(FileManager.default.fileExists(atPath: file.path))
        // While it is there, it is not.
        try await scene.manager.download(url, to: file)
        #expect(scene.server.requests.count == count)
        try FileManager.default.removeItem(at: file)
      }
      #expect(scene.manager.downloads.count == 1)
    }
  }

  @Test("a file that another address has replaced is downloaded again")
  func replacedByAnother() async throws {
    try await withScene { scene in
      scene.server.serve("/u", Resource(body))
      scene.server.serve("/v", Resource(other))
      let file = scene.file("a")
      for (path, body) in [("/u", body), ("/v", other), ("/u", body)] {
        try await scene.manager.download(scene.server.url(path), to: file)
        #expect(try body.matches(fileAt: file), "\(path)")
      }
      // It is the file of /u now.
      scene.manager.delete(scene.server.url("/v"))
      #expect(try body.matches(fileAt: file))
    }
  }

  @Test("a task that was cancelled before the call sends nothing")
  func cancelledBefore() async throws {
    try await withScene { scene in
      scene.server.serve("/u", Resource(body))
      let url = scene.server.url("/u")
      let task = Task {
        withUnsafeCurrentTask { $0?.cancel() }
        return try await scene.manager.download(url, to: scene.file("a"))
      }
      await #expect(throws: DownloadError.cancelled) { try await task.value }
      #expect(scene.manager.downloads == [])
      #expect(scene.server.requests == [])
    }
  }

  @Test("one cancelled task leaves the others their download, and the last one pauses it")
  func countsWaiters() async throws {
    try await withScene { scene in
      let hold = LoopbackServer.Hold()
      scene.server.serve("/u", Resource(body), faults: [.stall(after: 10, hold), nil])
      let url = scene.server.url("/u")
      var tasks: [Task<URL, any Error>] = []
      for count in 1...3 {
        tasks.append(Task { try await scene.manager.download(url, to: scene.file("a")) })
        await isTrue {
          scene.manager.state.withLock { $0.items.first?.value.waiters.count } == count
        }
      }
      for task in tasks[..<2] {
        task.cancel()
        await #expect(throws: DownloadError.cancelled) { try await task.value }
        #expect(scene.manager[url]?.isActive == true)
      }
      tasks[2].cancel()
      await #expect(throws: DownloadError.cancelled) { try await tasks[2].value }
      #expect(scene.manager[url]?.state == .paused)
      // Those that come later are counted anew.
      hold.release()
      try await scene.manager.download(url, to: scene.file("a"))
      #expect(try body.matches(fileAt: scene.file("a")))
    }
  }

  @Test("a list from an earlier program knows which destination was asked for")
  func listKnowsAsked() async throws {
    try await withScene { scene in
      var resource = Resource(body)
      resource.headers = [.init("Content-Disposition", "attachment; filename=\"named\"")]
      scene.server.serve("/u", resource)
      let url = scene.server.url("/u")
      for count in 1...2 {
        let manager = DownloadManager(
          retry: .never, list: scene.file("list"), session: TransferSession(idleTimeout: 600),
          callbacks: .dispatch(DispatchQueue(label: "unheard")))
        manager.takesServerNames = true
        #expect(manager.downloads.count == count - 1)
        let file = try await manager.download(url, to: scene.file("a"))
        #expect(file == scene.file("named"))
        #expect(scene.server.requests.count == 1)
        manager.flushList()
      }
    }
  }

  /// Waits for what nothing signals. Gives up only after minutes.
  private func isTrue(_ holds: () -> Bool) async {
    let deadline = Date.longEnough
    while !holds(), Date.now < deadline { await Task.yield() }
    #expect(holds())
  }
}
