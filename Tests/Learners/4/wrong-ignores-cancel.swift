// misses: not-poured
import Foundation

final class Pouring: Operation, @unchecked Sendable {
  private let pour: () -> Void
  init(_ pour: @escaping () -> Void) { self.pour = pour }
  override func main() { pour() }
  override func cancel() {}
}

func makeTea(
  boil: @escaping () -> Void, pour: @escaping () -> Void, drink: @escaping () -> Void,
  in queue: OperationQueue
) -> Operation {
  let boiling = BlockOperation(block: boil)
  let pouring = Pouring(pour)
  let drinking = BlockOperation(block: drink)
  pouring.addDependency(boiling)
  drinking.addDependency(pouring)
  queue.addOperations([boiling, pouring, drinking], waitUntilFinished: false)
  return pouring
}
