import OperationDoctor
import OperationLab
import Testing

@testable import OperationTesting

@Suite("A claim made of premises and expectations", .repeatable)
struct ConditionTests {
  /// boil and pour in a queue of width 1. Pour depends on boil, and waits for it.
  private static let story: [Event] = [
    added("boil", to: "kitchen"), added("pour", to: "kitchen", after: ["boil"]),
    event(.started, "boil"), event(.began, "boil"), event(.ended, "boil"),
    event(.started, "pour"), event(.began, "pour"), event(.ended, "pour"),
    settled("boil"), settled("pour"),
  ]

  private static let claim = claim(
    given: [.added("pour", to: "kitchen", dependencies: ["boil"]), .neverCancelled("pour")],
    expect: [.order(.ended("boil"), .began("pour"))])

  @Test("is confirmed by a run in which all of it is so")
  func confirms() {
    let judgement = Self.claim.judgement(on: Self.runs(Self.story))
    #expect(judgement.verdict == .confirmed)
    #expect(judgement.evidence.map(\.event.seq) == [4, 6])
  }

  @Test("is refuted by a run in which an expectation does not hold")
  func refutes() {
    var story = Self.story
    story.swapAt(4, 6)
    let judgement = Self.claim.judgement(on: Self.runs(story))
    #expect(judgement.verdict == .refuted)
    #expect(judgement.seen.english == "pour began before boil ended")
  }

  @Test("is undecided where a premise is not shown, whatever else happens", arguments: 0..<3)
  func needsPremises(_ what: Int) {
    var story = Self.story
    switch what {
    case 0: story.remove(at: 1)
    case 1: story[1] = Self.added("pour", to: "kitchen")
    default: story.insert(Self.event(.cancelled, "pour"), at: 5)
    }
    #expect(Self.claim.judgement(on: Self.runs(story)).verdict == .undecided)
  }

  @Test(
    "is not touched by a bystander, whatever the verdict",
    arguments: [Verdict.confirmed, .refuted, .undecided])
  func ignoresBystanders(_ verdict: Verdict) {
    var base = Self.story
    if verdict == .refuted { base.swapAt(4, 6) }
    if verdict == .undecided { base.remove(at: 1) }
    let bystander = [
      Self.added("toast", to: "kitchen", after: ["boil"]), Self.event(.began, "toast"),
      Self.event(.cancelled, "toast"), Self.event(.suspended, "garden"), Self.settled("toast"),
    ]
    for place in 0...base.count {
      var story = base
      story.insert(contentsOf: bystander, at: place)
      #expect(Self.claim.judgement(on: Self.runs(story)).verdict == verdict)
    }
  }

  @Test("takes only a look for evidence that came after the operation was added")
  func looksAfterwards() {
    let claim = Self.claim(
      given: [.added("boil", to: "kitchen")],
      expect: [.place("kitchen", at: .firstSettled("boil"))])
    let look = Self.settled("boil", in: "kitchen")
    let late = [Self.added("boil", to: "kitchen"), look]
    #expect(claim.judgement(on: Self.runs(late)).verdict == .confirmed)
    #expect(claim.judgement(on: Self.runs(late.reversed())).verdict == .undecided)
  }

  @Test("never concludes from a missing event that it did not happen")
  func missingEvents() {
    let never = Self.claim(given: [], expect: [.never(.finished("boil"))])
    #expect(never.judgement(on: Self.runs(Self.story)).verdict == .confirmed)
    #expect(
      never.judgement(on: Self.runs(Self.story.filter { $0.kind != .settled })).verdict
        == .undecided)
    let finishes = Self.claim(given: [], expect: [.happens(.finished("boil"))])
    #expect(finishes.judgement(on: Self.runs(Self.story)).verdict == .refuted)
    #expect(finishes.judgement(on: Self.runs([])).verdict == .undecided)
  }

  @Test("that is an order does not hold if a moment never comes")
  func incompleteOrder() {
    let order = Trace.Condition.order(.began("a"), .ended("a"))
    #expect(Self.verdict(order, [Self.began("a"), Self.settled("a")]) == .refuted)
    #expect(Self.verdict(order, [Self.began("a")]) == .undecided)
    // A look that is missing says nothing about the operation.
    let look = Trace.Condition.order(.began("a"), .settled("a", after: .began("a")))
    #expect(Self.verdict(look, [Self.settled("a"), Self.began("a")]) == .undecided)
  }

  @Test("on how an operation was added says what was otherwise")
  func addedOtherwise() throws {
    let run = try Self.runs(Self.story + [Self.event(.noted, "boil", .priority(value: 8))])["p"]
    let conditions: [(Trace.Condition, String)] = [
      (.added("boil", width: 2), "boil: the width was 1, not 2"),
      (.added("boil", slots: 3), "boil: the width was 1, not 3"),
      (.added("boil", to: "garden"), "boil: added to 'kitchen', not 'garden'"),
      (.added("boil", isSuspended: true), "boil: the queue was not suspended"),
      (.added("boil", priority: 4), "boil: the priority was 0, not 4"),
      (.added("pour", dependencies: []), "pour: depended on boil"),
      (.added("boil", priority: 0), "boil: later, its priority is 8 now"),
    ]
    for (condition, seen) in conditions {
      let outcome = try condition.outcome(in: run)
      #expect(!outcome.holds)
      #expect(outcome.seen.english == seen)
      #expect(!outcome.evidence.isEmpty)
    }
    #expect(try Trace.Condition.added("boil", width: 1, slots: 1).outcome(in: run).holds)
    let claim = Self.claim(
      given: [.added("boil", width: 2)], expect: [.order(.ended("boil"), .began("pour"))])
    let judgement = claim.judgement(on: Self.runs(Self.story))
    #expect(judgement.verdict == .undecided)
    #expect(judgement.seen.english.contains("the width was 1, not 2"))
  }

  @Test("for each of some names says what must be so, and names the one that fails")
  func each() throws {
    let names = ["a", "b", "c"]
    let begins = Trace.Condition.each(names) { [.happens(.began($0))] }
    #expect(begins.words == "a began; likewise b, c")
    #expect(
      Trace.Condition.each(names, "all begin") { [.happens(.began($0))] }.words == "all begin")
    let run = try Self.runs([Self.began("a"), Self.settled("b"), Self.began("c")])["p"]
    let outcome = try begins.outcome(in: run)
    #expect(!outcome.holds)
    #expect(outcome.seen.english == "for b: b never began")
  }

  @Test("says which of several moments it is about")
  func words() {
    let began = Trace.Moment.began("a")
    #expect(began.words == "a began")
    #expect(began.last.words == "a began for the last time")
    #expect(began.after(.added("b")).words == "a began after b was added to a queue")
    #expect(began.before(.ended("b").last).words == "a began before b ended for the last time")
    #expect(Trace.Moment.settled("a").words == "a was seen when the process was idle at the end")
    #expect(
      Trace.Moment.settled("a", after: began).time.english
        == "when the process was idle after a began")
    #expect(
      Trace.Moment.observed("a").last.time.english == "when its state was read for the last time")
    let counts = (0...3).map { Trace.Condition.times($0, .began, of: "a").words }
    #expect(counts == ["a: began never", "a: began once", "a: began twice", "a: began 3 times"])
  }

  @Test("that something never happens takes another moment for what no look is at")
  func neverUntil() {
    let never = Trace.Condition.never(.suspended("q"), until: .settled("a"))
    #expect(Self.verdict(never, [Self.settled("a")]) == .confirmed)
    #expect(Self.verdict(never, [Self.event(.suspended, "q"), Self.settled("a")]) == .refuted)
    #expect(Self.verdict(never, []) == .undecided)
    #expect(Self.verdict(.never(.suspended("q")), [Self.settled("a")]) == .undecided)
  }

  /// Each condition, a run in which it holds and one in which it does not.
  private static let conditions: [(Trace.Condition, holds: [Event], fails: [Event])] = [
    (
      .exactly(1, .began, of: ["a", "b"]), [began("a"), settled("a"), settled("b")],
      [
        began("a"), began("b"),
      ]
    ),
    (.times(2, .began, of: "a"), [began("a"), began("a")], [began("a"), settled("a")]),
    (
      .peak(2, of: ["a", "b", "c"], from: .began, to: .ended),
      [began("a"), began("b"), event(.ended, "a"), began("c")],
      [began("a"), began("b"), began("c")]
    ),
    (
      .peak(atMost: 1, of: ["a", "b"]), [began("a"), event(.ended, "a"), began("b")],
      [began("a"), began("b")]
    ),
    (.neverCancelled("a"), [settled("a")], [settled("a", [.ready, .cancelled])]),
    (.neverSuspended("q"), [settled("a", in: "q")], [event(.suspended, "q")]),
    (.noTimeout, [settled("a")], [event(.timedOut, "door")]),
    (.notYet(.ended("a"), at: .began("b")), [began("b")], [event(.ended, "a"), began("b")]),
    (
      .sameThread(.began("a"), .began("b")), [began("a"), began("b")],
      [began("a"), began("b", "T2")]
    ),
    (
      .differentThreads(.began("a"), .began("b")), [began("a"), began("b", "T2")],
      [
        began("a"), began("b"),
      ]
    ),
    (.onMain(.began("a")), [began("a", "main")], [began("a")]),
    (.state([.ready], at: .settled("a")), [settled("a", [.ready])], [settled("a", [.finished])]),
    (
      .flags(.ready, not: .finished, at: .settled("a")), [settled("a", [.ready, .cancelled])],
      [
        settled("a", [.ready, .finished])
      ]
    ),
    (.place(nil, at: .settled("a")), [settled("a")], [settled("a", in: "kitchen")]),
    (
      .any(.happens(.began("a")), .happens(.ended("a"))), [began("a"), settled("a")], [settled("a")]
    ),
    (.not(.happens(.began("a"))), [settled("a")], [began("a")]),
    (
      .each(["a", "b"]) { [.happens(.began($0))] }, [began("a"), began("b")],
      [
        began("a"), settled("b"),
      ]
    ),
  ]

  @Test("needs no more than one alternative, though nothing decides the other")
  func alternatives() {
    let claim = Self.claim(
      given: [], expect: [.any(.state([.ready], at: .settled("a")), .happens(.began("a")))])
    #expect(claim.judgement(on: Self.runs([Self.began("a")])).verdict == .confirmed)
    #expect(claim.judgement(on: Self.runs([])).verdict == .undecided)
  }

  @Test("is decided by each kind of condition in both ways", arguments: conditions.indices)
  func bothWays(_ place: Int) {
    let (condition, holds, fails) = Self.conditions[place]
    let claim = Self.claim(given: [], expect: [condition])
    #expect(claim.judgement(on: Self.runs(holds)).verdict == .confirmed)
    #expect(claim.judgement(on: Self.runs(fails)).verdict == .refuted)
    #expect(claim.judgement(on: Self.runs([])).verdict == .undecided)
  }

  @Test("is undecided if a condition names what the run does not show, or asks for nothing")
  func vacuous() {
    let conditions: [Trace.Condition] = [
      .neverCancelled(), .neverCancelled("typo"), .neverCancelled("boil", "typo"),
      .neverSuspended("typo"),
      .each([]) { [.happens(.began($0))] }, .peak(0, of: []), .peak(0, of: ["typo"]), .happens(),
    ]
    for condition in conditions {
      let order = Trace.Condition.order(.ended("boil"), .began("pour"))
      for claim in [
        Self.claim(given: [condition], expect: [order]),
        Self.claim(given: [], expect: [order, condition]),
      ] {
        #expect(claim.judgement(on: Self.runs(Self.story)).verdict == .undecided)
      }
    }
  }

  @Test("says of a moment that it never comes")
  func neverWords() {
    let began = Trace.Moment.began("a")
    #expect(Trace.Condition.never(began).words == "a never began")
    #expect(Trace.Condition.never(began.last).words == "a never began")
    #expect(
      Trace.Condition.never(.started("a").after(began)).words
        == "start() of a was never called after a began")
  }

  private static func verdict(_ condition: Trace.Condition, _ events: [Event]) -> Verdict {
    claim(given: [], expect: [condition]).judgement(on: runs(events)).verdict
  }

  private static func claim(given: [Trace.Condition], expect: [Trace.Condition]) -> Claim {
    Claim(
      "X1", "A statement.", origin: .kit, expected: .everywhere(.confirmed, because: "Because."),
      in: "p", given: given, expect: expect)
  }

  private static func runs(_ events: [Event]) -> Runs {
    let numbered = events.enumerated().map { place, event in
      var event = event
      event.seq = place
      return event
    }
    return Runs([Run(program: "p", outcome: .completes, trace: Trace(numbered))])
  }

  private static func event(
    _ kind: Event.Kind, _ subject: String, _ thread: String = "T1"
  ) -> Event {
    Event(seq: 0, ns: 0, thread: thread, subject: subject, kind: kind)
  }

  private static func event(
    _ kind: Event.Kind, _ subject: String, _ fact: Event.Fact
  ) -> Event {
    Event(seq: 0, ns: 0, thread: "T1", subject: subject, kind: kind, fact: fact)
  }

  private static func began(_ subject: String, _ thread: String = "T1") -> Event {
    event(.began, subject, thread)
  }

  private static func added(
    _ subject: String, to queue: String, after dependencies: [String] = []
  ) -> Event {
    Event(
      seq: 0, ns: 0, thread: "main", subject: subject, kind: .enqueued, note: queue,
      enqueueing: .init(queue: queue, width: 1, dependencies: dependencies))
  }

  private static func settled(
    _ subject: String, _ state: OperationState = [.ready, .finished], in queue: String? = nil
  ) -> Event {
    Event(
      seq: 0, ns: 0, thread: "main", subject: subject, kind: .settled, state: state,
      fact: .place(queue: queue))
  }
}
