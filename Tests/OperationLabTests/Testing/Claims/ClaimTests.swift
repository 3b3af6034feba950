import OperationLab
import OperationBench
import Testing

@Suite("A claim", .repeatable)
struct ClaimTests {
  private let claim = Claim(
    "C99", "a ends before b begins", origin: .article(.c),
    expected: .everywhere(.confirmed, because: "b waits for a"),
    in: "p", given: [.happens(.ended("a"))], expect: [.order(.ended("a"), .began("b"))])

  private let good = Situation("T1 ended a\nT2 began b").trace

  @Test("is confirmed by what happened, with the events that decide")
  func confirmed() throws {
    let judgement = claim.judgement(on: runs(good))
    #expect(judgement.verdict == .confirmed)
    #expect(judgement.seen.english == "a ended, then b began")
    #expect(judgement.evidence.map(\.seq) == [0, 1])
    #expect(judgement.evidence.map(\.program) == ["p", "p"])
  }

  @Test("is undecided, with no evidence, when an event or a run is missing")
  func undecided() {
    let withoutBeginning = claim.judgement(on: runs(Situation("T1 ended a").trace))
    #expect(withoutBeginning.verdict == .undecided && withoutBeginning.evidence.isEmpty)
    let withoutRun = claim.judgement(on: Runs([]))
    #expect(withoutRun.verdict == .undecided && withoutRun.evidence.isEmpty)
    #expect(withoutRun.seen.english == "program 'p' has not been run")
  }

  @Test("without evidence is undecided, whatever verdict it was given")
  func verdictNeedsEvidence() {
    #expect(Judgement(.confirmed, "because I say so", []).verdict == .undecided)
    #expect(Judgement(.refuted, "because I say so", []).verdict == .undecided)
  }

  @Test("an event with two meanings is shown once") func eventWithTwoMeanings() {
    let events = Situation("main began a\nmain ended a").trace.events.map {
      Evidence(program: "p", event: $0)
    }
    let judgement = Judgement(.confirmed, "both", [events[1], events[0], events[1]])
    #expect(judgement.evidence == [events[1], events[0]])
  }

  private func runs(_ trace: Trace) -> Runs {
    Runs([Run(program: "p", outcome: .completes, trace: trace)])
  }
}

@Suite("An expectation", .repeatable)
struct ExpectationTests {
  @Test("everywhere is the same on both platforms")
  func everywhere() {
    let expectation = OperationBench.Expectation.everywhere(.refuted, because: "so")
    #expect(
      expectation == OperationBench.Expectation(linux: .refuted, darwin: .refuted, because: "so"))
    #expect(!expectation.dependsOnPlatform)
    #expect(allowed(expectation, on: .linux) == [.refuted])
    #expect(allowed(expectation, on: .darwin) == [.refuted])
  }

  @Test("may depend on the platform")
  func perPlatform() {
    let expectation = OperationBench.Expectation(
      linux: .refuted, darwin: .confirmed, because: "so")
    #expect(expectation.dependsOnPlatform)
    #expect(allowed(expectation, on: .linux) == [.refuted])
    #expect(allowed(expectation, on: .darwin) == [.confirmed])
  }

  @Test("that varies allows both verdicts, and never undecided")
  func varies() {
    let expectation = OperationBench.Expectation.sometimes(because: "nothing forces an order")
    #expect(!expectation.dependsOnPlatform)
    #expect(allowed(expectation, on: .linux) == [.confirmed, .refuted])
    #expect(allowed(expectation, on: .darwin) == [.confirmed, .refuted])
  }

  @Test("rests on measurement on Linux, and on macOS on what is said of it")
  func bases() {
    let guess = OperationBench.Expectation.everywhere(.refuted, because: "so")
    #expect(guess.basis(on: .linux) == .measured && guess.basis(on: .darwin) == .unmeasured)
    let known = OperationBench.Expectation(
      linux: .refuted, darwin: .confirmed, basis: .documented(page: "p"), because: "so")
    #expect(known.basis(on: .linux) == .measured)
    #expect(known.basis(on: .darwin) == .documented(page: "p"))
    let names = [known.basis, .reported("l"), .unmeasured, .measured].map(\.name)
    #expect(names == ["documented", "reported", "unmeasured", "measured"])
  }

  private func allowed(_ expectation: OperationBench.Expectation, on platform: Platform)
    -> [Verdict]
  {
    Verdict.allCases.filter { expectation.allows($0, on: platform) }
  }
}

@Suite("A finding", .repeatable)
struct FindingTests {
  @Test("is as expected if the platform's verdict was found")
  func asExpected() {
    let claim = Claim(
      "C98", "s", origin: .article(.a),
      expected: OperationBench.Expectation(linux: .undecided, darwin: .confirmed, because: "b"),
      in: "p", given: [], expect: [])
    let (here, there) = (
      Finding(claim, on: Runs([]), platform: .linux),
      Finding(claim, on: Runs([]), platform: .darwin)
    )
    #expect(here.expected == .undecided && here.isAsExpected)
    #expect(there.expected == .confirmed && !there.isAsExpected)
  }

  @Test("that differs from a guess is news with a line to send, and no failure")
  func news() {
    let there = finding(.unmeasured, on: .darwin)
    #expect(there.isNews && !there.isFailure && !there.isAsExpected)
    #expect(there.news == "C98 on macOS: refuted, our guess was confirmed; seen: a began on T1")
  }

  @Test(
    "that differs from what is known is a failure and no news",
    arguments: [
      OperationBench.Expectation.Basis.documented(page: "p"), .reported("l"), .measured,
    ])
  func failure(_ basis: OperationBench.Expectation.Basis) {
    let there = finding(basis, on: .darwin)
    #expect(there.isFailure && !there.isNews && there.news == nil)
  }

  @Test("on Linux always differs from what was measured")
  func linux() {
    #expect(finding(.unmeasured, on: .linux).isFailure)
  }

  private func finding(
    _ basis: OperationBench.Expectation.Basis, on platform: Platform
  ) -> Finding {
    let claim = Claim(
      "C98", "s", origin: .kit, expected: .everywhere(.confirmed, basis: basis, because: "b"),
      in: "p", given: [], expect: [.onMain(.began("a"))])
    let run = Run(program: "p", outcome: .completes, trace: Situation("T1 began a").trace)
    return Finding(claim, on: Runs([run]), platform: platform)
  }
}
