import OperationDoctor
import OperationLab
import Testing

@testable import OperationBench

@Suite("A claim made of premises and expectations", .repeatable)
struct ConditionTests {
  /// What is expected, and events that confirm it, refute it, and leave it undecided. No events at
  /// all decide nothing.
  struct Row: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let expect: Trace.Condition
    var given: [Trace.Condition] = []
    var confirmed: [String] = []
    var refuted: [String] = []
    var undecided: [String] = []

    init(
      _ title: String, given: [Trace.Condition] = [], _ expect: Trace.Condition,
      confirmed: String..., refuted: String..., undecided: String...
    ) {
      (testDescription, self.given, self.expect) = (title, given, expect)
      (self.confirmed, self.refuted, self.undecided) = (confirmed, refuted, undecided)
    }

    init(_ expect: Trace.Condition, confirmed: String, refuted: String) {
      self.init(expect.words, expect, confirmed: confirmed, refuted: refuted)
    }

    func judgement(on events: String) -> Judgement {
      Claim(
        "X1", "A statement.", origin: .kit, expected: .everywhere(.confirmed, because: "Because."),
        in: "p", given: given, expect: [expect]
      ).judgement(on: Runs([ConditionTests.run(events)]))
    }
  }

  @Test("is decided by what happened", arguments: rows + bothWays + vacuous)
  func verdict(_ row: Row) {
    for events in row.confirmed { #expect(row.judgement(on: events).verdict == .confirmed) }
    for events in row.refuted { #expect(row.judgement(on: events).verdict == .refuted) }
    for events in row.undecided + [""] {
      #expect(row.judgement(on: events).verdict == .undecided, "\(events)")
    }
  }

  // boil and pour in a queue of width 1. Pour depends on boil, and waits for it.
  private static let added = "enqueued boil in kitchen, enqueued pour in kitchen after boil, "
  private static let boils = "started boil, began boil, ended boil, "
  private static let pours = "started pour, began pour, ended pour, "
  private static let looks = "settled boil, settled pour"
  private static let story = added + boils + pours + looks
  private static let early =
    added + "started boil, began boil, began pour, started pour, ended boil, ended pour, " + looks

  private static let order = Trace.Condition.order(.ended("boil"), .began("pour"))

  private static let guarded = Row(
    "an order, given how an operation was added",
    given: [.added("pour", to: "kitchen", dependencies: ["boil"]), .neverCancelled("pour")],
    order, confirmed: story, refuted: early,
    undecided: "enqueued boil in kitchen, " + boils + pours + looks,
    "enqueued boil in kitchen, enqueued pour in kitchen, " + boils + pours + looks,
    added + boils + "cancelled pour, " + pours + looks)

  private static let rows = [
    guarded,
    Row(
      "a look counts only after the operation was added",
      given: [.added("boil", to: "kitchen")], .place("kitchen", at: .firstSettled("boil")),
      confirmed: "enqueued boil in kitchen, settled boil in kitchen",
      undecided: "settled boil in kitchen, enqueued boil in kitchen"),
    Row(
      "a missing event did not happen only if there was a last look", .never(.finished("boil")),
      confirmed: story, undecided: added + boils + pours),
    Row(
      "an event that never comes refutes that it happens", .happens(.finished("boil")),
      refuted: story),
    Row(
      "an order does not hold if a moment never comes", .order(.began("a"), .ended("a")),
      refuted: "began a, settled a", undecided: "began a"),
    Row(
      "a missing look says nothing about the operation",
      .order(.began("a"), .settled("a", after: .began("a"))), undecided: "settled a, began a"),
    Row(
      "one alternative is enough, though nothing decides the other",
      .any(.state([.ready], at: .settled("a")), .happens(.began("a"))), confirmed: "began a"),
    Row(
      "what no look is at happens never until another moment",
      .never(.suspended("q"), until: .settled("a")),
      confirmed: "settled a", refuted: "suspended q, settled a"),
    Row(
      "what no look is at is not known never to happen", .never(.suspended("q")),
      undecided: "settled a"),
  ]

  private static let bothWays = [
    Row(
      .exactly(1, .began, of: ["a", "b"]), confirmed: "began a, settled a, settled b",
      refuted: "began a, began b"),
    Row(.times(2, .began, of: "a"), confirmed: "began a, began a", refuted: "began a, settled a"),
    Row(
      .times(1, .began("a").after(.cancelled("a"))),
      confirmed: "began a, cancelled a, began a, settled a",
      refuted: "began a, cancelled a, settled a"),
    Row(
      .times(1, .began("a").before(.cancelled("a"))),
      confirmed: "began a, cancelled a, began a, settled a",
      refuted: "began a, began a, cancelled a, settled a"),
    Row(
      .peak(2, of: ["a", "b", "c"], from: .began, to: .ended),
      confirmed: "began a, began b, ended a, began c", refuted: "began a, began b, began c"),
    Row(
      .peak(atMost: 1, of: ["a", "b"]), confirmed: "began a, ended a, began b",
      refuted: "began a, began b"),
    Row(.neverCancelled("a"), confirmed: "settled a", refuted: "settled a ready cancelled"),
    Row(.neverSuspended("q"), confirmed: "settled a in q", refuted: "suspended q"),
    Row(.noTimeout, confirmed: "settled a", refuted: "timedOut door"),
    Row(
      .notYet(.ended("a"), at: .began("b")), confirmed: "began b", refuted: "ended a, began b"),
    Row(
      .sameThread(.began("a"), .began("b")), confirmed: "began a, began b",
      refuted: "began a, began b on T2"),
    Row(
      .differentThreads(.began("a"), .began("b")), confirmed: "began a, began b on T2",
      refuted: "began a, began b"),
    Row(.onMain(.began("a")), confirmed: "began a on main", refuted: "began a"),
    Row(
      .state([.ready], at: .settled("a")), confirmed: "settled a ready",
      refuted: "settled a finished"),
    Row(
      .flags(.ready, not: .finished, at: .settled("a")), confirmed: "settled a ready cancelled",
      refuted: "settled a ready finished"),
    Row(.place(nil, at: .settled("a")), confirmed: "settled a", refuted: "settled a in kitchen"),
    Row(
      .any(.happens(.began("a")), .happens(.ended("a"))), confirmed: "began a, settled a",
      refuted: "settled a"),
    Row(.not(.happens(.began("a"))), confirmed: "settled a", refuted: "began a"),
    Row(
      .each(["a", "b"]) { [.happens(.began($0))] }, confirmed: "began a, began b",
      refuted: "began a, settled b"),
  ]

  /// They name what the run does not show, or ask for nothing.
  private static let vacuous =
    [
      .neverCancelled(), .neverCancelled("typo"), .neverCancelled("boil", "typo"),
      .neverSuspended("typo"), .each([]) { [.happens(.began($0))] }, .peak(0, of: []),
      .peak(0, of: ["typo"]), .happens(),
    ].flatMap { (condition: Trace.Condition) in
      [
        Row("given only: \(condition.words)", given: [condition], order, undecided: story),
        Row("expected only: \(condition.words)", condition, undecided: story),
      ]
    }

  @Test("names the events that decide it")
  func evidence() {
    #expect(Self.guarded.judgement(on: Self.story).evidence.map(\.event.seq) == [4, 6])
    let seen = Self.guarded.judgement(on: Self.early).seen.english
    #expect(seen == "pour began before boil ended")
  }

  @Test(
    "is not touched by a bystander, whatever the verdict",
    arguments: [story, early, guarded.undecided[0]])
  func ignoresBystanders(_ base: String) {
    let bystander = [
      "enqueued toast in kitchen after boil", "began toast", "cancelled toast", "suspended garden",
      "settled toast",
    ]
    let verdict = Self.guarded.judgement(on: base).verdict
    let events = base.split(separator: ", ").map(String.init)
    for place in 0...events.count {
      let mixed = events[..<place] + bystander + events[place...]
      #expect(Self.guarded.judgement(on: mixed.joined(separator: ", ")).verdict == verdict)
    }
  }

  @Test(
    "says how an operation was added otherwise",
    arguments: [
      (.added("boil", width: 2), "boil: the width was 1, not 2"),
      (.added("boil", slots: 3), "boil: the width was 1, not 3"),
      (.added("boil", to: "garden"), "boil: added to 'kitchen', not 'garden'"),
      (.added("boil", isSuspended: true), "boil: the queue was not suspended"),
      (.added("boil", priority: 4), "boil: the priority was 0, not 4"),
      (.added("pour", dependencies: []), "pour: depended on boil"),
      (.added("boil", priority: 0), "boil: later, its priority is 8 now"),
    ] as [(Trace.Condition, String)])
  func addedOtherwise(_ condition: Trace.Condition, _ seen: String) throws {
    let later = Event(
      seq: 10, ns: 0, thread: "T1", subject: "boil", kind: .noted, fact: .priority(value: 8))
    var run = Self.run(Self.story)
    run.trace = Trace(run.trace.events + [later])
    let outcome = try condition.outcome(in: run)
    #expect(!outcome.holds && !outcome.evidence.isEmpty)
    #expect(outcome.seen.english == seen)
    #expect(try Trace.Condition.added("boil", width: 1, slots: 1).outcome(in: run).holds)
    let judgement = Row(seen, given: [condition], Self.order).judgement(on: Self.story)
    let isLater = seen.contains("later")
    #expect(judgement.verdict == (isLater ? .confirmed : .undecided))
    #expect(judgement.seen.english.contains(seen.dropFirst("boil: ".count)) != isLater)
  }

  @Test("names the one of several that fails")
  func each() throws {
    let begins = Trace.Condition.each(["a", "b", "c"]) { [.happens(.began($0))] }
    let outcome = try begins.outcome(in: Self.run("began a, settled b, began c"))
    #expect(!outcome.holds)
    #expect(outcome.seen.english == "for b: b never began")
  }

  private static let began = Trace.Moment.began("a")

  @Test(
    "says which of several moments it is about",
    arguments: [
      (began.words, "a began"), (began.last.words, "a began for the last time"),
      (began.after(.added("b")).words, "a began after b was added to a queue"),
      (began.before(.ended("b").last).words, "a began before b ended for the last time"),
      (Trace.Moment.settled("a").words, "a was seen when the process was idle at the end"),
      (
        Trace.Moment.settled("a", after: began).time.english,
        "when the process was idle after a began"
      ),
      (Trace.Moment.observed("a").last.time.english, "when its state was read for the last time"),
      (Trace.Condition.times(0, .began, of: "a").words, "a: began never"),
      (Trace.Condition.times(1, .began, of: "a").words, "a: began once"),
      (Trace.Condition.times(2, .began, of: "a").words, "a: began twice"),
      (Trace.Condition.times(3, .began, of: "a").words, "a: began 3 times"),
      (Trace.Condition.never(began).words, "a never began"),
      (Trace.Condition.never(began.last).words, "a never began"),
      (
        Trace.Condition.never(.started("a").after(began)).words,
        "start() of a was never called after a began"
      ),
      (
        Trace.Condition.each(["a", "b", "c"]) { [.happens(.began($0))] }.words,
        "a began; likewise b, c"
      ),
      (
        Trace.Condition.each(["a", "b"], "all begin") { [.happens(.began($0))] }.words, "all begin"
      ),
    ])
  func words(_ said: String, _ expected: String) {
    #expect(said == expected)
  }

  /// A run with these events: `began a on T2, enqueued b in kitchen after a, settled b ready`.
  fileprivate static func run(_ events: String) -> Run {
    let list = events.components(separatedBy: ", ").filter { !$0.isEmpty }
    return Run(
      program: "p", outcome: .completes, trace: Trace(list.enumerated().map { event($1, $0) }))
  }

  private static func event(_ text: String, _ place: Int) -> Event {
    let words = text.split(separator: " ").map(String.init)
    func word(after key: String) -> String? {
      words.firstIndex(of: key).map { words[$0 + 1] }
    }
    let (kind, queue) = (Event.Kind(rawValue: words[0]) ?? .noted, word(after: "in"))
    var event = Event(
      seq: place, ns: 0, thread: word(after: "on") ?? "T1", subject: words[1], kind: kind)
    if kind == .enqueued, let queue {
      event.enqueueing = .init(
        queue: queue, width: 1, dependencies: word(after: "after").map { [$0] } ?? [])
    }
    if kind == .settled {
      let flags: [(String, OperationState)] = [
        ("ready", .ready), ("finished", .finished), ("cancelled", .cancelled),
      ]
      let state = OperationState(flags.filter { words.contains($0.0) }.map(\.1))
      event.state = state.isEmpty ? [.ready, .finished] : state
      event.set(.place(queue: queue))
    }
    return event
  }
}
