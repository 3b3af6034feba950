import Foundation
import Synchronization
import Testing

@testable import OperationLab
@testable import OperationBench

/// A shell plays the program's process and prints what it would.
@Suite("Running a program in a process of its own", .repeatable)
struct ProgramRunnerTests {
  private static let quiet = Snapshot(queues: [.init(name: "q", width: 2)])

  @Test("completes when the process came to rest with empty queues")
  func completes() async throws {
    let (run, heard) = try await run([event(0), event(1)], Self.quiet)
    #expect(run.program == "p")
    #expect(run.outcome == .completes)
    #expect(run.detail == Run.Detail())
    #expect(run.trace == Trace([event(0), event(1)]))
    #expect(run.snapshot == Self.quiet)
    #expect(heard == [event(0), event(1)])
  }

  @Test("hangs when a queue still holds operations")
  func hangsInQueue() async throws {
    let snapshot = Snapshot(queues: [.init(name: "q", width: 2, operations: ["op1"])])
    #expect(try await run([event(0)], snapshot).run.outcome == .hangs)
  }

  @Test("hangs when the program never came back")
  func hangsInProgram() async throws {
    #expect(try await run([], Snapshot(isProgramBlocked: true)).run.outcome == .hangs)
  }

  @Test("hangs when it never came to rest")
  func hangsRestless() async throws {
    #expect(try await run([], Snapshot(ending: .deadline)).run.outcome == .hangs)
  }

  @Test("hangs when a wait timed out")
  func hangsAtGate() async throws {
    let gaveUp = Event(seq: 0, ns: 0, thread: "T1", subject: "g", kind: .timedOut)
    #expect(try await run([gaveUp], Self.quiet).run.outcome == .hangs)
  }

  @Test("hangs when the process had to be killed")
  func hangsAtDeadline() async throws {
    let (run, _) = try await run([], nil, then: "read forever", deadline: .milliseconds(50))
    #expect(run.outcome == .hangs)
    #expect(run.detail == Run.Detail(reachedDeadline: true))
    #expect(run.snapshot == nil)
  }

  @Test("traps when a signal ended the process, and keeps the signal and the last words")
  func traps() async throws {
    let (run, _) = try await run(
      [event(0)], nil, then: "echo 'Fatal error: no' >&2; kill -ILL $$")
    #expect(run.outcome == .traps)
    #expect(run.detail == Run.Detail(signal: "SIGILL", output: "Fatal error: no\n"))
    #expect(run.trace == Trace([event(0)]))
  }

  @Test("exits when the process ended before the program did")
  func exits() async throws {
    #expect(try await run([event(0)], nil, then: "exit 7").run.detail.exitStatus == 7)
    let (run, _) = try await run([event(0)], nil)
    #expect(run.outcome == .exits)
    #expect(run.detail.exitStatus == nil)
  }

  @Test("delivers each event when it comes, also the one after a gap")
  func gap() async throws {
    let (run, heard) = try await run([event(0), event(2), event(3)], nil)
    #expect(heard.map(\.seq) == [0, 2, 3])
    #expect(run.trace.events.map(\.seq) == [0, 2, 3])
  }

  @Test("throws when the process says that it cannot host the program, whatever it said before")
  func fault() async throws {
    let fault = String(
      decoding: try ChildMessage.fault("no threads").line().dropLast(), as: UTF8.self)
    let expected = NotDecided(program: "p", cause: .shortage("no threads"))
    await #expect(throws: expected) {
      _ = try await run([event(0)], Self.quiet, besides: [fault])
    }
  }

  @Test("takes no notice of lines that are no messages")
  func garbage() async throws {
    let whole = String(decoding: try ChildMessage.event(event(1)).line(), as: UTF8.self)
    let garbage = ["", "hello", "{}", "[1,2]", #"{"event":{"seq":0}}"#, String(whole.prefix(40))]
    let (run, heard) = try await run([event(0)], Self.quiet, besides: garbage)
    #expect(run.outcome == .completes)
    #expect(run.trace == Trace([event(0)]))
    #expect(heard == [event(0)])
  }

  @Test("throws when the process cannot be started")
  func missing() async {
    let child = ChildProcess(executable: URL(fileURLWithPath: "/nowhere"), arguments: [])
    await #expect(throws: (any Error).self) {
      _ = try await elsewhere { try ProgramRunner(child: child).run("p") }
    }
  }

  private func event(_ seq: Int) -> Event {
    Event(
      seq: seq, ns: UInt64(seq) * 10, thread: "main", subject: "op", kind: .observed,
      state: [.ready], note: "n \(seq)")
  }

  /// The run of a process that prints these messages, and the events that it delivered.
  private func run(
    _ events: [Event], _ snapshot: Snapshot?, besides garbage: [String] = [],
    then end: String = "exit 0", deadline: Duration = longEnough
  ) async throws -> (run: Run, heard: [Event]) {
    let messages =
      events.map { ChildMessage.event($0) } + (snapshot.map { [.snapshot($0)] } ?? [])
    let lines =
      garbage
      + (try messages.map { String(decoding: try $0.line().dropLast(), as: UTF8.self) })
    let child = ChildProcess(
      executable: URL(fileURLWithPath: "/bin/sh"),
      arguments: ["-c", #"for line in "$@"; do printf '%s\n' "$line"; done; "# + end, "sh"] + lines)
    let heard = Mutex<[Event]>([])
    let run = try await elsewhere {
      try ProgramRunner(child: child, deadline: deadline).run("p") { event in
        heard.withLock { $0.append(event) }
      }
    }
    return (run, heard.withLock { $0 })
  }
}
