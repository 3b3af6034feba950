import Foundation

/// Everything that differs between the platforms, in one place.
///
/// Linux runs swift-corelibs-foundation, macOS runs Apple's Foundation.
public enum Platform: String, Codable, Sendable {
  case linux
  case darwin

  /// The platform this was compiled for.
  public static var current: Platform {
    #if canImport(Darwin)
      .darwin
    #else
      .linux
    #endif
  }

  /// The name a reader knows it by.
  public var displayName: String {
    switch self {
    case .linux: "Linux"
    case .darwin: "macOS"
    }
  }

  /// Monotonic nanoseconds since some fixed moment. Callable from any thread.
  @Sendable static func monotonicNanoseconds() -> UInt64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return UInt64(time.tv_sec) &* 1_000_000_000 &+ UInt64(time.tv_nsec)
  }
}

// Sockets and files.
extension Platform {
  /// Whether `URLSession` goes on reading while its delegate is behind, and keeps what it has read.
  static var sessionKeepsUnreadData: Bool { current == .linux }

  /// How many sessions to spread transfers over. On Linux a session serves all its transfers from
  /// one serial queue, where a fast one starves the others.
  static var sessionsWorthHaving: Int { current == .linux ? 16 : 1 }

  /// What `socket(2)` wants for a TCP socket: an enumeration in Glibc, a number in Darwin.
  static var streamSocket: Int32 {
    #if canImport(Darwin)
      SOCK_STREAM
    #else
      Int32(SOCK_STREAM.rawValue)
    #endif
  }

  /// Flags for `send(2)` with which writing to a closed connection is an error, not a signal.
  ///
  /// Linux has a flag for each call; Darwin has an option of the socket instead.
  static var sendFlags: Int32 {
    #if canImport(Darwin)
      0
    #else
      Int32(MSG_NOSIGNAL)
    #endif
  }

  /// The other half of `sendFlags`: makes a socket fail instead of raising SIGPIPE.
  static func silenceBrokenPipe(of descriptor: Int32) {
    #if canImport(Darwin)
      var on: Int32 = 1
      setsockopt(descriptor, SOL_SOCKET, SO_NOSIGPIPE, &on, socklen_t(MemoryLayout<Int32>.size))
    #endif
  }

  /// The address 127.0.0.1 with a port, as `bind(2)` and `connect(2)` want it.
  static func loopbackAddress(port: UInt16) -> sockaddr_in {
    var address = sockaddr_in()
    #if canImport(Darwin)
      address.sin_len = UInt8(MemoryLayout<sockaddr_in>.size)
    #endif
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    return address
  }

  /// Asks for everything written to a file to be on the disk itself; false when that failed.
  ///
  /// On Darwin `fsync` may stop at the drive's own cache; `F_FULLFSYNC` goes through it, but
  /// not every file system there knows it.
  static func flushToDisk(_ descriptor: Int32) -> Bool {
    #if canImport(Darwin)
      if fcntl(descriptor, F_FULLFSYNC) == 0 { return true }
    #endif
    return fsync(descriptor) == 0
  }
}

extension Platform {
  /// What the other threads of this process are doing.
  enum ThreadActivity: Hashable, Sendable {
    /// At one moment all of them were asleep. The number changes whenever one of them has run.
    case asleep(fingerprint: Int)
    /// At least one was running or about to.
    case running
    /// This platform does not tell.
    case unknown
  }

  /// Looks at every thread but the calling one and the kit's own helpers, twice.
  ///
  /// A thread that is asleep in both looks and was switched between as often in both has slept
  /// all the time between them. If that holds for all, there was a moment, between the looks, in
  /// which all were asleep; and a thread that all others only wait for cannot be woken by them.
  static func threadActivity() -> ThreadActivity {
    #if os(Linux)
      guard let first = sleepingThreads(), let second = sleepingThreads(), first == second else {
        return .running
      }
      return .asleep(fingerprint: first.hashValue)
    #else
      .unknown
    #endif
  }

  /// A thread as the system knows it; empty where it does not tell.
  typealias ThreadNumber = String

  /// The calling thread's number; the C library's `gettid()` is not visible to Swift.
  static var ownThread: ThreadNumber {
    #if os(Linux)
      let link = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/thread-self")
      return link?.split(separator: "/").last.map(String.init) ?? ""
    #else
      ""
    #endif
  }

  /// A mark of the thread's present sleep, another one after it has been woken; `nil` when it does
  /// not sleep. Where the system does not tell, a thread is taken to sleep on.
  static func sleep(ofThread thread: ThreadNumber) -> String? {
    #if os(Linux)
      guard
        let status = try? String(
          contentsOfFile: "/proc/self/task/\(thread)/status", encoding: .utf8)
      else { return nil }
      let lines = status.split(separator: "\n")
      guard lines.contains(where: { $0.hasPrefix("State:\tS") }) else { return nil }
      return lines.filter { $0.contains("ctxt_switches") }.joined(separator: " ")
    #else
      ""
    #endif
  }

  #if os(Linux)
    /// How often each other thread has been switched to, or `nil` if one is not asleep.
    private static func sleepingThreads() -> [ThreadNumber: String]? {
      let own = ownThread
      guard let threads = try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/task")
      else { return nil }
      // Numbers are used again: those of helpers that are gone by now mean nothing any more.
      let helpers = helperThreads.withLock { helpers in
        helpers = helpers.filter { !$0.value || threads.contains($0.key) }
        return Set(helpers.keys)
      }
      var switches: [ThreadNumber: String] = [:]
      for thread in threads where thread != own && !helpers.contains(thread) {
        // A thread may end between being listed and being looked at; that is activity, too.
        guard let sleep = sleep(ofThread: thread) else { return nil }
        switches[thread] = sleep
      }
      return switches
    }
  #endif

  /// Whether a thread sleeps by a clock and will wake up within the limit; `false` where the
  /// platform does not tell.
  ///
  /// Work that takes a nap, or waits with a time limit, looks like quiet otherwise. Threads of the
  /// kit that look at others are left out.
  static func isNapping(within limit: Duration) -> Bool {
    #if os(Linux)
      let spared = watcherThreads.withLock { $0 }.union(helperThreads.withLock { $0.keys })
      let threads = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/task")) ?? []
      return threads.contains { thread in
        !spared.contains(thread) && Nap.rest(ofThread: thread).map { $0 <= limit } == true
      }
    #else
      false
    #endif
  }

  /// Runs the body, in which this thread looks at others and sleeps shortly between two looks.
  static func watching<Value>(_ body: () -> Value) -> Value {
    #if os(Linux)
      let id = ownThread
      let isNew = watcherThreads.withLock { $0.insert(id).inserted }
      defer { if isNew { watcherThreads.withLock { _ = $0.remove(id) } } }
    #endif
    return body()
  }

  private static let watcherThreads = Locked<Set<String>>([])

  /// Takes every other thread that is there now for one of the system's own: whether it naps says
  /// nothing. The thread sanitizer has such a one.
  static func spareOtherThreads() {
    #if os(Linux)
      let threads = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/task")) ?? []
      let others = Set(threads).subtracting([ownThread])
      watcherThreads.withLock { $0.formUnion(others) }
    #endif
  }

  /// Threads of the kit itself, which do nothing that a program could wait for; and whether they are
  /// on their way out, which takes a moment.
  private static let helperThreads = Locked<[ThreadNumber: Bool]>([:])

  /// Runs the body on a thread that ``threadActivity()`` does not look at.
  static func detachHelperThread(_ body: @escaping @Sendable () -> Void) {
    Thread.detachNewThread {
      #if os(Linux)
        let id = ownThread
        helperThreads.withLock { $0[id] = false }
        defer { helperThreads.withLock { $0[id] = true } }
      #endif
      body()
    }
  }
}

// Interrupting a thread.
extension Platform {
  /// Where each thread keeps the pointer that it was given.
  private static let carried: pthread_key_t = {
    var key = pthread_key_t()
    pthread_key_create(&key, nil)
    return key
  }()

  /// What the calling thread was given to carry. May be called by a signal handler.
  static var carriedPointer: UnsafeMutableRawPointer? { pthread_getspecific(carried) }

  /// A timer that interrupts the thread which has made it, exact to some hundred nanoseconds.
  final class Interrupter: @unchecked Sendable {
    #if os(Linux)
      private let timer: timer_t?
    #endif

    /// Interruptions make the calling thread call `reaction`, which finds the pointer in
    /// ``carriedPointer`` and may do only what a signal handler may.
    ///
    /// The signal is `SIGURG`, which does nothing to a process that does not ask for it. Fails on
    /// Darwin, which has no timers for single threads, and where the system refuses.
    init?(
      carrying pointer: UnsafeMutableRawPointer,
      reaction: @escaping @convention(c) (Int32) -> Void
    ) {
      #if os(Linux)
        guard let thread = Int32(Platform.ownThread) else { return nil }
        pthread_setspecific(Platform.carried, pointer)
        signal(SIGURG, reaction)
        // A thread inherits what the thread that makes it has blocked, and Dispatch's block most.
        var signals = sigset_t()
        sigemptyset(&signals)
        sigaddset(&signals, SIGURG)
        pthread_sigmask(SIG_UNBLOCK, &signals, nil)
        var event = sigevent()
        event.sigev_notify = Int32(SIGEV_THREAD_ID)
        event.sigev_signo = SIGURG
        event._sigev_un._tid = thread
        var timer: timer_t?
        guard timer_create(CLOCK_MONOTONIC, &event, &timer) == 0 else { return nil }
        self.timer = timer
      #else
        return nil
      #endif
    }

    deinit {
      #if os(Linux)
        timer_delete(timer)
      #endif
    }

    /// Interrupts at that moment of the monotonic clock, and no more at any earlier one that was
    /// named; `nil` for never.
    func interrupt(at nanoseconds: UInt64?) {
      #if os(Linux)
        let moment = nanoseconds ?? 0
        var setting = itimerspec(
          it_interval: timespec(),
          it_value: timespec(
            tv_sec: Int(moment / 1_000_000_000), tv_nsec: Int(moment % 1_000_000_000)))
        timer_settime(timer, Int32(TIMER_ABSTIME), &setting, nil)
      #endif
    }
  }
}
