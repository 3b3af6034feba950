import Foundation
import Testing

@testable import OperationLab
@testable import OperationTesting

@Suite("A runner of the battery", .repeatable)
struct BatteryRunnerTests {
  @Test("repeats a patient trial that reached its deadline")
  func patientAgain() async throws {
    let (report, modes) = try await check(
      brisk: try say(ChildMessage(snapshot: Snapshot(isProgramBlocked: true))),
      patient: "if [ $(wc -l <\"$log\") -gt 2 ]; then \(try finished); exit; fi; read forever")
    #expect(report.results.map(\.ruling.verdict) == [.holds])
    #expect(modes == ["brisk", "patient", "patient"])
  }

  @Test("does not wait four times for an operation that is always busy")
  func busy() async throws {
    let (report, modes) = try await check(brisk: "read forever", patient: "read forever")
    #expect(report.results.map(\.ruling.verdict) == [.broken])
    #expect(modes == ["brisk", "brisk", "patient"])
  }

  /// The report on a rule with one trial, and the modes in which the trial was run. A shell prints
  /// the messages of a host. By itself, the operation finishes.
  private func check(
    brisk: String, patient: String
  ) async throws -> (ConformanceReport, modes: [String]) {
    let log = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    defer { do { try FileManager.default.removeItem(at: log) } catch {} }
    let script = """
      log=$0; if [ "$1" = pace ]; then \(try finished); exit; fi
      echo "$2" >>"$log"
      if [ "$2" = patient ]; then \(patient); else \(brisk); fi
      """
    let rule = Rule(
      "sample", "It is a sample.", cost: "-", cure: "-", lesson: 1,
      trials: [Trial("only", "The only one.") { _ in }]
    ) { runs in
      Ruling(.holds, "fine", [try runs["only"].end()])
    }
    let report = try await elsewhere {
      var runner = BatteryRunner(deadline: .seconds(1)) { asked in
        let order = asked as? TrialOrder
        return ChildProcess(
          executable: URL(fileURLWithPath: "/bin/sh"),
          arguments: [
            "-c", script, log.path, order?.name.trial ?? "none",
            order?.isPatient == true ? "patient" : "brisk",
          ])
      }
      runner.patientTime = .zero
      return try runner.check(
        Subject("A()", usesProbe: false) { _ in Operation() }, rules: [rule])
    }
    let modes = try String(contentsOf: log, encoding: .utf8).split(separator: "\n").map(String.init)
    return (report, modes)
  }

  /// Says that the operation has finished, and all is at rest.
  private var finished: String {
    get throws {
      let end = Event(
        seq: 0, ns: 1, thread: "main", subject: TrialBench.subjectName, kind: .settled,
        state: [.finished])
      return try say(ChildMessage(event: end)) + "; " + say(ChildMessage(snapshot: Snapshot()))
    }
  }

  private func say(_ message: ChildMessage) throws -> String {
    "echo '\(String(decoding: try message.line().dropLast(), as: UTF8.self))'"
  }
}
