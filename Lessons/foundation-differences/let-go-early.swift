// A cancelled operation that has finished and is let go, while what it depended on still runs.
// Expected: nothing happens when that ends. On Linux the process dies: an operation keeps the
// addresses of those that depend on it, and calls them at its end, although they are gone.
import Foundation

/// Many, because the freed memory has to be used again before the crash is certain.
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
// The crash is a child's, so that this process can tell of it.
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
