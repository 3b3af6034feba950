#if os(Linux)
  import Foundation
  import Testing

  @testable import OperationLab
  @testable import OperationTesting

  @Suite("A thread that waits in the kernel for what will continue by itself, such as a disk")
  struct DiskWaitTests {
    @Test("is not asleep, although it does not run")
    func isNotAsleep() throws {
      let pipe = FileManager.default.temporaryDirectory.appending(path: "lab-\(UUID().uuidString)")
      try #require(mkfifo(pipe.path, 0o600) == 0)
      defer { unlink(pipe.path) }
      let number = Locked<String?>(nil)
      let hasSpawned = Door()
      Thread.detachNewThread {
        number.withLock { $0 = Platform.ownThread }
        Self.spawn(reading: pipe.path)
        hasSpawned.open()
      }
      let deadline = ContinuousClock.now + .seconds(20)
      while number.withLock({ $0 }).flatMap(Self.state) != "D", ContinuousClock.now < deadline {
        usleep(1_000)
      }
      let thread = try #require(number.withLock { $0 })
      #expect(Self.state(of: thread) == "D")
      for _ in 1...3 { #expect(Platform.sleepMark(ofThread: thread) == nil) }
      // Lets the new process open its end, and the thread return.
      close(open(pipe.path, O_WRONLY))
      #expect(hasSpawned.wait(until: Deadline(.seconds(20))))
    }

    /// Starts a process whose first step is to open a pipe that has no writer yet. Until it has, the
    /// calling thread waits as for a disk.
    private static func spawn(reading pipe: String) {
      var actions = posix_spawn_file_actions_t()
      posix_spawn_file_actions_init(&actions)
      defer { posix_spawn_file_actions_destroy(&actions) }
      posix_spawn_file_actions_addopen(&actions, 0, pipe, O_RDONLY, 0)
      var process = pid_t()
      var arguments = [strdup("true"), nil]
      defer { free(arguments[0]) }
      if posix_spawn(&process, "/bin/true", &actions, nil, &arguments, nil) == 0 {
        waitpid(process, nil, 0)
      }
    }

    /// The letter by which the kernel calls a thread's state.
    private static func state(of thread: String) -> String? {
      let status = try? String(contentsOfFile: "/proc/self/task/\(thread)/status", encoding: .utf8)
      return status?.firstMatch(of: /State:\t(.)/).map { String($0.1) }
    }
  }
#endif
