import OperationCourse
import OperationTesting
import Testing

@testable import LabShared
@testable import lab
@testable import labdocs

/// A program reads states while its queue runs. What it reads must not depend on how fast the queue is.
@Suite("The story of each subject of a program", .repeatable, .elsewhere)
struct StoryTests {
  @Test("is the same in every run", arguments: Lessons.all)
  func isDeterministic(_ lesson: Lesson) throws {
    let (first, second) = try (LessonRun.first(of: lesson), LessonRun.another(of: lesson))
    #expect(first.runs.map(\.program) == second.runs.map(\.program))
    for (one, other) in zip(first.runs, second.runs) where one.program != "race" {
      #expect(
        one.trace.stories == other.trace.stories,
        "program \(one.program)")
    }
  }

  /// On which thread of the pool the second operation runs is what the first is about. In the second
  /// nothing forces an order: the player of `lab play` does.
  private static let varying = ["thread-dictionary", "race"]

  /// In the usual order of an exploration the main thread goes first. Here it goes last: whenever another
  /// thread can take a step, it waits. A state that the main thread reads too early in one of the two
  /// orders, or too late in the other, gives its subject another story.
  @Test("is the same when the main thread goes last", arguments: Lessons.all)
  func isTheSame(_ lesson: Lesson) throws {
    for program in lesson.programs where !Self.varying.contains(program.name) {
      let runner = LessonRun.inOrders(of: lesson, program.name)
      guard let runs = try runner.followed([Order(), .mainLast]) else {
        // The orders of programs with a network, or with many tasks, cannot be chosen.
        #expect(lesson.number >= 18, "lesson \(lesson.number), \(program.name)")
        continue
      }
      let stories = runs.map(\.run.trace.stories)
      #expect(
        stories[0] == stories[1],
        "lesson \(lesson.number), \(program.name), \(runs[1].wholeOrder)")
    }
  }
}

extension OrderRunner {
  /// Runs in these orders. `nil` if the orders of this program cannot be chosen.
  fileprivate func followed(_ orders: [Order]) throws -> [OrderedRun]? {
    for _ in 0..<5 {
      let runs = try run(orders)
      let failures = runs.compactMap(\.orderFailure)
      if failures.isEmpty { return runs }
      // Dispatch alone decides whether it reuses a thread.
      guard failures.allSatisfy(\.isOfOrder) else { break }
    }
    return nil
  }
}
