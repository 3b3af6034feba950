import OperationCourse
import OperationBench
import Testing

@testable import LabKit
@testable import LabDocs

/// A program reads states while its queue runs. What it reads must not depend on how fast the queue is.
@Suite("The story of each subject of a program", .longPlan, .repeatable, .elsewhere)
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
  @Test("is the same when the main thread goes last", arguments: programs)
  func isTheSame(_ program: LessonProgram) throws {
    let runner = LessonRun.inOrders(of: program.lesson, program.name)
    guard let first = try runner.followed(Order()), let last = try runner.followed(.mainLast) else {
      // The orders of programs with a network, or with many tasks, cannot be chosen.
      #expect(program.lesson.number >= 18)
      return
    }
    #expect(first.run.trace.stories == last.run.trace.stories, "\(last.wholeOrder)")
  }

  struct LessonProgram: Sendable, CustomTestStringConvertible {
    let lesson: Lesson
    let name: String
    var testDescription: String { "\(lesson.number) \(name)" }
  }

  private static let programs = Lessons.all.flatMap { lesson in
    lesson.programs.map { LessonProgram(lesson: lesson, name: $0.name) }
  }.filter { !varying.contains($0.name) }
}

extension OrderRunner {
  /// The run in that order. `nil` if the orders of this program cannot be chosen.
  fileprivate func followed(_ order: Order) throws -> OrderedRun? {
    for _ in 0..<5 {
      let run = try #require(run([order]).first)
      guard let orderFailure = run.orderFailure else { return run }
      // Dispatch alone decides whether it reuses a thread.
      guard orderFailure.isOfOrder else { break }
    }
    return nil
  }
}
