import Testing

@testable import OperationTesting

@Suite("Where a thread was")
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

  @Test("begins with what the user's code calls, and ends with the user's outermost call")
  func concerned() {
    let frames = StackFrame.concerned(in: output, files: ["/work/A.swift"])
    #expect(
      frames.map(\.description) == [
        "NSCondition.wait()", "A.start() at A.swift:20", "closure #1 in A.begin() at A.swift:31",
      ])
  }

  @Test("is what the process ended in, where none of the user's calls can be seen")
  func elsewhere() {
    let output = output.replacing("pthread_cond_wait", with: "__DISPATCH_WAIT_FOR_QUEUE__")
    let frames = StackFrame.concerned(in: output, files: ["/work/B.swift"])
    #expect(
      frames.map(\.description) == [
        "__DISPATCH_WAIT_FOR_QUEUE__ (sync on a queue that this thread is on already)",
        "NSCondition.wait()",
      ])
  }

  @Test("is not told when no thread was in the user's files or crashed, or there is no backtrace")
  func unknown() {
    let output = output.replacing("crashed", with: "")
    #expect(StackFrame.concerned(in: output, files: ["/work/B.swift"]).isEmpty)
    #expect(StackFrame.concerned(in: "Fatal error: boom", files: ["/work/A.swift"]).isEmpty)
  }

  @Test("is what the thread tells itself, where Swift's report does not get so far")
  func told() {
    let output = """
      own calls: 0x1 0x2

      Thread 0 "subject" crashed:

       0 0x00007f92ec0f9361 __futex_abstimed_wait_common + 198 in libc.so.6
      """
    let told = [
      StackFrame(function: "ask()", file: "/kit/OwnCalls.swift", line: 3),
      StackFrame(function: "A.cancel()", file: "/work/A.swift", line: 7),
      StackFrame(function: "host()", file: "/kit/Host.swift", line: 9),
    ]
    #expect(
      StackFrame.concerned(in: output, told: told, files: ["/work/A.swift"]).map(\.description) == [
        "__futex_abstimed_wait_common (a wait for a semaphore or a condition)",
        "A.cancel() at A.swift:7",
      ])
    #expect(StackFrame.concerned(in: output, told: told, files: ["/work/B.swift"]).isEmpty)
    let better = StackFrame.concerned(in: self.output, told: told, files: ["/work/A.swift"])
    #expect(better.contains { $0.function == "A.start()" })
  }

  @Test("prefers the thread that ended the process to others that are in the files, too")
  func crashedFirst() {
    let frames = StackFrame.concerned(in: output, files: ["/work/A.swift", "/work/Driver.swift"])
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
}
