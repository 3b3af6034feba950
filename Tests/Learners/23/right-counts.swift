import Foundation

func downloadAll(_ files: [@Sendable () async -> Void]) async {
  await withTaskGroup(of: Void.self) { group in
    var running = 0
    for file in files {
      if running == 2 {
        await group.next()
        running -= 1
      }
      group.addTask { await file() }
      running += 1
    }
    await group.waitForAll()
  }
}
