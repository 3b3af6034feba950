import Foundation

private actor Gate {
  private var isOpen = false
  private var waiting: [CheckedContinuation<Void, Never>] = []

  func open() {
    isOpen = true
    waiting.forEach { $0.resume() }
    waiting = []
  }

  func pass() async {
    if isOpen { return }
    await withCheckedContinuation { waiting.append($0) }
  }
}

func makeTea(
  boil: @escaping () -> Void, pour: @escaping () -> Void, drink: @escaping () -> Void,
  in queue: OperationQueue
) -> Operation {
  let (isBoiled, isPoured) = (Gate(), Gate())
  let boiling = BlockOperation(block: boil)
  boiling.completionBlock = { Task { await isBoiled.open() } }
  let pouring = BlockOperation(block: pour)
  pouring.addDependency(boiling)
  pouring.completionBlock = { Task { await isPoured.open() } }
  queue.addOperations([boiling, pouring], waitUntilFinished: false)
  Task {
    await isBoiled.pass()
    await isPoured.pass()
    queue.addOperation(drink)
  }
  return pouring
}
