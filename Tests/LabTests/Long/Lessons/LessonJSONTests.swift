import Foundation
import OperationCourse
import OperationLab
import Testing

@Suite("JSON of a lesson", .repeatable, .elsewhere)
struct LessonJSONTests {
  @Test("has the documented fields, and no field has been renamed")
  func shape() throws {
    let object = try object(of: ["lesson", "3", "--json"])
    #expect(
      Set(object.keys).isSuperset(of: [
        "lesson", "slug", "title", "platform", "passed", "programs", "claims",
      ]))
    #expect(object["lesson"] as? Int == 3)
    #expect(object["passed"] as? Bool == true)

    let programs = try #require(object["programs"] as? [[String: Any]])
    #expect(
      programs.map { $0["name"] as? String } == [
        "article", "pairs", "later-callback", "async-operation",
      ])
    let program = try #require(programs.first)
    #expect(
      Set(program.keys).isSuperset(of: [
        "name", "role", "expected", "outcome", "events", "snapshot", "diagnosis",
      ]))
    #expect(program["outcome"] as? String == "hangs")
    let events = try #require(program["events"] as? [[String: Any]])
    let keys: Set = ["seq", "ns", "thread", "subject", "kind", "state", "note"]
    for event in events {
      let own: Set = event["kind"] as? String == "enqueued" ? ["enqueueing"] : ["fact"]
      #expect(Set(event.keys).isSuperset(of: keys))
      #expect(Set(event.keys).subtracting(keys).isSubset(of: own))
    }
    let settled = events.filter { $0["kind"] as? String == "settled" }
    #expect(settled.count == 10)
    for event in settled {
      let fact = event["fact"] as? [String: [String: String]]
      let queue = try #require(fact?["place"]?["queue"])
      #expect(event["note"] as? String == "in \(queue)")
    }
    let enqueueing = try #require(events.first?["enqueueing"] as? [String: Any])
    #expect(
      Set(enqueueing.keys) == ["queue", "width", "isSuspended", "priority", "dependencies"])
    #expect(enqueueing["width"] as? Int == 2)
    #expect(events.map { $0["seq"] as? Int } == Array(0..<events.count))

    let claim = try #require((object["claims"] as? [[String: Any]])?.first)
    #expect(
      Set(claim.keys).isSuperset(of: [
        "id", "statement", "source", "origin", "verdict", "expected", "asExpected", "why",
        "bases", "evidence",
      ]))
    let origin = try #require(claim["origin"] as? [String: Any])
    #expect(Set(origin.keys) == ["kind", "article", "passage", "page"])
    #expect(claim["bases"] as? [String: String] == ["linux": "measured", "darwin": "reported"])
    let evidence = try #require(claim["evidence"] as? [[String: Any]])
    #expect(evidence.first.map { Set($0.keys) } == ["program", "seq"])
  }

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

  private func object(of arguments: [String]) throws -> [String: Any] {
    let result = try LabProcess(arguments: arguments).run()
    let object = try JSONSerialization.jsonObject(with: Data(result.output.utf8))
    return try #require(object as? [String: Any])
  }
}
