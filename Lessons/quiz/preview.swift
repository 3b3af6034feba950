let (mayEnd, finished) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
let load = BlockOperation { mayEnd.wait() }
let preview = BlockOperation {}
preview.addDependency(load)
preview.completionBlock = { finished.signal() }
let queue = OperationQueue()
queue.addOperations([load, preview], waitUntilFinished: false)
preview.cancel()
print("preview finishes before load: \(finished.wait(timeout: .now() + 10) == .success)")
mayEnd.signal()
queue.waitUntilAllOperationsAreFinished()
