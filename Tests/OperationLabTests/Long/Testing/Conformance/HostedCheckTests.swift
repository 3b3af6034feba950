import Foundation
import Testing

@testable import OperationLab
@testable import OperationBench
@testable import OperationTesting

/// `Conformance.check` starts this test's program again, and comes back to the call.
@Suite("Conformance.check, in processes of the test's own program", .longPlan, .repeatable)
struct HostedCheckTests {
  private static let rules = ["completes-in-a-queue", "completes-by-hand"].compactMap(Battery.rule)

  @Test("runs trials on the main thread, called from an async test")
  func asynchronous() async {
    let report = await Conformance.check("async", rules: Self.rules, make: Self.madeOnMainThread)
    #expect(report.passed, "\(report)")
  }

  @Test("runs trials on the main thread, called from another thread")
  func synchronous() {
    let report = Conformance.check("sync", rules: Self.rules, make: Self.madeOnMainThread)
    #expect(report.passed, "\(report)")
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
    #expect(report.passed == harm.isHarmless, "\(report)")
  }

  @Test("leaves calls undecided that cannot be told apart, and decides another one")
  func several() async {
    for turn in 1...2 {
      let report = await Conformance.check("turns", rules: Self.rules) { probe in
        Harming(probe.begin, turn == 1 ? .prints : .traps)
      }
      expectUndecided(report, "2 checks at the same place have the name 'turns'")
    }
    let report = await Conformance.check("last", rules: Self.rules) { probe in
      BlockOperation { probe.run() }
    }
    #expect(report.passed, "\(report)")
  }

  @Test("gives no case of a test the verdict of another one", arguments: Case.allCases)
  private func cases(_ one: Case) async throws {
    // The first to call is not the first that the test declares.
    if one == .sound, HostedCheck.ofThisProcess == nil {
      try await elsewhere { _ = Case.brokenIsChecked.wait(deadline: longEnough) }
    }
    let report = await Conformance.check("a case", rules: Self.rules) { probe in
      Harming(probe.begin, one == .sound ? .prints : .hangs)
    }
    if one == .broken { Case.brokenIsChecked.open() }
    expectUndecided(report, "2 checks at the same place have the name 'a case'")
    let named = await Conformance.check("\(one)", rules: Self.rules) { probe in
      Harming(probe.begin, one == .sound ? .prints : .hangs)
    }
    #expect(named.passed == (one == .sound) && named.undecided.isEmpty, "\(named)")
  }

  private enum Case: CaseIterable {
    case sound, broken

    static let brokenIsChecked = Latch()
  }

  private func expectUndecided(_ report: Conformance.Report, _ words: String) {
    #expect(!report.passed && report.undecided.count == report.results.count, "\(report)")
    #expect(report.description.contains(words), "\(report)")
  }

  @Test("comes back through a function that passes on its caller's place")
  func helper() async {
    let report = await helped("helped")
    #expect(report.passed, "\(report)")
  }

  private func helped(
    _ name: String, fileID: String = #fileID, function: String = #function
  ) async -> Conformance.Report {
    await Conformance.check(
      name, rules: Self.rules, make: { probe in BlockOperation { probe.run() } }, fileID: fileID,
      function: function)
  }

  @Test("makes no operation in the test process where no test makes the call, and says why")
  func noTest() async {
    let made = Locked(0)
    let report = await unhelped("unhelped", made)
    expectUndecided(report, "'unhelped(_:_:)'")
    #expect(made.withLock { $0 } == 0)
  }

  private func unhelped(_ name: String, _ made: Locked<Int>) async -> Conformance.Report {
    await Conformance.check(name, rules: Self.rules) { probe in
      made.withLock { $0 += 1 }
      return BlockOperation { probe.run() }
    }
  }

  @Test("makes no operation in the test process where the setup cannot be repeated")
  func ends() async {
    if HostedCheck.ofThisProcess != nil { _exit(7) }
    let made = Locked(0)
    let report = await Conformance.check("ends", rules: Self.rules) { _ in
      made.withLock { $0 += 1 }
      return BlockOperation {}
    }
    expectUndecided(report, "it exited with status 7")
    #expect(made.withLock { $0 } == 0)
  }

  @Test("says that a check has another name each time")
  func randomName() async {
    let report = await Conformance.check("\(UUID())", rules: Self.rules) { probe in
      BlockOperation { probe.run() }
    }
    expectUndecided(report, "the check had another name")
  }

  @Test("does not decide where the rest of the test is not known")
  func trapsLater() async throws {
    let report = await Conformance.check("early", rules: Self.rules) { probe in
      BlockOperation { probe.run() }
    }
    if HostedCheck.ofThisProcess != nil { abort() }
    expectUndecided(report, "SIGABRT ended it")
  }

  @Test(
    "shows the line of a trap, and what its call means",
    .enabled(if: Symbolizer.ofThisProcess != nil, "needs the toolchain's tools")
  )
  func lines() async throws {
    let first = #line
    let trap = await Conformance.check("trap", rules: [Self.rules[0]]) { probe in
      BlockOperation {
        probe.run()
        fatalError("on purpose")
      }
    }
    let held = await Conformance.check("held", rules: [Self.rules[0]]) { probe in
      BlockOperation {
        probe.run()
        Self.queue.sync { Self.queue.sync {} }
      }
    }
    for (report, line) in [(trap, first + 4), (held, first + 10)] {
      let calls = report.failures.flatMap { $0.ruling.stacks.joined() }.map(\.description)
      #expect(calls.contains { $0.hasSuffix(" at HostedCheckTests.swift:\(line)") }, "\(report)")
      #expect(report.description.contains("HostedCheckTests.swift:\(line)"), "\(report)")
      // Not the test around it.
      #expect(!calls.contains { $0.contains("lines()") && !$0.contains("closure") }, "\(report)")
    }
    #expect(held.failures.first?.cure.contains("Do not call sync") == true, "\(held)")
  }

  private static let queue = DispatchQueue(label: "held")

  @Test("breaks a rule by what the thread sanitizer reports in a trial")
  func races() async throws {
    let site = CallSite(file: #fileID, function: #function, line: 0, column: 0, name: "racy")
    let subject = Subject("racy") { probe in
      BlockOperation {
        FileHandle.standardError.write(Data(Self.race.utf8))
        probe.run()
      }
    }
    if let hosted = HostedCheck.ofThisProcess {
      _ = hosted.runIfRequested(site, subject, Self.rules)
      return
    }
    let report = try await elsewhere {
      try HostedCheck.check(subject, Self.rules, 1, longEnough, at: site, isSanitized: true)
    }
    #expect(!report.passed && report.failures.map(\.rule.id) == ["no-data-races"], "\(report)")
    #expect(report.failures.first?.why == "Upload.swift:20 writes what Upload.swift:8 reads")
  }

  private static let race = """
    WARNING: ThreadSanitizer: data race (pid=7)
      Write of size 1 at 0x7230000060b1 by thread T3:
        #0 $s3App6UploadC6finishyyF /app/Sources/App/Upload.swift:20:15 (tests+0x16688b)

      Previous read of size 1 at 0x7230000060b1 by thread T4:
        #0 $s3App6UploadC10isFinishedSbvg /app/Sources/App/Upload.swift:8:30 (tests+0x168565)

    SUMMARY: ThreadSanitizer: data race /app/Sources/App/Upload.swift:20:15 in $s3App6UploadC6finishyyF
    ==================

    """

  @Test("does not take for the trials' what a test prints before the call")
  func chatty() async {
    if HostedCheck.ofThisProcess != nil {
      FileHandle.standardOutput.write(Data("{\"fault\":\"none\"}\n{\"isRea".utf8))
    }
    let report = await Conformance.check("chatty", rules: Self.rules) { probe in
      BlockOperation { probe.run() }
    }
    #expect(report.passed, "\(report)")
  }

  @Test("leads alone what does not keep a rule in company")
  func alone() async throws {
    let rule = try #require(Battery.rule("completes-by-hand"))
    let report = await Conformance.check("alone", rules: [rule]) { OnlyOnce($0.begin) }
    #expect(report.passed, "\(report)")
  }

  @Test("leaves undecided what only orders at the class's own locks show")
  func locksAreNoPoints() async throws {
    let rule = try #require(Battery.rule("survives-races"))
    let report = await Conformance.check("locks", rules: [rule]) { ExecutesTooLate($0.run) }
    #expect(report.undecided.map(\.rule.id) == ["survives-races"], "\(report)")
  }

  @Test("compares no readings that were made while Dispatch's pools are held")
  func readsThroughAPool() async {
    let rules = ["asking-changes-nothing", "ends-not-executing"].compactMap(Battery.rule)
    let report = await Conformance.check("pool", rules: rules) { ReadsThroughAPool($0.begin) }
    #expect(report.passed(allowingUndecided: false), "\(report)")
  }
}

/// What selects the test that makes a call.
@Suite("The program of a test, started again", .longPlan, .repeatable)
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

/// BROKEN ON PURPOSE: its thread may have finished it before it says that it executes.
private final class ExecutesTooLate: FlaggedOperation, @unchecked Sendable {
  private let body: @Sendable () -> Void

  init(_ body: @escaping @Sendable () -> Void) { self.body = body }

  override var isAsynchronous: Bool { true }

  override func start() {
    if isCancelled { return finish() }
    Thread.detachNewThread {
      self.body()
      self.finish()
    }
    set(executing: true, finished: isFinished)
    notify()
  }
}

/// Sound: each reading goes through Dispatch's pool. If that takes long, `isExecuting` answers of the
/// time before, and `isFinished` of the time after.
private final class ReadsThroughAPool: FlaggedOperation, @unchecked Sendable {
  private let begin: @Sendable (@escaping () -> Void) -> Void
  private let end = NSCondition()
  private var isLate = false
  private var isOver = false

  init(_ begin: @escaping @Sendable (@escaping () -> Void) -> Void) { self.begin = begin }

  override var isAsynchronous: Bool { true }

  override var isExecuting: Bool {
    let (answer, clock) = (super.isExecuting, ContinuousClock())
    let time = clock.measure { passThroughPool() }
    if answer, time > .milliseconds(50) { end.withLock { isLate = true } }
    return answer
  }

  override var isFinished: Bool {
    end.withLock {
      while isLate, !isOver, end.wait(until: Date(timeIntervalSinceNow: 5)) {}
      isLate = false
    }
    return super.isFinished
  }

  override func start() {
    if isCancelled { return finish() }
    set(executing: true)
    notify()
    passThroughPool()
    begin { self.finish() }
  }

  override func finish() {
    super.finish()
    end.withLock {
      isOver = true
      end.broadcast()
    }
  }

  private func passThroughPool() {
    let isThrough = DispatchSemaphore(value: 0)
    DispatchQueue.global().async { isThrough.signal() }
    isThrough.wait()
  }
}
