import Foundation

// Stop the pictures, and save what is there.
//
// A queue of width 1 is loading pictures. save is in the queue, too: it depends on all the
// pictures and saves what is there. stop is called when the first picture is being loaded. No
// further picture is to be loaded, and then what is there is to be saved. As it is, nothing is
// saved.

func stop(_ pictures: [Operation], before save: Operation, in queue: OperationQueue) {
  queue.cancelAllOperations()
}
