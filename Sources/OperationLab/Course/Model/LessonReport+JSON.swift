import OperationLab
import OperationTesting

// The shape of `lab lesson --json` and `lab claims --json`. Add, never rename.
extension LessonReport {
  /// What `lab lesson N --json` prints.
  package struct JSON: Codable, Sendable {
    /// Its number.
    package var lesson: Int
    /// Its name, as on the command line.
    package var slug: String
    /// Its heading.
    package var title: String
    /// Where it was run.
    package var platform: Platform
    /// Whether all endings and all verdicts were the ones expected there.
    package var passed: Bool
    /// The programs that were run, in order.
    package var programs: [ProgramJSON]
    /// The claims that were decided, in order.
    package var claims: [ClaimJSON]
  }

  /// One program and its run.
  package struct ProgramJSON: Codable, Sendable {
    /// Unique in the lesson.
    package var name: String
    /// What it stands for.
    package var role: Program.Role
    /// How it should end on this platform.
    package var expected: Run.Outcome
    /// How it ended.
    package var outcome: Run.Outcome
    /// Signal, exit status and output of its process.
    package var detail: Run.Detail
    /// Everything that happened, in order.
    package var events: Trace
    /// How everything stood in the end.
    package var snapshot: Snapshot?
    /// Why operations were stuck; empty if none were.
    package var diagnosis: Diagnosis
  }

  /// One claim, decided.
  package struct ClaimJSON: Codable, Sendable {
    /// The lesson it belongs to.
    package var lesson: Int
    /// Its id in the ledger.
    package var id: String
    /// What is said, in our own words.
    package var statement: String
    /// The article's letter; `null` when no article says it.
    @OrNull package var source: Article?
    /// Who says it.
    package var origin: OriginJSON
    /// What the trace shows here.
    package var verdict: Verdict
    /// What it should show here.
    package var expected: Verdict
    /// Whether the two agree.
    package var asExpected: Bool
    /// Whether the verdict may differ from run to run.
    package var varies: Bool
    /// Why this verdict is the one expected here.
    package var why: String
    /// What the trace showed.
    package var seen: String
    /// What is expected on each platform.
    package var platforms: [String: Verdict]
    /// What that rests on, on each platform: `measured`, `documented`, `reported` or `unmeasured`.
    package var bases: [String: String]
    /// The events that decide it.
    package var evidence: [EvidenceJSON]
  }

  /// Where to find a deciding event.
  package struct EvidenceJSON: Codable, Sendable {
    /// The program in whose run it happened.
    package var program: String
    /// Its place in that run.
    package var seq: Int
  }

  /// The report in the documented shape.
  package var json: JSON {
    JSON(
      lesson: lesson.number, slug: lesson.slug, title: lesson.title, platform: platform,
      passed: isPassed, programs: runs.compactMap(json(of:)), claims: claimsJSON)
  }

  /// The claims alone, in the documented shape.
  package var claimsJSON: [ClaimJSON] {
    findings.map { finding in
      ClaimJSON(
        lesson: lesson.number, id: finding.claim.id, statement: finding.claim.statement,
        source: OrNull(wrappedValue: finding.claim.source),
        origin: OriginJSON(finding.claim.origin),
        verdict: finding.judgement.verdict,
        expected: finding.expected, asExpected: finding.isAsExpected,
        varies: finding.claim.expected.varies,
        why: finding.claim.expected.because, seen: finding.judgement.seen,
        platforms: [
          Platform.linux.rawValue: finding.claim.expected.linux,
          Platform.darwin.rawValue: finding.claim.expected.darwin,
        ],
        bases: [
          Platform.linux.rawValue: finding.claim.expected.basis(on: .linux).name,
          Platform.darwin.rawValue: finding.claim.expected.basis(on: .darwin).name,
        ],
        evidence: finding.judgement.evidence.map {
          EvidenceJSON(program: $0.program, seq: $0.event.seq)
        })
    }
  }

  private func json(of run: Run) -> ProgramJSON? {
    guard let program = lesson.program(named: run.program) else { return nil }
    return ProgramJSON(
      name: program.name, role: program.role, expected: program.expected(on: platform),
      outcome: run.outcome, detail: run.detail, events: run.trace, snapshot: run.snapshot,
      diagnosis: run.diagnosis)
  }
}
