import Foundation
import OperationLab
import OperationBench
import Testing

@testable import OperationCourse

/// Runs that are made up: two threads of two steps each.
@Suite("The tree of a program's orders", .repeatable)
struct OrderTreeTests {
  private static let orders = ["mm11", "m1m1", "m11m", "1mm1", "1m1m", "11mm"].map { word in
    word.map { $0 == "m" ? "main" : "T1" }
  }

  /// What it is encoded as, but for what is not asked here.
  private struct Content: Decodable {
    struct Unrecorded: Decodable, Equatable {
      let path: Int
      let place: Int
      let thread: String
      let words: String
    }

    let isComplete: Bool
    let steps: [Event]
    let paths: [[[Int]]]
    let unrecorded: [Unrecorded]
  }

  private func run(_ threads: [String]) -> OrderedRun {
    var left = ["main": 2, "T1": 2]
    var (decisions, events) = ([Decision](), [Event]())
    for thread in threads {
      let stands = ["main", "T1"].filter { left[$0] ?? 0 > 0 }.map {
        Decision.Stand(thread: $0, point: Point(subject: $0, kind: left[$0] == 2 ? .began : .ended))
      }
      decisions.append(Decision(thread: thread, stands: stands))
      events.append(
        Event(
          seq: events.count, ns: UInt64(events.count), thread: thread, subject: thread,
          kind: left[thread] == 2 ? .began : .ended))
      left[thread, default: 0] -= 1
    }
    events.append(Event(seq: 4, ns: 9, thread: "main", subject: "bench", kind: .settled))
    return OrderedRun(
      order: Order(threads), decisions: decisions,
      run: Run(program: "p", outcome: .completes, trace: Trace(events)))
  }

  private func content(
    _ orders: [[String]], goals: [Goal] = [], size: Int = 58_000
  ) throws -> (Content, OrderTree) {
    let tree = OrderTree(
      orders.map(run), of: "p", isComplete: true, goals: goals, command: "lab", size: size)
    let data = try JSONEncoder().encode(tree)
    return (try JSONDecoder().decode(Content.self, from: data), tree)
  }

  @Test("shares beginnings, and holds each event once, without number and time")
  func shares() throws {
    let (content, _) = try content(Self.orders)
    #expect(content.isComplete && content.unrecorded.isEmpty && content.steps.count == 4)
    #expect(content.paths.map { $0[0][0] } == [0, 1, 2, 0, 2, 1])
    #expect(content.paths.map { $0[1].count } == [4, 3, 2, 4, 2, 3])
    #expect(content.steps.allSatisfy { $0.seq == 0 && $0.ns == 0 })
  }

  @Test("says where a choice leads to a run that it does not hold")
  func incomplete() throws {
    let (content, _) = try content(Self.orders.filter { $0 != ["main", "T1", "T1", "main"] })
    #expect(!content.isComplete)
    #expect(
      content.unrecorded == [.init(path: 1, place: 2, thread: "T1", words: "T1: body ends")])
  }

  @Test("holds the first runs only where all would be too much, and is not complete then")
  func large() throws {
    let (_, whole) = try content(Self.orders)
    let (content, _) = try content(Self.orders, size: try JSONEncoder().encode(whole).count - 100)
    #expect(content.paths.count < whole.paths.count && !content.isComplete)
    #expect(!content.unrecorded.isEmpty)
  }

  @Test("knows after which step a goal is reached, also one that only the end decides")
  func goals() throws {
    let first = Goal("f", in: 1, "p", "t", .notYet(.ended("main"), at: .ended("T1")), because: "r")
    let end = Goal("e", in: 1, "p", "t", .ends(.completes), because: "r")
    let (_, tree) = try content(Self.orders, goals: [first, end])
    #expect(tree.paths.map(\.reached) == [[0, 4], [0, 4], [3, 4], [0, 4], [3, 4], [2, 4]])
  }
}
