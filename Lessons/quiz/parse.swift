final class Parse: Operation, @unchecked Sendable {
  override var isAsynchronous: Bool { true }
  override func main() { print("main thread: \(Thread.isMainThread)") }
}

Parse().start()
