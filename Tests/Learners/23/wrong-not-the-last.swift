// misses: all
import Foundation

func downloadAll(_ files: [@Sendable () async -> Void]) async {
  await withTaskGroup(of: Void.self) { group in
    for (place, file) in files.enumerated() {
      if place >= 2 { await group.next() }
      if group.isCancelled || place == files.count - 1 { group.cancelAll() }
      group.addTask { if !Task.isCancelled { await file() } }
    }
  }
}
