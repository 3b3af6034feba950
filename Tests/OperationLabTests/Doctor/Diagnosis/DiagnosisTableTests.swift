import Testing

@testable import OperationDoctor

/// A row of the table in `Tests/Goldens/doctor/diagnosis.txt`: a situation, an empty line, and what is
/// said of it. To add a row, write its title and its situation, and run `Scripts/goldens`.
struct DiagnosisRow: CustomTestStringConvertible {
  static let file = "doctor/diagnosis.txt"
  static let all = Golden.parts(file).map(Self.init)

  let title: String
  let question: String

  init(_ part: Golden.Part) {
    title = part.title
    question = part.text.components(separatedBy: "\n\n")[0]
  }

  var testDescription: String { title }

  var diagnosis: Diagnosis { Situation(question).diagnosis }

  /// The situation, its sentences, its graph, and the facts of each finding.
  var text: String {
    let (diagnosis, summary) = (diagnosis, diagnosis.summary(width: .max))
    let facts = diagnosis.findings.map { finding in
      let isSaid = summary.split(separator: "\n").contains { $0 == finding.sentence }
      return finding.facts + (isSaid ? "" : "\n  \(finding.sentence)")
    }
    let answer =
      diagnosis.isEmpty
      ? [Diagnosis.nothing]
      : [diagnosis.summary(), diagnosis.graph(), facts.joined(separator: "\n")]
    return ([question] + answer).filter { !$0.isEmpty }.joined(separator: "\n\n")
  }
}

extension Diagnosis.Finding {
  /// What a program can read of it without its sentence.
  var facts: String {
    let parts: [(String, String?)] = [
      ("", ([cause] + besides).map(\.rawValue).joined(separator: " ")),
      ("in ", queue), ("waits for ", waitsFor.isEmpty ? nil : waitsFor.joined(separator: " ")),
      ("waits for the queue ", waitsForQueue),
      ("after ", outrankedBy.isEmpty ? nil : outrankedBy.joined(separator: " ")),
      ("", presence?.rawValue), ("since event ", since.map { "\($0.seq)" }),
      ("holds a slot since event ", started.map { "\($0.seq)" }),
      ("last seen at event ", lastSeen.map { "\($0.seq)" }),
    ]
    return "\(subject): "
      + parts.compactMap { prefix, value in value.map { prefix + $0 } }.joined(separator: ", ")
  }
}

@Suite("A diagnosis", .repeatable)
struct DiagnosisTableTests {
  @Test("says why each operation is stuck", arguments: DiagnosisRow.all)
  func row(_ row: DiagnosisRow) throws {
    try Golden.expect(DiagnosisRow.file, part: row.title, is: row.text)
  }

  /// Only a doctor finds the other one: in a trace, an operation that was started is silent.
  @Test("has a row for each cause")
  func causes() {
    let found = Set(
      DiagnosisRow.all.flatMap(\.diagnosis.findings).flatMap { [$0.cause] + $0.besides })
    #expect(Set(Diagnosis.Cause.allCases).subtracting(found) == [.notExecuting])
  }
}
