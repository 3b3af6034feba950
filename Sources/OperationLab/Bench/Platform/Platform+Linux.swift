// All that is Linux's: the functions of `Platform+Darwin.swift`, under the same names.
#if !canImport(Darwin)
  import CDispatch
  import Foundation
  import OperationLab

  // Processes.
  extension Platform {
    /// The environment that a child process needs to write its messages to standard error.
    static var childEnvironment: [String: String] { [:] }

    /// Starts a process, with no signal blocked, in a process group of its own.
    ///
    /// Not with Foundation's `Process`: there one thread reaps all children. `waitpid` may block it
    /// for seconds, on a busy processor for minutes, because reaping drops the cached files of the
    /// process in `/proc` and was seen to loop there (`shrink_dcache_parent`, Linux 6.18).
    /// Meanwhile no other child's end is noticed. So here each child has its own thread, which
    /// reads how it has ended and reaps it later.
    static func start(_ launch: Launch, _ watch: ProcessWatch) throws -> StartedProcess {
      let process = try spawning.withLock {
        let (input, output, errors) = (Pipe(), Pipe(), Pipe())
        let theirs = [
          input.fileHandleForReading, output.fileHandleForWriting, errors.fileHandleForWriting,
        ]
        defer { theirs.forEach { $0.closeFile() } }
        return StartedProcess(
          number: try spawn(launch, theirs.map(\.fileDescriptor)),
          input: input.fileHandleForWriting, output: output.fileHandleForReading,
          errors: errors.fileHandleForReading)
      }
      let number = process.number
      let reap: @Sendable () -> Void = { while waitpid(number, nil, 0) < 0, errno == EINTR {} }
      let hasThread = detachThread {
        let ending = ending(ofChild: number)
        // Until it is reaped, its number is its own.
        if launch.leadsSession { endSession(of: number) }
        watch.hasEnded(ending)
        watch.waitToReap()
        ChildProcess.forget(number)
        reap()
        watch.wasReaped()
      }
      guard hasThread else {
        kill(-number, SIGKILL)
        reap()
        throw Shortage.threads
      }
      return process
    }

    /// Held while the pipes of a process are made and it is started: another one would inherit them.
    private static let spawning = NSLock()

    /// Starts a process with those descriptors as its first three, and no others.
    private static func spawn(_ launch: Launch, _ descriptors: [Int32]) throws -> Int32 {
      var actions = posix_spawn_file_actions_t()
      posix_spawn_file_actions_init(&actions)
      defer { posix_spawn_file_actions_destroy(&actions) }
      for (number, descriptor) in descriptors.enumerated() {
        posix_spawn_file_actions_adddup2(&actions, descriptor, Int32(number))
      }
      guard let addCloseFrom, let addFolder else {
        throw NotStarted(
          path: launch.executable.path, reason: "the C library is older than glibc 2.34")
      }
      _ = addCloseFrom(&actions, STDERR_FILENO + 1)
      if let folder = launch.folder { _ = addFolder(&actions, folder.path) }
      // A child inherits the blocked signals of the thread that starts it. Dispatch's threads block
      // nearly all signals, and a shell would wait forever for its children.
      var attributes = posix_spawnattr_t()
      posix_spawnattr_init(&attributes)
      defer { posix_spawnattr_destroy(&attributes) }
      var none = sigset_t()
      sigemptyset(&none)
      posix_spawnattr_setsigmask(&attributes, &none)
      // Of a session of its own, too, it leads the process group.
      let group = launch.leadsSession ? ownSession : Int32(POSIX_SPAWN_SETPGROUP)
      posix_spawnattr_setflags(&attributes, Int16(group | Int32(POSIX_SPAWN_SETSIGMASK)))

      let words = [launch.executable.path] + launch.arguments
      let pairs = launch.environment.map { "\($0)=\($1)" }
      var (arguments, environment) = (
        words.map { strdup($0) } + [nil], pairs.map { strdup($0) } + [nil]
      )
      defer { for text in arguments + environment { free(text) } }
      var number = pid_t()
      let status = posix_spawn(
        &number, words[0], &actions, &attributes, &arguments, &environment)
      guard status == 0 else {
        throw NotStarted(
          path: launch.executable.path, reason: String(cString: strerror(status)))
      }
      return number
    }

    /// Kills all processes of a session. Its leader has not been reaped yet.
    static func endSession(of leader: Int32) {
      for number in ThreadFiles.names(in: "/proc").compactMap(Int32.init) where number != leader {
        // `12 (name) S 1 12 12 …`: the state, the parent, the group and the session.
        let text = try? String(contentsOfFile: "/proc/\(number)/stat", encoding: .utf8)
        let words = text?.split(separator: ")").last?.split(separator: " ") ?? []
        if words.count > 3, Int32(words[3]) == leader { kill(number, SIGKILL) }
      }
    }

    /// The flag that begins a session. The C library has it since 2.26. Its header hides it from
    /// Swift.
    private static let ownSession: Int32 = 0x80

    private typealias Actions = UnsafeMutablePointer<posix_spawn_file_actions_t>
    private typealias AddCloseFrom = @convention(c) (Actions, Int32) -> Int32
    private typealias AddFolder = @convention(c) (Actions, UnsafePointer<CChar>) -> Int32

    /// Closes all descriptors from that one on. The C library has it since 2.34. Its header hides
    /// it from Swift.
    private static let addCloseFrom = function(
      "posix_spawn_file_actions_addclosefrom_np", as: AddCloseFrom.self)
    /// Begins in a folder. The C library has it since 2.29. Its header hides it from Swift.
    private static let addFolder = function(
      "posix_spawn_file_actions_addchdir_np", as: AddFolder.self)

    private static func function<Function>(_ name: String, as type: Function.Type) -> Function? {
      dlsym(nil, name).map { unsafeBitCast($0, to: type) }
    }

    /// Blocks until a child has ended, and says how, without reaping it.
    private static func ending(ofChild number: Int32) -> ProcessWatch.Ending {
      var end = siginfo_t()
      while waitid(P_PID, id_t(number), &end, WEXITED | WSTOPPED | WNOWAIT) != 0 {
        // If this process was started with SIGCHLD ignored, the status is not known.
        guard errno == EINTR else { return .exited(0) }
      }
      let status = end._sifields._sigchld.si_status
      // One that is stopped does nothing more.
      if end.si_code == CLD_STOPPED { kill(-number, SIGKILL) }
      return end.si_code == CLD_EXITED ? .exited(status) : .signalled(status)
    }

    /// Makes the calling thread, which Dispatch has not made, one that does not look like those of
    /// the pools: it has inherited the name of the thread that made it.
    static func leavePool() { ThreadFiles.setOwnName("own") }

    /// Whether the calling thread belongs to one of Dispatch's pools, which calls its threads by the
    /// end of the name of the queue that they work for.
    static var isPoolThread: Bool {
      ["-qos", "-qos.overcommit", "DispatchWorker"].contains { ThreadFiles.ownName.hasSuffix($0) }
    }

    /// Has a queue take its threads from Dispatch's overcommitting pool, which serial queues use and
    /// which makes a thread whenever it has none free.
    ///
    /// For exploring, where threads are held at points: the other pools have as many threads as there
    /// are cores, and get one more each second. Swift has no name for that pool, so the queue below
    /// an `OperationQueue` is reached by reflection. If that fails, an exploration tries fewer orders
    /// in its time, and says so.
    package static func avoidSlowPools(_ queue: OperationQueue) {
      let below = DispatchQueue(label: "explored", attributes: [.concurrent, .initiallyInactive])
      let wrapped = Mirror(reflecting: below).children.first { $0.label == "__wrapped" }?.value
      let overcommit: UInt = 2
      guard let object = wrapped as? OpaquePointer else { return }
      dispatch_set_target_queue(
        dispatch_object_t(_dq: object), dispatch_get_global_queue(0, overcommit))
      below.activate()
      queue.underlyingQueue = below
    }

    /// Whether this process was built with the thread sanitizer.
    package static let isSanitized = dlsym(nil, "__tsan_init") != nil

    /// Lets this process open as many files as it may. Here the usual limit is high enough.
    package static func allowManyFiles() {}

    /// Runs the body. What it makes for a moment only is gone on return.
    package static func releasingTemporaries<Value>(_ body: () -> Value) -> Value { body() }
  }

  // Threads.
  extension Platform {
    /// The state of a thread of this process, read from the kernel's files.
    package struct SystemThread {
      package let number: ThreadNumber

      /// A mark of its present sleep, another one after it has been woken. `nil` when it is awake
      /// or gone.
      var sleepMark: String? { ThreadFiles.sleep(of: number) }
    }

    /// From now on, calls the handler at these signals, also on a stack that overflows.
    static func handle(_ numbers: [Int32], _ handler: @escaping @convention(c) (Int32) -> Void) {
      for number in numbers {
        signal(number, handler)
        var action = sigaction()
        sigaction(number, nil, &action)
        action.sa_flags |= SA_ONSTACK | SA_NODEFER
        sigaction(number, &action, nil)
      }
    }

    /// The calling thread, as a number. Safe inside a signal handler.
    static var handlersThread: UInt { pthread_self() }

    /// All threads of this process. `nil` where the system does not tell.
    package static func threads() -> [SystemThread]? {
      ThreadFiles.numbers()?.map(SystemThread.init(number:))
    }

    /// How many files are open in this process. `nil` where the system does not tell.
    package static var openFiles: Int? { ThreadFiles.openFiles }

    /// Whether this process waits for a time, as far as the system tells.
    ///
    /// - Parameter mayBeDispatchs: whether that includes the second after which Dispatch looks for
    ///   threads that are blocked.
    package static func waitsForTime(mayBeDispatchs: Bool = false) -> Bool {
      ThreadFiles.waitForTime(beyond: mayBeDispatchs ? 0 : 1)
    }

    /// How often a thread of this process has given its processor away to wait for something.
    package static var wakeUps: Int {
      var usage = rusage()
      getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
      return Int(usage.ru_nvcsw)
    }

    /// When the next timer is due. `nil` if none is set, or where the system does not tell.
    package static var nextTimer: Duration? { ThreadFiles.nextTimer }

    /// The calling thread's number. Empty where the system does not tell.
    package static var ownThread: ThreadNumber { ThreadFiles.own }

    /// For how long each thread of a process has run, and has waited for a processor. `nil` where
    /// the system does not tell.
    static func processorLoad(
      ofProcess process: String
    ) -> [ThreadNumber: (ran: Duration, waited: Duration)]? {
      guard let numbers = ThreadFiles.numbers(ofProcess: process) else { return nil }
      var threads: [ThreadNumber: (ran: Duration, waited: Duration)] = [:]
      for number in numbers {
        threads[number] = ThreadFiles.processorLoad(of: number, process: process)
      }
      return threads
    }
  }

  /// An operation that can record its own KVO notifications, just before observers get them.
  ///
  /// Foundation on Linux declares `didChangeValue(forKey:)` in an extension, so no class can override
  /// it. A method of the same name in an extension of a module is found first by the code of that
  /// module: each module whose operations are traced declares the two methods below again.
  @_spi(Course) open class AnnouncingOperation: Operation, @unchecked Sendable {
    /// Called on the thread that posts the notification, possibly while the operation holds a lock.
    open func willAnnounce(_ key: String) {}

    /// Called by `willChangeValue(forKey:)`, with the old value still in place.
    open func isAboutToChange(_ key: String) {}

    /// An operation that has not been started.
    public override init() { super.init() }

    /// Stands for `willChangeValue(forKey:)` in traced operations. Foundation's does nothing here.
    package static func willChangeValue(of operation: Operation, forKey key: String) {
      (operation as? AnnouncingOperation)?.isAboutToChange(key)
    }

    /// Stands for `didChangeValue(forKey:)` in traced operations. It records the notification, then
    /// posts it.
    package static func didChangeValue(of operation: Operation, forKey key: String) {
      (operation as? AnnouncingOperation)?.willAnnounce(key)
      switch key {
      case "isFinished", "finished": operation.didChangeValue(for: \.isFinished)
      case "isExecuting", "executing": operation.didChangeValue(for: \.isExecuting)
      case "isReady", "ready": operation.didChangeValue(for: \.isReady)
      default: break
      }
    }
  }

  extension Operation {
    func willChangeValue(forKey key: String) {
      AnnouncingOperation.willChangeValue(of: self, forKey: key)
    }

    func didChangeValue(forKey key: String) {
      AnnouncingOperation.didChangeValue(of: self, forKey: key)
    }
  }
#endif
