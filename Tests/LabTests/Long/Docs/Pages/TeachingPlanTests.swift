import Foundation
import Testing

/// `teaching.md` proposes an order of lessons and says how long they take. Both can be read from its
/// own table of lessons.
@Suite("A plan for teaching", .longPlan, .repeatable)
struct TeachingPlanTests {
  private static let plans = ["An afternoon", "A week", "A term"]
  private let page: String

  init() throws {
    page = try String(
      contentsOf: LabProcess.checkout.appendingPathComponent("Lessons/teaching.md"),
      encoding: .utf8)
  }

  @Test("has no lesson before one that it needs", arguments: plans)
  func keepsTheOrder(_ plan: String) throws {
    let needs = try lessons().mapValues(\.needs)
    let order = try rows(of: plan).flatMap { numbers(in: $0[1]) }
    #expect(!order.isEmpty)
    for (place, lesson) in order.enumerated() {
      #expect(order[..<place].isSuperset(of: needs[lesson] ?? []), "\(plan): lesson \(lesson)")
    }
  }

  @Test("gives its lessons the minutes that they take", arguments: ["An afternoon", "A week"])
  func addsUp(_ plan: String) throws {
    let lessons = try lessons()
    for row in try rows(of: plan) {
      let taught = numbers(in: row[1]).map { lessons[$0] ?? ([], 15, 0) }
      let planned = try #require(row.last.flatMap { Int($0) })
      let alone = taught.map(\.minutes).reduce(0, +)
      let withAll = alone + taught.map(\.exercises).reduce(0, +)
      #expect((alone...withAll).contains(planned), "\(plan): \(row)")
    }
  }

  private typealias Row = (needs: [Int], minutes: Int, exercises: Int)

  /// What the page says of each lesson but the first.
  private func lessons() throws -> [Int: Row] {
    let found = page.matches(of: /(?m)^\| (\d+) \| [^|]+ \| ([\d, ]+) \| (\d+) \+ (\d+) \|/)
    #expect(found.count == 23)
    return Dictionary(
      uniqueKeysWithValues: try found.map { match in
        let (_, number, needs, minutes, exercises) = match.output
        return (
          try #require(Int(number)),
          (numbers(in: String(needs)), try #require(Int(minutes)), try #require(Int(exercises)))
        )
      })
  }

  /// The cells of a plan's table, without its head.
  private func rows(of plan: String) throws -> [[String]] {
    let section = try #require(page.components(separatedBy: "### \(plan)").last)
    return section.components(separatedBy: "\n#")[0].components(separatedBy: "\n")
      .filter { $0.hasPrefix("|") }.dropFirst(2)
      .map { $0.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) } }
  }

  /// The lessons in a cell such as `0, 1, 3` or `5 to 9: queues`.
  private func numbers(in cell: String) -> [Int] {
    let text = cell.prefix { $0 != ":" }
    let found = text.matches(of: /\d+/).compactMap { Int($0.output) }
    guard text.contains(" to "), let first = found.first, let last = found.last else {
      return found
    }
    return Array(first...last)
  }
}

extension ArraySlice<Int> {
  fileprivate func isSuperset(of others: [Int]) -> Bool { Set(self).isSuperset(of: others) }
}
