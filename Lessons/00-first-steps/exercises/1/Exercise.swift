import Foundation

// Boil before you pour.
//
// makeTea makes two operations and adds them to a queue. The queue runs several at the same time,
// so pour begins while boil is still running.
//
// Mend it: pour begins when boil has finished, and makeTea returns at once. Each is called once, in
// the caller's queue. The caller has other operations in the queue: do not delay them.

func makeTea(boil: @escaping () -> Void, pour: @escaping () -> Void, in queue: OperationQueue) {
  let boiling = BlockOperation(block: boil)
  let pouring = BlockOperation(block: pour)
  queue.addOperation(boiling)
  queue.addOperation(pouring)
}
