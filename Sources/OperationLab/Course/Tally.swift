/// What many runs of one lesson say: how often each claim was confirmed.
public struct Tally: Sendable {
  /// The lesson that was repeated.
  public let lesson: Lesson
  /// How often it was run.
  public private(set) var rounds = 0
  /// How many of the rounds passed.
  public private(set) var passes = 0
  /// The claims, in the order of the lesson.
  public private(set) var entries: [Entry] = []
  /// What was not as expected, a line for each of the first few.
  public private(set) var problems: [String] = []

  private static let problemLimit = 20

  /// A tally of no rounds yet.
  public init(_ lesson: Lesson) {
    self.lesson = lesson
  }

  /// One claim in all rounds.
  public struct Entry: Sendable {
    /// The claim that was judged.
    public let claim: Claim
    /// How often each verdict was found.
    public internal(set) var counts: [Verdict: Int] = [:]
    /// The first finding and the run behind it, for each verdict.
    public internal(set) var examples: [Verdict: (finding: Finding, runs: [Run])] = [:]

    /// How often it was confirmed, in one word.
    public var frequency: Frequency {
      let confirmed = counts[.confirmed] ?? 0
      return confirmed == counts.values.reduce(0, +)
        ? .always : confirmed == 0 ? .never : .sometimes
    }
  }

  /// How often something was found. Raw values are part of the JSON.
  public enum Frequency: String, Codable, Sendable {
    /// In every round.
    case always
    /// In some rounds and not in others.
    case sometimes
    /// In no round.
    case never
  }

  /// Whether every round passed.
  public var isPassed: Bool { passes == rounds }

  /// Counts one more round.
  public mutating func add(_ report: LessonReport) {
    rounds += 1
    if report.isPassed { passes += 1 }
    let news = report.problems.map { "round \(rounds): \($0)" }
    problems += news.prefix(max(0, Self.problemLimit - problems.count))
    for finding in report.findings {
      let place = place(of: finding.claim)
      let verdict = finding.judgement.verdict
      entries[place].counts[verdict, default: 0] += 1
      if entries[place].examples[verdict] == nil {
        entries[place].examples[verdict] = (finding, report.runs)
      }
    }
  }

  private mutating func place(of claim: Claim) -> Int {
    if let place = entries.firstIndex(where: { $0.claim.id == claim.id }) { return place }
    entries.append(Entry(claim: claim))
    return entries.count - 1
  }
}

extension Tally {
  /// What `lab lesson N --repeat K --json` prints.
  public struct JSON: Codable, Sendable {
    /// The lesson's number.
    public var lesson: Int
    /// How often it was run.
    public var rounds: Int
    /// In how many rounds everything was as expected.
    public var passes: Int
    /// Whether that were all of them.
    public var passed: Bool
    /// The claims.
    public var claims: [ClaimJSON]
  }

  /// One claim in all rounds.
  public struct ClaimJSON: Codable, Sendable {
    /// The id in the ledger.
    public var id: String
    /// What is said, in our own words.
    public var statement: String
    /// How often it was confirmed.
    public var frequency: Frequency
    /// How often each verdict was found.
    public var counts: [String: Int]
  }

  /// The tally in the documented shape.
  public var json: JSON {
    JSON(
      lesson: lesson.number, rounds: rounds, passes: passes, passed: isPassed,
      claims: entries.map { entry in
        ClaimJSON(
          id: entry.claim.id, statement: entry.claim.statement, frequency: entry.frequency,
          counts: Dictionary(
            uniqueKeysWithValues: entry.counts.map { ($0.key.rawValue, $0.value) }))
      })
  }
}
