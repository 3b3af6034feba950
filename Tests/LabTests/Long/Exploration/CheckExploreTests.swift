import Foundation
import OperationBench
import Testing
@testable import OperationTesting

@Suite("lab check, exploring", .longPlan, .repeatable, .elsewhereFirst)
struct CheckExploreTests {
  /// The words that check a class of the catalogue.
  private static func subject(_ name: String, in files: String...) -> [String] {
    ["check"] + SubjectFolder.paths(files + ["SoundLock"])
      + ["--make", "\(name)(work: probe.begin)", "--rule", "survives-races"]
  }

  private static let forgetful = subject("ForgetsACancelDuringItsStart", in: "BrokenRaces")

  /// An exploration uses all of its time, in which a crowded machine runs only a few orders.
  ///
  /// - Returns: the first result that shows enough, or the last one.
  private func explore(
    _ command: [String],
    until isEnough: (LabProcess.Result) throws -> Bool = { $0.status == 0 }
  ) throws -> LabProcess.Result {
    func result(_ seconds: String) throws -> LabProcess.Result {
      try LabProcess(arguments: command + ["--explore", "--time", seconds]).run()
    }
    for seconds in ["1", "8"] {
      let result = try result(seconds)
      if try isEnough(result) { return result }
    }
    return try result("64")
  }

  /// The same of a file of the test's own, and perhaps others beside it.
  private func explore(
    _ fixture: Fixture, _ expression: String, _ words: [String] = [],
    until isEnough: (LabProcess.Result) throws -> Bool = { $0.status == 0 }
  ) throws -> LabProcess.Result {
    let command = ["check", fixture.path, "--make", expression, "--rule", "survives-races"]
    return try explore(command + words, until: isEnough)
  }

  private func check(_ command: [String]) throws -> LabProcess.Result {
    try LabProcess(arguments: command).run()
  }

  private func rule(_ result: LabProcess.Result) throws -> Conformance.Report.RuleJSON {
    let report = try JSONDecoder().decode(
      Conformance.Report.JSON.self, from: Data(result.output.utf8))
    return try #require(report.rules.first { $0.id == "survives-races" }, "\(result.errors)")
  }

  @Test("names the shortest order in which a cancellation is forgotten, and can replay it")
  func forgotten() throws {
    let found = try explore(Self.forgetful + ["--json"]) { try rule($0).verdict == .broken }
    #expect(found.status == 1, "\(found.errors)")
    let ruling = try rule(found)
    #expect(ruling.verdict == .broken)
    #expect(ruling.why.contains("never finished"), "\(ruling.why)")
    let order = try #require(ruling.order)
    let again = try check(Self.forgetful + ["--order", order])
    #expect(again.status == 1, "\(again.errors)")
    let steps = again.lines.map { $0.trimmingCharacters(in: .whitespaces) }
    // On a busy machine the time may be over before it is found with a start by hand: T2 or T3.
    let read = try #require(
      steps.firstIndex { $0.hasSuffix(" reads isCancelled: false") }, "\(again.output)")
    let reader = steps[read].prefix(2)
    let cancel = try #require(steps.firstIndex(of: "T1 calls cancel()"))
    let use = try #require(steps.firstIndex(of: "\(reader) goes on: isCancelled was false"))
    #expect(read < cancel && cancel < use, "\(again.output)")
  }

  @Test("gives the thread of a queue one name for all of start()")
  func queued() throws {
    let result = try check(Self.forgetful + ["--order", "T2,T3,T1"])
    let steps = result.lines.map { $0.trimmingCharacters(in: .whitespaces) }
    let start = steps.drop { $0 != "T3 reads isCancelled: false" }
      .prefix { $0 != "T4 ends the work" }.filter { !$0.hasPrefix("T1 ") }
    #expect(start.last == "T3 takes the lock", "\(result.output)\(result.errors)")
    #expect(start.count > 7 && start.allSatisfy { $0.hasPrefix("T3 ") }, "\(start)")
  }

  @Test("finds nothing once the class is mended, and says how many orders there were")
  func mended() throws {
    let fixture = try Fixture(
      """
      class Mended: LockOperation, @unchecked Sendable {
        override func cancel() {
          super.cancel()
          if isExecuting { finish() }
        }
      }
      """)
    let result = try explore(
      fixture, "Mended(work: probe.begin)", SubjectFolder.paths(["SoundLock"]))
    #expect(result.status == 0, "\(result.output)\(result.errors)")
    #expect(result.output.contains(/✓ in \w+ orders?, by hand: \d+ orders?/), "\(result.output)")
    #expect(result.output.contains(/✓ in \w+ orders?, in a queue: \d+ orders?/), "\(result.output)")
  }

  @Test("never accuses a class that waits by a clock, and says that it was not explored")
  func clock() throws {
    let result = try explore(Self.subject("BeginsLaterOperation", in: "SoundTimers"))
    #expect(result.status == 0, "\(result.output)\(result.errors)")
    #expect(result.output.contains(/No\s+points:\s+DispatchQueue\./), "\(result.output)")
  }

  @Test("finds a class that never comes back from start(), and leaves it to another rule")
  func spins() throws {
    let source = """
      \(Fixture.sound)
      final class Spins: Sound {
        private var isOver: Bool { false }
        override func start() {
          super.start()
          while !isOver {}
        }
      }
      """
    let result = try explore(Fixture(source), "Spins(work: probe.begin)", ["--timeout", "1"]) {
      $0.status == 1
    }
    #expect(result.status == 1, "\(result.output)\(result.errors)")
    let rows = result.lines.filter { $0.contains("survives-races: ") }
    #expect(rows.first?.contains("undecided") == true && rows.count == 1, "\(result.output)")
  }

  @Test(
    "explores what declares the same names itself, at coarser points",
    arguments: [
      "final class NSLock {}",
      "class Base: Operation { override var isCancelled: Bool { super.isCancelled } }",
    ])
  func coarser(_ declaration: String) throws {
    let source = "import Foundation\n\(declaration)\nclass A: Operation { override func main() {} }"
    let result = try explore(Fixture(source), "A()")
    #expect(result.status == 0, "\(result.output)\(result.errors)")
    #expect(result.output.contains("by hand: "), "\(result.output)")
  }

  @Test(
    "is part of every check, and finds the order each time",
    arguments: [
      forgetful,
      // It sets without asking again.
      subject("AsksAndThenSets", in: "BrokenRaces"),
      // A signal may come before the wait for it.
      subject("SignalsWithoutTheLock", in: "BrokenReal", "SoundQueues"),
    ])
  func usual(_ command: [String]) throws {
    let rule = try rule(check(command + ["--json"]))
    #expect(rule.verdict == .broken && rule.order != nil, "\(rule.why)")
  }

  @Test("remarks on an end that is announced again without a change, with its trace")
  func announcedAgain() throws {
    let result = try check(Self.subject("AsksTwiceAndEndsTwice", in: "BrokenRaces"))
    #expect(result.status == 0, "\(result.output)\(result.errors)")
    #expect(result.output.contains("Remark (survives-races): "), "\(result.output)")
    #expect(result.output.contains("posted isFinished again"), "\(result.output)")
    #expect(result.output.contains("This order shows what goes wrong:"), "\(result.output)")
  }

  @Test("holds the threads also at the moves of the kit's base class")
  func base() throws {
    let source = """
      import Foundation
      import OperationLab
      final class Forgets: AsyncOperation, @unchecked Sendable {
        private let begin: (@escaping () -> Void) -> Void
        init(work: @escaping (@escaping () -> Void) -> Void) { begin = work }
        override func work() { begin { if !self.isCancelled { self.finish() } } }
        override func cancel() {
          super.cancel()
          if isExecuting { finish() }
        }
      }
      """
    let result = try Fixture(source).check(
      "--make", "Forgets(work: probe.begin)", "--rule", "survives-races")
    #expect(result.status == 1, "\(result.output)\(result.errors)")
    #expect(result.output.contains("never finished"), "\(result.output)")
    #expect(result.output.contains("asks if it is cancelled"), "\(result.output)")
  }

  @Test("finds a cancellation between the start and the work, and names the order")
  func beforeWork() throws {
    let result = try explore(Self.subject("ReturnsOnAThreadOfThePool", in: "BrokenBeforeWork")) {
      $0.output.contains("--order")
    }
    #expect(result.status == 1, "\(result.output)\(result.errors)")
    #expect(result.output.contains("never finished"), "\(result.output)")
    #expect(result.output.contains("--order"), "\(result.output)")
  }

  @Test("does not claim to have run every order where a semaphore was no point")
  func semaphore() throws {
    let source = """
      \(Fixture.sound)
      final class Waits: Sound { let news = DispatchSemaphore(value: 0) }
      """
    let result = try explore(Fixture(source), "Waits(work: probe.begin)")
    #expect(result.status == 0, "\(result.output)\(result.errors)")
    #expect(result.output.contains(/No points:\s+DispatchSemaphore/), "\(result.output)")
    #expect(!result.output.contains("in every order"), "\(result.output)")
    #expect(!result.output.contains("there are no others"), "\(result.output)")
  }

  @Test(
    "refuses in one line what does not fit, with status 64",
    arguments: [
      (["--order", "main"], "--rule survives-races"),
      (["--rule", "works-once", "--order", "main"], "--rule survives-races"),
      (["--rule", "survives-races", "--order", "boil"], "is no order"),
      (["--rule", "survives-races", "--order", "T9"], "at step 1: T9"),
      (["--rule", "works-once", "--explore"], "survives-races"),
      (["--time", "3"], "--explore"),
    ])
  func refuses(_ words: [String], _ cause: String) throws {
    let result = try Fixture(Fixture.sound).check(["--make", "Sound(work: probe.begin)"] + words)
    #expect(result.status == 64, "\(result.output)")
    #expect(result.errors.split(separator: "\n").count == 1, "\(result.errors)")
    #expect(result.errors.contains(cause), "\(result.errors)")
  }
}
