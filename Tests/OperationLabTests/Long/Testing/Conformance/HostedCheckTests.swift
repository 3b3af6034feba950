import Foundation
import Testing

@testable import OperationLab
@testable import OperationTesting

/// `Conformance.check` starts this test's program again, and comes back to the call.
@Suite("Conformance.check, in processes of the test's own program", .repeatable)
struct HostedCheckTests {
  private static let rules = ["completes-in-a-queue", "completes-by-hand"].compactMap(Battery.rule)

  @Test("runs trials on the main thread, called from an async test")
  func asynchronous() async {
    let report = await Conformance.check("async", rules: Self.rules, make: Self.madeOnMainThread)
    #expect(report.obstacle == nil && report.passed, "\(report)")
  }

  @Test("runs trials on the main thread, called from another thread")
  func synchronous() {
    let report = Conformance.check("sync", rules: Self.rules, make: Self.madeOnMainThread)
    #expect(report.obstacle == nil && report.passed, "\(report)")
  }

  /// A sound operation. The process ends if another thread makes it.
  private static let madeOnMainThread: @Sendable (Probe) -> Operation = { probe in
    precondition(Thread.isMainThread)
    return BlockOperation { probe.run() }
  }

  @Test("survives all that an operation can do to its process", arguments: Harm.allCases)
  private func harm(_ harm: Harm) async {
    let report = await Conformance.check("\(harm)", rules: [Self.rules[0]]) { probe in
      Harming(probe.begin, harm)
    }
    #expect(report.obstacle == nil, "\(report)")
    #expect(report.passed == harm.isHarmless, "\(report)")
  }

  @Test("tells the calls in a test apart, by name and by number")
  func several() async {
    for turn in 1...2 {
      let report = await Conformance.check("turns", rules: Self.rules) { probe in
        Harming(probe.begin, turn == 1 ? .prints : .traps)
      }
      #expect(report.obstacle == nil && report.passed == (turn == 1), "\(report)")
    }
    let report = await Conformance.check("last", rules: Self.rules) { probe in
      BlockOperation { probe.run() }
    }
    #expect(report.obstacle == nil && report.passed, "\(report)")
  }

  @Test("comes back through a function that passes on its caller's place")
  func helper() async {
    let report = await helped("helped")
    #expect(report.obstacle == nil && report.passed, "\(report)")
  }

  private func helped(
    _ name: String, fileID: String = #fileID, function: String = #function
  ) async -> Conformance.Report {
    await Conformance.check(
      name, rules: Self.rules, make: { probe in BlockOperation { probe.run() } }, fileID: fileID,
      function: function)
  }

  @Test("tries fewer rules on threads, and says which and why, where no test makes the call")
  func noTest() async throws {
    let rules = ["starts-fresh", "does-not-spin"].compactMap(Battery.rule)
    let report = await unhelped("unhelped", rules)
    #expect(report.failures.isEmpty, "\(report)")
    #expect(report.results.last?.why.contains("'unhelped(_:_:)'") == true)
    #expect(report.description.contains("on a thread of this process, because"))
  }

  private func unhelped(_ name: String, _ rules: [Rule]) async -> Conformance.Report {
    await Conformance.check(name, rules: rules) { probe in BlockOperation { probe.run() } }
  }

  @Test("does so, too, if the process ends before it comes to the call")
  func ends() async {
    if HostedCheck.ofThisProcess != nil { _exit(7) }
    let rules = ["starts-fresh"].compactMap(Battery.rule)
    let report = await Conformance.check("ends", rules: rules) { probe in
      BlockOperation { probe.run() }
    }
    #expect(report.failures.isEmpty, "\(report)")
    #expect(report.obstacle?.contains("it exited with status 7") == true, "\(report)")
  }

  @Test("does not take for the trials' what a test prints before the call")
  func chatty() async {
    if HostedCheck.ofThisProcess != nil {
      FileHandle.standardOutput.write(Data("{\"fault\":\"none\"}\n{\"isRea".utf8))
    }
    let report = await Conformance.check("chatty", rules: Self.rules) { probe in
      BlockOperation { probe.run() }
    }
    #expect(report.obstacle == nil && report.passed, "\(report)")
  }

  @Test("runs a trial again in a new process that fails in a used one, and ends all processes")
  func used() async throws {
    let subject = Subject("once") { OnlyOnce($0.begin) }
    let site = CallSite(file: #fileID, function: #function, line: 0, column: 0, name: "once")
    if let hosted = HostedCheck.ofThisProcess { _ = hosted.take(site, subject, Battery.rules) }
    let program = try OwnProgram(backTo: site)
    let started = Locked(0)
    let processes = TrialProcesses { order in
      started.withLock { $0 += 1 }
      return program.child(HostedCheck(site, 1, order))
    }
    let rule = try #require(Battery.rule("completes-in-a-queue"))
    let trial = try #require(rule.trials.first)
    let order = TrialOrder(
      name: TrialName(rule: rule.id, trial: trial.name), patience: .milliseconds(150))
    for turn in 1...2 {
      let (run, isUsed) = try await elsewhere { try processes.run(order, deadline: .seconds(60)) }
      #expect(run.outcome == .completes && !isUsed)
      #expect(started.withLock { $0 } == turn)
    }
    processes.end()
  }

  @Test("judges by new processes a rule that does not simply hold in used ones")
  func alone() async {
    let report = await Conformance.check("alone", rules: [Self.rules[0]]) { OnlyOnce($0.begin) }
    #expect(report.obstacle == nil && report.passed, "\(report)")
  }
}

/// What selects the test that makes a call.
@Suite("The program of a test, started again", .repeatable)
struct OwnProgramTests {
  private func site(_ function: String) -> CallSite {
    CallSite(file: "AppTests/A+B.swift", function: function, line: 1, column: 1, name: "it")
  }

  @Test(
    "selects a test of Swift Testing by module, name and file",
    arguments: [
      ("conforms()", "AppTests.conforms()/A+B.swift:3:2", true),
      ("conforms(_:to:)", "AppTests.Outer/Inner/conforms(_:to:)/A+B.swift:3:2", true),
      ("keeps (all) rules()", "AppTests.`keeps (all) rules`()/A+B.swift:3:2", true),
      ("init()", "AppTests.Outer/other()/A+B.swift:3:2", true),
      ("conforms()", "AppTests.nonconforms()/A+B.swift:3:2", false),
      ("conforms()", "AppTests.conforms()/AAB.swift:3:2", false),
      ("conforms()", "AppTests2.conforms()/A+B.swift:3:2", false),
    ])
  func swiftTesting(_ function: String, _ test: String, _ isSelected: Bool) throws {
    let pattern = try Regex(OwnProgram.pattern(of: site(function)))
    #expect(test.contains(pattern) == isSelected)
  }

  @Test(
    "selects tests of XCTest by module and name, and one of each class for set-up code",
    arguments: [
      ("testOne()", ["AppTests.First/testOne", "AppTests.Second/testOne"]),
      ("Second.testOne", ["AppTests.Second/testOne"]),
      ("setUp()", ["AppTests.First/testOne", "AppTests.Second/testOne"]),
      ("checkAll(_:)", []),
    ])
  func xcTest(_ function: String, _ selected: [String]) {
    let all = [
      "AppTests.First/testOne", "AppTests.First/testTwo", "AppTests.Second/testOne",
      "Other.First/testOne",
    ]
    #expect(OwnProgram.names(all, of: site(function)) == selected)
  }
}

/// What a broken operation may do to its process when it ends.
private enum Harm: CaseIterable {
  case traps, exits, kills, endsItsGroup, hangs, closesFiles, prints, looksLikeTheChecker

  /// Whether the operation keeps all rules.
  var isHarmless: Bool { self == .prints || self == .looksLikeTheChecker }
}

private final class Harming: AsyncOperation, @unchecked Sendable {
  private let begin: @Sendable (@escaping () -> Void) -> Void
  private let harm: Harm

  init(_ begin: @escaping @Sendable (@escaping () -> Void) -> Void, _ harm: Harm) {
    (self.begin, self.harm) = (begin, harm)
  }

  override func work() {
    begin { [self] in
      switch harm {
      case .traps: fatalError("on purpose")
      case .exits: exit(0)
      case .kills: kill(getpid(), SIGKILL)
      case .endsItsGroup: kill(0, SIGTERM)
      case .hangs: return
      case .closesFiles: for number in 0..<64 { close(Int32(number)) }
      case .prints:
        let megabyte = String(repeating: "x", count: 1 << 20)
        print(megabyte)
        FileHandle.standardError.write(Data(megabyte.utf8))
      case .looksLikeTheChecker: print("{\"fault\":\"none\"}\n{\"isReady\":true}")
      }
      finish()
    }
  }
}

/// BROKEN ON PURPOSE: only the first one of a process finishes.
private final class OnlyOnce: AsyncOperation, @unchecked Sendable {
  private static let isFirst = Locked(true)
  private let begin: @Sendable (@escaping () -> Void) -> Void

  init(_ begin: @escaping @Sendable (@escaping () -> Void) -> Void) { self.begin = begin }

  override func work() {
    begin {
      let isFirst = Self.isFirst.withLock { isFirst in
        defer { isFirst = false }
        return isFirst
      }
      if isFirst { self.finish() }
    }
  }
}
