import OperationLab
import Testing

@Suite("A claim")
struct ClaimTests {
  private let claim = Claim(
    "C99", "a ends before b begins", source: .c,
    expected: .everywhere(.confirmed, because: "b waits for a"),
    mutants: [
      .trace(of: "p", "b begins first") { $0.movingToFront(.began, of: "b") },
      .passing("broken", as: "p"),
    ]
  ) { runs in
    let run = try runs["p"]
    let end = try run.first(.ended, of: "a")
    let beginning = try run.first(.began, of: "b")
    return .confirmed(
      if: end.seq < beginning.seq, "a, then b", otherwise: "b first", [end, beginning])
  }

  private let good = TimelineSamples.trace {
    $0.add("T1", "a", .ended)
    $0.add("T2", "b", .began)
  }

  @Test("is confirmed by what happened, with the events that decide")
  func confirmed() throws {
    let judgement = claim.judgement(on: runs(good))
    #expect(judgement.verdict == .confirmed)
    #expect(judgement.seen == "a, then b")
    #expect(judgement.evidence.map(\.seq) == [0, 1])
    #expect(judgement.evidence.map(\.program) == ["p", "p"])
  }

  @Test("is undecided, with no evidence, when an event or a run is missing")
  func undecided() {
    #expect(
      claim.judgement(on: runs(good.removing(.ended)))
        == Judgement(.undecided, "program 'p' has no event 'ended' of a", []))
    #expect(
      claim.judgement(on: Runs([])) == Judgement(.undecided, "program 'p' has not been run", []))
  }

  @Test("gets another verdict from each mutant")
  func mutants() {
    let broken = Run(
      program: "broken", outcome: .hangs, trace: good.movingToFront(.began, of: "b"))
    let both = Runs([Run(program: "p", outcome: .completes, trace: good), broken])
    #expect(claim.judgement(on: both).verdict == .confirmed)
    #expect(
      claim.mutants.map(\.name) == [
        "b begins first", "the run of 'broken' passed off as 'p'",
      ])
    for mutant in claim.mutants {
      #expect(claim.judgement(on: mutant.mutated(both)).verdict == .refuted, "\(mutant.name)")
    }
  }

  @Test("without evidence is undecided, whatever verdict it was given")
  func verdictNeedsEvidence() {
    #expect(Judgement(.confirmed, "because I say so", []).verdict == .undecided)
    #expect(Judgement(.refuted, "because I say so", []).verdict == .undecided)
  }

  private func runs(_ trace: Trace) -> Runs {
    Runs([Run(program: "p", outcome: .completes, trace: trace)])
  }
}

@Suite("An expectation")
struct ExpectationTests {
  @Test("everywhere is the same on both platforms")
  func everywhere() {
    let expectation = OperationLab.Expectation.everywhere(.refuted, because: "so")
    #expect(
      expectation == OperationLab.Expectation(linux: .refuted, darwin: .refuted, because: "so"))
    #expect(!expectation.dependsOnPlatform)
    #expect(allowed(expectation, on: .linux) == [.refuted])
    #expect(allowed(expectation, on: .darwin) == [.refuted])
  }

  @Test("may depend on the platform")
  func perPlatform() {
    let expectation = OperationLab.Expectation(linux: .refuted, darwin: .confirmed, because: "so")
    #expect(expectation.dependsOnPlatform)
    #expect(allowed(expectation, on: .linux) == [.refuted])
    #expect(allowed(expectation, on: .darwin) == [.confirmed])
  }

  @Test("that varies allows both verdicts, and never undecided")
  func varies() {
    let expectation = OperationLab.Expectation.sometimes(because: "nothing forces an order")
    #expect(!expectation.dependsOnPlatform)
    #expect(allowed(expectation, on: .linux) == [.confirmed, .refuted])
    #expect(allowed(expectation, on: .darwin) == [.confirmed, .refuted])
  }

  private func allowed(_ expectation: OperationLab.Expectation, on platform: Platform) -> [Verdict]
  {
    Verdict.allCases.filter { expectation.allows($0, on: platform) }
  }
}

@Suite("A finding")
struct FindingTests {
  @Test("is as expected if the platform's verdict was found")
  func asExpected() {
    let claim = Claim(
      "C98", "s", source: .a,
      expected: OperationLab.Expectation(linux: .undecided, darwin: .confirmed, because: "b"),
      mutants: []
    ) { _ in throw MissingEvidence.run(program: "p") }
    let (here, there) = (
      Finding(claim, on: Runs([]), platform: .linux),
      Finding(claim, on: Runs([]), platform: .darwin)
    )
    #expect(here.expected == .undecided && here.isAsExpected)
    #expect(there.expected == .confirmed && !there.isAsExpected)
  }
}
