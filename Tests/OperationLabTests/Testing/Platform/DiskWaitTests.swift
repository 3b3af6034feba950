import Foundation
import Testing

@testable import OperationLab
@testable import OperationBench

@Suite(
  "A thread that waits in the kernel for what will continue by itself, such as a disk", .repeatable,
  .enabled(if: Platform.current == .linux))
struct DiskWaitTests {
  @Test("is not asleep, although it does not run")
  func isNotAsleep() throws {
    let pipe = FileManager.default.temporaryDirectory.appending(path: "lab-\(UUID().uuidString)")
    try #require(mkfifo(pipe.path, 0o600) == 0)
    defer { unlink(pipe.path) }
    let number = Locked<String?>(nil)
    let hasReturned = Latch()
    Thread.detachNewThread {
      number.withLock { $0 = Platform.ownThread }
      Self.waitForChild(opening: pipe.path)
      hasReturned.open()
    }
    let deadline = ContinuousClock.now + longEnough
    while number.withLock({ $0 }).flatMap(Self.state) != "D", ContinuousClock.now < deadline {
      usleep(1_000)
    }
    let thread = try #require(number.withLock { $0 })
    #expect(Self.state(of: thread) == "D")
    for _ in 1...3 { #expect(Platform.sleepMark(ofThread: thread) == nil) }
    // Lets the child open its end and exit, and the thread return.
    close(open(pipe.path, O_WRONLY))
    #expect(hasReturned.wait(until: Deadline(longEnough)))
  }

  /// Blocks the calling thread as a disk does: until a child that shares its memory has opened a
  /// pipe, which has no writer yet. Swift hides `vfork`, because most code must not run in such a
  /// child.
  private static func waitForChild(opening pipe: String) {
    typealias Fork = @convention(c) () -> pid_t
    guard let address = dlsym(nil, "vfork") else { return }
    let fork = unsafeBitCast(address, to: Fork.self)
    pipe.withCString { path in
      let child = fork()
      if child == 0 {
        _ = open(path, O_RDONLY)
        _exit(0)
      }
      waitpid(child, nil, 0)
    }
  }

  /// The letter by which the kernel calls a thread's state.
  private static func state(of thread: String) -> String? {
    let stat = try? String(contentsOfFile: "/proc/self/task/\(thread)/stat", encoding: .utf8)
    return stat?.split(separator: ")").last?.split(separator: " ").first.map(String.init)
  }
}
