// All that is Darwin's: the functions of `Platform+Linux.swift`, under the same names.
#if canImport(Darwin)
  // `mach_task_self_` is a C variable that is never written.
  @preconcurrency import Darwin
  import Foundation
  import OperationLab

  // Signals, which tell of threads only on Linux.
  extension Platform {
    static func handle(
      _ numbers: [Int32], _ handler: @escaping @convention(c) (Int32) -> Void
    ) {}

    static var handlersThread: UInt { UInt(bitPattern: pthread_self()) }
  }

  // Processes.
  extension Platform {
    /// The environment of a child process. Without it, Foundation sends the text of exceptions to
    /// the system's log and not to standard error.
    static var childEnvironment: [String: String] { ["CFLOG_FORCE_STDERR": "1"] }

    /// Starts a process, with no signal blocked.
    static func start(_ launch: Launch, _ watch: ProcessWatch) throws -> StartedProcess {
      let process = Process()
      process.executableURL = launch.executable
      process.arguments = launch.arguments
      process.environment = launch.environment
      if let folder = launch.folder { process.currentDirectoryURL = folder }
      let (input, output, errors) = (Pipe(), Pipe(), Pipe())
      process.standardInput = input
      process.standardOutput = output
      process.standardError = errors
      process.terminationHandler = { process in
        let status = process.terminationStatus
        watch.hasEnded(
          process.terminationReason == .uncaughtSignal ? .signalled(status) : .exited(status))
        // Foundation has reaped it.
        ChildProcess.forget(process.processIdentifier)
        watch.wasReaped()
      }
      do {
        try withNoSignalBlocked { try process.run() }
      } catch {
        throw NotStarted(path: launch.executable.path, reason: error.localizedDescription)
      }
      // Foundation has closed what is the child's.
      return StartedProcess(
        number: process.processIdentifier, input: input.fileHandleForWriting,
        output: output.fileHandleForReading, errors: errors.fileHandleForReading, keeper: process)
    }

    /// Does nothing: what a child has started is not known here.
    static func endSession(of leader: Int32) {}

    /// A child inherits the blocked signals of the thread that starts it. Dispatch's threads block
    /// nearly all signals, and a shell would wait forever for its children.
    private static func withNoSignalBlocked(_ start: () throws -> Void) rethrows {
      var none = sigset_t()
      var blocked = sigset_t()
      sigemptyset(&none)
      pthread_sigmask(SIG_SETMASK, &none, &blocked)
      defer { pthread_sigmask(SIG_SETMASK, &blocked, nil) }
      try start()
    }

    /// Makes the calling thread, which Dispatch has not made, one that does not look like those of
    /// the pools. Here no name is looked at.
    static func leavePool() {}

    /// Whether the calling thread may belong to one of Dispatch's pools: it is not the main thread.
    static var isPoolThread: Bool { pthread_main_np() == 0 }

    /// Does nothing: no pool is slow here.
    package static func avoidSlowPools(_ queue: OperationQueue) {}

    /// Whether this process was built with the thread sanitizer.
    package static let isSanitized = dlsym(RTLD_DEFAULT, "__tsan_init") != nil

    /// Lets this process open as many files as it may, and not the 256 that it is given.
    package static func allowManyFiles() {
      var limit = rlimit()
      guard getrlimit(RLIMIT_NOFILE, &limit) == 0 else { return }
      let most = min(rlim_t(OPEN_MAX), limit.rlim_max)
      guard limit.rlim_cur < most else { return }
      limit.rlim_cur = most
      setrlimit(RLIMIT_NOFILE, &limit)
    }

    /// Runs the body. What it makes for a moment only is gone on return.
    ///
    /// Foundation returns arrays of operations that the innermost autorelease pool releases. On a
    /// long-running thread this happens late, and operations would seem to leak.
    package static func releasingTemporaries<Value>(_ body: () -> Value) -> Value {
      autoreleasepool(invoking: body)
    }
  }

  // Threads.
  extension Platform {
    /// The state of a thread of this process, read from the kernel.
    package struct SystemThread {
      package let number: ThreadNumber

      /// A mark of its present sleep, another one after it has run. `nil` when it is awake or gone.
      let sleepMark: String?

      /// - Parameter port: of a thread, which may have ended since it was listed.
      fileprivate init(port: thread_act_t) {
        var basic = thread_basic_info()
        var identity = thread_identifier_info()
        let isThere =
          Self.read(THREAD_BASIC_INFO, of: port, into: &basic)
          && Self.read(THREAD_IDENTIFIER_INFO, of: port, into: &identity)
        let processorTime = Self.duration(basic.user_time) + Self.duration(basic.system_time)
        number = isThere ? "\(identity.thread_id)" : ""
        sleepMark = isThere && basic.run_state == TH_STATE_WAITING ? "\(processorTime)" : nil
      }

      private static func read<Info>(
        _ flavor: Int32, of port: thread_act_t, into info: inout Info
      ) -> Bool {
        let words = MemoryLayout<Info>.size / MemoryLayout<integer_t>.size
        var count = mach_msg_type_number_t(words)
        return withUnsafeMutablePointer(to: &info) { pointer in
          pointer.withMemoryRebound(to: integer_t.self, capacity: words) {
            thread_info(port, thread_flavor_t(flavor), $0, &count) == KERN_SUCCESS
          }
        }
      }

      private static func duration(_ time: time_value_t) -> Duration {
        .seconds(Int(time.seconds)) + .microseconds(Int(time.microseconds))
      }
    }

    /// How many files are open in this process. `nil` where the system does not tell.
    package static var openFiles: Int? { nil }

    /// Whether this process waits for a time, as far as the system tells.
    package static func waitsForTime(mayBeDispatchs: Bool = false) -> Bool { false }
    package static var nextTimer: Duration? { nil }
    package static var wakeUps: Int { 0 }

    /// All threads of this process. `nil` where the system does not tell.
    package static func threads() -> [SystemThread]? {
      var list: thread_act_array_t?
      var count: mach_msg_type_number_t = 0
      guard task_threads(mach_task_self_, &list, &count) == KERN_SUCCESS, let list else {
        return nil
      }
      defer {
        for index in 0..<Int(count) { mach_port_deallocate(mach_task_self_, list[index]) }
        vm_deallocate(
          mach_task_self_, vm_address_t(UInt(bitPattern: list)),
          vm_size_t(Int(count) * MemoryLayout<thread_act_t>.stride))
      }
      return (0..<Int(count)).map { SystemThread(port: list[$0]) }
    }

    /// The calling thread's number. Empty where the system does not tell.
    package static var ownThread: ThreadNumber {
      var number: UInt64 = 0
      return pthread_threadid_np(nil, &number) == 0 ? "\(number)" : ""
    }

    /// For how long each thread of a process has run, and has waited for a processor. `nil` where
    /// the system does not tell.
    static func processorLoad(
      ofProcess process: String
    ) -> [ThreadNumber: (ran: Duration, waited: Duration)]? { nil }
  }

  /// An operation that sees its own KVO notifications, just before the observers do.
  ///
  /// `didChangeValue(forKey:)` is a method like any other here.
  @_spi(Course) open class AnnouncingOperation: Operation, @unchecked Sendable {
    /// Called on the thread that announces, possibly while the operation holds a lock of its own.
    open func willAnnounce(_ key: String) {}

    /// Called by `willChangeValue(forKey:)`, with the old value still in place.
    open func isAboutToChange(_ key: String) {}

    /// An operation that nothing has happened to yet.
    public override init() { super.init() }

    open override func willChangeValue(forKey key: String) {
      isAboutToChange(key)
      super.willChangeValue(forKey: key)
    }

    open override func didChangeValue(forKey key: String) {
      willAnnounce(key)
      super.didChangeValue(forKey: key)
    }
  }
#endif
