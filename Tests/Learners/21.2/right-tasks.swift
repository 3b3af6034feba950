/// A group of six tasks, each of which takes the next transfer.
func loadAll(_ transfers: [(@escaping () -> Void) -> Void]) {
  actor Line {
    private var rest: [Int]
    init(_ count: Int) { rest = Array((0..<count).reversed()) }
    func next() -> Int? { rest.popLast() }
  }
  struct Work: @unchecked Sendable { let all: [(@escaping () -> Void) -> Void] }
  let work = Work(all: transfers)
  let line = Line(transfers.count)
  Task {
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<6 {
        group.addTask {
          while let number = await line.next() {
            await withCheckedContinuation { continuation in
              let begin = work.all[number]
              begin { continuation.resume() }
            }
          }
        }
      }
    }
  }
}
