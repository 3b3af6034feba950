import OperationLab
import Testing

@testable import OperationBench
@testable import OperationTesting

@Suite("Where a thread was", .repeatable)
struct StackFrameTests {
  private let output = """
    *** Signal 6: Backtracing from 0x7f92ec0f9361... done ***

    Thread 0 "subject":

     0 0x00007f92ec0f9361 syscall + 25 in libc.so.6
     1 [ra] 0x0000564e9ed754c6 Driver.main() + 20 in subject at /work/Driver.swift:9:3

    Thread 2 "subject" crashed:

     0 0x00007f92ec0f9361 pthread_cond_wait + 225 in libc.so.6
     1 [ra] 0x0000564e9ed754c6 NSCondition.wait() + 20 in libFoundation.so
     2 [ra] 0x0000564e9ed754c7 A.start() + 85 in subject at /work/A.swift:20:10
     3 [ra] 0x0000564e9ed754c8 closure #1 in A.begin() in subject at /work/A.swift:31
     4 [ra] 0x0000564e9ed754c9 Driver.make(_:) + 5 in subject at /work/Driver.swift:4:3
    """

  private func frames(
    in output: String, told: [[StackFrame]]? = nil, files: [String], hasDied: Bool = true
  ) -> [StackFrame] {
    StackReport(in: output, told: told, of: .files(files), hasDied: hasDied).stacks.first ?? []
  }

  @Test("begins with what the user's code calls, and ends with the user's outermost call")
  func concerned() {
    let frames = self.frames(in: output, files: ["/work/A.swift"])
    #expect(
      frames.map(\.description) == [
        "pthread_cond_wait (a wait for a semaphore or a condition)", "A.start() at A.swift:20",
        "closure #1 in A.begin() at A.swift:31",
      ])
  }

  @Test("is what the process ended in, where none of the user's calls can be seen")
  func elsewhere() {
    let output = output.replacing("pthread_cond_wait", with: "__DISPATCH_WAIT_FOR_QUEUE__")
    let frames = self.frames(in: output, files: ["/work/B.swift"])
    #expect(
      frames.map(\.description) == [
        "__DISPATCH_WAIT_FOR_QUEUE__ (sync on a queue that this thread is on already)"
      ])
  }

  @Test("is empty if no thread was in the user's files or crashed, or if there is no backtrace")
  func unknown() {
    let output = output.replacing("crashed", with: "")
    #expect(frames(in: output, files: ["/work/B.swift"]).isEmpty)
    #expect(frames(in: "Fatal error: boom", files: ["/work/A.swift"]).isEmpty)
  }

  /// Swift's report is made later, by another process: it may never come, may end too soon, or may
  /// show a thread that a signal has just woken.
  @Test(
    "is what the thread tells itself, whatever Swift's report shows",
    arguments: [
      "",
      """
      Thread 0 "subject" crashed:

       0 0x00007f92ec0f9361 __futex_abstimed_wait_common + 198 in libc.so.6
      """,
      """
      Thread 0 "subject" crashed:

       0 0x00007f92ec0f9361 __restore_rt in libc.so.6
       1 [ra] 0x0000564e9ed754c6 A.cancel() + 85 in subject at /work/A.swift:7:10
      """,
    ])
  func told(_ output: String) {
    let told = [
      StackFrame(function: "__futex_abstimed_wait_common", file: "", line: 0),
      StackFrame(function: "sem_wait", file: "", line: 0),
      StackFrame(function: "A.cancel()", file: "/work/A.swift", line: 7),
      StackFrame(function: "host()", file: "/kit/Host.swift", line: 9),
    ]
    #expect(
      frames(in: output, told: [told], files: ["/work/A.swift"], hasDied: false)
        .map(\.description) == [
          "__futex_abstimed_wait_common (a wait for a semaphore or a condition)",
          "A.cancel() at A.swift:7",
        ])
    #expect(frames(in: output, told: [told], files: ["/work/B.swift"], hasDied: false).isEmpty)
    // A thread whose calls could not be followed tells none.
    let other = frames(in: self.output, told: [[]], files: ["/work/A.swift"])
    #expect(other.contains { $0.function == "A.start()" })
  }

  @Test("prefers the thread that ended the process to others that are in the files, too")
  func crashedFirst() {
    let frames = self.frames(in: output, files: ["/work/A.swift", "/work/Driver.swift"])
    #expect(frames.contains { $0.function == "A.start()" })
  }

  @Test("says what a call of Dispatch's means in which a process trapped")
  func meanings() {
    let said = ["dispatch_group_leave.cold.1", "_dispatch_semaphore_dispose", "f.cold"].map {
      StackFrame(function: $0, file: "", line: 0).description
    }
    #expect(said[0] == "dispatch_group_leave (leave() more often than enter())")
    #expect(said[1].hasSuffix("(a semaphore deallocated while its count was below the first)"))
    #expect(said[2] == "f.cold")
  }

  @Test(
    "says what it means that a process trapped in DispatchQueue.sync, and not that one waits there")
  func syncOnItsOwnQueue() {
    let told = [
      StackFrame(function: "DispatchQueue.sync(execute:)", file: "", line: 0),
      StackFrame(function: "A.deinit", file: "/work/A.swift", line: 9),
    ]
    func first(hasDied: Bool) -> StackFrame? {
      frames(in: "", told: [told], files: ["/work/A.swift"], hasDied: hasDied).first
    }
    #expect(first(hasDied: true)?.meaning?.cure?.contains("sync") == true)
    #expect(first(hasDied: false)?.meaning == nil)
  }

  @Test("is given for every thread in the user's files when the process hangs")
  func everyThread() {
    let output = self.output.replacing("crashed", with: "")
    let told = [
      [StackFrame(function: "host()", file: "/kit/Host.swift", line: 9)],
      [StackFrame(function: "A.cancel()", file: "/work/A.swift", line: 7)],
      [
        StackFrame(function: "A.start()", file: "/work/A.swift", line: 20),
        StackFrame(function: "closure #1 in A.begin()", file: "/work/A.swift", line: 31),
      ],
    ]
    let stackReport = StackReport(
      in: output, told: told, of: .files(["/work/A.swift"]), hasDied: false)
    let lines = stackReport.stacks.map { stack in
      stack.filter { $0.file == "/work/A.swift" }.map(\.line)
    }
    // Told of twice, a thread is shown once.
    #expect(lines == [[7], [20, 31]])
    #expect(!stackReport.isForeign)
  }

  @Test("is a line of the user's only with a number, and no other file's")
  func numbered() {
    let told = [
      StackFrame(function: "A.start()", file: "/work/A.swift", line: 7),
      StackFrame(function: "Probe.run()", file: "/kit/Probe.swift", line: 9),
      StackFrame(function: "A.begin()", file: "/work/A.swift", line: 4),
      StackFrame(function: "main", file: "/work/A.swift", line: 0),
    ]
    let seen = frames(in: "", told: [told], files: ["/work/A.swift"], hasDied: false)
    #expect(
      seen.map(\.description) == [
        "A.start() at A.swift:7", "Probe.run()", "A.begin() at A.swift:4",
      ])
    #expect(frames(in: "", told: [[told[3]]], files: ["/work/A.swift"], hasDied: false).isEmpty)
  }

  @Test("is read from the thread sanitizer's report, where it has taken the signal")
  func sanitized() throws {
    let report = """
      ThreadSanitizer:DEADLYSIGNAL
      ==7==ERROR: ThreadSanitizer: SEGV on unknown address 0x10 (pc 0x7f T3)
      ==7==The signal is caused by a READ memory access.
          #0 strlen <null> (san+0x14e2c4) (BuildId: c)
          #1 $s1A5startyyF /work/A.swift:17:9 (san+0x1)
          #2 start_thread nptl/./nptl/pthread_create.c:442:8 (libc.so.6+0x891f4)

      ThreadSanitizer can not provide additional info.
      """
    let crash = try #require(SanitizedCrash(in: report))
    #expect(crash.signal == "SIGSEGV")
    let own = StackReport(of: crash, .files(["/work/A.swift"]))
    #expect(own.stacks.joined().map(\.line) == [17] && !own.isFoundations)
    #expect(StackReport(of: crash, .files(["/work/B.swift"])).isFoundations)
    #expect(SanitizedCrash(in: "WARNING: ThreadSanitizer: data race") == nil)
    let detail = Run.Detail(exitStatus: 0, output: report)
    let run = Run(program: "one", outcome: .completes, detail: detail, trace: Trace([]))
    #expect(run.death?.death == .trapped(signal: "SIGSEGV", message: nil))
  }

  @Test("is in Foundation's hands where no call of a trap is the user's, as far as one can see")
  func foreign() {
    func isForeign(_ output: String, _ told: [[StackFrame]]?) -> Bool {
      StackReport(in: output, told: told, of: .files(["/work/B.swift"]), hasDied: true).isForeign
    }
    let library = StackFrame(function: "abort", file: "", line: 0)
    #expect(isForeign(output, [[library]]))
    // Swift's report, if there is one, may have ended too soon.
    #expect(!isForeign(output, nil) && !isForeign(output, [[]]) && !isForeign("", [[]]))
    #expect(isForeign("", [[library]]))
    let own = StackFrame(function: "B.start()", file: "/work/B.swift", line: 1)
    #expect(!isForeign(output, [[library, own]]))
    let generated = StackFrame(function: "B.deinit", file: StackFrame.generated, line: 0)
    #expect(!isForeign(output, [[library, generated]]))
    // What Dispatch traps with is a mistake of its user's.
    let misuse = StackFrame(function: "dispatch_group_leave.cold.1", file: "", line: 0)
    #expect(!isForeign(output, [[misuse]]))
    #expect(!StackReport(in: output, told: [[library]], of: .files([]), hasDied: false).isForeign)
  }
}
