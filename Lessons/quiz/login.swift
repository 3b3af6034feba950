final class Login: Operation, @unchecked Sendable {
  var isOver = false
  override func start() {
    Thread.current.name = "login"
    willChangeValue(forKey: "isFinished")
    isOver = true
    didChangeValue(forKey: "isFinished")
    _ = fetchHasBegun.wait(timeout: .now() + 5)
  }
  override var isFinished: Bool { isOver }
}

let fetchHasBegun = DispatchSemaphore(value: 0)
let queue = OperationQueue()
queue.maxConcurrentOperationCount = 1
queue.addOperation(Login())
queue.addOperation {
  print("thread of login: \(Thread.current.name == "login")")
  fetchHasBegun.signal()
}
queue.waitUntilAllOperationsAreFinished()
