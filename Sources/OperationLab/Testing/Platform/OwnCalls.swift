import Foundation
import OperationLab
import Synchronization

/// Lets a thread of this process tell which calls it is in.
///
/// Swift's report of a crash follows frame pointers. The C library of Linux keeps none where it
/// waits for a semaphore or a condition, so the report ends there, before the frames of the caller.
/// That library's own `backtrace` does get there, and returns addresses only. The signal handler
/// stores them in memory that was laid out before. Words are made on the thread that asks.
enum OwnCalls {
  /// What the line begins with that holds the addresses, relative to the program's.
  static let heading = "own calls:"

  private static let mostCalls = 64
  /// How long to wait for the thread.
  private static let patience = Duration.seconds(1)

  private typealias Addresses = UnsafeMutablePointer<UnsafeMutableRawPointer?>
  private typealias Backtrace = @convention(c) (Addresses, Int32) -> Int32

  /// What the handler uses. Made before the signal is sent.
  private struct Desk: @unchecked Sendable {
    let addresses = Addresses.allocate(capacity: mostCalls)
    /// Of the C library. Its header is not visible to Swift.
    let backtrace: Backtrace
  }

  private static let desk: Desk? = {
    guard let symbol = dlsym(nil, "backtrace") else { return nil }
    let desk = Desk(backtrace: unsafeBitCast(symbol, to: Backtrace.self))
    // The first call may load a library, which a handler must not.
    _ = desk.backtrace(desk.addresses, 1)
    return desk
  }()

  /// How many addresses have been stored. Below 0 as long as none have.
  private static let count = Atomic<Int>(-1)

  /// Makes the thread store its calls, and writes them to standard error in one line. Returns when
  /// it has, or cannot.
  static func ask(_ thread: pthread_t) {
    guard !program.isEmpty, let desk else { return }
    count.store(-1, ordering: .sequentiallyConsistent)
    signal(SIGUSR2) { _ in OwnCalls.store() }
    pthread_kill(thread, SIGUSR2)
    var deadline = Deadline(patience, most: 3)
    while count.load(ordering: .acquiring) < 0 {
      if deadline.isOver() { return }
      _ = Door().wait(deadline: .milliseconds(2))
    }
    let addresses = (0..<count.load(ordering: .acquiring))
      .map { UInt(bitPattern: desk.addresses[$0]) }
      .filter(program.contains)
      // A call's address is that of what comes after it.
      .map { "0x" + String($0 - program.lowerBound - 1, radix: 16) }
    let line = "\n\(heading) \(addresses.joined(separator: " "))\n"
    FileHandle.standardError.write(Data(line.utf8))
  }

  /// On the thread itself, inside the signal handler: nothing but numbers.
  private static func store() {
    guard let desk else { return }
    let stored = desk.backtrace(desk.addresses, Int32(mostCalls))
    count.store(Int(stored), ordering: .releasing)
  }

  /// Where the program's own code is in memory. Empty where the system does not tell.
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
