// The C library's `stdout` is a variable that any code may set.
@preconcurrency import Foundation
import OperationLab

extension Platform {
  /// A thread as the system numbers it. Empty where it does not tell.
  package typealias ThreadNumber = String
}

// Whether there are threads to be had.
extension Platform {
  /// Holds up the threads of ``makesThreads(_:)`` until all are there.
  private static let turnstile = NSLock()

  /// Whether the system gives so many threads more at once. They are gone on return.
  static func makesThreads(_ count: Int) -> Bool {
    var made: [pthread_t] = []
    turnstile.withLock {
      for _ in 0..<count {
        guard let thread = makeThread({ turnstile.withLock {} }) else { return }
        made.append(thread)
      }
    }
    for thread in made { pthread_join(thread, nil) }
    return made.count == count
  }
}

// What a process asks of any system, in the same words.
extension Platform {
  /// Moves standard output to another descriptor and returns that one. Whatever is printed from now
  /// on, also by Foundation, goes to standard error, unbuffered.
  static func reserveStandardOutput() -> Int32 {
    let reserved = dup(STDOUT_FILENO)
    dup2(STDERR_FILENO, STDOUT_FILENO)
    setvbuf(stdout, nil, _IONBF, 0)
    return reserved
  }

  /// Reads standard input to its end, and blocks the calling thread meanwhile.
  ///
  /// - Parameter onInput: gets each piece.
  static func readInput(_ onInput: (Data) -> Void) {
    var bytes = [UInt8](repeating: 0, count: 4096)
    while true {
      let count = read(STDIN_FILENO, &bytes, bytes.count)
      if count == 0 || (count < 0 && errno != EINTR) { return }
      if count > 0 { onInput(Data(bytes[..<count])) }
    }
  }

  /// A signal's name, such as `SIGILL`.
  static func signalName(_ signal: Int32) -> String {
    let names: [Int32: String] = [
      SIGABRT: "SIGABRT", SIGBUS: "SIGBUS", SIGFPE: "SIGFPE", SIGHUP: "SIGHUP", SIGILL: "SIGILL",
      SIGINT: "SIGINT", SIGKILL: "SIGKILL", SIGPIPE: "SIGPIPE", SIGQUIT: "SIGQUIT",
      SIGSEGV: "SIGSEGV", SIGSTOP: "SIGSTOP", SIGTERM: "SIGTERM", SIGTRAP: "SIGTRAP",
    ]
    return names[signal] ?? "signal \(signal)"
  }
}

extension Platform {
  /// Lets other threads run, if any wait for their turn.
  static func yieldThread() {
    sched_yield()
  }

  /// Blocks the calling thread until the process ends.
  package static func parkThread() {
    pause()
  }
}

// The state of this process's threads, as the system reports it.
extension Platform {
  /// What the other threads of this process are doing.
  package enum ThreadActivity: Hashable, Sendable {
    /// At one moment all of them were asleep. The number changes whenever one of them has run.
    case asleep(fingerprint: Int)
    /// At least one was running or about to, or the system does not tell.
    case running
  }

  /// Looks at every thread but the calling one and the kit's own helpers, twice.
  ///
  /// - Parameter held: threads that are known to sleep until the calling one wakes them.
  package static func threadActivity(besides held: Set<ThreadNumber> = []) -> ThreadActivity {
    // A thread that prints into a full pipe sleeps, and goes on when the reader has made room.
    guard outputHasRoom else { return .running }
    return activity(of: { otherThreads()?.filter { !held.contains($0.number) } }) { threads in
      var marks: [ThreadNumber: String] = [:]
      for thread in threads {
        // A thread may end between being listed and being looked at. That is activity, too.
        guard let mark = thread.sleepMark else { return nil }
        marks[thread.number] = mark
      }
      return marks
    }
  }

  /// Whether the process could print now without waiting. An output that is closed counts as one
  /// with room.
  private static var outputHasRoom: Bool {
    var outputs = [STDOUT_FILENO, STDERR_FILENO].map {
      pollfd(fd: $0, events: Int16(POLLOUT), revents: 0)
    }
    return poll(&outputs, nfds_t(outputs.count), 0) < 0 || outputs.allSatisfy { $0.revents != 0 }
  }

  /// Looks at threads twice.
  ///
  /// A thread that is asleep in both looks and was switched between as often in both has slept all
  /// the time between them. If that holds for all, there was a moment, between the looks, in which
  /// all were asleep. And a thread that all others only wait for cannot be woken by them.
  ///
  /// The second list is made after the first look: a thread that slept in that look may have made
  /// another thread before it, but not since.
  /// - Parameters:
  ///   - list: the threads there are. `nil` where the system does not tell.
  ///   - marks: of each thread's sleep, or `nil` if one is awake or gone.
  package static func activity<Thread>(
    of list: () -> [Thread]?, marks: ([Thread]) -> [ThreadNumber: String]?
  ) -> ThreadActivity {
    guard let first = list(), let before = marks(first), let second = list(),
      before == marks(second)
    else { return .running }
    return .asleep(fingerprint: before.hashValue)
  }

  /// A mark of the sleep of a thread of this process, another one after it has been woken. `nil` if
  /// it is awake or gone.
  static func sleepMark(ofThread number: ThreadNumber) -> String? {
    threads()?.first { $0.number == number }?.sleepMark
  }

  private static func otherThreads() -> [SystemThread]? {
    guard let threads = threads() else { return nil }
    let own = ownThread
    let numbers = Set(threads.map(\.number))
    // Numbers are used again: those of helpers that are gone by now mean nothing any more.
    let helpers = helperThreads.withLock { helpers in
      helpers = helpers.filter { !$0.value || numbers.contains($0.key) }
      return Set(helpers.keys)
    }
    return threads.filter { $0.number != own && !helpers.contains($0.number) }
  }

  /// Threads of the kit itself, which do nothing that a program could wait for. And whether they
  /// are on their way out, which takes a moment.
  private static let helperThreads = Locked<[ThreadNumber: Bool]>([:])

  /// Whether the calling thread is one that ``threadActivity()`` does not look at.
  package static var isHelperThread: Bool {
    let number = ownThread
    return helperThreads.withLock { $0[number] == false }
  }

  /// Runs the body on a thread that ``threadActivity()`` does not look at.
  ///
  /// - Returns: `false`, and runs nothing, if the system gives no thread.
  package static func detachHelperThread(_ body: @escaping @Sendable () -> Void) -> Bool {
    detachThread {
      let number = ownThread
      helperThreads.withLock { $0[number] = false }
      defer { helperThreads.withLock { $0[number] = true } }
      releasingTemporaries(body)
    }
  }
}
