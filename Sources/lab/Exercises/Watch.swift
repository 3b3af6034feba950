import Foundation
import OperationCourse
import OperationDownloads
import OperationLab
import OperationTesting

/// Verifies an exercise at each save, and goes on by keys.
///
/// Verifying goes on on threads of its own, so keys work while the learner's program hangs. A save
/// meanwhile begins a new round; what an older round finds is no longer shown.
@MainActor
final class Watch {
  private let console: Console
  private let workplace: Workplace
  private let verification: Verification
  private let progress: ProgressFile
  private let keyboard: Keyboard
  private let mailbox = Mailbox()

  private var exercise: Exercise
  private var round = 0
  private var saved = ""
  private var status = ""
  /// What is shown below the outcome: a hint, the list, the lesson's page.
  private var extra: String?
  private var hintsShown = 0

  /// What the rounds have found, for the main thread to fetch.
  private final class Mailbox: Sendable {
    let found = Locked<(round: Int, result: Result<Verification.Outcome, Failure>)?>(nil)
  }

  init(
    _ exercise: Exercise, in workplace: Workplace, _ verification: Verification,
    _ progress: ProgressFile, _ console: Console
  ) {
    self.exercise = exercise
    self.workplace = workplace
    self.verification = verification
    self.progress = progress
    self.console = console
    keyboard = Keyboard(isDirect: !console.isDumb && TerminalMode.enter(screen: true))
  }

  /// Goes on until the learner leaves; the terminal is as before then.
  func run() throws(Failure) {
    defer { TerminalMode.leave() }
    try begin(exercise)
    while true {
      switch keyboard.next(within: .milliseconds(100)) {
      case .late: if try hasChanged() { verify() }
      case .woken: try takeFound()
      case .redraw: draw()
      case .letter("q"), .gone: return
      case .letter("h"): try showHint()
      case .letter("l"): show(ExerciseScreen(paper).list(mended: try progress.load().mended))
      case .letter("t"): show(try ExerciseSource(exercise: exercise).task())
      case .letter("p"): show(try page())
      case .letter("r"), .enter: verify()
      case .letter("n"):
        if let next = Exercises.next(after: exercise) { try begin(next) }
      default: break
      }
    }
  }

  /// Puts the exercise there if it is not there yet, and verifies it.
  private func begin(_ exercise: Exercise) throws(Failure) {
    self.exercise = exercise
    hintsShown = 0
    if !workplace.has(exercise) {
      try workplace.put(exercise, try ExerciseSource(exercise: exercise).start())
    }
    extra = try ExerciseSource(exercise: exercise).task()
    _ = try hasChanged()
    verify()
  }

  private func hasChanged() throws(Failure) -> Bool {
    // Some editors take the old file away before they put the new one there.
    guard workplace.has(exercise) else { return false }
    let text = try workplace.files(of: exercise).sources.joined()
    defer { saved = text }
    return text != saved
  }

  private func verify() {
    round += 1
    status = "Compiling and running …"
    draw()
    let (round, exercise, workplace) = (round, exercise, workplace)
    let (verification, mailbox, keyboard) = (verification, mailbox, keyboard)
    Thread.detachNewThread {
      let result = Result { () throws(Failure) in
        try verification.verify(exercise, workplace.files(of: exercise))
      }
      mailbox.found.withLock { found in
        if found.map({ $0.round < round }) ?? true { found = (round, result) }
      }
      keyboard.wake()
    }
  }

  private func takeFound() throws(Failure) {
    let found = mailbox.found.withLock { found in
      defer { found = nil }
      return found
    }
    guard let found, found.round == round else { return }
    switch found.result {
    case .failure(let failure): status = failure.message
    case .success(let outcome):
      if case .refused(let messages) = outcome { status = messages } else { status = "" }
      status += ExerciseScreen(paper).outcome(outcome, of: exercise)
      if outcome.passed {
        extra = nil
        try progress.mended(exercise.id)
      }
    }
    draw()
  }

  private func showHint() throws(Failure) {
    let hints = try ExerciseSource(exercise: exercise).hints()
    guard !hints.isEmpty else { return }
    if hintsShown < hints.count {
      hintsShown += 1
      try progress.hinted(exercise.id)
    }
    show("Hint \(hintsShown) of \(hints.count): " + hints[hintsShown - 1])
  }

  private func page() throws(Failure) -> String {
    guard let lesson = Lessons.find("\(exercise.lesson)") else { return "" }
    let page = try Checkout.page(of: lesson)
    return page.components(separatedBy: "\n## Why\n").last ?? page
  }

  private func show(_ text: String) {
    extra = text
    draw()
  }

  private var paper: Paper { console.paper.readable }

  private static let keys = "save: verify   h hint  t task  l list  p page  n next  r again  q quit"

  private func draw() {
    let sheet = console.sheet
    let heading = "Exercise \(exercise.id): \(exercise.title)  \(workplace.path(of: exercise))"
    let below = extra.map { $0 + "\n\n" } ?? ""
    let body = (below + status).split(separator: "\n", omittingEmptySubsequences: false)
      .flatMap { line in
        // Lines of a table are laid out already.
        TerminalText.columns(line) <= sheet.columns
          ? [String(line)]
          : String(line).wrapped(to: sheet.columns).split(separator: "\n").map(String.init)
      }
    let lines =
      [paper.toned(heading.cut(to: sheet.columns), .strong), ""] + body.prefix(sheet.rows - 4)
    let filler = Array(repeating: "", count: max(1, sheet.rows - 1 - lines.count))
    console.showScreen(lines + filler + [Self.keys.cut(to: sheet.columns)])
  }
}
