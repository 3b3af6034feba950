// The shape of `lab lesson --json` and `lab claims --json`. Add, never rename.
extension LessonReport {
  /// What `lab lesson N --json` prints.
  public struct JSON: Codable, Sendable {
    public var lesson: Int
    public var slug: String
    public var title: String
    public var platform: Platform
    public var passed: Bool
    public var programs: [ProgramJSON]
    public var claims: [ClaimJSON]
  }

  /// One program and its run.
  public struct ProgramJSON: Codable, Sendable {
    public var name: String
    public var role: Program.Role
    public var expected: Run.Outcome
    public var outcome: Run.Outcome
    public var detail: Run.Detail
    public var events: Trace
    public var snapshot: Snapshot?
    public var diagnosis: Diagnosis
  }

  /// One claim, decided.
  public struct ClaimJSON: Codable, Sendable {
    /// The lesson it belongs to.
    public var lesson: Int
    public var id: String
    public var statement: String
    public var source: Article
    public var verdict: Verdict
    public var expected: Verdict
    public var asExpected: Bool
    /// Whether the verdict may differ from run to run.
    public var varies: Bool
    /// Why this verdict is the one expected here.
    public var why: String
    /// What the trace showed.
    public var seen: String
    /// What is expected on each platform.
    public var platforms: [String: Verdict]
    public var evidence: [EvidenceJSON]
  }

  /// Where to find a deciding event.
  public struct EvidenceJSON: Codable, Sendable {
    public var program: String
    public var seq: Int
  }

  /// The report in the documented shape.
  public var json: JSON {
    JSON(
      lesson: lesson.number, slug: lesson.slug, title: lesson.title, platform: platform,
      passed: isPassed, programs: runs.compactMap(json(of:)), claims: claimsJSON)
  }

  /// The claims alone, in the documented shape.
  public var claimsJSON: [ClaimJSON] {
    findings.map { finding in
      ClaimJSON(
        lesson: lesson.number, id: finding.claim.id, statement: finding.claim.statement,
        source: finding.claim.source, verdict: finding.judgement.verdict,
        expected: finding.expected, asExpected: finding.isAsExpected,
        varies: finding.claim.expected.varies,
        why: finding.claim.expected.because, seen: finding.judgement.seen,
        platforms: [
          Platform.linux.rawValue: finding.claim.expected.linux,
          Platform.darwin.rawValue: finding.claim.expected.darwin,
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
