import Foundation
import OperationLab
import Synchronization

/// Lets a thread of this process tell which calls of the program's own code it is in.
///
/// Swift's report of a crash follows frame pointers. The C library of Linux keeps none where it waits
/// for a semaphore or a condition, so the report ends there, before it gets to whoever waits. That
/// library's own `backtrace` does get there, and tells addresses only.
enum OwnCalls {
  /// What the line begins with that holds the addresses, relative to the program's.
  static let heading = "own calls:"

  private static let isTold = Atomic(false)
  private static let mostCalls = 64
  /// How long to wait for the thread.
  private static let patience = Duration.seconds(1)

  /// Makes the thread write its line to standard error; returns when it has, or cannot.
  static func ask(_ thread: pthread_t) {
    guard !program.isEmpty else { return }
    signal(SIGUSR2) { _ in OwnCalls.tell() }
    pthread_kill(thread, SIGUSR2)
    var deadline = Deadline(patience, most: 3)
    while !isTold.load(ordering: .acquiring), !deadline.isOver() {
      _ = Door().wait(deadline: .milliseconds(2))
    }
  }

  /// On the thread itself, in the middle of what it does.
  private static func tell() {
    withUnsafeTemporaryAllocation(of: UnsafeMutableRawPointer?.self, capacity: mostCalls) { calls in
      guard let first = calls.baseAddress else { return }
      let addresses = calls.prefix(Int(backtrace(first, Int32(mostCalls))))
        .map { UInt(bitPattern: $0) }
        .filter(program.contains)
        // A call's address is that of what comes after it.
        .map { "0x" + String($0 - program.lowerBound - 1, radix: 16) }
      let line = "\n\(heading) \(addresses.joined(separator: " "))\n"
      _ = write(STDERR_FILENO, line, line.utf8.count)
    }
    isTold.store(true, ordering: .releasing)
  }

  /// Where the program's own code is in memory; empty where the system does not tell.
  private static let program: Range<UInt> = {
    guard let maps = try? String(contentsOfFile: "/proc/self/maps", encoding: .utf8),
      let path = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    else { return 0..<0 }
    // `55d0c0a00000-55d0c0b00000 r-xp …   /folder/program`
    let ends = maps.split(separator: "\n").filter { $0.hasSuffix(path) }.flatMap { line in
      line.prefix { $0 != " " }.split(separator: "-").compactMap { UInt($0, radix: 16) }
    }
    guard let first = ends.min(), let last = ends.max() else { return 0..<0 }
    return first..<last
  }()
}

/// Of the C library, on Linux and on Darwin, but not visible to Swift on all of them.
@_silgen_name("backtrace")
private func backtrace(
  _ calls: UnsafeMutablePointer<UnsafeMutableRawPointer?>, _ capacity: Int32
) -> Int32
