// misses: not-more
import Foundation

private actor Slots {
  private var free = 2
  private var waiting: [CheckedContinuation<Void, Never>] = []

  func take() async {
    if free > 0 {
      free -= 1
    } else {
      await withCheckedContinuation { waiting.append($0) }
    }
  }

  func giveBack() {
    if waiting.isEmpty { free += 1 } else { waiting.removeFirst().resume() }
  }
}

func downloadAll(_ files: [@Sendable () async -> Void]) async {
  let slots = Slots()
  await withTaskGroup(of: Void.self) { group in
    for file in files {
      group.addTask {
        await slots.take()
        await slots.giveBack()
        await file()
      }
    }
  }
}
