import OperationCourse
import OperationLab
import OperationBench
import Testing

@testable import LabKit

/// The claims of every lesson, on runs that never were: proof that their checks can fail.
@Suite("Every lesson's claims", .longPlan, .repeatable, .elsewhere)
struct LessonMutantTests {
  /// The claims of which the deciding events depend on which of two threads is faster.
  private static let varying: Set = ["A16b", "A16i", "A17c", "A18c"]
  /// The claims that keep their verdict without one of the events that decide, and why.
  private static let needless = [
    "A14b": "another reading shows the same",
    "A22d": "that it never finished decides",
    "D01a": "the same is read at several moments",
    "D01b": "each of two ends refutes it alone",
    "D02b": "a later start and a later completion block refute it, too",
    "D04a": "progress that comes next shows the same",
    "D04b": "progress that comes next shows the same",
    "D04f": "progress that comes next shows the same",
    "D06b": "the manager notes its requests more than once",
    "E03": "that one never finished decides",
  ]
  /// The claims that keep their verdict on the run of another program, and why.
  private static let alike = [
    "A05": "in both, a queue of width 1 runs its operations on any thread",
    "A13b": "none of them overrides isCancelled",
    "A16a": "both finish only when the work is done",
    "A17b": "in both, the completion block comes after the end",
    "A22a": "all three call the delegate on the main thread",
    "A22b": "none of them begins a transfer for what was cancelled before its start",
    "A22e": "both call the delegate once, whenever cancel() comes",
    "A22f": "in both, a failed download leaves its queue",
    "A23": "in all three, start() returns before the transfer has ended",
    "C12": "in both, ten operations run two at a time and report their ends later",
    "C15": "in both, the body of what was cancelled does not run",
    "C25": "both override what the statement names",
    "C26a": "the others post isFinished, too, and what they lack is not asked for",
    "C28": "in both, the queue starts what was cancelled",
    "C28b": "in both, the queue starts what was cancelled",
    "C28c": "in both, the queue starts what was cancelled",
    "C29": "in both, what was cancelled is started in its turn",
    "D02b": "in all of them, what was cancelled ends once",
    "D02d": "in both, a waiting one ends when its queue starts it",
    "D04c": "in all of them, a caller that cancels gets one error",
    "E06a": "both are deallocated at their end",
    "E06c": "both are deallocated at their end",
    "E06e": "both are deallocated at their end",
  ]

  private typealias Effects = [(id: String, effects: EditEffects)]

  /// By the number of the lesson. Made once.
  private static let first = Result {
    try Dictionary(
      uniqueKeysWithValues: Lessons.all.map { lesson in
        (lesson.number, try effects(of: lesson, in: LessonRun.first(of: lesson)))
      })
  }

  private static func effects(of lesson: Lesson, in report: LessonReport) throws -> Effects {
    try lesson.claims.filter { !varying.contains($0.id) }.map {
      (id: $0.id, effects: try EditEffects(on: $0, in: report.runs))
    }
  }

  @Test(
    "lose their verdict if a deciding event is missing, or another's, or the run another program's",
    arguments: Lessons.all)
  func areSpoiled(_ lesson: Lesson) throws {
    // In one run of many, another thread may be faster. What a claim lacks, it lacks in each.
    var effects = try Self.first.get()[lesson.number] ?? []
    for _ in 1..<3 where !effects.flatMap(Self.problems).isEmpty {
      effects = try Self.effects(of: lesson, in: LessonRun.another(of: lesson))
    }
    #expect(effects.flatMap(Self.problems) == [])
  }

  /// What is not so that must be so of each claim.
  private static func problems(_ id: String, _ effects: EditEffects) -> [String] {
    guard effects.isAsExpected else { return [] }
    var problems: [String] = []
    let lives = effects.survivors.filter { edit, event in
      // What was read at the end is often only one witness of many that nothing came.
      (edit == .dropped || edit == .renamed) && event.event.kind != .settled
    }
    if lives.isEmpty != (needless[id] == nil) {
      problems.append("\(id) keeps its verdict: \(lives.map { "\($0.edit) \($0.event.event)" })")
    }
    if effects.imitations.isEmpty != (alike[id] == nil) {
      problems.append("\(id) keeps its verdict on \(effects.imitations)")
    }
    return problems
  }

  @Test("reject runs that are edited by hand, where no single edit shows that a condition matters")
  func rejectMutants() throws {
    for claim in Lessons.all.flatMap(\.claims) {
      guard let mutants = ClaimMutants.all[claim.id] else { continue }
      let lesson = try #require(Lessons.all.first { $0.claims.contains { $0.id == claim.id } })
      let runs = try LessonRun.first(of: lesson).runs
      guard Finding(claim, on: Runs(runs)).isAsExpected else { continue }
      for mutant in mutants {
        let judgement = claim.judgement(on: Runs(mutant.mutated(runs)))
        #expect(
          !claim.expected.allows(judgement.verdict, on: .current),
          "\(claim.id) lets '\(mutant.name)' live: \(judgement.seen.english)")
      }
    }
    let ids = Set(Lessons.all.flatMap(\.claims).map(\.id))
    #expect(Set(ClaimMutants.all.keys).isSubset(of: ids))
  }

  @Test(
    "are spoiled by the same edits of events as before, which are those of Linux",
    .enabled(if: Platform.current == .linux))
  func areAsStrong() throws {
    let name = "what-spoils-claims.txt"
    let golden = Set(Golden.lines(name).map(String.init))
    let lines = try Lessons.all.flatMap { lesson in
      var lines = try Self.first.get()[lesson.number]?.flatMap(\.effects.lines) ?? []
      // In a free run, another thread may be faster. A weaker claim is weaker in a chosen order, too,
      // and in each free run.
      let reruns = [LessonRun.inUsualOrder, LessonRun.another, LessonRun.another]
      for rerun in reruns where !golden.isSuperset(of: lines) {
        let others = try Self.effects(of: lesson, in: rerun(lesson)).flatMap(\.effects.lines)
        lines = zip(lines, others).map { golden.contains($0) ? $0 : $1 }
      }
      return lines
    }
    try Golden.expect(name, is: lines.joined(separator: "\n") + "\n")
  }
}
