import Foundation
import Testing

@testable import OperationLab
@testable import OperationBench
@testable import OperationTesting

@Suite("A runner of the battery", .longPlan, .repeatable)
struct BatteryRunnerTests {
  @Test("tries once more, with patience, what only did not happen")
  func patient() async throws {
    let (report, modes) = try await check(
      brisk: try say(ChildMessage.snapshot(Snapshot(isProgramBlocked: true))),
      patient: try finished)
    #expect(report.results.map(\.ruling.verdict) == [.holds])
    #expect(modes == ["brisk", "patient"])
  }

  @Test("does not wait a third time for an operation that is always busy")
  func busy() async throws {
    let (report, modes) = try await check(brisk: "read forever", patient: "read forever")
    #expect(report.results.map(\.ruling.verdict) == [.broken])
    #expect(modes == ["brisk", "patient"])
  }

  @Test("repeats a life that the machine kept from showing anything")
  func notDecidedOnce() async throws {
    let (report, modes) = try await check(
      brisk: "if [ $(wc -l <\"$log\") -gt 1 ]; then \(try finished); exit; fi; \(try lacking)")
    #expect(report.results.map(\.verdict) == [.holds])
    #expect(modes == ["brisk", "brisk"])
  }

  @Test("leaves a rule undecided, and no other, if that happens again")
  func notDecidedTwice() async throws {
    let other = Rule("other", words: .sample, in: { $0 == Life(.unstarted) }) { _, run in
      .holds("fine", [try run.end()])
    }
    let (report, modes) = try await check(brisk: try lacking, others: [other])
    #expect(report.results.map(\.verdict) == [.undecided, .holds])
    #expect(report.results[0].why.contains("no threads are left"), "\(report.results[0])")
    #expect(modes == ["brisk", "brisk"])
  }

  @Test("does not hold the work of an operation that is known to spin meanwhile")
  func spins() async throws {
    let (report, modes) = try await check(brisk: "read forever", isSpinning: true)
    #expect(report.results.map(\.verdict) == [.undecided, .broken])
    #expect(report.results[0].why.contains("Mend does-not-spin first"), "\(report.results[0])")
    #expect(modes == [])
  }

  /// The report on a rule over one life, and the modes in which that was led. A shell prints
  /// the messages of a host. By itself, the operation finishes.
  private func check(
    brisk: String, patient: String = "exit", others: [Rule] = [], isSpinning: Bool = false
  ) async throws -> (Conformance.Report, modes: [String]) {
    let log = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    defer { do { try FileManager.default.removeItem(at: log) } catch {} }
    // A process that may do more than one thing gets each as a line of its input.
    let script = """
      log=$0; touch "$log"
      case "$1" in *series*) read -r asked;; *) asked=$1;; esac
      case "$asked" in
        *'"isCompany":true'*) exit;;
        *'"start":"alone"'*|*'"start":"unstarted"'*) \(try finished); exit;;
        *'"start":"watched"'*) \(try spinning); exit;;
        *'"waitsLong":true'*) echo patient >>"$log"; \(patient);;
        *) echo brisk >>"$log"; \(brisk);;
      esac
      """
    let rule = Rule(
      "sample", words: .sample, endings: .breaksRule, in: { $0 == Life(.queued) }
    ) { _, run in
      .holds("fine", [try run.end()])
    }
    let rules = [rule] + others + (isSpinning ? [.doesNotSpin] : [])
    let report = try await elsewhere {
      var runner = BatteryRunner(deadline: .seconds(1)) { order in
        ChildProcess(
          executable: URL(fileURLWithPath: "/bin/sh"),
          arguments: ["-c", script, log.path] + order.arguments)
      }
      runner.extraTime = .zero
      return try runner.check(
        Subject("A()", usesProbe: isSpinning) { _ in Operation() }, rules: rules)
    }
    let modes = try String(contentsOf: log, encoding: .utf8).split(separator: "\n").map(String.init)
    return (report, modes)
  }

  /// Says that the operation has finished, and all is at rest.
  private var finished: String {
    get throws {
      let end = Event(
        seq: 0, ns: 1, thread: "main", subject: Life.subject, kind: .settled,
        state: [.finished])
      return try say(ChildMessage.event(end)) + "; " + say(ChildMessage.snapshot(Snapshot()))
    }
  }

  /// Says that a thread is busy while the work is held, and all is at rest.
  private var spinning: String {
    get throws {
      var look = Event(
        seq: 1, ns: 1, thread: "main", subject: Life.subject, kind: .noted, state: [])
      look.set(.mark(SoleScene.busy))
      let began = Event(seq: 0, ns: 1, thread: "main", subject: "work", kind: .began, state: [])
      return try [
        ChildMessage.event(began), ChildMessage.event(look), ChildMessage.snapshot(Snapshot()),
      ].map(say).joined(separator: "; ")
    }
  }

  /// Says that it cannot run the trial.
  private var lacking: String {
    get throws { try say(ChildMessage.fault("no threads are left")) }
  }

  private func say(_ message: ChildMessage) throws -> String {
    "echo '\(String(decoding: try message.line().dropLast(), as: UTF8.self))'"
  }
}
