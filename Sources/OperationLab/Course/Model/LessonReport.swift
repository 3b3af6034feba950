import OperationBench
import OperationDoctor
import OperationDownloads
import OperationLab

/// The result of running a lesson: its runs, and the verdicts on its claims.
package struct LessonReport: Sendable {
  /// What was run.
  package let lesson: Lesson
  /// Whose verdicts are expected.
  package let platform: Platform
  /// One run a program, in the order of the lesson.
  package let runs: [Run]
  /// The claims, decided on the runs.
  package let findings: [Finding]

  /// Judges the claims of a lesson on these runs.
  ///
  /// - Parameters:
  ///   - lesson: whose claims.
  ///   - runs: of its programs, in their order. A claim that needs another program is left out.
  ///   - platform: where they were run.
  package init(
    lesson: Lesson, runs: [Run], platform: Platform = .current
  ) {
    self.lesson = lesson
    self.platform = platform
    self.runs = runs
    let programs = lesson.programs.filter { program in runs.contains { $0.program == program.name }
    }
    findings = lesson.claims(decidedBy: programs).map {
      Finding($0, on: Runs(runs), platform: platform)
    }
  }

  /// Every program ended as declared, and every claim got the verdict expected here. A verdict that
  /// differs from a guess is news and not a failure.
  package var isPassed: Bool {
    !runs.contains(where: endingFailed) && !findings.contains(where: \.isFailure)
  }

  /// Whether a run ended the way its program declares.
  package func endedAsExpected(_ run: Run) -> Bool {
    lesson.program(named: run.program)?.expected(on: platform) == run.outcome
  }

  /// Whether a run ended in another way than it is known to end here. On macOS the endings are not
  /// measured, so the declared one is a guess.
  package func endingFailed(_ run: Run) -> Bool {
    !endedAsExpected(run) && platform == .linux
  }

  /// What was not as it is known to be here, a line each.
  package var problems: [String] {
    runs.filter(endingFailed).map { "program '\($0.program)' \($0.outcome.rawValue)" }
      + findings.filter(\.isFailure).map { finding in
        "\(finding.claim.id) is \(finding.judgement.verdict.rawValue): \(finding.judgement.seen.english)"
      }
  }

  /// The results that differ from our guesses: lines to send to the maintainers of this kit.
  package var news: [String] {
    runs.filter { !endedAsExpected($0) && !endingFailed($0) }.map { run in
      let guess = lesson.program(named: run.program)?.expected(on: platform)
      return "program '\(run.program)' of lesson \(lesson.number) on \(platform.displayName): it "
        + "\(run.outcome.rawValue), our guess was: \(guess?.rawValue ?? "no such program")"
    } + findings.compactMap(\.news)
  }
}

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
    /// Why operations were stuck. Empty if none were.
    package var diagnosis: [FindingJSON]
  }

  /// One claim, decided.
  package struct ClaimJSON: Codable, Sendable {
    /// The lesson it belongs to.
    package var lesson: Int
    /// Its id in the ledger.
    package var id: String
    /// What is said, in our own words.
    package var statement: String
    /// The article's letter. `null` when no article says it.
    @OrNull package var source: Article?
    /// The claim's origin.
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
        why: finding.claim.expected.because, seen: finding.judgement.seen.english,
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
      diagnosis: FindingJSON.all(run.trace, run.snapshot))
  }
}

extension LessonReport {
  /// The origin of a claim.
  package struct OriginJSON: Codable, Sendable {
    /// `article`, `documentation` or `kit`.
    package var kind: String
    /// The article's letter.
    @OrNull package var article: Article?
    /// The article's own words, where they are quoted.
    @OrNull package var passage: String?
    /// The address of the page of documentation that says it, alone or as the article does.
    @OrNull package var page: String?

    init(_ origin: Origin) {
      kind = "kit"
      switch origin {
      case .article(let article, let passage):
        kind = "article"
        self.article = article
        self.passage = passage?.words
        page = passage?.page
      case .documentation(let page):
        kind = "documentation"
        self.page = page
      case .kit: break
      }
    }
  }

  /// A value that is written as `null` when it is not there, instead of being left out.
  @propertyWrapper
  package struct OrNull<Value: Codable & Sendable>: Codable, Sendable {
    /// The value.
    package var wrappedValue: Value?

    /// Nothing, or the value.
    package init(wrappedValue: Value? = nil) { self.wrappedValue = wrappedValue }

    /// Reads the value or `null`.
    package init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      wrappedValue = container.decodeNil() ? nil : try container.decode(Value.self)
    }

    /// Writes the value or `null`.
    package func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      if let wrappedValue { try container.encode(wrappedValue) } else { try container.encodeNil() }
    }
  }
}

extension DownloadProgress {
  /// What an event about it says: `1029 of 3085 bytes`, or `1029 bytes` while the length is not known.
  package var fact: Event.Fact { .bytes(received: received, total: total) }
}
