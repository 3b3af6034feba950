import Foundation

// Stop the pictures, and save what is there.
//
// A queue of width 1 loads pictures. save is in the queue, too. It depends on all the pictures and
// saves those that are loaded. stop is called while one picture is being loaded. Others are loaded
// already, or wait. pictures has all of them, in any order. As it is, nothing is saved.
//
// Mend it: no further picture is loaded. When the picture that is being loaded is finished, save
// runs, once. stop returns at once.

func stop(_ pictures: [Operation], before save: Operation, in queue: OperationQueue) {
  queue.cancelAllOperations()
}
