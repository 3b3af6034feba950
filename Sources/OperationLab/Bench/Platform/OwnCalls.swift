import Foundation
import OperationLab
import Synchronization

/// Lets threads of this process tell which calls they are in.
///
/// Swift's report of a crash follows frame pointers. The C library of Linux keeps none where it
/// waits for a semaphore or a condition, so the report ends there, before the frames of the caller.
/// It also comes from another process, later, and on a busy machine perhaps never.
/// That library's own `backtrace` does get there, and returns addresses only. A signal handler may
/// do little: it stores them in memory that was laid out before.
package enum OwnCalls {
  /// What a line begins with that holds the calls of one thread, innermost first. Each has a tab,
  /// the file that has the code, in quotation marks, and the address in it.
  package static let heading = "own calls:"
  /// Dispatch lets its threads receive no other signal that is free.
  private static let question = SIGSYS

  private static let mostCalls = 64
  /// How long to wait for the thread.
  private static let patience = Duration.seconds(1)

  private typealias Addresses = UnsafeMutablePointer<UnsafeMutableRawPointer?>
  private typealias Send = @convention(c) (Int32, Int32, Int32) -> Int32
  private typealias Backtrace = @convention(c) (Addresses, Int32) -> Int32

  /// What the handler uses. Made before the signal is sent.
  private struct Desk: @unchecked Sendable {
    let addresses = Addresses.allocate(capacity: mostCalls)
    /// Of the C library. Its header is not visible to Swift.
    let backtrace: Backtrace
    let images: UnsafeBufferPointer<Image>
    /// What is written, made without asking for memory.
    let line: UnsafeMutablePointer<UInt8>

    init?(backtrace: @escaping Backtrace, _ images: [Image]) {
      guard let longest = images.map(\.name.count).max() else { return nil }
      self.backtrace = backtrace
      let copy = UnsafeMutableBufferPointer<Image>.allocate(capacity: images.count)
      _ = copy.initialize(from: images)
      self.images = UnsafeBufferPointer(copy)
      line = .allocate(capacity: (mostCalls + 1) * (longest + 20))
    }

    /// The place of the file that has the code at an address, or `nil`.
    func image(of address: UInt) -> Int? {
      for place in 0..<images.count where images[place].code.contains(address) { return place }
      return nil
    }
  }

  /// A file whose code is in memory.
  private struct Image {
    let code: Range<UInt>
    /// How a line begins that names a call in it.
    let name: UnsafeBufferPointer<UInt8>
  }

  /// Whether threads can tell their calls on this system.
  package static var areTold: Bool { desk != nil }

  private static let desk: Desk? = {
    guard let symbol = dlsym(nil, "backtrace"),
      let desk = Desk(backtrace: unsafeBitCast(symbol, to: Backtrace.self), images())
    else { return nil }
    // The first call may load a library, which a handler must not.
    _ = desk.backtrace(desk.addresses, 1)
    return desk
  }()

  /// How many addresses have been stored. Below 0 as long as none have.
  private static let count = Atomic<Int>(-1)

  /// Makes the threads store their calls, that one first, and writes them to standard error in a line
  /// for each thread. Returns when they have, or cannot.
  static func ask(first thread: pthread_t) {
    guard desk != nil else { return }
    signal(question) { _ in OwnCalls.store() }
    guard tellOne({ pthread_kill(thread, question) }) else { return }
    guard let symbol = dlsym(nil, "tgkill") else { return }
    let send = unsafeBitCast(symbol, to: Send.self)
    let own = Platform.ownThread
    for other in Platform.threads() ?? [] where other.number != own {
      guard let number = Int32(other.number) else { continue }
      // One that does not answer would be taken for the next.
      guard tellOne({ send(getpid(), number, question) }) else { return }
    }
  }

  /// Whether a thread that was sent the question has answered.
  private static func tellOne(_ send: () -> Int32) -> Bool {
    guard let desk else { return false }
    count.store(-1, ordering: .sequentiallyConsistent)
    guard send() == 0 else { return true }
    var deadline = Deadline(patience, most: 3)
    while count.load(ordering: .acquiring) < 0 {
      if deadline.isOver() { return false }
      _ = Latch().wait(deadline: .milliseconds(2))
    }
    write(count.load(ordering: .acquiring), desk)
    return true
  }

  /// The word among a program's arguments that asks for ``tellWhenTrapped()``.
  package static let trapWord = "tells-traps"

  /// From now on, a thread that ends the process writes its calls first. Swift's report follows.
  package static func tellWhenTrapped() {
    guard desk != nil else { return }
    Platform.handleFirst([SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGSEGV, SIGTRAP]) {
      OwnCalls.storeTrap($0)
    }
  }

  /// The thread that ends the process, and writes its calls first. 0 as long as none does.
  private static let trapped = Atomic<UInt>(0)

  /// On the thread itself, inside the signal handler.
  private static func storeTrap(_ number: Int32) {
    guard let desk else { return }
    let own = Platform.handlersThread
    let claim = trapped.compareExchange(expected: 0, desired: own, ordering: .relaxed)
    // Another that traps, too, must not end the process before the first has written.
    if !claim.exchanged, claim.original != own { awaitEnd() }
    // A trap in these lines comes here once more, and writes nothing.
    if claim.exchanged { write(Int(desk.backtrace(desk.addresses, Int32(mostCalls))), desk) }
    // Not before: another thread that traps meanwhile would end the process.
    Platform.handleAsBefore(number)
    // What trapped by itself does so again on return.
    if number == SIGABRT || number == SIGTRAP { pthread_kill(pthread_self(), number) }
  }

  private static func awaitEnd() -> Never {
    while true { pause() }
  }

  /// Writes the calls in one line. Safe inside a signal handler.
  private static func write(_ stored: Int, _ desk: Desk) {
    var length = 0
    func put(_ byte: UInt8) {
      desk.line[length] = byte
      length += 1
    }
    put(UInt8(ascii: "\n"))
    for byte in heading.utf8 { put(byte) }
    // The handler's own calls come first, then the one with which the system has called it.
    let handler = stored > 0 ? desk.image(of: UInt(bitPattern: desk.addresses[0])) : nil
    var first = 0
    while first < stored, desk.image(of: UInt(bitPattern: desk.addresses[first])) == handler {
      first += 1
    }
    first += 1
    for place in first..<max(first, stored) {
      let address = UInt(bitPattern: desk.addresses[place])
      guard let image = desk.image(of: address) else { continue }
      for byte in desk.images[image].name { put(byte) }
      // A call's address is that of what comes after it, but for the one that was interrupted.
      let number = address - desk.images[image].code.lowerBound - (place == first ? 0 : 1)
      var shift = (UInt.bitWidth - max(1, number.leadingZeroBitCount)) / 4 * 4
      while shift >= 0 {
        let digit = UInt8(truncatingIfNeeded: number >> UInt(shift)) & 15
        put(digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10)
        shift -= 4
      }
    }
    put(UInt8(ascii: "\n"))
    _ = Foundation.write(STDERR_FILENO, desk.line, length)
  }

  /// On the thread itself, inside the signal handler: nothing but numbers.
  private static func store() {
    guard let desk else { return }
    let stored = desk.backtrace(desk.addresses, Int32(mostCalls))
    count.store(Int(stored), ordering: .releasing)
  }

  /// Where code is in memory. Empty where the system does not tell.
  private static func images() -> [Image] {
    // Foundation reads a file of an unknown length as a string up to 4 kB only.
    let file = FileHandle(forReadingAtPath: "/proc/self/maps")
    guard let data = try? file?.readToEnd() else { return [] }
    let maps = String(decoding: data, as: UTF8.self)
    var (ends, paths): ([Substring: [UInt]], [Substring]) = ([:], [])
    // `55d0c0a00000-55d0c0b00000 r-xp …   /folder/program`
    for line in maps.split(separator: "\n") {
      guard let start = line.firstIndex(of: "/") else { continue }
      let path = line[start...]
      ends[path, default: []] += line.prefix { $0 != " " }.split(separator: "-")
        .compactMap { UInt($0, radix: 16) }
      if line.contains("r-xp"), !paths.contains(path) { paths.append(path) }
    }
    return paths.compactMap { path in
      guard let first = ends[path]?.min(), let last = ends[path]?.max() else { return nil }
      let name = Array("\t\"\(path)\" 0x".utf8)
      let copy = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: name.count)
      _ = copy.initialize(from: name)
      return Image(code: first..<last, name: UnsafeBufferPointer(copy))
    }
  }
}
