import Foundation
import OperationBench
import OperationCourse
import OperationDoctor
import OperationLab
import Testing

@testable import LabKit

@Suite("A game", .repeatable, .elsewhere)
@MainActor
struct GameTests {
  /// Two threads of two steps each, as they would be run in that order.
  private static func run(_ goal: Goal, _ order: Order) -> OrderedRun {
    var left = ["main": 2, "T1": 2]
    var (decisions, events) = ([Decision](), [Event]())
    var last: String?
    while decisions.count < 4 {
      let present = ["main", "T1"].filter { left[$0] ?? 0 > 0 }
      let usual = last.flatMap { present.contains($0) ? $0 : nil } ?? present[0]
      let steps = order.threads
      let thread = decisions.count < steps.count ? steps[decisions.count] : usual
      let stands = present.map {
        Decision.Stand(thread: $0, point: Point(subject: "boil", kind: .noted, note: "a step"))
      }
      decisions.append(Decision(thread: thread, stands: stands))
      events.append(
        Event(
          seq: events.count, ns: 0, thread: thread, subject: "boil", kind: .noted, note: "a step"))
      left[thread, default: 0] -= 1
      last = thread
    }
    let run = Run(program: goal.program, outcome: .completes, trace: Trace(events))
    return OrderedRun(order: order, decisions: decisions, run: run)
  }

  /// What a game of two goals of lesson 4 prints.
  private func played(
    _ lines: String..., solution: Solution = .none(of: 6), on paper: Paper = .plain
  ) throws -> String {
    let typed = TypedDialogue(lines)
    let lesson = try #require(Lessons.find("4"))
    let talk = GameTalk(
      dialogue: typed.dialogue(paper), lesson: lesson,
      run: { (goal: Goal, order: Order) throws(Failure) in Self.run(goal, order) },
      solve: { (_: Goal) throws(Failure) in solution })
    try talk.hold(Array(Goals.of(lesson).prefix(2)))
    #expect(typed.left == 0)
    return typed.text
  }

  /// The orders that a game has come to, one after the other.
  private func orders(_ text: String) -> [String] {
    text.matches(of: /(?m)^Order: (.*)$/).map { String($0.output.1) }
  }

  @Test("begins with the code, the goal, and who can continue")
  func begins() throws {
    let text = try played()
    let code = try #require(text.range(of: "bench.queue"))
    let goal = try #require(text.range(of: "Goal: pour depends on boil."))
    #expect(code.lowerBound < goal.lowerBound)
    #expect(
      text.contains("Who continues?\n  1 main next: boil: a step\n  2 T1 next: boil: a step\n"))
  }

  @Test("a number lets the thread of that line continue, Enter the usual one")
  func choose() throws {
    let text = try played("2", "", "1", "3", "x")
    #expect(orders(text) == ["nothing chosen yet", "T1", "T1:2", "T1:2,main"])
    #expect(text.contains("'3' means nothing here."))
    // Each step is told once.
    #expect(text.components(separatedBy: "#0 T1 boil: a step").count == 2)
  }

  @Test("b goes a step back, and to the same place as if it had not been taken")
  func back() throws {
    #expect(
      orders(try played("2", "1", "b", "b", "b"))
        == [
          "nothing chosen yet", "T1", "T1,main", "T1", "nothing chosen yet", "nothing chosen yet",
        ])
  }

  @Test("e continues to the end, where the goal is judged, and r begins again")
  func end() throws {
    let text = try played("e", "r")
    #expect(text.contains("Not reached. The program has ended."))
    #expect(orders(text) == ["nothing chosen yet", "main:2,T1:2", "nothing chosen yet"])
  }

  @Test("i is right only if the goal is impossible, and says why")
  func impossible() throws {
    let text = try played("i").unwrapped
    #expect(text.contains("Right. It cannot be done: there are 6 orders, and it happens in none."))
    #expect(text.contains(Goals.of(try #require(Lessons.find("4")))[0].reason))
  }

  @Test("a wrong 'impossible' leads back to the beginning, and does not give the order away")
  func wrongly() throws {
    let order = Solution.order(Order(["main", "T1", "T1"]))
    let text = try played("2", "i", solution: order)
    #expect(text.contains("Not so") && !text.contains("main,T1:2"))
    #expect(orders(text).last == "nothing chosen yet")
    let told = try played("s", solution: order).unwrapped
    #expect(
      told.contains(
        "It can be done: main,T1:2 It reads: main takes 1 step, then T1 takes 2 steps."))
  }

  @Test("n takes the next goal from its beginning, and q leaves")
  func leave() throws {
    #expect(try played("2", "n", "q").contains("goal 2 of 2"))
    #expect(try played("n", "n").contains("This was the last goal."))
  }

  @Test("says that the goal is reached as soon as it is, before the program has ended")
  func reachedEarly() throws {
    // third overtakes: count 3 ends before count 1.
    let goal = try #require(Goals.all.first { $0.id == "third-overtakes" })
    let event = Event(seq: 0, ns: 0, thread: "main", subject: "count 3", kind: .ended)
    let stand = Decision.Stand(
      thread: "main", point: Point(subject: "count 1", kind: .noted, note: "a step"))
    let decision = Decision(thread: "main", stands: [stand])
    let run = Run(
      program: goal.program, outcome: .completes,
      trace: Trace([
        event, Event(seq: 1, ns: 1, thread: "main", subject: "count 1", kind: .ended),
      ]))
    let made = OrderedRun(order: Order(), decisions: [decision, decision], run: run)
    let boards = [0, 1, 2].map {
      Board(goal: goal, run: made, steps: Array(repeating: "main", count: $0))
    }
    #expect(boards.map(\.isReached) == [nil, true, true])
    #expect(boards.map { $0.stands.isEmpty } == [false, false, true])
    let text = boards[1].text(beyond: 0, .plain).joined(separator: "\n").unwrapped
    #expect(text.contains("Reached. \(goal.reason)"))
  }

  @Test("keeps within the columns", arguments: [40, 80])
  func fits(_ columns: Int) throws {
    let paper = Paper(width: columns, isASCII: false, isColoured: false)
    let text = try played("2", "c", "e", "s", "n", "q", on: paper)
    for line in text.split(separator: "\n") {
      #expect(TerminalText.columns("\(line)") <= columns, "\(line)")
    }
  }
}

/// The real program, whose orders are run.
@Suite("A game on a terminal", .longPlan, .repeatable, .elsewhere)
struct GameTerminalTests {
  @Test("a step, a step back, the truth, and the terminal as it was")
  func terminal() throws {
    let terminal = try LabTerminal("play", "4", keepsState: false)
    #expect(terminal.wait(for: "q: quit") != nil)
    for (typed, answer) in [
      ("1\n", "Order: main"), ("b\n", "nothing chosen yet"),
      ("i\n", "It cannot be done: there are 6 orders"),
    ] {
      try terminal.press(typed)
      #expect(terminal.wait(for: answer) != nil)
    }
    try terminal.press("q\n")
    #expect(terminal.status() == 0)
    #expect(terminal.isAsBefore)
  }

  @Test("ends with status 130 on an interrupt")
  func interrupt() throws {
    let terminal = try LabTerminal("play", "8", keepsState: false)
    #expect(terminal.wait(for: "next: ") != nil)
    terminal.signal(SIGINT)
    #expect(terminal.status() == 130)
  }
}
