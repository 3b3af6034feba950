import Foundation

// No index of half an archive.
//
// readArchive unpacks an archive, makes an index of what is there, and removes the unpacked files. It
// returns the operation that unpacks. If the caller cancels that operation, an index is made of half an
// archive.
//
// Mend it: when the operation that readArchive returns is cancelled, index is not called. That is so
// also if unpack has begun already. cleanUp is called in any case, once, after unpack and index have
// ended. All work is done in the caller's queue, and readArchive returns at once.

func readArchive(
  unpack: @escaping () -> Void, index: @escaping () -> Void, cleanUp: @escaping () -> Void,
  in queue: OperationQueue
) -> Operation {
  let unpacking = BlockOperation(block: unpack)
  let indexing = BlockOperation(block: index)
  let cleaning = BlockOperation(block: cleanUp)
  indexing.addDependency(unpacking)
  cleaning.addDependency(indexing)
  queue.addOperations([unpacking, indexing, cleaning], waitUntilFinished: false)
  return unpacking
}
