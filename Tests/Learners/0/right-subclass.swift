import Foundation

private final class Step: Operation, @unchecked Sendable {
  private let work: () -> Void
  init(_ work: @escaping () -> Void, after others: Operation...) {
    self.work = work
    super.init()
    others.forEach(addDependency)
  }
  override func main() { work() }
}

func makeTea(boil: @escaping () -> Void, pour: @escaping () -> Void, in queue: OperationQueue) {
  let boiling = Step(boil)
  for step in [Step(pour, after: boiling), boiling] { queue.addOperation(step) }
}
