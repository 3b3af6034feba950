import OperationCourse
import OperationDoctor
import OperationBench

/// What a game looks like: the goal, who can go on, what has happened, and what all operations are.
struct GameScreen {
  let game: Game
  /// The pieces of the program's code, where the sources are at hand.
  let code: [ProgramCode.Piece]?
  let sheet: Sheet
  let paper: Paper
  private var say: Language { paper.language }

  /// The lines of the whole screen: heading, game, keys.
  var lines: [String] {
    let title = say("Play · lesson \(game.goal.lesson) · \(game.goal.program)")
    let count = say("goal \(game.index + 1) of \(game.goals.count)")
    let left = sheet.columns - TerminalText.columns(count)
    let top = title.cut(to: max(8, left - 1)).padded(to: left) + count
    let body = (pages ?? [board])[min(game.page, max(0, pageCount - 1))]
    let blanks = Array(repeating: "", count: max(0, sheet.room - body.count))
    return [paper.toned(paper.plain(top), .strong), ""] + body + blanks + ["", footer]
  }

  /// How many screens what lies over the game has.
  var pageCount: Int { pages?.count ?? 1 }

  private var pages: [[String]]? {
    switch game.overlay {
    case nil: nil
    case .help: sheet.pages([help.map { $0.cut(to: sheet.columns) }])
    case .code: sheet.pages(codeBlocks)
    }
  }

  private var codeBlocks: [[String]] {
    (code ?? []).map { $0.lines.map { ("  " + $0).cut(to: sheet.columns) } }
  }

  private var board: [String] {
    let top = wrapped(say("Goal: \(text: game.goal.task)")) + [""] + threads + verdict + [""]
    guard let past = game.past else { return top + [paper.plain(say("It runs …"))] }
    let order = Order(game.steps).description
    let last = wrapped(order.isEmpty ? say("Order: nothing chosen yet") : say("Order: \(order)"))
      .suffix(2)
    let room = Sheet(columns: sheet.columns, rows: sheet.room - top.count - last.count - 1 + 4)
    let table =
      past.trace.events.isEmpty
      ? [say("Nothing has happened yet.")]
      : StepView(run: past, place: past.trace.events.count - 1, paper).lines(on: room)
    return Array((top + table).prefix(sheet.room - last.count - 1)) + [""] + last
  }

  /// The threads that can continue, a line each, and those that sleep.
  private var threads: [String] {
    guard let past = game.past else { return [] }
    let standing = game.stands
    let rows = standing.enumerated().map { number, stand in
      "\(number + 1)  \(stand.thread.padded(to: 5))"
        + say("next: \(say.account(of: stand.point.event))")
    }
    let names = Set(past.trace.events.map(\.thread))
    let asleep = names.subtracting(standing.map(\.thread)).sorted()
    let rest =
      asleep.isEmpty || game.isOver
      ? [] : ["   " + say("asleep, or done: \(asleep.joined(separator: ", "))")]
    return (rows + rest).map { $0.cut(to: sheet.columns) }
  }

  /// What is known of the goal.
  private var verdict: [String] {
    var lines: [String] = []
    if game.isReached == true {
      let words: [Phrase] =
        ["Reached!"] + (game.isOver ? [ending] : []) + ["\(text: game.goal.reason)"]
      lines += wrapped(say(words)).map { paper.toned($0, .good) }
    } else if game.isReached == false {
      let words: Phrase = "Not reached. \(ending) b goes back, r begins again."
      lines += wrapped(say(words)).map { paper.toned($0, .remarkable) }
    }
    guard let answer = game.answer, let asked = game.asked else { return lines }
    if asked == .isImpossible, answer.isImpossible == false {
      return lines
        + wrapped(
          say("Not so: it can be done. Begin again, or press s for the shortest solution."))
    }
    let isNone = answer.isImpossible == true
    let words: [Phrase] =
      (isNone && asked == .isImpossible ? ["Right."] : []) + [answer.words]
      + (isNone ? ["\(text: game.goal.reason)"] : [])
    return lines + wrapped(say(words))
  }

  private var ending: Phrase {
    switch game.run?.run.outcome {
    case .completes, nil: "The program has ended."
    case .hangs: "The program hangs."
    case .traps, .exits: "The program's process is gone."
    }
  }

  private var footer: String {
    if let hint = game.hint { return paper.plain(say(hint)).cut(to: sheet.columns) }
    let keys: [Phrase] =
      game.overlay != nil
      ? ["Enter on", "b back", "any other key: done"]
      : [
        "1-9 who goes on", "n next", "i impossible", "? help", "q quit", "b back", "Enter as usual",
        "s solution",
      ]
    return sheet.footer(keys.map { say($0) }, paper)
  }

  private func wrapped(_ text: String) -> [String] {
    text.wrapped(to: paper.width, indent: 2, firstIndent: "")
      .split(separator: "\n").map(String.init)
  }

  private var help: [String] {
    Self.keys.map { $0.padded(to: 7) + say($1) } + [
      "", say("A thread stands just before it does something that is written down."),
      say("Threads that sleep wait for others: at a gate, at a lock, in a queue."),
      say("An order such as main:2,T1 is two steps of main, then one of T1."),
    ]
  }

  private static let keys: [(String, Phrase)] = [
    ("1-9", "this thread goes on, for one step"),
    ("Enter", "the step that is usual: of the thread that went last, while it can go on"),
    ("e", "all steps that are left, as usual"), ("b", "a step back"), ("r", "from the beginning"),
    ("i", "say that it cannot be done. If you are wrong, you begin again"),
    ("s", "show the shortest solution"), ("c", "the code of the program"),
    ("n p", "the next goal, the one before"), ("q", "quit"),
  ]
}
