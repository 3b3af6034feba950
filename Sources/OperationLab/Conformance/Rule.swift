/// Something that the user of a queue may rely on with any operation.
///
/// A rule judges effects that a queue's user would feel, never style.
public struct Rule: Sendable {
  /// What `--rule` takes. Part of the JSON: never renamed.
  public let id: String
  /// The rule itself, in a sentence.
  public let statement: String
  /// What breaking it costs in an app.
  public let cost: String
  /// How to mend a subclass that breaks it.
  public let cure: String
  /// The lesson that explains it.
  public let lesson: Int
  /// Whether nothing can be said about an operation that was given no work of the probe's.
  public let needsProbe: Bool
  /// What it says about the rule when a trial ends in a trap, or never.
  let endings: Endings
  /// What is done to find out.
  public let trials: [Trial]
  private let judge: @Sendable (Runs) throws -> Ruling

  /// - Parameter judge: a pure function of the trials' runs, by trial name. It throws
  ///   ``MissingEvidence`` when an event that would decide is not there.
  public init(
    _ id: String, _ statement: String, cost: String, cure: String, lesson: Int,
    needsProbe: Bool = false, endings: Endings = .convict, trials: [Trial],
    judge: @escaping @Sendable (Runs) throws -> Ruling
  ) {
    self.id = id
    self.statement = statement
    self.cost = cost
    self.cure = cure
    self.lesson = lesson
    self.needsProbe = needsProbe
    self.endings = endings
    self.trials = trials
    self.judge = judge
  }

  /// What a rule makes of a trial whose process ended in a way that no operation should bring
  /// about, so that its judge lacks events.
  public enum Endings: Sendable {
    /// The rule is broken, unless the operation ends so when it is left alone: then the fault is
    /// another one, and other rules name it.
    case convict
    /// The rule is broken: it is about an operation that is left alone.
    case convictAlways
    /// The judge has seen to it.
    case ignore
  }

  /// The verdict on the runs of the trials. Never fails: whatever is missing makes it undecided.
  public func ruling(on runs: Runs, of subject: Subject) -> Ruling {
    if needsProbe, !subject.usesProbe {
      return Ruling(
        .undecided,
        "this rule watches the operation's work; give it probe.run() or probe.begin to do", [])
    }
    do {
      return try judge(runs)
    } catch {
      return Ruling(.undecided, "\(error)", [])
    }
  }
}

/// What the trials say about a rule.
public struct Ruling: Sendable {
  /// Raw values are part of the JSON.
  public enum Verdict: String, Codable, Sendable {
    /// Nothing broke the rule in any trial.
    case holds
    /// The evidence shows it broken.
    case broken
    /// What would decide did not happen.
    case undecided
  }

  /// Whether the rule was kept.
  public var verdict: Verdict
  /// What was done and what was seen, in a sentence.
  public var why: String
  /// The events that decide.
  public var evidence: [Evidence]

  /// A verdict with its reason and its events.
  public init(_ verdict: Verdict, _ why: String, _ evidence: [Evidence]) {
    self.verdict = verdict
    self.why = why
    self.evidence = evidence
  }
}
