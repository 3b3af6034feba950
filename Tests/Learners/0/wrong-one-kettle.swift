// misses: world called-twice
import Foundation

/// There is only one kettle.
nonisolated(unsafe) private var kettle: Operation?

func makeTea(boil: @escaping () -> Void, pour: @escaping () -> Void, in queue: OperationQueue) {
  let boiling = kettle ?? BlockOperation(block: boil)
  let pouring = BlockOperation(block: pour)
  pouring.addDependency(boiling)
  if kettle == nil { queue.addOperation(boiling) }
  kettle = boiling
  queue.addOperation(pouring)
}
