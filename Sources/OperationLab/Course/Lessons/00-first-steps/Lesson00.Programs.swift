import Foundation

extension Lesson00 {
  static let oneBlock = Program(
    "one-block", role: .article, "A block is added to a queue, and the program waits for the queue."
  ) { _ in
    // snippet: one-block
    let queue = OperationQueue()
    queue.addOperation { print("in the block, main thread: \(Thread.isMainThread)") }
    queue.waitUntilAllOperationsAreFinished()
    print("after the wait")
    // end snippet
  }

  static let oneAtATime = Program(
    "one-at-a-time", role: .article, "Two blocks in a queue that runs one at a time."
  ) { _ in
    // snippet: one-at-a-time
    let queue = OperationQueue()
    queue.maxConcurrentOperationCount = 1
    queue.addOperation { print("first") }
    queue.addOperation { print("second") }
    queue.waitUntilAllOperationsAreFinished()
    // end snippet
  }

  static let dependency = Program(
    "dependency", role: .article, "pour depends on boil, and stands before it in the list."
  ) { _ in
    // snippet: dependency
    let boil = BlockOperation { print("boil") }
    let pour = BlockOperation { print("pour") }
    pour.addDependency(boil)
    OperationQueue().addOperations([pour, boil], waitUntilFinished: true)
    // end snippet
  }

  static let states = Program(
    "states", role: .article, "isFinished of an operation, before it runs and afterwards."
  ) { _ in
    // snippet: states
    let work = BlockOperation { print("working") }
    print("before: \(work.isFinished)")
    OperationQueue().addOperations([work], waitUntilFinished: true)
    print("after: \(work.isFinished)")
    // end snippet
  }

  static let cancelled = Program(
    "cancelled", role: .article, "An operation is cancelled while its queue is suspended."
  ) { _ in
    // snippet: cancelled
    let queue = OperationQueue()
    queue.isSuspended = true
    let work = BlockOperation { print("working") }
    queue.addOperation(work)
    work.cancel()
    queue.isSuspended = false
    queue.waitUntilAllOperationsAreFinished()
    print("after the wait")
    // end snippet
  }
}
