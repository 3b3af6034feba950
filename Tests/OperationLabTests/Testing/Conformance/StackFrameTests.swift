import OperationLab
import Testing

@testable import OperationBench
@testable import OperationTesting

@Suite("Where a thread was", .repeatable)
struct StackFrameTests {
  private let calls = [
    StackFrame(function: "pthread_cond_wait", file: "", line: 0),
    StackFrame(function: "NSCondition.wait()", file: "", line: 0),
    StackFrame(function: "A.start()", file: "/work/A.swift", line: 20),
    StackFrame(function: "closure #1 in A.begin()", file: "/work/A.swift", line: 31),
    StackFrame(function: "Driver.make(_:)", file: "/work/Driver.swift", line: 4),
  ]

  private func frames(
    _ threads: [[StackFrame]], files: [String], hasDied: Bool = true
  ) -> [StackFrame] {
    StackReport(threads, of: .files(files), hasDied: hasDied).stacks.first ?? []
  }

  @Test("begins with what the user's code calls, and ends with the user's outermost call")
  func concerned() {
    #expect(
      frames([calls], files: ["/work/A.swift"]).map(\.description) == [
        "pthread_cond_wait (a wait for a semaphore or a condition)", "A.start() at A.swift:20",
        "closure #1 in A.begin() at A.swift:31",
      ])
  }

  @Test("is what the process ended in, where none of the user's calls can be seen")
  func elsewhere() {
    let frames = self.frames([calls], files: ["/work/B.swift"])
    #expect(
      frames.map(\.description) == ["pthread_cond_wait (a wait for a semaphore or a condition)"])
    let others = self.frames([Array(calls[1...])], files: ["/work/B.swift"])
    #expect(others.map(\.description) == ["NSCondition.wait()"])
  }

  @Test("is empty if no thread was in the user's files or trapped, or if none has told anything")
  func unknown() {
    #expect(frames([calls], files: ["/work/B.swift"], hasDied: false).isEmpty)
    #expect(frames([[]], files: ["/work/A.swift"]).isEmpty)
    #expect(frames([], files: ["/work/A.swift"]).isEmpty)
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
    "says what it means that a process trapped in DispatchQueue.sync, and not that one waits there",
    arguments: ["DispatchQueue.sync(execute:)", "__DISPATCH_WAIT_FOR_QUEUE__.cold.1"])
  func syncOnItsOwnQueue(_ function: String) {
    let told = [
      StackFrame(function: function, file: "", line: 0),
      StackFrame(function: "A.deinit", file: "/work/A.swift", line: 9),
    ]
    func first(_ calls: [StackFrame], hasDied: Bool) -> StackFrame? {
      frames([calls], files: ["/work/A.swift"], hasDied: hasDied).first
    }
    #expect(first(told, hasDied: true)?.meaning?.cure?.contains("sync") == true)
    #expect(first(told, hasDied: false)?.meaning == nil)
    #expect(frames([Array(told[..<1])], files: ["/work/A.swift"]).first?.meaning != nil)
    // What a library does on a queue of its own may trap for any reason.
    let inside = [StackFrame(function: "closure #1 in Cache.read()", file: "", line: 0)]
    #expect(first(inside + told, hasDied: true)?.meaning == nil)
  }

  @Test("is given for every thread in the user's files when the process hangs, once for each line")
  func everyThread() {
    let threads = [
      [StackFrame(function: "host()", file: "/kit/Host.swift", line: 9)],
      [StackFrame(function: "A.cancel()", file: "/work/A.swift", line: 7)],
      calls, calls,
    ]
    let stackReport = StackReport(threads, of: .files(["/work/A.swift"]), hasDied: false)
    let lines = stackReport.stacks.map { stack in
      stack.filter { $0.file == "/work/A.swift" }.map(\.line)
    }
    #expect(lines == [[7], [20, 31]])
    #expect(!stackReport.isFoundations)
  }

  @Test("is a line of the user's only with a number, and no other file's")
  func numbered() {
    let told = [
      StackFrame(function: "A.start()", file: "/work/A.swift", line: 7),
      StackFrame(function: "Probe.run()", file: "/kit/Probe.swift", line: 9),
      StackFrame(function: "A.begin()", file: "/work/A.swift", line: 4),
      StackFrame(function: "main", file: "/work/A.swift", line: 0),
    ]
    let seen = frames([told], files: ["/work/A.swift"], hasDied: false)
    #expect(
      seen.map(\.description) == [
        "A.start() at A.swift:7", "Probe.run()", "A.begin() at A.swift:4",
      ])
    #expect(frames([[told[3]]], files: ["/work/A.swift"], hasDied: false).isEmpty)
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
    func isForeign(_ calls: StackFrame..., hasDied: Bool = true) -> Bool {
      StackReport([calls], of: .files(["/work/B.swift"]), hasDied: hasDied).isForeign
    }
    let library = StackFrame(function: "abort", file: "", line: 0)
    #expect(isForeign(library) && !isForeign() && !isForeign(library, hasDied: false))
    #expect(isForeign(library, calls[2]))
    #expect(!isForeign(library, StackFrame(function: "B.start()", file: "/work/B.swift", line: 1)))
    #expect(
      !isForeign(library, StackFrame(function: "B.deinit", file: StackFrame.generated, line: 0)))
    // What Dispatch traps with is a mistake of its user's.
    #expect(!isForeign(StackFrame(function: "dispatch_group_leave.cold.1", file: "", line: 0)))
  }
}
