import Foundation

// Two downloads at a time, with tasks.
//
// The server allows at most two downloads at the same time, and you want to use both. downloadAll
// gives all files to a task group at once.
//
// Mend it: each file is loaded once, and never more than two at a time. When one of the two ends,
// the next file begins at once, however long the other one takes. downloadAll returns when all files
// are loaded.

func downloadAll(_ files: [@Sendable () async -> Void]) async {
  await withTaskGroup(of: Void.self) { group in
    for file in files {
      group.addTask { await file() }
    }
  }
}
