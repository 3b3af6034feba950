final class Resize: Operation, @unchecked Sendable {
  override func main() {}
}

let shown = DispatchSemaphore(value: 0)
let resize = Resize()
let show = BlockOperation { shown.signal() }
show.addDependency(resize)
let queue = OperationQueue()
queue.addOperation(show)
resize.main()
print("shown: \(shown.wait(timeout: .now() + 1) == .success)")
exit(0)
