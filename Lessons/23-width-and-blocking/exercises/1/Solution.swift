import Foundation

// One way to do it.

func downloadAll(_ files: [@Sendable () async -> Void]) async {
  await withTaskGroup(of: Void.self) { group in
    for (place, file) in files.enumerated() {
      // A group has no width. With two in it, wait for the end of one before adding the next.
      if place >= 2 { await group.next() }
      group.addTask { await file() }
    }
  }
}
