let count = DispatchSemaphore(value: 0)
let sync = BlockOperation { count.signal() }
sync.start()
sync.start()
var runs = 0
while count.wait(timeout: .now()) == .success { runs += 1 }
print("runs: \(runs)")
