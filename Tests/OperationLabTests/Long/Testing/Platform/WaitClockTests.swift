import Foundation
import Testing

@testable import OperationLab
@testable import OperationBench

@Suite("A wait with a time limit", .longPlan, .repeatable)
struct WaitClockTests {
  private static let waits: [(name: String, wait: @Sendable (Latch) -> Void)] = [
    ("for a door", { _ = $0.wait(deadline: longEnough) }),
    ("until a deadline", { _ = $0.wait(until: Deadline(longEnough)) }),
  ]

  @Test(
    "is measured with a clock that cannot be set",
    .enabled(if: KernelWait(ofThread: "self") != nil),
    arguments: waits.indices)
  func monotonic(_ place: Int) async throws {
    let door = Latch()
    let wait = try await elsewhere {
      defer { door.open() }
      return KernelWait.of { Self.waits[place].wait(door) }
    }
    #expect(wait?.untilTimeOfDay == false)
  }

  @Test(
    "for a condition lasts until a time of day, so the test above can fail",
    .enabled(if: KernelWait(ofThread: "self") != nil))
  func ofCondition() async throws {
    let condition = NSCondition()
    let wait = try await elsewhere {
      defer { condition.withLock { condition.broadcast() } }
      return KernelWait.of { condition.withLock { _ = condition.wait(until: .longEnough) } }
    }
    #expect(wait?.untilTimeOfDay == true)
  }

  /// Where a time of day may limit a wait, or a wait looks as if it did, and why.
  private static let allowed = [
    // Groups of Dispatch's.
    "Bench/Hosting/Parent/ChildProcess.swift", "Course/Server/LoopbackServer.Reply.swift",
    "Core/Platform/Latch.swift",
    // A run loop, which waits for as long as it is until then.
    "Testing/Conformance/Engine/BatteryRunner.swift",
    // The learner's own calls.
    "Course/Exercises/LearnersClock.swift", "lab/Check/ShadowFile.swift",
    // No wait at all: `.now()`.
    "Course/Lessons/15-one-lock-one-state-machine/Lesson15.Operations.swift",
  ]

  @Test("names a date, or is for a semaphore, nowhere in the sources")
  func sources() throws {
    let files = try SourceTree("Sources").files.filter { file in
      !Self.allowed.contains { file.path.hasSuffix("/\($0)") }
    }
    #expect(files.count > 300)
    let words = [".wait(timeout:", "timeIntervalSinceNow:", "wallDeadline", "wallTimeout"]
    for file in files {
      let word = words.first { file.source.range(of: $0) != nil }
      #expect(word == nil, "\(file.path)")
    }
  }
}

/// What the kernel of Linux says of a thread that waits for a time, or for another thread until then.
private struct KernelWait {
  /// Whether it lasts until a time of day.
  let untilTimeOfDay: Bool

  /// `nil` where the kernel does not say, and for a thread that does not wait like that.
  init?(ofThread thread: String) {
    let path = thread == "self" ? "/proc/self/syscall" : "/proc/self/task/\(thread)/syscall"
    guard let text = try? String(contentsOfFile: path, encoding: .utf8) else { return nil }
    let words = text.split(separator: " ")
    if thread == "self" {
      untilTimeOfDay = false
      return
    }
    // The call, the address, what to do with it, the value, the time.
    guard words.count > 4, ["202", "98"].contains(words[0]), words[4] != "0x0",
      let action = Int(words[2].dropFirst(2), radix: 16)
    else { return nil }
    // `FUTEX_CLOCK_REALTIME`
    untilTimeOfDay = action & 0x100 != 0
  }

  /// Runs the body on another thread until that waits. `nil` if it does not within a minute.
  static func of(_ body: @escaping @Sendable () -> Void) -> KernelWait? {
    let thread = Locked<Platform.ThreadNumber?>(nil)
    Thread.detachNewThread {
      thread.withLock { $0 = Platform.ownThread }
      body()
    }
    let deadline = ContinuousClock.now + .seconds(60)
    while ContinuousClock.now < deadline {
      if let number = thread.withLock({ $0 }), let wait = KernelWait(ofThread: number) {
        return wait
      }
      Platform.yieldThread()
    }
    return nil
  }
}
