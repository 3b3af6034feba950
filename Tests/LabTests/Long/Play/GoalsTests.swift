import OperationLab
import OperationBench
import Testing

@testable import OperationCourse

/// What the goals say of themselves, held against the explorer.
@Suite("The goals of lab play", .longPlan, .repeatable, .elsewhereFirst)
struct GoalsTests {
  @Test("are fifteen or more, over several lessons, some of them impossible")
  func many() {
    #expect(Goals.all.count >= 15)
    #expect(Set(Goals.all.map(\.lesson)).count >= 6)
    #expect(Goals.all.contains { !$0.isPossible } && Goals.all.contains(where: \.isPossible))
  }

  @Test("have names of their own in their lesson, and a program that is there")
  func names() {
    let names = Goals.all.map { "\($0.lesson) \($0.id)" }
    #expect(Set(names).count == names.count)
    for goal in Goals.all {
      let lesson = Lessons.all.first { $0.number == goal.lesson }
      #expect(lesson?.program(named: goal.program) != nil, "\(goal.id)")
    }
  }

  /// All that is asked of a program's orders, which are run once.
  @Test(
    "are reached by their shortest order or by none of all, and the page has these orders",
    arguments: programs)
  func proved(_ number: Int, _ name: String) throws {
    let lesson = try #require(Lessons.all.first { $0.number == number })
    let goals = Goals.of(lesson).filter { $0.program == name }
    let runner = LessonRun.inOrders(of: lesson, name)
    var runs: [OrderedRun] = []
    let report = try Exploration(of: name) { try runner.run($0) }.run(
      Exploration.Plan(limit: .max, time: .seconds(600)),
      see: { run, report in
        runs.append(run)
        let verdicts = goals.map {
          ($0.id, $0.isReached(in: run.run) ? Verdict.confirmed : .refuted)
        }
        report.add(Dictionary(uniqueKeysWithValues: verdicts), on: run)
      })
    #expect(report.isEverything)
    for goal in goals {
      let shortest = report.claims[goal.id]?.shortest[.confirmed]
      #expect((shortest != nil) == goal.isPossible, "\(goal): \(shortest?.order)")
      guard let shortest else { continue }
      // On a busy machine an order may not be kept: such a run says nothing of its program.
      var again = try #require(try runner.run([shortest.shortOrder]).first)
      for _ in 0..<4 where again.orderFailure != nil {
        again = try #require(try runner.run([shortest.shortOrder]).first)
      }
      #expect(again.orderFailure == nil)
      #expect(goal.isReached(in: again.run), "\(goal): \(shortest.shortOrder)")
    }

    let tree = OrderTree(
      runs, of: name, isComplete: report.isEverything, goals: goals, command: "")
    var steps: [Int] = []
    let paths = tree.paths.map { path in
      steps = steps.prefix(path.shared) + path.rest
      return steps.map { tree.steps[$0] }
    }
    #expect(tree.isComplete && Set(paths.map { $0.map(\.thread) }).count == paths.count)
    let count = min(10, paths.count)
    let some = (0..<count).map { paths[$0 * paths.count / count] }
    for (path, again) in zip(some, try runner.run(some.map { Order($0.map(\.thread)) })) {
      let events = again.past(after: again.decisions.count).trace.events
      #expect(events.map(\.asStep) == path, "\(again.order)")
    }
  }

  /// Those of the goals, each once.
  private static let programs = Goals.all.map { ($0.lesson, $0.program) }
    .reduce(into: [(Int, String)]()) { found, next in
      if found.last.map({ $0 != next }) ?? true { found.append(next) }
    }

  @Test("have an answer, which is an order that one can play")
  func answer() throws {
    let words = ["play", "5", "--goal", "second-first"]
    let found = try LabProcess(arguments: words + ["--solution", "--time", "300"]).run()
    let match = try #require(
      found.output.firstMatch(of: /It can be done: (\S+)/), "\(found.output)\(found.errors)")
    let played = try LabProcess(arguments: words + ["--order", String(match.output.1)]).run()
    #expect(played.status == 0 && played.output.contains("Reached."), "\(played.output)")
  }

  @Test("a winnable one is not reached by the usual order")
  func notAlways() throws {
    let result = try LabProcess.run("play", "8", "--goal", "cook-before-wash", "--order", "main")
    #expect(result.status == 1, "\(result.output)\(result.errors)")
    #expect(result.output.contains("Not reached."), "\(result.output)")
  }

  @Test("to say rightly that a goal is impossible is to win, wrongly is not")
  func impossible() throws {
    let right = try LabProcess.run(
      "play", "4", "--goal", "pour-early", "--impossible", "--time", "300")
    #expect(
      right.status == 0 && right.output.contains("there are 6 orders, and it happens in none"))
    let wrong = try LabProcess.run(
      "play", "5", "--goal", "second-first", "--impossible", "--time", "300")
    #expect(wrong.status == 1 && wrong.output.contains("It can be done: "), "\(wrong.output)")
  }

  @Test(
    "refuses in one line what does not fit, with status 64",
    arguments: [
      (["play", "4", "--goal", "pour-erly"], "Did you mean 'pour-early'?"),
      (["play", "--goal", "pour-early"], "lab play N --goal"),
      (["play", "4", "--order", "main"], "which goal"),
      (["play", "4", "--goal", "pour-early", "--order", "boil"], "is no order"),
      (["play", "4", "--goal", "pour-early", "--order", "T9"], "at step 1: T9"),
      (["play", "4", "--goal", "pour-early", "--order", "main", "--impossible"], "one of"),
      (["play", "18"], "has no goals"),
    ])
  func refuses(_ words: [String], _ cause: String) throws {
    let result = try LabProcess(arguments: words).run()
    #expect(result.status == 64)
    #expect(result.errors.split(separator: "\n").count == 1, "\(result.errors)")
    #expect(result.errors.contains(cause), "\(result.errors)")
  }

  @Test("are listed where no key can be pressed")
  func list() throws {
    let result = try LabProcess.run("play")
    #expect(result.status == 0)
    #expect(result.output.contains("lab play 4 --goal pour-early"))
    #expect(result.lines.allSatisfy { $0.count <= 80 }, "\(result.output)")
  }
}

extension Goal: CustomTestStringConvertible {
  /// The goal as one types it.
  public var testDescription: String { "\(lesson) \(id)" }
}
