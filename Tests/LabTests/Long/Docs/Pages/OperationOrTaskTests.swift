import Foundation
import OperationCourse
import Testing

@Suite("The page 'Operation or task?'", .longPlan, .repeatable)
struct OperationOrTaskTests {
  private struct Row {
    let text: Substring
    /// The lesson and the program of each place that the last column names.
    let places: [(lesson: String, program: String)]
    /// The exercises that it names.
    let exercises: [String]
  }

  private static func rows() throws -> [Row] {
    let page = LabProcess.checkout.appendingPathComponent("Lessons/operation-or-task.md")
    return try String(contentsOf: page, encoding: .utf8).split(separator: "\n").compactMap { line in
      guard line.hasPrefix("| "), let last = line.split(separator: "|").last,
        !last.contains("See")
      else { return nil }
      return Row(
        text: line,
        places: last.matches(of: /(\d+), ([a-z0-9-]+)/).map { (String($0.1), String($0.2)) },
        exercises: last.matches(of: /exercise ([0-9.]+)/).map { String($0.1) })
    }
  }

  @Test("names in each row a program or an exercise that there is")
  func namesWhatThereIs() throws {
    let rows = try Self.rows()
    #expect(rows.count > 20)
    for row in rows {
      #expect(!row.places.isEmpty || !row.exercises.isEmpty, "\(row.text)")
      for place in row.places {
        #expect(Lessons.find(place.lesson)?.program(named: place.program) != nil, "\(row.text)")
      }
      for exercise in row.exercises { #expect(Exercises.find(exercise) != nil, "\(row.text)") }
    }
  }
}
