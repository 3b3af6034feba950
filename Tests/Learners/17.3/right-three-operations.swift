import Foundation

func hang(make: (String, @escaping () -> Void) -> Operation, in queue: OperationQueue) {
  let last = make("last") {}
  let middle = make("middle") {}
  let first = make("first") {
    print("waiting")
    last.waitUntilFinished()
  }
  queue.addOperations([first, middle, last], waitUntilFinished: false)
}
