// misses: traps
func downloadAll(_ files: [@Sendable () async -> Void]) async {
  await withTaskGroup(of: Void.self) { group in
    var next = 0
    repeat {
      if next >= 2 { await group.next() }
      let file = files[next]
      group.addTask { await file() }
      next += 1
    } while next < files.count
  }
}
