import OperationLab
import OperationTesting

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
  /// What to tell the learner.
  package private(set) var message: String
  /// The half-fix that was recognised: the name of its file; `nil` when the file passes, has the
  /// mistake that it was given with, or fails in a way of its own.
  package let halfFix: String?

  /// The requirement that decided, with its events; `nil` when something else did, or all are met.
  package let decisive: (requirement: Requirement, judgement: Judgement)?

  /// Judges the runs.
  ///
  /// - Parameters:
  ///   - exercise: what was to be mended.
  ///   - runs: of its scenes.
  ///   - remark: what the learner should know besides, as a sentence; it decides nothing.
  package init(_ exercise: Exercise, runs: [Run], remark: String? = nil) {
    self.exercise = exercise
    self.runs = runs
    let evidence = Runs(runs)
    let judgements = exercise.requirements.map { ($0, $0.judgement(on: evidence)) }
    self.judgements = judgements
    let missed = judgements.first { $0.1.verdict != .confirmed }
    let ending = Self.badEnding(of: exercise, runs)
    passed = missed == nil && ending == nil
    decisive = missed?.1.verdict == .refuted ? missed : nil
    isUndecided = missed?.1.verdict == .undecided && ending == nil
    let words: String
    if let decisive {
      words = decisive.requirement.message
    } else if let ending {
      words = ending
    } else if let missed {
      words = "It cannot be told whether \(missed.0.statement): \(missed.1.seen)."
    } else {
      words = "Mended, and for the right reason."
    }
    message = words + (remark.map { " " + $0 } ?? "")
    let name = decisive?.requirement.id
    halfFix = name == exercise.mistake.id ? nil : name
  }

  /// The file fails: its class breaks a rule that all users of a queue rely on.
  package mutating func fail(_ broken: Conformance.Report.Result) {
    passed = false
    message = """
      All that the task names is right now; but the class breaks the rule \(broken.rule.id): \
      \(broken.why). \(broken.cure)
      """
  }

  /// Adds a sentence that decides nothing.
  package mutating func add(_ remark: String) { message += " " + remark }

  /// What the learner's program did that no requirement speaks of.
  private static func badEnding(of exercise: Exercise, _ runs: [Run]) -> String? {
    for scene in exercise.scenes {
      guard let run = runs.first(where: { $0.program == scene.name }) else { continue }
      if run.outcome == scene.expected, !run.detail.reachedDeadline { continue }
      return Ending(run, expected: scene.expected).sentence
    }
    return nil
  }
}

/// How a scene ended that should have ended otherwise, in a sentence.
private struct Ending {
  let run: Run
  let expected: Run.Outcome

  init(_ run: Run, expected: Run.Outcome) {
    self.run = run
    self.expected = expected
  }

  var sentence: String {
    let scene = "In the scene '\(run.program)'"
    switch run.outcome {
    case .traps:
      return "\(scene) your program was ended by \(run.detail.signal ?? "a signal")"
        + (run.fatalMessage.map { ": \($0)" } ?? ".")
    case .exits:
      return "\(scene) your program ended its own process, with status "
        + "\(run.detail.exitStatus ?? 0); leave it to lab to end it."
    case .hangs where run.detail.reachedDeadline:
      return "\(scene) your program was still busy when its time was over; is there a loop that "
        + "never ends?"
    case .hangs:
      return "\(scene) your program hangs. \(reason)"
    case .completes:
      return "\(scene) your program goes through; it should hang."
    }
  }

  private var reason: String {
    let diagnosis = run.diagnosis
    if Grade.isExplained(by: diagnosis), let first = diagnosis.findings.first {
      return first.sentence
    }
    let left = run.snapshot?.operations.filter { !$0.state.contains(.finished) }.map(\.name) ?? []
    return left.isEmpty
      ? "Something waits for ever." : "Never finished: \(left.joined(separator: ", "))."
  }
}

extension Grade {
  /// Whether a diagnosis can be believed. A learner's own class leaves no event of its `start()`, so
  /// what is said to have never been started may well have been.
  package static func isExplained(by diagnosis: Diagnosis) -> Bool {
    !diagnosis.findings.contains {
      [.readinessNotAnnounced, .notReady, .neverStarted].contains($0.cause)
    }
  }
}
