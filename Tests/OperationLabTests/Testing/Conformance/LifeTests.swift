import Foundation
import OperationLab
import Testing

@testable import OperationDoctor
@testable import OperationTesting
@testable import OperationBench

/// The engine of lives, as tables: the lives are in `Tests/Goldens/check/lives.txt`.
@Suite("A life", .repeatable)
struct LifeTests {
  private static let all = Life.all(events: 2)

  @Test("is one of those that Foundation allows, contains others, and has rules that look at it")
  func table() throws {
    let parts = Self.all.map { life in
      let within = Self.all.filter(life.contains)
      // Of what these contain, nothing needs to be said.
      let nearest = within.filter { one in !within.contains { $0.contains(one) } }
      let rules = Battery.rules.filter { $0.concerns(life) }.map(\.id)
      return """
        \(life.name): \(life.sentence)
          contains: \(nearest.map(\.name).joined(separator: ", "))
          rules: \(rules.joined(separator: ", "))
        """
    }
    try Golden.expect("check/lives.txt", is: parts.joined(separator: "\n"))
  }

  @Test("has a name of its own, by which it is found, and a place behind all that it contains")
  func names() {
    #expect(Set(Self.all.map(\.name)).count == Self.all.count)
    for life in Self.all {
      #expect(Life.named(life.name) == life)
      for part in Self.all where life.contains(part) {
        #expect(part.place.lexicographicallyPrecedes(life.place), "\(life.name) \(part.name)")
      }
    }
    #expect(Life.named("queued-cancel") == nil && Life.named("the crowd") == nil)
  }

  /// A sound operation is led through these in processes of their own. What happens to each of those
  /// that take part is in `Tests/Goldens/check/led.txt`, without what depends on which thread is faster.
  private static let led = [
    Life(.unstarted, .cancel(.new)), Life(.queued), Life(.queued, .cancel(.working)),
    Life(.queued, work: .fails, .cancel(.finished)), Life(.queued, .letGo(.working)),
    Life(.byHand, .start(.working)), Life(.byHand, .cancel(.started)),
    Life(.queued, .cancelOnMain(.working)), Life(.behind, .cancel(.waiting)), Life(.beside),
    Life(.dependent), Life(.dependentLate, .cancel(.waiting)),
    Life(.queued, work: .endsTwice), Life(.queued, work: .endsAtOnce, .cancel(.ending)),
  ]

  @Test(
    "leads an operation through its steps, in their order",
    .enabled(if: Platform.current == .linux, "where a block that ends is told of in that order"))
  func steps() async throws {
    let rules = Self.led.map { life in
      Rule(life.name, words: .sample, seesOdd: true, in: { $0 == life }) { _, run in
        .holds("\(Self.account(of: run))", [])
      }
    }
    let report = await Conformance.check("one", rules: rules) { probe in Working(probe.begin) }
    #expect(report.passed(allowingUndecided: false), "\(report)")
    let parts = report.results.map { "== \($0.rule.id)\n\n\($0.why)\n" }
    try Golden.expect("check/led.txt", is: parts.joined(separator: "\n"))
  }

  /// What happens to each, line by line. A completion block is called on a thread of its own.
  private static func account(of run: Run) -> String {
    let parts = Dictionary(grouping: run.trace.events) {
      $0.kind == .completed ? "completion block of \($0.subject)" : $0.subject
    }
    return parts.sorted { $0.key < $1.key }.map { subject, events in
      let words = events.map { event in
        [event.kind.rawValue, event.mark.map { "(\($0.words))" }].compactMap(\.self)
          .joined(separator: " ")
      }
      // A look is made three times.
      let kept = words.enumerated().filter { $0 == 0 || words[$0 - 1] != $1 }.map(\.element)
      return "\(subject): \(kept.joined(separator: ", "))"
    }.joined(separator: "\n")
  }
}

/// Its work is the probe's.
private final class Working: AsyncOperation, @unchecked Sendable {
  private let begin: @Sendable (@escaping () -> Void) -> Void

  init(_ begin: @escaping @Sendable (@escaping () -> Void) -> Void) { self.begin = begin }

  override func work() { begin { self.finish() } }
}

/// Which lives are led next, over knowledge that is made up.
@Suite("Of the lives of a rule", .repeatable)
struct NextLifeTests {
  /// What was seen of a life.
  enum Seen: Sendable {
    /// In company it keeps all rules, or not clearly.
    case kept, doubted
    /// Led alone.
    case sound, broken, missing
    /// Led alone with patience.
    case soundInTime, missingInTime, endsTheProcess
    case worksEndlessly, late
  }

  struct Row: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let seen: [Life: Seen]
    let next: String

    init(_ title: String, _ seen: [Life: Seen], _ next: String) {
      (testDescription, self.seen, self.next) = (title, seen, next)
    }
  }

  private static let (plain, early, late) = (
    Life(.queued), Life(.queued, .cancel(.new)), Life(.queued, .cancel(.working))
  )
  private static let lives = [plain, early, late]

  private static let rows = [
    Row("the plainest is led first", [:], "lead queued"),
    Row(
      "none is led that keeps it in company", [plain: .kept, early: .kept, late: .kept],
      "holds in queued"),
    Row(
      "one that keeps it not clearly is led alone",
      [plain: .kept, early: .kept, late: .doubted], "lead queued-cancel-working"),
    Row(
      "those it contains are led before one", [plain: .doubted, early: .kept, late: .doubted],
      "lead queued"),
    Row(
      "one that keeps it alone is left at that",
      [plain: .kept, early: .kept, late: .sound], "holds in queued-cancel-working"),
    Row(
      "one that breaks it counts when the plainest has been led alone, too",
      [plain: .kept, early: .kept, late: .broken], "lead queued"),
    Row(
      "one breaks it if the plainest keeps it",
      [plain: .sound, early: .kept, late: .broken], "broken in queued-cancel-working"),
    Row(
      "the plainest that breaks it decides",
      [plain: .sound, early: .broken, late: .broken], "broken in queued-cancel-new"),
    Row(
      "none decides before all plainer ones are known",
      [plain: .sound, early: .doubted, late: .broken], "lead queued-cancel-new"),
    Row(
      "where something is missing it is led again with patience",
      [plain: .sound, early: .kept, late: .missing], "wait for queued-cancel-working"),
    Row(
      "what is missing with patience, too, is broken",
      [plain: .sound, early: .kept, late: .missingInTime], "broken in queued-cancel-working"),
    Row(
      "what comes with patience holds",
      [plain: .sound, early: .kept, late: .soundInTime], "holds in queued"),
    Row(
      "what contains one that goes wrong says nothing",
      [plain: .broken, early: .broken, late: .broken], "broken in queued"),
    Row(
      "what ends the process in the plainest decides nothing about another",
      [plain: .endsTheProcess, early: .doubted, late: .doubted], "undecided in queued"),
    Row(
      "one whose work begins without end says so", [plain: .worksEndlessly], "undecided"),
    Row("one that cannot be decided says why", [plain: .late], "undecided: too late"),
  ]

  @Test("those are led next of which something must be known first", arguments: rows)
  func next(_ row: Row) {
    let rule = Rule("sample", words: .sample, in: { _ in true }) { _, run in
      let end = try run.end()
      switch end.mark {
      case .some("broken"): return .broken("seen", [end])
      case .some("missing"): return .missing("seen", [end])
      default: return .holds("seen", [end])
      }
    }
    let runner = LifeRunner(
      subject: Subject("A()") { _ in Operation() }, rules: [rule],
      pace: SoloRun(Self.run(Life(.queued), "sound")),
      settings: LifeRunner.Settings(
        width: 1, deadline: .seconds(1), extraTime: .zero, awaitsTimers: true),
      host: { _ in fatalError("it leads one") },
      processes: SharedProcesses(1) { _ in fatalError("it leads one") },
      progress: BatteryRunner.Progress())
    var knowledge = Self.knowledge(row.seen, of: rule)
    #expect(Self.words(runner.next(for: rule, Self.lives, &knowledge)) == row.next)
  }

  private static func knowledge(_ seen: [Life: Seen], of rule: Rule) -> LifeRunner.Knowledge {
    var knowledge = LifeRunner.Knowledge()
    for (life, seen) in seen {
      knowledge.doubts[life] = seen == .kept ? [] : [rule.id]
      switch seen {
      case .kept: knowledge.shown[life] = run(life, "sound")
      case .doubted: break
      case .sound: knowledge.alone[life] = run(life, "sound")
      case .broken: knowledge.alone[life] = run(life, "broken")
      case .missing: knowledge.alone[life] = run(life, "missing")
      case .soundInTime: knowledge.patient[life] = run(life, "sound")
      case .missingInTime: knowledge.patient[life] = run(life, "missing")
      case .endsTheProcess: knowledge.patient[life] = run(life, nil)
      case .worksEndlessly: knowledge.alone[life] = run(life, "sound", worksEndlessly: true)
      case .late: knowledge.notDecided[life] = "too late"
      }
    }
    return knowledge
  }

  /// A run that ends with that mark, or in a trap.
  private static func run(_ life: Life, _ mark: Event.Mark?, worksEndlessly: Bool = false) -> Run {
    var events: [Event] = []
    func add(_ kind: Event.Kind, _ subject: String, _ mark: Event.Mark?) {
      var event = Event(
        seq: events.count, ns: 0, thread: "T1", subject: subject, kind: kind,
        state: [.ready, .finished])
      if let mark { event.set(.mark(mark)) }
      events.append(event)
    }
    if worksEndlessly { add(.noted, Probe.subject, Probe.endless) }
    guard let mark else {
      return Run(
        program: life.name, outcome: .traps, detail: Run.Detail(signal: "SIGILL"),
        trace: Trace(events))
    }
    add(.settled, Life.subject, mark)
    return Run(
      program: life.name, outcome: .completes, trace: Trace(events),
      snapshot: Snapshot(ending: .quiet))
  }

  private static func words(_ next: LifeRunner.Next) -> String {
    switch next {
    case .lead(let alone, let patient):
      let parts = [("lead", alone), ("wait for", patient)].filter { !$1.isEmpty }
      return parts.map { verb, lives in
        "\(verb) \(lives.map(\.name).sorted().joined(separator: " "))"
      }.joined(separator: ", ")
    case .decided(let seen, _):
      let life = seen.run.map { " in \($0.program)" } ?? ""
      if seen.finding.isBroken { return "broken\(life)" }
      if seen.finding.holds { return "holds\(life)" }
      let words = seen.finding.reason.words
      return words == "too late" ? "undecided: \(words)" : "undecided\(life)"
    }
  }
}
