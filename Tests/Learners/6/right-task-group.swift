import Foundation

func downloadAll(_ files: [() -> Void]) {
  Task {
    await withTaskGroup(of: Void.self) { group in
      for (number, file) in files.enumerated() {
        if number >= 2 { await group.next() }
        group.addTask { file() }
      }
    }
  }
}
