import OperationBench
import OperationDoctor
import OperationDownloads
import OperationLab

/// What the runs of an exercise's scenes say about the learner's file. A pure function of them.
package struct Grade: Sendable {
  /// The exercise.
  package let exercise: Exercise
  /// The runs of its scenes.
  package let runs: [Run]
  /// The verdict on each requirement, in their order.
  package let judgements: [(requirement: Requirement, judgement: Judgement)]
  /// Whether every requirement is confirmed and every scene ended as it must.
  package private(set) var passed: Bool
  /// Whether the runs do not show if a requirement is met, and nothing else fails the file.
  package let isUndecided: Bool
  /// The message to the learner, a sentence or more in each.
  private var sentences: [Phrase]
  /// What the message is about: the id of a requirement, `rule` and the id of a rule, `data race`,
  /// ``changedLine``, or how a scene ended. `nil` when the file passes, or the runs do not show enough.
  package private(set) var fault: String?
  /// What is not so although each requirement is fulfilled: a rule of `lab check`, or that no two threads
  /// race. `nil` if nothing else is wrong.
  package private(set) var brokenBesides: Phrase?
  /// The half-fix that was recognised: its name. `nil` when the file passes, has the
  /// mistake that it was given with, or fails in a way of its own.
  package let halfFix: String?

  /// The run to show, and the events in it that decide. `nil` when no run shows what is wrong.
  package private(set) var shown: (run: Run, deciding: [Event])?
  /// The run that the learner's code has ended with a trap.
  package let trapped: Run?
  /// Whether the requirement that decided is about that trap.
  package let explainsTrap: Bool

  /// Judges the runs.
  ///
  /// - Parameters:
  ///   - exercise: what was to be mended.
  ///   - runs: of its scenes.
  ///   - outcomes: what may come of its worlds. `nil`: that is not judged.
  ///   - remark: what the learner should know besides, as a sentence. It decides nothing.
  ///   - place: where in the learner's file a trap is, such as `Upload.start() at Upload.swift:20`.
  package init(
    _ exercise: Exercise, runs: [Run], outcomes: Outcomes? = nil, remark: Phrase? = nil,
    trapIn place: String? = nil
  ) {
    self.exercise = exercise
    self.runs = runs
    let evidence = Runs(runs)
    judgements = exercise.requirements.map { ($0, $0.judgement(on: evidence)) }
    // What is known to be wrong tells more than what could not be seen.
    let missed =
      judgements.first { $0.judgement.verdict == .refuted }
      ?? judgements.first { $0.judgement.verdict != .confirmed }
    let ending = Self.badEnding(of: exercise, runs, place)
    let decisive = missed?.judgement.verdict == .refuted ? missed : nil
    // The simplest world tells most, and what was seen more than what was not.
    let differences =
      outcomes.map { outcomes in
        exercise.scenes.compactMap { scene in runs.first { $0.program == scene.name } }
          .compactMap { Difference(exercise, $0, outcomes) }
      } ?? []
    let different = differences.first { $0.seen != nil } ?? differences.first
    passed = missed == nil && ending == nil && different == nil
    isUndecided =
      ending == nil && decisive == nil && (missed != nil || different != nil)
      && different?.seen == nil
    trapped = runs.first { $0.outcome == .traps }
    explainsTrap = decisive?.requirement.explainsTraps == true
    var words: [Phrase] = []
    if let ending, decisive == nil || ending.isViolent {
      words = [ending.sentence]
      shown = (ending.run, ending.run.trace.events.suffix(1))
      fault = ending.run.outcome.rawValue
    }
    let scene = decisive?.judgement.evidence.last?.program
    let decidingRun = runs.first { $0.program == scene }
    // A scene that was not cut short decides, whatever happened in another one.
    let isWhole = decidingRun.map { !Ending(run: $0).isViolent } ?? false
    if let decisive, words.isEmpty || explainsTrap || isWhole {
      words.append("\(text: decisive.requirement.message(in: decidingRun))")
      fault = decisive.requirement.id
      shown = decidingRun.map { run in
        (run, decisive.judgement.evidence.filter { $0.program == scene }.map(\.event))
      }
    }
    if let different, different.seen != nil || missed == nil, words.isEmpty {
      words = [different.message]
      shown = (different.run, different.evidence)
      if different.seen != nil {
        fault = "world \(different.world.name)"
        brokenBesides = different.statement
      }
    }
    if let missed, words.isEmpty {
      words = [
        "It could not be seen whether \(text: missed.requirement.statement): \(missed.judgement.seen). "
          + "See what your code does before that, and verify again."
      ]
    }
    if words.isEmpty {
      words = [
        exercise.kind == .hang
          ? "It hangs, and for the right reason."
          : "Mended, and for the right reason."
      ]
      if runs.contains(where: \.announcesHalf) {
        words.append(
          "(It calls didChangeValue alone. On Linux the queue is told. Elsewhere a change must stand "
            + "between willChangeValue and didChangeValue.)")
      }
      words += exercise.remarks.filter { $0.judgement(on: evidence).verdict == .refuted }
        .map { "(\(text: $0.message(in: nil)))" }
      if runs.contains(where: \.lacksThreads) { words.append("(\(Ending.noThreads))") }
    }
    sentences = words + [remark].compactMap { $0 }
    let name = decisive?.requirement.id
    halfFix = name == exercise.mistake.id ? nil : name
  }

  /// The message to the learner.
  package func message(in language: Language) -> String {
    TerminalText.visible(language(sentences))
  }

  /// The file fails although each requirement is fulfilled.
  ///
  /// - Parameters:
  ///   - fault: what the message is about. See ``fault``.
  ///   - statement: what is not so.
  ///   - why: a sentence or two for the learner.
  ///   - shown: the run to show, and the events in it that decide.
  package mutating func fail(
    _ fault: String, _ statement: Phrase, because why: Phrase,
    shown: (run: Run, deciding: [Event])? = nil
  ) {
    passed = false
    self.fault = fault
    brokenBesides = statement
    sentences = [why]
    if let shown { self.shown = shown }
  }

  /// What the message is about if a line was changed that was only to be moved.
  package static let changedLine = "changed line"

  /// Adds a sentence that decides nothing.
  package mutating func add(_ remark: Phrase) { sentences.append(remark) }

  /// What the learner's program did that no requirement speaks of.
  private static func badEnding(
    of exercise: Exercise, _ runs: [Run], _ place: String?
  ) -> Ending? {
    let endings = exercise.scenes.compactMap { scene -> Ending? in
      guard let run = runs.first(where: { $0.program == scene.name }),
        run.outcome != scene.expected || run.detail.reachedDeadline
      else { return nil }
      return Ending(run: run, place: place, world: exercise.worlds[scene.name])
    }
    return endings.first(where: \.isViolent) ?? endings.first
  }
}

/// How a scene ended that should have ended otherwise.
private struct Ending {
  let run: Run
  /// Where in the learner's file a trap is. `nil` if it is unknown.
  var place: String?
  /// The world that it was in.
  var world: World?

  /// Whether the process was ended before its time: what was not seen then says nothing.
  var isViolent: Bool { [.traps, .exits].contains(run.outcome) }

  var sentence: Phrase {
    guard let world, !world.oddities.isEmpty else { return account }
    return "\(world.phrase): \(account)"
  }

  private var account: Phrase {
    switch run.outcome {
    case .traps:
      let cause: Phrase =
        run.fatalMessage.map { "\($0)" }
        ?? "it was ended by \(text: run.detail.signal ?? "a signal")"
      return place.map { "Your program traps, in \($0): \(cause)." }
        ?? "Your program traps: \(cause)."
    case .exits:
      return "Your program ended its own process, with status \(run.detail.exitStatus ?? 0). "
        + "Let lab end it."
    case .hangs where run.detail.reachedDeadline && run.lacksThreads:
      return "Your program was not done when its time was over. \(Self.noThreads)"
    case .hangs where run.detail.reachedDeadline:
      return "Your program was still busy when its time was over. Is there a loop that never ends?"
    case .hangs:
      return "Your program hangs. \(reason)"
    case .completes:
      return "Your program goes through, but it should hang."
    }
  }

  static let noThreads: Phrase = """
    Your operations block all threads that Dispatch has here, and it adds only one a second: the \
    next ones wait for a thread. An asynchronous operation blocks none.
    """

  private var reason: Phrase {
    let diagnosis = run.diagnosis
    if run.isExplained, let first = diagnosis.findings.first { return diagnosis.phrase(of: first) }
    let left = run.snapshot?.operations.filter { !$0.state.contains(.finished) }.map(\.name) ?? []
    return left.isEmpty
      ? "A call never returns." : "Never finished: \(left.joined(separator: ", "))."
  }
}

extension Run {
  /// Whether work waited in it because all threads of a pool were blocked.
  package var lacksThreads: Bool { trace.events.contains { $0.mark == SceneTools.noThread } }

  /// Whether a notification has no willChangeValue before it.
  fileprivate var announcesHalf: Bool {
    trace.events.contains { $0.mark == SceneTools.announcesHalf }
  }

  /// What is going on in it, in a few words: a scene's name says so.
  package var situation: String { program.replacing("-", with: " ") }
}

extension Run {
  /// Whether its diagnosis can be believed, and its reader knows the operations that it names. A
  /// learner's own class leaves no event of its `start()`, so what is said to have never been started
  /// may well have been.
  package var isExplained: Bool {
    !diagnosis.findings.contains {
      [.readinessNotAnnounced, .notReady, .neverStarted].contains($0.cause)
        || snapshot?.madeUpNames.contains($0.subject) == true
    }
  }
}

extension Grade {
  /// The shape that scripts read. Once shipped: add, never rename.
  package struct JSON: Codable, Sendable {
    /// The exercise's id.
    package var exercise: String
    /// The lesson's number.
    package var lesson: Int
    /// Whether the learner's file compiled. If not there are no claims.
    package var compiled: Bool
    /// Whether it fulfils all that is required.
    package var passed: Bool
    /// The message to the learner. The compiler's messages if the file does not compile.
    package var message: String
    /// The half-fix that was recognised, if one was.
    package var halfFix: String?
    /// The verdict on each requirement.
    package var claims: [Claim]

    /// A requirement and its verdict.
    package struct Claim: Codable, Sendable {
      /// The requirement's id.
      package var id: String
      /// What the runs say.
      package var verdict: Verdict
    }

    /// Of a file that does not compile.
    package init(_ exercise: Exercise, doesNotCompile messages: String) {
      self.exercise = exercise.id
      lesson = exercise.lesson
      compiled = false
      passed = false
      message = messages
      claims = []
    }

    init(_ grade: Grade) {
      exercise = grade.exercise.id
      lesson = grade.exercise.lesson
      compiled = true
      passed = grade.passed
      message = grade.message(in: .english)
      halfFix = grade.halfFix
      claims = grade.judgements.map {
        Claim(id: $0.requirement.id, verdict: $0.judgement.verdict)
      }
    }

    /// Writes `halfFix` also when there is none, as `null`.
    package func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(exercise, forKey: .exercise)
      try container.encode(lesson, forKey: .lesson)
      try container.encode(compiled, forKey: .compiled)
      try container.encode(passed, forKey: .passed)
      try container.encode(message, forKey: .message)
      try container.encode(halfFix, forKey: .halfFix)
      try container.encode(claims, forKey: .claims)
    }
  }

  /// The grade for scripts.
  package var json: JSON { JSON(self) }
}
