import Foundation
import Testing

@testable import OperationLab
@testable import OperationBench
@testable import OperationTesting

@Suite("A conformance report", .repeatable)
struct ConformanceReportTests {
  private static let life = Life(.queued).name

  private func rule(
    needsProbe: Bool = false, _ judge: @escaping @Sendable (Run) throws -> RuleFinding
  ) -> Rule {
    Rule("sample", words: .sample, needsProbe: needsProbe, endings: .breaksRule, in: { _ in true })
    {
      try judge($1)
    }
  }

  private func run(
    _ life: String = life, _ outcome: Run.Outcome = .completes,
    _ detail: Run.Detail = Run.Detail(), blocked: Bool = false
  ) -> Run {
    let event = Event(seq: 0, ns: 0, thread: "main", subject: "subject", kind: .enqueued)
    return Run(
      program: life, outcome: outcome, detail: detail, trace: Trace([event]),
      snapshot: outcome == .traps ? nil : Snapshot(isProgramBlocked: blocked))
  }

  private func report(
    _ rule: Rule, _ run: Run, _ pace: SoloRun? = nil,
    _ stackReport: @escaping Conformance.Report.StackFinder = { _ in nil }
  ) -> Conformance.Report {
    Conformance.Report(
      subject: "A()", [(rule, .init(run: run, finding: rule.finding(in: run)))], pace: pace,
      stackReport: stackReport)
  }

  @Test("takes a rule for broken if one round shows it, and says how often")
  func rounds() {
    let rule = rule { $0.outcome == .hangs ? .broken("hangs", []) : .holds("fine", []) }
    let rounds = [run(), run(Self.life, .hangs), run()].map { self.report(rule, $0) }
    let report = Conformance.Report(repeated: rounds)
    let result = report.results[0]
    #expect(result.ruling.verdict == .broken && result.run?.outcome == .hangs)
    #expect((result.brokenRounds, result.rounds) == (1, 3))
    #expect(!report.passed)
    #expect(report.json.rules.map(\.brokenRounds) == [1])
  }

  @Test(
    "calls a rule broken whose life ended its process or never came back",
    arguments: [
      (
        Run.Outcome.traps, Run.Detail(signal: "SIGILL", output: "x: Fatal error: boom\n"), false,
        Ruling.Ending.EndKind.trapped(signal: "SIGILL", message: "boom")
      ),
      (.exits, Run.Detail(exitStatus: 3), false, .exited(status: 3)),
      (.hangs, Run.Detail(reachedDeadline: true), false, .busy),
      (.hangs, Run.Detail(), true, .blocked),
    ])
  func violence(
    _ outcome: Run.Outcome, _ detail: Run.Detail, _ blocked: Bool, _ manner: Ruling.Ending.EndKind
  ) {
    let reason = Ruling.Reason.ending(Ruling.Ending(trial: Self.life, manner: manner))
    let lacks = rule { .holds("fine", [try $0.first(.finished, of: "subject")]) }
    let run = run(Self.life, outcome, detail, blocked: blocked)
    let alone = report(lacks, run)
    let ruling = alone.results[0].ruling
    #expect(ruling.verdict == .broken)
    #expect(ruling.reason == reason)
    #expect(ruling.evidence.map(\.program) == [Self.life])
    // Cost and cure are those of the ending, not of the rule.
    #expect(alone.results.allSatisfy { $0.cost != "-" && $0.cure != "-" })
    #expect(ruling.reason.way != nil)
    // When left alone it ends just so: the fault is another rule's, if one names it.
    let pace = SoloRun(self.run(Life(.alone).name, outcome, detail, blocked: blocked))
    let seen = Conformance.Report.Sighting(run: run, finding: lacks.finding(in: run))
    let named = Conformance.Report(
      subject: "A()", [(lacks, seen), (.worksOnce, .init(run: run, finding: .broken("seen", [])))],
      pace: pace)
    #expect(named.results[0].verdict == .undecided)
    #expect(report(lacks, run, pace).results[0].verdict == .broken)
  }

  @Test("passes what is only remarked upon, and counts it apart")
  func remarks() throws {
    let rule = rule { .holds("seen", [try $0.first(.enqueued, of: "subject")], remark: "seen") }
    let report = report(rule, run())
    #expect(report.passed && report.failures.isEmpty)
    #expect(report.remarks.map(\.remark) == ["seen"])
    #expect(report.json.remarks == 1)
    #expect(report.json.rules.map(\.verdict) == [.holds])
    #expect(report.json.rules.map(\.remark) == ["seen"])
    #expect(report.description.contains("seen"))
  }

  @Test("passes with an undecided rule, as its JSON says, unless that is not allowed")
  func undecidedPasses() throws {
    func report(_ id: String) throws -> Conformance.Report {
      let (held, open) = (try #require(Battery.rule("works-once")), try #require(Battery.rule(id)))
      return Conformance.Report(
        subject: "A()",
        [(held, .init(finding: .holds("seen", []))), (open, .init(finding: .undecided("late")))])
    }
    let (late, races) = (try report("completes-in-a-queue"), try report("survives-races"))
    #expect(late.passed && late.json.passed && late.passed(allowingUndecided: true))
    #expect(!late.passed(allowingUndecided: false))
    #expect(late.description.contains("completes-in-a-queue"))
    #expect(races.passed && races.json.passed && races.passed(allowingUndecided: false))
    // Where nothing holds, nothing was checked.
    let none = late.only(late.undecided[0].rule)
    #expect(!none.passed && !none.json.passed && !none.passed(allowingUndecided: true))
  }

  /// Where a trap stands is in the run that decides. If no thread has told its calls, it is unknown.
  @Test(
    "leaves undecided what Foundation has ended by itself, but not what it refuses",
    arguments: [
      ("no such task", "URLSession.behaviour(for:)", true),
      ("<A: 0x1>: cannot be enqueued", "Operation.start()", false),
      ("no such task", "A.start()", false), ("no such task", "", false),
    ])
  func foundations(_ message: String, _ function: String, _ isFoundations: Bool) throws {
    let rule = rule { .holds("fine", [try $0.first(.finished, of: "subject")]) }
    let died = run(
      Self.life, .traps,
      Run.Detail(signal: "SIGILL", output: "F.swift:1: Fatal error: \(message)\n"))
    let file = function.hasPrefix("A.") ? "/A.swift" : ""
    let call = StackFrame(function: function, file: file, line: file.isEmpty ? 0 : 7)
    let calls = function.isEmpty ? [] : [[call]]
    let report = report(rule, died) {
      StackReport(calls, of: .files(["/A.swift"]), hasDied: $0.hasDied)
    }
    #expect(report.failures.map(\.rule.id) == (isFoundations ? [] : ["sample"]), "\(report)")
    #expect(report.undecided.allSatisfy { $0.why.contains(message) })
    #expect(report.undecided.count == (isFoundations ? 1 : 0))
  }

  @Test("tells the events that decide in the order in which they happened, each once")
  func order() {
    let evidence = [2, 0, 1, 0].map { place in
      Evidence(
        program: Self.life,
        event: Event(seq: place, ns: 0, thread: "main", subject: "subject", kind: .enqueued))
    }
    let report = report(rule { _ in .broken("seen", evidence) }, run())
    #expect(report.results[0].events.map(\.seq) == [0, 1, 2])
  }

  @Test("decides nothing about work that the operation was not given")
  func withoutProbe() {
    let rule = rule(needsProbe: true) { _ in .broken("-", []) }
    #expect(!rule.isDecidable(on: Subject("A()", usesProbe: false) { _ in Operation() }))
    #expect(rule.undecidable.isOpen && rule.undecidable.reason.words.contains("probe.run()"))
  }

  @Test("reads the thread sanitizer's reports, each pair of lines once")
  func races() {
    let report = """
      ==================
      WARNING: ThreadSanitizer: data race (pid=7)
        Write of size 1 at 0x7230000060b1 by thread T3:
          #0 $s7Checked1AC6finishyyF /code/A.swift:20:15 (subject+0x16688b) (BuildId: a7)
          #1 $s7Checked1AC5startyyF /code/A.swift:15:17 (subject+0x1666de) (BuildId: a7)

        Previous read of size 1 at 0x7230000060b1 by thread T4:
          #0 $s7Checked1AC10isFinishedSbvg /code/A.swift:8:35 (subject+0x168565) (BuildId: a7)
          #1 $s10Foundation14OperationQueueC9_schedule <null> (libFoundation.so+0x340891)

        Location is heap block of size 178 at 0x723000006000 allocated by main thread:
          #0 malloc /compiler-rt/lib/tsan/rtl/tsan_interceptors_posix.cpp:686:5 (subject+0xe3b40)

      SUMMARY: ThreadSanitizer: data race /code/A.swift:20:15 in $s7Checked1AC6finishyyF
      ==================

      """
    let foreign = report.replacing("/code/A.swift", with: "/kit/B.swift")
    // The words that it has for Swift on macOS.
    let mac = """
      WARNING: ThreadSanitizer: Swift access race (pid=7)
        Modifying access of Swift variable at 0x7230000060b1 by thread T3:
          #0 $s7Checked1AC6finishyyF A.swift:20 (subject:arm64+0x16688b)
          #1 $s7Checked1AC5startyyF A.swift:15 (subject:arm64+0x1666de)

        Previous read-only access of Swift variable at 0x7230000060b1 by thread T4:
          #0 $s7Checked1AC10isFinishedSbvg A.swift:8 (subject:arm64+0x168565)

      SUMMARY: ThreadSanitizer: Swift access race A.swift:20 in $s7Checked1AC6finishyyF
      ==================

      """
    #expect(
      DataRace.all(in: mac, .files(["/code/A.swift"])).map(\.description) == [
        "A.swift:20 writes what A.swift:8 reads"
      ])
    let races = DataRace.all(in: report + foreign + report, .files(["/code/A.swift"]))
    #expect(races.map(\.description) == ["A.swift:20 writes what A.swift:8 reads"])
    // What a mutex guards is no race, though the sanitizer does not see that lock.
    let lock = "#1 $s15Synchronization5MutexV8withLockyqd__F <null> (subject+0x1)\n"
    let guarded = report.replacing("#1 $s7Checked1AC5startyyF", with: lock + "      #2 start")
      .replacing("#1 $s10Foundation14OperationQueueC9_schedule", with: lock + "      #2 schedule")
    #expect(DataRace.all(in: guarded, .files(["/code/A.swift"])).isEmpty)
    // What the C library accesses may be of code without the sanitizer. What is copied is not.
    let place = " /compiler-rt/tsan_interceptors.cpp:7:3 (subject+0x1)\n      #1 start"
    let freed = report.replacing("#0 $s7Checked1AC6finishyyF", with: "#0 free" + place)
    let copied = report.replacing("#0 $s7Checked1AC6finishyyF", with: "#0 __tsan_memcpy" + place)
    #expect(DataRace.all(in: freed, .files(["/code/A.swift"])).isEmpty)
    #expect(DataRace.all(in: copied, .files(["/code/A.swift"])).count == 1)
    for text in [report, foreign, mac, guarded, freed, copied] {
      #expect(DataRace.unreadable(in: text) == 0)
    }
  }

  /// A prefix map tells the kit's folder otherwise than `#filePath` does.
  @Test("takes nothing of the kit for a test's own, wherever it was built")
  func kit() {
    for folder in ["/mapped", "/home/me/.build/checkouts/kit"] {
      let path = "\(folder)/Sources/OperationLab/Testing/Bench/Gate.swift"
      #expect(DataRace.Code.program.path(of: path) == nil)
    }
    for path in ["", "<compiler-generated>"] {
      #expect(DataRace.Code.program.path(of: path) == nil)
    }
    #expect(
      DataRace.Code.program.path(of: "/app/Sources/App/A.swift") == "/app/Sources/App/A.swift")
  }

  @Test("holds nothing when it cannot read what the thread sanitizer says")
  func unreadableRaces() {
    let unknown = """
      WARNING: ThreadSanitizer: some other race (pid=7)
        Touching of a variable at 0x7230000060b1 by thread T3:
          #0 finish() A.swift:20 (subject:arm64+0x16688b)

      """
    let withoutLines = """
      WARNING: ThreadSanitizer: data race (pid=7)
        Write of size 1 at 0x7230000060b1 by thread T3:
          #0 <null> <null> (subject+0x16688b)
        Previous read of size 1 at 0x7230000060b1 by thread T4:
          #0 <null> <null> (subject+0x168565)

      """
    for text in [unknown, withoutLines, "FATAL: ThreadSanitizer: no memory"] {
      #expect(DataRace.unreadable(in: text) == 1)
      let reports = SanitizerReports(in: text, whole: text, .files(["/code/A.swift"]))
      #expect(reports.finding.isOpen)
    }
  }
}
