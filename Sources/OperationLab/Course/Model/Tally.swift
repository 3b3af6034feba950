import OperationDoctor
import OperationDownloads
import OperationTesting

/// The results of many runs of one lesson: how often each claim was confirmed.
package struct Tally: Sendable {
  /// The lesson that was repeated.
  package let lesson: Lesson
  /// How often it was run.
  package private(set) var rounds = 0
  /// How many of the rounds passed.
  package private(set) var passes = 0
  /// The claims, in the order of the lesson.
  package private(set) var entries: [Entry] = []
  /// What was not as expected, a line for each of the first few.
  package private(set) var problems: [String] = []

  private static let problemLimit = 20

  /// A tally of no rounds yet.
  package init(_ lesson: Lesson) {
    self.lesson = lesson
  }

  /// One claim in all rounds.
  package struct Entry: Sendable {
    /// The claim that was judged.
    package let claim: Claim
    /// How often each verdict was found.
    package internal(set) var counts: [Verdict: Int] = [:]
    /// The first finding and the run behind it, for each verdict.
    package internal(set) var examples: [Verdict: (finding: Finding, runs: [Run])] = [:]

    /// How often it was confirmed, in one word.
    package var frequency: Frequency {
      let confirmed = counts[.confirmed] ?? 0
      return confirmed == counts.values.reduce(0, +)
        ? .always : confirmed == 0 ? .never : .sometimes
    }
  }

  /// How often something was found. Raw values are part of the JSON.
  package enum Frequency: String, Codable, Sendable {
    /// In every round.
    case always
    /// In some rounds and not in others.
    case sometimes
    /// In no round.
    case never
  }

  /// Whether every round passed.
  package var isPassed: Bool { passes == rounds }

  /// Counts one more round.
  package mutating func add(_ report: LessonReport) {
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
  package struct JSON: Codable, Sendable {
    /// The lesson's number.
    package var lesson: Int
    /// How often it was run.
    package var rounds: Int
    /// In how many rounds everything was as expected.
    package var passes: Int
    /// Whether that were all of them.
    package var passed: Bool
    /// The claims.
    package var claims: [ClaimJSON]
  }

  /// One claim in all rounds.
  package struct ClaimJSON: Codable, Sendable {
    /// The id in the ledger.
    package var id: String
    /// What is said, in our own words.
    package var statement: String
    /// How often it was confirmed.
    package var frequency: Frequency
    /// How often each verdict was found.
    package var counts: [String: Int]
  }

  /// The tally in the documented shape.
  package var json: JSON {
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
