import Foundation
import OperationCourse
import OperationLab
import OperationBench
import Testing

@testable import LabKit

@Suite("A game", .longPlan, .repeatable, .elsewhere)
struct GameTests {
  private static let goals = Array(Goals.all.prefix(2))

  /// Two threads of two steps each, as they would be run in that order.
  private func run(_ steps: [String]) -> OrderedRun {
    var left = ["main": 2, "T1": 2]
    var (decisions, events) = ([Decision](), [Event]())
    var last: String?
    while decisions.count < 4 {
      let present = ["main", "T1"].filter { left[$0] ?? 0 > 0 }
      let usual = last.flatMap { present.contains($0) ? $0 : nil } ?? present[0]
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
    let run = Run(program: "waits", outcome: .completes, trace: Trace(events))
    return OrderedRun(order: Order(steps), decisions: decisions, run: run)
  }

  private func begun() -> Game {
    var game = Game(Self.goals)
    game.receive(run([]))
    return game
  }

  /// Presses keys, and runs what must be run.
  private func press(_ keys: [Key], _ game: inout Game) {
    for key in keys {
      if case .run(let order) = game.receive(key, pages: 1) { game.receive(run(order.threads)) }
    }
  }

  @Test("a digit lets the thread of that line go on, Enter the usual one")
  func choose() {
    var game = begun()
    press([.letter("2"), .enter, .letter("1")], &game)
    #expect(game.steps == ["T1", "T1", "main"])
    #expect(game.stands.map(\.thread) == ["main"] && !game.isOver)
  }

  @Test("b goes a step back, and to the same place as if it had not been taken")
  func back() {
    var game = begun()
    press([.letter("2"), .letter("1"), .letter("b")], &game)
    #expect(game.steps == ["T1"])
    #expect(game.stands.map(\.thread) == ["main", "T1"])
    press([.letter("b"), .letter("b")], &game)
    #expect(game.steps.isEmpty && game.hint != nil)
  }

  @Test("e continues to the end, where the goal is judged, and r begins again")
  func end() {
    var game = begun()
    #expect(game.isReached == nil)
    press([.letter("e")], &game)
    #expect(game.isOver && game.isReached == false && game.steps.count == 4)
    press([.enter], &game)
    #expect(game.hint != nil)
    press([.letter("r")], &game)
    #expect(game.steps.isEmpty && !game.isOver)
  }

  @Test("i and s explore the goal once, and i is right only if it is impossible")
  func solution() {
    var game = begun()
    #expect(game.receive(.letter("i"), pages: 1) == .solve)
    game.receive(.none(of: 6))
    let screen = GameScreen(
      game: game, code: nil, sheet: Sheet(columns: 80, rows: 24), paper: .plain)
    #expect(screen.lines.contains { $0.hasPrefix("Right. It cannot be done") })
    #expect(game.receive(.letter("s"), pages: 1) == .none)
  }

  @Test("i does not give the order away when it is wrong")
  func wrongly() {
    var game = begun()
    #expect(game.receive(.letter("i"), pages: 1) == .solve)
    game.receive(.order(Order(["main", "T1", "T1"])))
    #expect(Self.text(game).contains("Not so") && !Self.text(game).contains("main,T1:2"))
    #expect(game.receive(.letter("s"), pages: 1) == .none)
    #expect(Self.text(game).contains("main,T1:2"))
  }

  @Test("a wrong 'impossible' leads back to the beginning, and is gone after the next step")
  func wrongCosts() {
    var game = begun()
    press([.letter("2"), .letter("1")], &game)
    #expect(game.receive(.letter("i"), pages: 1) == .solve)
    game.receive(.order(Order(["main", "T1", "T1"])))
    #expect(game.steps.isEmpty && Self.text(game).contains("Not so"))
    press([.letter("1")], &game)
    #expect(!Self.text(game).contains("Not so") && !Self.text(game).contains("It can be done"))
  }

  @Test("says that the goal is reached as soon as it is, before the program has ended")
  func reachedEarly() throws {
    // third overtakes: count 3 ends before count 1.
    let goal = try #require(Goals.all.first { $0.id == "third-overtakes" })
    let event = Event(seq: 0, ns: 0, thread: "main", subject: "count 3", kind: .ended)
    let stand = Decision.Stand(
      thread: "main", point: Point(subject: "count 1", kind: .noted, note: "a step"))
    let decisions = [Decision(thread: "main", stands: [stand])]
    let run = Run(
      program: goal.program, outcome: .completes,
      trace: Trace([
        event, Event(seq: 1, ns: 1, thread: "main", subject: "count 1", kind: .ended),
      ]))
    var game = Game([goal])
    game.receive(OrderedRun(order: Order(), decisions: decisions + decisions, run: run))
    #expect(game.isReached == nil)
    if case .run = game.receive(.enter, pages: 1) {
      game.receive(OrderedRun(order: Order(["main"]), decisions: decisions + decisions, run: run))
    }
    #expect(!game.isOver && game.isReached == true)
    #expect(Self.text(game).contains("Reached! \(goal.reason.prefix(20))"))
  }

  private static func text(_ game: Game) -> String {
    GameScreen(game: game, code: nil, sheet: Sheet(columns: 80, rows: 24), paper: .plain)
      .lines.joined(separator: "\n")
  }

  @Test("n takes the next goal from its beginning, q leaves")
  func leave() {
    var game = begun()
    press([.enter], &game)
    #expect(game.receive(.letter("n"), pages: 1) == .run(Order()))
    #expect(game.index == 1 && game.steps.isEmpty && game.run == nil)
    #expect(game.receive(.letter("q"), pages: 1) == .quit)
  }

  @Test(
    "fits the screen, whatever lies over it", arguments: [(80, 24), (60, 24), (40, 16), (120, 40)])
  func fits(_ columns: Int, _ rows: Int) {
    var paper = Paper.plain
    paper.width = columns
    let sheet = Sheet(columns: columns, rows: rows)
    for keys in [[], [Key.letter("2")], [.letter("e")], [.letter("?")], [.letter("c")]] {
      var game = begun()
      press(keys, &game)
      let lines = GameScreen(game: game, code: nil, sheet: sheet, paper: paper).lines
      #expect(lines.count == rows, "\(keys)")
      #expect(lines.allSatisfy { $0.count <= columns }, "\(keys): \(lines)")
    }
    let row = GameScreen(game: begun(), code: nil, sheet: sheet, paper: paper).lines.last ?? ""
    for key in columns < 60 ? [] : ["n", "i", "?", "q", "b", "Enter", "s"] {
      #expect(row.split(separator: " ").contains { $0 == key }, "\(row): \(key)")
    }
  }

  @Test("on a real terminal: a step, a step back, the truth, and the terminal as it was")
  func terminal() throws {
    let terminal = try LabTerminal("play", "4", keepsState: false)
    #expect(terminal.wait(for: "next: ") != nil)
    #expect(!terminal.isAsBefore)
    try terminal.press("1")
    #expect(terminal.wait(for: "Order: main") != nil)
    try terminal.press("b")
    #expect(terminal.wait(for: "nothing chosen yet") != nil)
    try terminal.press("i")
    #expect(terminal.wait(for: "Right. It cannot be done: there are 6 orders") != nil)
    try terminal.press("q")
    #expect(terminal.status() == 0)
    #expect(terminal.isAsBefore)
  }

  @Test("gives the terminal back on an interrupt, with status 130")
  func interrupt() throws {
    let terminal = try LabTerminal("play", "8", keepsState: false)
    #expect(terminal.wait(for: "next: ") != nil)
    terminal.signal(SIGINT)
    #expect(terminal.status() == 130)
    #expect(terminal.isAsBefore)
  }
}
