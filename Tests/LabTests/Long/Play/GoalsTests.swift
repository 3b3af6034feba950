import Foundation
import OperationCourse
import Testing

/// What the goals say of themselves, held against the explorer.
@Suite("The goals of lab play", .repeatable, .elsewhereFirst)
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

  @Test("are reached by their shortest order, or by none of all orders", arguments: Goals.all)
  func proved(_ goal: Goal) throws {
    let words = ["play", "\(goal.lesson)", "--goal", goal.id]
    let found = try LabProcess(arguments: words + ["--solution", "--time", "300"]).run()
    try #require(found.status == 0, "\(found.output)\(found.errors)")
    guard goal.isPossible else {
      #expect(found.output.contains("It cannot be done: "), "\(found.output)")
      return
    }
    let answer = found.output.firstMatch(of: /It can be done: (\S+)/)
    let match = try #require(answer, "\(found.output)")
    let played = try LabProcess(arguments: words + ["--order", String(match.output.1)]).run()
    #expect(played.status == 0, "\(played.output)\(played.errors)")
    #expect(played.output.contains("Reached."))
  }

  @Test("have a page whose orders do what they do when they are run again", arguments: programs)
  func replays(_ lesson: Int, _ program: String) throws {
    try PlayedPage(lesson: lesson, program: program).replay()
  }

  /// Those of the goals, each once.
  private static let programs = Goals.all.map { ($0.lesson, $0.program) }
    .reduce(into: [(Int, String)]()) { found, next in
      if found.last.map({ $0 != next }) ?? true { found.append(next) }
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
