let loaded = DispatchSemaphore(value: 0)
let load = BlockOperation {
  Task {
    try? await Task.sleep(for: .seconds(5))
    loaded.signal()
  }
}
load.start()
print("finished: \(load.isFinished), loaded: \(loaded.wait(timeout: .now()) == .success)")
