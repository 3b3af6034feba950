import Foundation

func makeCoffee(
  grind: @escaping () -> Void, boil: @escaping () -> Void, brew: @escaping () -> Void,
  pour: @escaping () -> Void, in queue: OperationQueue
) {
  @Sendable func run(_ work: @escaping () -> Void) async {
    await withCheckedContinuation { continuation in
      let operation = BlockOperation(block: work)
      operation.completionBlock = { continuation.resume() }
      queue.addOperation(operation)
    }
  }
  Task {
    async let beans: Void = run(grind)
    async let water: Void = run(boil)
    _ = await (beans, water)
    await run(brew)
    await run(pour)
  }
}
