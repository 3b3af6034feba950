import Foundation
import OperationCourse
import OperationLab
import Testing

@Suite("JSON of a lesson", .longPlan, .repeatable, .elsewhere)
struct LessonJSONTests {
  @Test("points with its evidence at events that exist")
  func evidence() throws {
    let data = Data(try LabProcess.run("lesson", "4", "--json").output.utf8)
    let report = try JSONDecoder().decode(LessonReport.JSON.self, from: data)
    for claim in report.claims {
      #expect(!claim.evidence.isEmpty)
      for item in claim.evidence {
        let program = try #require(report.programs.first { $0.name == item.program })
        #expect(program.events.events.contains { $0.seq == item.seq })
      }
    }
  }

  @Test("of the ledger is an array of claims, each with its lesson")
  func claims() throws {
    let result = try LabProcess.run("claims", "--lesson", "2", "--json")
    #expect(result.status == 0)
    let claims = try JSONDecoder().decode(
      [LessonReport.ClaimJSON].self, from: Data(result.output.utf8))
    #expect(claims.map(\.id) == ["C06", "C07", "C08", "C09", "C09b", "C10"])
    #expect(claims.allSatisfy { $0.lesson == 2 })
    // A guess without a measurement may be wrong.
    let known = claims.filter { $0.bases[Platform.current.rawValue] != "unmeasured" }
    #expect(!known.isEmpty && known.allSatisfy(\.asExpected))
    #expect(claims.first { $0.id == "C09" }?.verdict == .refuted)
  }
}
