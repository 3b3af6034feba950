import Foundation
import OperationTesting
import Testing

@Suite("lab check, exploring", .repeatable, .elsewhereFirst)
struct CheckExploreTests {
  /// An exploration uses all of its time, in which a crowded machine runs only a few orders.
  ///
  /// - Returns: the first result with this status, or the last one.
  private func explore(
    _ fixture: Fixture, _ expression: String, until status: Int32 = 0, _ words: String...
  ) throws -> LabProcess.Result {
    let command = ["check", fixture.path, "--make", expression, "--rule", "survives-races"] + words
    var result: LabProcess.Result?
    for seconds in ["1", "8", "64"] where result?.status != status {
      result = try LabProcess(arguments: command + ["--explore", "--time", seconds]).run()
    }
    return try #require(result)
  }

  private func check(
    _ source: String, _ expression: String, _ words: [String]
  ) throws -> LabProcess.Result {
    let fixture = try Fixture(source)
    return try LabProcess(arguments: ["check", fixture.path, "--make", expression] + words).run()
  }

  private func rule(_ result: LabProcess.Result) throws -> Conformance.Report.RuleJSON {
    let report = try JSONDecoder().decode(
      Conformance.Report.JSON.self, from: Data(result.output.utf8))
    return try #require(report.rules.first { $0.id == "survives-races" }, "\(result.errors)")
  }

  @Test("names the shortest order in which a cancellation is forgotten, and can replay it")
  func forgotten() throws {
    let fixture = try Fixture(Racy.forgets)
    let words = ["check", fixture.path, "--make", "Racy(work: probe.begin)"]
    let found = try explore(fixture, "Racy(work: probe.begin)", until: 1, "--json")
    #expect(found.status == 1, "\(found.errors)")
    let ruling = try rule(found)
    #expect(ruling.verdict == .broken)
    #expect(ruling.why.contains("never finished"), "\(ruling.why)")
    let order = try #require(ruling.order)
    let again = try LabProcess(
      arguments: words + ["--rule", "survives-races", "--order", order]
    ).run()
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

  @Test("writes the shortest order that goes wrong as a page, and none where none does")
  func page() throws {
    let fixture = try Fixture(Racy.forgets)
    try withFolder { folder in
      let file = folder.appendingPathComponent("bad.html")
      let expression = "Racy(work: probe.begin)"
      let found = try explore(fixture, expression, until: 1, "--export", file.path)
      #expect(found.status == 1, "\(found.errors)")
      let html = try String(contentsOf: file, encoding: .utf8)
      #expect(html.contains("<h1>\(expression) breaks survives-races</h1>"))
      #expect(html.contains("--rule survives-races --order ") && html.contains("reads isCancelled"))
      let none = folder.appendingPathComponent("none.html")
      let sound = try LabProcess.run(
        "check", fixture.path, "--make", expression, "--rule", "survives-races", "--order", "main",
        "--export", none.path)
      #expect(sound.status != 1 && !FileManager.default.fileExists(atPath: none.path))
    }
  }

  @Test("gives the thread of a queue one name for all of start()")
  func queued() throws {
    let result = try check(
      Racy.forgets, "Racy(work: probe.begin)",
      ["--rule", "survives-races", "--order", "T2,T3,T1"])
    let steps = result.lines.map { $0.trimmingCharacters(in: .whitespaces) }
    let start = steps.drop { $0 != "T3 reads isCancelled: false" }
      .prefix { $0 != "T4 ends the work" }.filter { !$0.hasPrefix("T1 ") }
    #expect(start.last == "T3 takes the lock", "\(result.output)\(result.errors)")
    #expect(start.count > 7 && start.allSatisfy { $0.hasPrefix("T3 ") }, "\(start)")
  }

  @Test("finds nothing once the class is mended, and says how many orders there were")
  func mended() throws {
    let result = try explore(Fixture(Racy.mended), "Racy(work: probe.begin)")
    #expect(result.status == 0, "\(result.output)\(result.errors)")
    #expect(result.output.contains(/✓ in \w+ orders?, by hand: \d+ orders?/), "\(result.output)")
    #expect(result.output.contains(/✓ in \w+ orders?, in a queue: \d+ orders?/), "\(result.output)")
  }

  @Test("never accuses a class that waits by a clock, and says that it was not explored")
  func clock() throws {
    let source = """
      \(Fixture.sound)
      final class Late: Sound {
        init(after work: @escaping (@escaping () -> Void) -> Void) {
          super.init { done in
            DispatchQueue.global().asyncAfter(deadline: .now() + 0.2) { work(done) }
          }
        }
      }
      """
    let result = try explore(Fixture(source), "Late(after: probe.begin)")
    #expect(result.status == 0, "\(result.output)\(result.errors)")
    #expect(result.output.contains(/waits by a clock|is no point/), "\(result.output)")
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
    let result = try explore(
      Fixture(source), "Spins(work: probe.begin)", until: 1, "--timeout", "1")
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

  @Test("is part of every check, and finds a forgotten cancellation each time")
  func usual() throws {
    let result = try check(
      Racy.forgets, "Racy(work: probe.begin)", ["--rule", "survives-races", "--json"])
    #expect(result.status == 1, "\(result.output)\(result.errors)")
    #expect(try rule(result).order != nil, "\(result.output)")
  }

  @Test("finds a subject of the catalogue that sets without asking again, each time")
  func asksAndThenSets() throws {
    let subjects = LabProcess.checkout.appendingPathComponent(
      "Tests/LabTests/Long/Conformance/Subjects")
    let files = ["BrokenRaces.swift", "SoundLock.swift"].map {
      subjects.appendingPathComponent($0).path
    }
    let words = [
      "--make", "AsksAndThenSets(work: probe.begin)", "--rule", "survives-races", "--json",
    ]
    let rule = try rule(LabProcess(arguments: ["check"] + files + words).run())
    #expect(rule.verdict == .broken && rule.order != nil, "\(rule.why)")
  }

  @Test("finds the order in which a signal is given before the wait for it, each time")
  func condition() throws {
    let result = try check(
      Racy.losesItsSignal, "Waits(work: probe.begin)", ["--rule", "survives-races", "--json"])
    let rule = try rule(result)
    #expect(rule.verdict == .broken && rule.order != nil, "\(rule.why)")
  }

  @Test("remarks on an end that is announced again without a change, with its trace")
  func announcedAgain() throws {
    let result = try check(
      Racy.announcesAgain, "Racy(work: probe.begin)", ["--rule", "survives-races"])
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
    let result = try check(source, "Forgets(work: probe.begin)", ["--rule", "survives-races"])
    #expect(result.status == 1, "\(result.output)\(result.errors)")
    #expect(result.output.contains("never finished"), "\(result.output)")
    #expect(result.output.contains("asks if it is cancelled"), "\(result.output)")
  }

  @Test("finds a cancellation between the start and the work, and names the order")
  func beforeWork() throws {
    let source = """
      \(Fixture.sound)
      final class Hops: Sound {
        override func start() {
          if isCancelled { return set(false, true) }
          set(true, false)
          DispatchQueue.global().async {
            if self.isCancelled { return }
            self.work { self.set(false, true) }
          }
        }
      }
      """
    let result = try explore(Fixture(source), "Hops(work: probe.begin)", until: 1)
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
    let result = try check(Fixture.sound, "Sound(work: probe.begin)", words)
    #expect(result.status == 64, "\(result.output)")
    #expect(result.errors.split(separator: "\n").count == 1, "\(result.errors)")
    #expect(result.errors.contains(cause), "\(result.errors)")
  }
}

/// The same class, with a race and without.
private enum Racy {
  static let forgets = source(end: "if !self.isCancelled { self.set(false, true) }")
  /// It ends once, under its lock. Both who ask before that announce it: only a race does so.
  static let announcesAgain = source(end: "if !self.isFinished { self.set(false, true) }")
    .replacing("guard hasChanged else { return }", with: "_ = hasChanged")
  static let mended = source(end: "self.set(false, true)")

  /// It signals without the lock, so that the signal may come between the question and the wait.
  static let losesItsSignal = """
    import Foundation

    final class Waits: Operation, @unchecked Sendable {
      private let work: (@escaping () -> Void) -> Void
      private let news = NSCondition()
      private var isDone = false

      init(work: @escaping (@escaping () -> Void) -> Void) { self.work = work }

      override func main() {
        if isCancelled { return }
        work {
          self.isDone = true
          self.news.signal()
        }
        news.lock()
        while !isDone { news.wait() }
        news.unlock()
      }
    }
    """

  private static func source(end: String) -> String {
    """
    import Foundation

    final class Racy: Operation, @unchecked Sendable {
      private let work: (@escaping () -> Void) -> Void
      private let lock = NSLock()
      private var flags = (executing: false, finished: false)

      init(work: @escaping (@escaping () -> Void) -> Void) { self.work = work }

      override var isAsynchronous: Bool { true }
      override var isExecuting: Bool { lock.withLock { flags.executing } }
      override var isFinished: Bool { lock.withLock { flags.finished } }

      override func start() {
        if isCancelled { return set(false, true) }
        set(true, false)
        work { \(end) }
      }

      override func cancel() {
        super.cancel()
        if isExecuting { set(false, true) }
      }

      private func set(_ executing: Bool, _ finished: Bool) {
        willChangeValue(forKey: "isExecuting")
        willChangeValue(forKey: "isFinished")
        let hasChanged = lock.withLock {
          if flags.finished { return false }
          flags = (executing, finished)
          return true
        }
        guard hasChanged else { return }
        didChangeValue(forKey: "isFinished")
        didChangeValue(forKey: "isExecuting")
      }
    }
    """
  }
}
