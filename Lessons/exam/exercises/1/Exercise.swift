import Foundation

// A cancelled tile of a map keeps its slot.
//
// A map loads its tiles in a queue. When the user moves the map, tiles are cancelled that are not
// needed any more. After some moves the queue starts no tile, although isFinished of each cancelled
// tile is true.
//
// Mend it: if a tile is cancelled while its transfer is under way, it is finished at once, and its
// queue starts the next operation. That is also so if cancel() comes while start() is running. If a
// tile is cancelled while it waits in the queue, it finishes when the queue starts it, not before,
// and does not call load. If it is not cancelled, it finishes when its transfer has ended.
//
// In the trace, the tile is called download.

/// A tile of a map. Its transfer continues after start() has returned.
final class MapTile: Operation, @unchecked Sendable {
  private let load: (@escaping () -> Void) -> Void
  private let lock = NSLock()
  /// Both guarded by `lock`.
  private var isUnderWay = false
  private var isDone = false

  init(load: @escaping (@escaping () -> Void) -> Void) {
    self.load = load
  }

  override func start() {
    if isCancelled { return finish() }
    willChangeValue(forKey: "isExecuting")
    lock.withLock { isUnderWay = true }
    didChangeValue(forKey: "isExecuting")
    load { self.finish() }
  }

  override func cancel() {
    super.cancel()
    // Only start() finishes a tile that still waits in its queue.
    lock.withLock { if isUnderWay { isDone = true } }
  }

  private func finish() {
    if isFinished { return }
    willChangeValue(forKey: "isExecuting")
    willChangeValue(forKey: "isFinished")
    lock.withLock { isDone = true }
    didChangeValue(forKey: "isFinished")
    didChangeValue(forKey: "isExecuting")
  }

  override var isAsynchronous: Bool { true }
  override var isExecuting: Bool { lock.withLock { isUnderWay && !isDone } }
  override var isFinished: Bool { lock.withLock { isDone } }
}
