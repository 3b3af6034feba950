import Foundation

/// Waits for tasks on the calling thread.
private enum Bridge {
  static func blocking(_ body: @escaping @Sendable () async -> Void) {
    let isOver = DispatchSemaphore(value: 0)
    Task {
      await body()
      isOver.signal()
    }
    isOver.wait()
  }
}

/// BROKEN ON PURPOSE: its task calls an old function that blocks until another task has ended.
///
/// make: `BlocksInATask { try? await probe.work() }`
/// breaks: many-at-once "Swift adds none"
final class BlocksInATask: LockOperation, @unchecked Sendable {
  private let body: @Sendable () async -> Void

  init(_ body: @escaping @Sendable () async -> Void) {
    self.body = body
    super.init { _ in }
  }

  override func start() {
    if isCancelled { return finish() }
    guard set(isExecuting: true, isFinished: false) else { return }
    Task {
      Bridge.blocking(self.body)  // BROKEN: with as many as there are cores, no task has a thread.
      self.finish()
    }
  }
}

/// BROKEN ON PURPOSE: the parts run in tasks, and the task that began them waits for their group.
///
/// make: `WaitsForPartsInATask { try? await probe.work() }`
/// breaks: many-at-once "Swift adds none"
final class WaitsForPartsInATask: LockOperation, @unchecked Sendable {
  private let part: @Sendable () async -> Void

  init(_ part: @escaping @Sendable () async -> Void) {
    self.part = part
    super.init { _ in }
  }

  override func start() {
    if isCancelled { return finish() }
    guard set(isExecuting: true, isFinished: false) else { return }
    let parts = DispatchGroup()
    Task.detached {
      parts.enter()
      Task.detached {
        await self.part()
        parts.leave()
      }
      self.wait(for: parts)
      self.finish()
    }
  }

  private func wait(for parts: DispatchGroup) { parts.wait() }  // BROKEN: it is called in a task.
}
