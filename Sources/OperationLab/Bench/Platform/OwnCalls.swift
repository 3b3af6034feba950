import Foundation
import OperationLab
import Synchronization

/// Lets threads of this process write their calls to standard error: the one that ends it, and all of
/// them where it hangs or is still busy when its time is up.
///
/// The system finds the calls and writes them, in a form that a `Symbolizer` reads. Swift's own report of
/// a crash comes from another process, later, and ends where the C library keeps no frame pointers. A
/// signal handler may do little, so nothing else is done there.
package enum OwnCalls {
  /// Dispatch lets its threads receive no other signal that is free.
  private static let question = SIGSYS
  private static let mostCalls: Int32 = 64
  private static let traps = [SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGSEGV, SIGTRAP]

  private typealias Addresses = UnsafeMutablePointer<UnsafeMutableRawPointer?>
  private typealias Backtrace = @convention(c) (Addresses, Int32) -> Int32
  private typealias Write = @convention(c) (Addresses, Int32, Int32) -> Void
  private typealias Send = @convention(c) (Int32, Int32, Int32) -> Int32

  /// Functions of the C library whose headers are not visible to Swift, and room for what they find.
  private struct Tools: @unchecked Sendable {
    let backtrace: Backtrace
    let write: Write
    let send: Send
    let addresses = Addresses.allocate(capacity: Int(mostCalls))

    init?() {
      guard let backtrace = dlsym(nil, "backtrace"), let send = dlsym(nil, "tgkill"),
        let write = dlsym(nil, "backtrace_symbols_fd")
      else { return nil }
      self.backtrace = unsafeBitCast(backtrace, to: Backtrace.self)
      self.write = unsafeBitCast(write, to: Write.self)
      self.send = unsafeBitCast(send, to: Send.self)
      // The first call may load a library, which a handler must not.
      _ = self.backtrace(addresses, 1)
    }
  }

  private static let tools = Tools()

  /// The thread that writes its calls. 0 as long as none does.
  private static let writer = Atomic<UInt>(0)
  /// How many threads have answered.
  private static let answers = Atomic<Int>(0)
  private static let haveTold = Atomic<Bool>(false)

  /// From now on, a thread that ends the process writes its calls first.
  static func tellTraps() {
    // The thread sanitizer writes a report of its own.
    guard tools != nil, !Platform.isSanitized else { return }
    Platform.handle(traps) { OwnCalls.hasTrapped($0) }
  }

  /// Another run begins, whose threads may tell their calls.
  static func begin() { haveTold.store(false, ordering: .relaxed) }

  /// Makes all other threads write their calls: that one first, then those that are awake. Only the first
  /// time in a run: later they do something else.
  package static func tell(first: Platform.ThreadNumber? = nil) {
    // The thread sanitizer ends a process in which a signal reaches one of its threads too early or too late.
    guard let tools, !Platform.isSanitized, !haveTold.exchange(true, ordering: .relaxed) else {
      return
    }
    Platform.handle([question]) { _ in OwnCalls.answer() }
    let own = Platform.ownThread
    let threads = (Platform.threads() ?? []).filter { $0.number != own }
    let awake = Set(threads.filter { $0.sleepMark == nil }.map(\.number))
    let order = [{ $0 == first }, awake.contains, { _ in true }]
    var asked: Set<Platform.ThreadNumber> = []
    for isNext in order {
      for thread in threads where isNext(thread.number) && asked.insert(thread.number).inserted {
        let before = answers.load(ordering: .acquiring)
        guard let number = Int32(thread.number), tools.send(getpid(), number, question) == 0 else {
          continue
        }
        var deadline = Deadline(.milliseconds(200), most: 5)
        while answers.load(ordering: .acquiring) == before, !deadline.isOver() { usleep(100) }
      }
    }
  }

  /// On the thread itself, inside the signal handler.
  private static func answer() {
    let saved = errno
    // One that is late writes nothing between the lines of another.
    if claim() == nil {
      write("\n\u{1E}calls of a thread\n")
      writer.store(0, ordering: .releasing)
    }
    answers.add(1, ordering: .releasing)
    errno = saved
  }

  /// On the thread that ends the process, inside the signal handler.
  private static func hasTrapped(_ number: Int32) {
    var other = claim()
    // Another that traps, too, must not end the process before the first has written.
    while let thread = other, thread != Platform.handlersThread {
      usleep(1_000)
      other = claim()
    }
    // A trap in these lines comes here once more, and writes nothing.
    if other == nil { write("\n\u{1E}calls of a trap\n") }
    signal(number, SIG_DFL)
    // What trapped by itself does so again on return.
    if number == SIGABRT || number == SIGTRAP { pthread_kill(pthread_self(), number) }
  }

  /// Makes the calling thread the one that writes. If another one is, returns that.
  private static func claim() -> UInt? {
    let found = writer.compareExchange(
      expected: 0, desired: Platform.handlersThread, ordering: .acquiringAndReleasing)
    return found.exchanged ? nil : found.original
  }

  private static func write(_ heading: StaticString) {
    guard let tools else { return }
    func put(_ text: StaticString) {
      _ = Foundation.write(STDERR_FILENO, text.utf8Start, text.utf8CodeUnitCount)
    }
    put(heading)
    tools.write(tools.addresses, tools.backtrace(tools.addresses, mostCalls), STDERR_FILENO)
    put("\u{1E}told\n")
  }
}

// In the parent.
extension OwnCalls {
  /// Takes out of what a process has written what its threads have told, one text for each thread.
  ///
  /// - Parameter hasTrapped: whether to return that of the thread that has ended it, or of all others.
  static func take(from text: inout String, hasTrapped: Bool) -> [String] {
    let heading = hasTrapped ? "a trap" : "a thread"
    var pieces = text.components(separatedBy: "\n\u{1E}calls of ")
    guard pieces.count > 1 else { return [] }
    text = pieces.removeFirst()
    var calls: [String] = []
    for piece in pieces {
      let parts = piece.components(separatedBy: "\u{1E}told\n")
      let lines = parts[0].components(separatedBy: "\n")
      // Other threads may print meanwhile.
      let isCall = { (line: String) in line.hasSuffix("]") && line.contains("[0x") }
      if lines[0] == heading { calls.append(lines.filter(isCall).joined(separator: "\n")) }
      let others = lines.dropFirst().filter { !isCall($0) }.joined(separator: "\n")
      text += "\n" + others + parts.dropFirst().joined()
    }
    return calls
  }
}
