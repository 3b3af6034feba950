import OperationCourse
import OperationLab
import OperationTesting
import Testing

@testable import LabShared
@testable import lab

/// The claims of every lesson, on runs that are wrong.
@Suite("Every lesson's claims", .repeatable, .elsewhere)
struct LessonMutantTests {
  @Test("reject each of their mutants", arguments: Lessons.all)
  func rejectsMutants(_ lesson: Lesson) throws {
    let runs = try LessonRun.first(of: lesson).runs
    for claim in lesson.claims {
      #expect(!claim.mutants.isEmpty, "\(claim.id) has no mutant")
      let finding = Finding(claim, on: Runs(runs))
      #expect(!finding.isFailure)
      // Where a guess was wrong there is no verdict yet for mutants to spoil.
      for mutant in claim.mutants(on: .current) where finding.isAsExpected {
        let judgement = claim.judgement(on: Runs(mutant.mutated(runs)))
        #expect(
          !claim.expected.allows(judgement.verdict, on: .current),
          "\(claim.id) lets the mutant '\(mutant.name)' live: \(judgement.seen)")
      }
    }
  }

  @Test("are there for each of the mutants")
  func hasClaims() {
    let ids = Lessons.all.flatMap(\.claims).map(\.id)
    #expect(Set(ClaimMutants.all.keys).subtracting(ids).isEmpty)
  }

  @Test("must reject on macOS only mutants that cannot be what macOS shows")
  func knowsImitations() {
    for claim in Lessons.all.flatMap(\.claims) {
      #expect(claim.mutants(on: .linux).count == claim.mutants.count)
      #expect(claim.mutants(on: .darwin).isEmpty == claim.expected.dependsOnPlatform)
    }
  }
}

extension Claim {
  /// The mutants that must be rejected there. They are made from what Linux shows, and where macOS
  /// should show something else, some are just that.
  fileprivate func mutants(on platform: Platform) -> [Mutant] {
    platform == .darwin && expected.dependsOnPlatform ? [] : mutants
  }

  fileprivate var mutants: [Mutant] { ClaimMutants.all[id] ?? [] }
}
