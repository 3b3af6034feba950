import Foundation
import OperationLab
import OperationBench
import Testing

/// Real programs of lessons, in processes of their own.
@Suite("The process that hosts a program", .repeatable, .elsewhere)
struct ProgramHostTests {
  @Test("notices that the program never comes back, and then says how everything stands")
  func blockedProgram() throws {
    let run = try run("waiting-and-suspending", "wait-on-main")
    #expect(run.outcome == .hangs)
    #expect(!run.detail.reachedDeadline)
    #expect(run.snapshot?.isProgramBlocked == true)
    #expect(run.snapshot?.ending == .quiet)
    let settled = run.trace.events.filter { $0.kind == .settled }
    #expect(!settled.isEmpty)
    #expect(Set(settled.map(\.thread)) == ["watch"])
  }

  @Test("waits for rest after the program has returned, and serves the main queue meanwhile")
  func rest() throws {
    let run = try run("queue-width", "main-queue")
    #expect(run.outcome == .completes)
    #expect(run.snapshot?.isProgramBlocked == false)
    let began = run.trace.events.filter { $0.kind == .began }
    #expect(!began.isEmpty)
    #expect(run.trace.events.last?.kind == .settled)
  }

  @Test("says of a machine that opens no more files that it is one", .enabled(if: Self.hasLimits))
  func shortage() throws {
    let result = try LabProcess.shell("ulimit -n 12; \"$LAB\" lesson 3")
    #expect(result.status != 0)
    #expect(
      (result.output + result.errors).contains(
        "the system opens no more files. Raise the limit ('ulimit -n 256')"))
  }

  private static let hasLimits = Platform.current == .linux

  private func run(_ lesson: String, _ program: String) throws -> Run {
    let child = ChildProcess(
      executable: LabProcess.executable, arguments: ["__host", lesson, program])
    return try ProgramRunner(child: child, deadline: .seconds(60)).run(program)
  }
}
