import Foundation
import Testing

@testable import OperationLab
@testable import OperationBench
@testable import OperationTesting

#if compiler(>=6.2)
  /// Each test has its own process, in which no thread can be made.
  @Suite(
    "Where the system gives no thread", .repeatable,
    .enabled(if: Platform.current == .linux, "the limit is Linux's"))
  struct ThreadShortageTests {
    @Test("an async check returns, and its rules are undecided")
    func check() async {
      await #expect(processExitsWith: .success) {
        takeAllThreads()
        let report = await Conformance.check("it") { BlockOperation {} }
        demand(report.undecided.count == report.results.count, "\(report)")
        demand(report.description.contains("no more threads"), "\(report)")
      }
    }

    @Test("work that is shared is done by the calling thread")
    func sharing() async {
      await #expect(processExitsWith: .success) {
        takeAllThreads()
        let done = Locked(0)
        ThreadTeam(crew: 3).perform(5) { number in done.withLock { $0 += number } }
        demand(done.withLock { $0 } == 10, "all is done")
      }
    }

    @Test("what a bench does elsewhere decides nothing")
    func bench() async {
      await #expect(processExitsWith: .success) {
        takeAllThreads()
        let bench = Bench()
        bench.elsewhere {}
        demand(bench.trace.events.map(\.subject) == [Bench.surroundings], "\(bench.trace)")
        demand(bench.waitingThreads.pendingWork == 0, "nothing is left to do")
      }
    }

    @Test("a concurrent block operation runs all its blocks")
    func blocks() async {
      await #expect(processExitsWith: .success) {
        takeAllThreads()
        let done = Locked(0)
        let block: @Sendable () -> Void = { done.withLock { $0 += 1 } }
        ConcurrentBlockOperation([block, block, block]).start()
        demand(done.withLock { $0 } == 3, "all have run")
      }
    }

    @Test("a pipe that cannot be read is an error")
    func pipe() async {
      await #expect(processExitsWith: .success) {
        takeAllThreads()
        let pipe = Pipe()
        let error = try? PipeReader(pipe.fileHandleForReading) { Text() }
        demand(error == nil, "the reader has no thread")
      }
    }
  }

  /// Leaves too little memory for the stack of a thread. Ends a process that takes too long.
  private func takeAllThreads() {
    alarm(60)
    let pages = try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8)
      .split(separator: " ").first.flatMap { UInt($0) }
    let size = rlim_t(((pages ?? nil) ?? 0) * UInt(getpagesize()) + 32 << 20)
    var limit = rlimit(rlim_cur: size, rlim_max: size)
    // Swift sees the constant of another type on each system. On Linux, RLIMIT_AS is 9.
    typealias SetLimit = @convention(c) (Int32, UnsafePointer<rlimit>) -> Int32
    let setLimit = dlsym(nil, "setrlimit").map { unsafeBitCast($0, to: SetLimit.self) }
    demand(setLimit?(9, &limit) == 0, "the limit is set")
    while Platform.makeThread({ Platform.parkThread() }) != nil {}
  }
#endif
