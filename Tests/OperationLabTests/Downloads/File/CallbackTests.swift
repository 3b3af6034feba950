import Foundation
import Testing

@testable import OperationDownloads
@testable import OperationLab

/// What a manager calls is the app's: a queue that overrides `addOperation`, a policy, an executor.
@Suite("A manager's calls", .repeatable, .timeLimit(.minutes(60)))
struct CallbackTests {
  /// Nothing listens there: the connection is refused at once.
  private let url = URL(string: "http://127.0.0.1:9/file") ?? URL(fileURLWithPath: "/")
  private let manager = Locked<DownloadManager?>(nil)
  /// A deadlock fails the test instead of holding it up for ten minutes.
  private let patience = Duration.seconds(60)

  @Test("may ask and steer the manager from within the callback queue")
  func callbackQueue() async throws {
    let hasEnded = try await withOwnFolder { [manager, url, patience] folder in
      let queue = ReportingQueue { [manager] event in
        guard event.kind == .added, let manager = manager.withLock({ $0 }) else { return }
        _ = manager.downloads
        manager.pauseAll()
      }
      let made = DownloadManager(retry: .never, callbacks: .operations(queue))
      manager.withLock { $0 = made }
      let (destination, hasReturned) = (folder.appending(path: "file"), Latch())
      Thread.detachNewThread {
        made.add(url, to: destination)
        made.start(url, to: destination)
        hasReturned.open()
      }
      defer { manager.withLock { $0 = nil } }
      return hasReturned.wait(deadline: patience)
    }
    #expect(hasEnded)
  }

  @Test("may ask the manager from within the retry policy")
  func retryPolicy() async throws {
    let hasEnded = try await withOwnFolder { [manager, url, patience] folder in
      let hasEnded = Latch()
      let policy = RetryPolicy(limit: 1) { [manager] _, _ in
        _ = manager.withLock { $0 }?.downloads
        return nil
      }
      let made = DownloadManager(
        retry: policy, callbacks: .dispatch(DispatchQueue(label: "calls"))
      ) { if !$0.isActive { hasEnded.open() } }
      manager.withLock { $0 = made }
      made.start(url, to: folder.appending(path: "file"))
      defer { manager.withLock { $0 = nil } }
      return hasEnded.wait(deadline: patience)
    }
    #expect(hasEnded)
  }

  @Test("may ask the manager from within the executor of a task that waits for a download")
  func executor() async throws {
    let hasEnded = try await withOwnFolder { [url, patience] folder in
      let made = DownloadManager(
        retry: RetryPolicy(limit: 1, wait: { _, _ in }) { _, _ in .zero },
        callbacks: .dispatch(DispatchQueue(label: "calls")))
      let (executor, isWaiting, hasEnded) = (AskingExecutor(made), Latch(), Latch())
      let id = made.start(url, to: folder.appending(path: "file"))
      Task(executorPreference: executor) {
        for await download in made.updates(of: id) {
          // The first attempt has failed, and there is no second.
          if case .retrying = download.state { isWaiting.open() }
        }
        hasEnded.open()
      }
      guard isWaiting.wait(deadline: longEnough) else { return false }
      // Now it waits for the next change.
      executor.queue.sync {}
      Thread.detachNewThread { made.pause(id) }
      return hasEnded.wait(deadline: patience)
    }
    #expect(hasEnded)
  }

  /// Asks a manager before each step of a task.
  private final class AskingExecutor: TaskExecutor {
    let queue = DispatchQueue(label: "owner")
    private let manager: DownloadManager

    init(_ manager: DownloadManager) { self.manager = manager }

    func enqueue(_ job: consuming ExecutorJob) {
      _ = manager.downloads
      let job = UnownedJob(job)
      queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
  }

  private func withOwnFolder(_ body: @escaping @Sendable (URL) -> Bool) async throws -> Bool {
    try await elsewhere { try withFolder(body) }
  }
}
