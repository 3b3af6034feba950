// A cancelled operation has finished and is released while its dependency still runs.
// Expected: the dependency finishes. On Linux the process crashes: an operation keeps the addresses
// of the operations that depend on it, and calls them when it finishes, although they are gone.
import Foundation

/// A hundred, because the crash is certain only if the freed memory is used again.
func letGoEarly() {
  let queue = OperationQueue()
  let hot = DispatchSemaphore(value: 0)
  let boil = BlockOperation { hot.wait() }
  queue.addOperation(boil)
  for _ in 0..<100 {
    let pour = BlockOperation {}
    pour.addDependency(boil)
    pour.cancel()
    queue.addOperation(pour)
    pour.waitUntilFinished()
  }
  hot.signal()
  queue.waitUntilAllOperationsAreFinished()
}

if CommandLine.arguments.contains("child") {
  letGoEarly()
  exit(0)
}
// A child process crashes, so that this process can report it.
let child = Process()
child.executableURL = URL(fileURLWithPath: CommandLine.arguments[0])
child.arguments = ["child"]
child.standardError = FileHandle.nullDevice
let ended = DispatchSemaphore(value: 0)
child.terminationHandler = { _ in ended.signal() }
try child.run()
let hasEnded = ended.wait(timeout: .now() + 5) == .success
if !hasEnded { kill(child.processIdentifier, SIGKILL) }
let isFine = hasEnded && child.terminationReason == .exit
print("expected: boil ends, and nothing else happens")
print("seen: \(isFine ? "the same" : hasEnded ? "signal \(child.terminationStatus)" : "no end")")
exit(isFine ? 0 : 1)
