import Foundation
import Testing

@testable import OperationDownloads
@testable import OperationLab

/// What a manager calls is the app's: a queue that overrides `addOperation`, a policy, an executor.
@Suite("From within a manager's call", .repeatable, .timeLimit(.minutes(60)))
struct CallbackTests {
  /// A place where a manager calls the app's code, and whether a download into a folder ends if that
  /// code asks the manager.
  struct Place: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let ends: @Sendable (_ folder: URL) throws -> Bool
  }

  @Test("the manager may be asked and steered", arguments: [callbackQueue, retryPolicy, executor])
  func asks(_ place: Place) async throws {
    #expect(try await elsewhere { try withFolder(place.ends) })
  }

  /// Nothing listens there: the connection is refused at once.
  private static let url = URL(string: "http://127.0.0.1:9/file") ?? URL(fileURLWithPath: "/")
  /// A deadlock fails the test instead of holding it up for ten minutes.
  private static let patience = Duration.seconds(60)

  private static let callbackQueue = Place(testDescription: "of its callback queue") { folder in
    let manager = Locked<DownloadManager?>(nil)
    let queue = ReportingQueue { event in
      guard event.kind == .added, let manager = manager.withLock({ $0 }) else { return }
      _ = manager.downloads
      manager.pauseAll()
    }
    let made = DownloadManager(retry: .never, callbacks: .operations(queue))
    manager.withLock { $0 = made }
    defer { manager.withLock { $0 = nil } }
    let (destination, hasReturned) = (folder.appending(path: "file"), Latch())
    Thread.detachNewThread {
      made.add(url, to: destination)
      made.start(url, to: destination)
      hasReturned.open()
    }
    return hasReturned.wait(deadline: patience)
  }

  private static let retryPolicy = Place(testDescription: "of its retry policy") { folder in
    let (manager, hasEnded) = (Locked<DownloadManager?>(nil), Latch())
    let policy = RetryPolicy(limit: 1) { _, _ in
      _ = manager.withLock { $0 }?.downloads
      return nil
    }
    let made = DownloadManager(
      retry: policy, callbacks: .dispatch(DispatchQueue(label: "calls"))
    ) { if !$0.isActive { hasEnded.open() } }
    manager.withLock { $0 = made }
    defer { manager.withLock { $0 = nil } }
    made.start(url, to: folder.appending(path: "file"))
    return hasEnded.wait(deadline: patience)
  }

  private static let executor = Place(
    testDescription: "of the executor of a task that waits for a download"
  ) { folder in
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
}
