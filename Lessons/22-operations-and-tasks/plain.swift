// A task in a block operation, and an operation that finishes with its task, in plain Foundation.
import Foundation

final class Album: @unchecked Sendable {
  private let lock = NSLock()
  private var stored: String?  // guarded by lock
  var picture: String? {
    get { lock.withLock { stored } }
    set { lock.withLock { stored = newValue } }
  }
}

final class TaskOperation: Operation, @unchecked Sendable {
  private let body: @Sendable () async -> Void
  private let lock = NSLock()
  private var flags = (isExecuting: false, isFinished: false)  // guarded by lock

  init(_ body: @escaping @Sendable () async -> Void) { self.body = body }

  override var isAsynchronous: Bool { true }
  override var isExecuting: Bool { lock.withLock { flags.isExecuting } }
  override var isFinished: Bool { lock.withLock { flags.isFinished } }

  override func start() {
    if isCancelled {
      // On Linux, a dependency that still runs would call this operation, which may be gone by then.
      dependencies.forEach(removeDependency)
      super.cancel()  // Counts anew. On Linux a removed one that has finished counts as -1.
      return set((false, true))
    }
    set((true, false))
    Task {
      await body()
      set((false, true))
    }
  }

  private func set(_ new: (isExecuting: Bool, isFinished: Bool)) {
    ["isExecuting", "isFinished"].forEach(willChangeValue)
    lock.withLock { flags = new }
    ["isExecuting", "isFinished"].forEach(didChangeValue)
  }
}

func show(_ title: String, _ makeDownload: (@escaping @Sendable () async -> Void) -> Operation) {
  let album = Album()
  let download = makeDownload {
    try? await Task.sleep(for: .milliseconds(300))
    album.picture = "600 x 400"
  }
  let show = BlockOperation { print("\(title): show begins, picture: \(album.picture ?? "none")") }
  show.addDependency(download)
  OperationQueue().addOperations([show, download], waitUntilFinished: true)
}

show("block") { body in BlockOperation { Task { await body() } } }
show("task operation") { body in TaskOperation(body) }
