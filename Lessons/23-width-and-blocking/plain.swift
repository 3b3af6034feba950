// A task group without a bound, and one that waits before it adds, in plain Swift.
import Foundation

final class Counter: @unchecked Sendable {
  private let lock = NSLock()
  private var running = 0, peak = 0  // guarded by lock

  var most: Int { lock.withLock { peak } }

  func load() async {
    lock.withLock {
      running += 1
      peak = max(peak, running)
    }
    try? await Task.sleep(for: .milliseconds(300))
    lock.withLock { running -= 1 }
  }
}

let (unbounded, bounded) = (Counter(), Counter())
let isDone = DispatchSemaphore(value: 0)
Task.detached {
  await withTaskGroup(of: Void.self) { group in
    for _ in 1...10 { group.addTask { await unbounded.load() } }
  }
  await withTaskGroup(of: Void.self) { group in
    for number in 1...10 {
      if number > 2 { await group.next() }
      group.addTask { await bounded.load() }
    }
  }
  isDone.signal()
}
isDone.wait()
print("without a bound: \(unbounded.most) at a time")
print("with a bound: \(bounded.most) at a time")
