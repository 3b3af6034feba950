import Foundation

actor Rest {
  private var files: [@Sendable () async -> Void]

  init(_ files: [@Sendable () async -> Void]) { self.files = files }

  func next() -> (@Sendable () async -> Void)? { files.isEmpty ? nil : files.removeFirst() }
}

func downloadAll(_ files: [@Sendable () async -> Void]) async {
  let rest = Rest(files)
  await withTaskGroup(of: Void.self) { group in
    for _ in 0..<2 {
      group.addTask { while let file = await rest.next() { await file() } }
    }
  }
}
