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
      let runner = OrderRunner(program: program.name) { orders in
        ChildProcess(
          executable: LabProcess.executable,
          arguments: ["__host", lesson.slug, program.name, "--orders", orders.listed])
      }
      guard let first = try runner.run(), let last = try runner.runMainLast(first) else {
        // The orders of programs with a network, or with many tasks, cannot be chosen.
        #expect(lesson.number >= 18, "lesson \(lesson.number), \(program.name)")
        continue
      }
      let stories = [first, last].map { $0.run.trace.stories }
      #expect(
        stories[0] == stories[1],
        "lesson \(lesson.number), \(program.name), \(last.order)")
    }
  }
}

extension OrderRunner {
  /// A run in that order. `nil` if the order of this program cannot be chosen.
  fileprivate func run(_ order: Order = Order()) throws -> OrderedRun? {
    for _ in 0..<5 {
      let run = try #require(run([order]).first)
      guard let orderFailure = run.orderFailure else { return run }
      // Dispatch alone decides whether it reuses a thread.
      guard orderFailure.isOfOrder else { break }
    }
    return nil
  }

  /// The run in which the main thread takes a step only if no other thread can.
  fileprivate func runMainLast(_ first: OrderedRun) throws -> OrderedRun? {
    var last = first
    while let step = last.decisions.indices.dropFirst(last.order.threads.count).first(where: {
      last.decisions[$0].thread == "main" && !last.decisions[$0].others.isEmpty
    }) {
      let threads = last.wholeOrder.threads[..<step] + [last.decisions[step].others[0]]
      guard let next = try run(Order(Array(threads))) else { return nil }
      last = next
    }
    return last
  }
}
