import OperationCourse
import OperationLab
import OperationTesting
import Testing

@testable import LabShared
@testable import lab

/// The claims of every lesson, on runs that never were: proof that their checks can fail.
@Suite("Every lesson's claims", .repeatable, .elsewhere)
struct LessonMutantTests {
  /// The claims that keep their verdict without one of the events that decide, and why.
  private static let needless = [
    "A14b": "the state that is read next shows the same",
    "A16b": "at most one body is under way: one that never began makes it no more",
    "A16i": "at most two bodies are under way: one that never began makes it no more",
    "A17c": "the completion block of the other program refutes the same",
    "A22d": "its end alone decides, and shows that it was started",
    "D01a": "the same is read at several moments",
    "D01b": "each of two ends refutes it alone",
    "D02b": "a later start and a later completion block refute it, too",
    "D04a": "progress that comes next shows the same",
    "D04b": "progress that comes next shows the same",
    "D04f": "progress that comes next shows the same",
    "D06b": "the manager notes its requests more than once",
    "E03": "each of several exits decides alone",
  ]
  /// The claims that keep their verdict on the run of another program, and why.
  private static let alike = [
    "A05": "in both, the second operation sees what the first has left",
    "A13b": "in each of them, an operation without a finish keeps the queue",
    "A16a": "both begin their work in the same way",
    "A17b": "in both, the completion block follows the end",
    "A22a": "all three end when the transfer fails",
    "A22b": "all three hear nothing while the server is silent",
    "A22e": "both are downloaded into the same place",
    "A22f": "both are downloaded into the same place",
    "A23": "all three report the same progress",
    "C15": "both start after a cancelled dependency, in the usual way",
    "C25": "both post both keys",
    "C26a": "the others differ in what their queue does not ask",
    "C28": "in both, the queue starts what was cancelled",
    "C28b": "in both, the queue starts what was cancelled",
    "C28c": "in both, the queue starts what was cancelled",
    "C29": "in both, what was cancelled is started in its turn",
    "D02b": "in all, what was cancelled is started in its turn",
    "D02d": "in both, the queue starts what was cancelled",
    "D04c": "in all, the caller hears nothing after it has cancelled",
    "E06a": "both are deallocated at their end",
    "E06c": "both are deallocated at their end",
    "E06e": "both are deallocated at their end",
  ]

  @Test(
    "lose their verdict if a deciding event is missing, or another's, or the run another program's",
    arguments: Lessons.all)
  func areSpoiled(_ lesson: Lesson) throws {
    let runs = try LessonRun.first(of: lesson).runs
    for claim in lesson.claims where Finding(claim, on: Runs(runs)).isAsExpected {
      let effects = try EditEffects(on: claim, in: runs)
      let lives = effects.survivors.filter { edit, event in
        // What was read at the end is often only one witness of many that nothing came.
        (edit == .dropped || edit == .renamed) && event.event.kind != .settled
      }
      #expect(
        lives.isEmpty == (Self.needless[claim.id] == nil),
        "\(claim.id) keeps its verdict: \(lives.map { "\($0.edit) \($0.event.event)" })")
      #expect(
        effects.imitations.isEmpty == (Self.alike[claim.id] == nil),
        "\(claim.id) keeps its verdict on \(effects.imitations)")
    }
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
          "\(claim.id) lets '\(mutant.name)' live: \(judgement.seen)")
      }
    }
    let ids = Set(Lessons.all.flatMap(\.claims).map(\.id))
    #expect(Set(ClaimMutants.all.keys).isSubset(of: ids))
  }

  #if os(Linux)
    @Test("are spoiled by the same edits of events as before")
    func areAsStrong() throws {
      let lines = try Lessons.all.flatMap { lesson in
        let runs = try LessonRun.first(of: lesson).runs
        return try lesson.claims.flatMap { try EditEffects(on: $0, in: runs).lines }
      }
      try Golden.expect("what-spoils-claims.txt", is: lines.joined(separator: "\n") + "\n")
    }
  #endif
}
