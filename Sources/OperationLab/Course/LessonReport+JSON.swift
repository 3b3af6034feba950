// The shape of `lab lesson --json` and `lab claims --json`. Add, never rename.
extension LessonReport {
  /// What `lab lesson N --json` prints.
  public struct JSON: Codable, Sendable {
    /// Its number.
    public var lesson: Int
    /// Its name, as on the command line.
    public var slug: String
    /// Its heading.
    public var title: String
    /// Where it was run.
    public var platform: Platform
    /// Whether all endings and all verdicts were the ones expected there.
    public var passed: Bool
    /// The programs that were run, in order.
    public var programs: [ProgramJSON]
    /// The claims that were decided, in order.
    public var claims: [ClaimJSON]
  }

  /// One program and its run.
  public struct ProgramJSON: Codable, Sendable {
    /// Unique in the lesson.
    public var name: String
    /// What it stands for.
    public var role: Program.Role
    /// How it should end on this platform.
    public var expected: Run.Outcome
    /// How it ended.
    public var outcome: Run.Outcome
    /// Signal, exit status and output of its process.
    public var detail: Run.Detail
    /// Everything that happened, in order.
    public var events: Trace
    /// How everything stood in the end.
    public var snapshot: Snapshot?
    /// Why operations were stuck; empty if none were.
    public var diagnosis: Diagnosis
  }

  /// One claim, decided.
  public struct ClaimJSON: Codable, Sendable {
    /// The lesson it belongs to.
    public var lesson: Int
    /// Its id in the ledger.
    public var id: String
    /// What is said, in our own words.
    public var statement: String
    /// The article's letter; `null` when no article says it.
    @OrNull public var source: Article?
    /// Who says it.
    public var origin: OriginJSON
    /// What the trace shows here.
    public var verdict: Verdict
    /// What it should show here.
    public var expected: Verdict
    /// Whether the two agree.
    public var asExpected: Bool
    /// Whether the verdict may differ from run to run.
    public var varies: Bool
    /// Why this verdict is the one expected here.
    public var why: String
    /// What the trace showed.
    public var seen: String
    /// What is expected on each platform.
    public var platforms: [String: Verdict]
    /// What that rests on, on each platform: `measured`, `documented`, `reported` or `unmeasured`.
    public var bases: [String: String]
    /// The events that decide it.
    public var evidence: [EvidenceJSON]
  }

  /// Where to find a deciding event.
  public struct EvidenceJSON: Codable, Sendable {
    /// The program in whose run it happened.
    public var program: String
    /// Its place in that run.
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
