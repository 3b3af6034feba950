import Foundation
import OperationCourse
import OperationLab
import OperationBench

/// Verifies an exercise at each save: clears the terminal, and prints the verdict.
///
/// Verifying has threads of its own, so keys work while the learner's program hangs. A save meanwhile
/// ends the round that is under way, and begins a new one.
@MainActor
final class WatchSession {
  private let console: Console
  private let workplace: Workplace
  private let verification: Verification
  private let progress: ProgressFile
  private let keyboard = Keyboard()
  private var round = Round()

  private var exercise: Exercise
  /// When this exercise was begun here.
  private var begun = Date()
  /// What was last verified, or `nil` if the file could not be read.
  private var saved: String?
  private var hintsShown = 0
  /// Whether the task stands on the terminal, to be read before anything is saved.
  private var showsTask = false

  /// A verification that is under way, and what it has found, for the main thread to fetch.
  private final class Round: Sendable {
    let isOver = Locked(false)
    let found = Locked<Result<Verification.Outcome, Failure>?>(nil)
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
  }

  /// Returns when the learner leaves. The terminal is as before then.
  func run() throws(Failure) {
    try begin(exercise)
    TerminalMode.enter()
    defer {
      TerminalMode.leave()
      ChildProcess.killAll()
    }
    while true {
      do throws(Failure) {
        guard try goOn(next()) else { return }
      } catch {
        console.show(error.message)
      }
    }
  }

  /// Answers a key. Returns false when the learner leaves.
  private func goOn(_ key: Key) throws(Failure) -> Bool {
    switch key {
    case .woken: try takeFound()
    case .late: if let other = savedElsewhere() { try begin(other) } else { verify() }
    case .letter("h"): try hint()
    case .letter("t"): try showTask()
    case .letter("n"): try beginNext()
    case .letter("q"), .escape, .gone: return false
    case .letter: break
    }
    return true
  }

  /// The next key, or ``Key/late`` once the file has been saved.
  private func next() -> Key {
    while true {
      let key = keyboard.next(within: 100)
      if key != .late || hasChanged() || savedElsewhere() != nil { return key }
    }
  }

  /// Another exercise, if its file was saved after this one was begun.
  private func savedElsewhere() -> Exercise? {
    guard let last = workplace.savedLast, last.exercise.id != exercise.id,
      Double(last.at.tv_sec) + Double(last.at.tv_nsec) / 1e9 > begun.timeIntervalSince1970
    else { return nil }
    return last.exercise
  }

  /// Puts the exercise there if it is not there yet. If the file is as it was given, the task is shown.
  private func begin(_ exercise: Exercise) throws(Failure) {
    let source = ExerciseSource(exercise: exercise, in: console.language)
    if !workplace.has(exercise) { try workplace.put(exercise, source.start()) }
    self.exercise = exercise
    begun = Date()
    hintsShown = 0
    console.clear()
    console.show(text.heading)
    showsTask = try source.isStart(workplace.files(of: exercise).sources)
    if showsTask { try showTask() }
    verify()
  }

  private func showTask() throws(Failure) {
    let task = try ExerciseSource(exercise: exercise, in: console.language).task()
    console.show("\n" + ExerciseScreen(console.paper).prose(task))
  }

  private func hint() throws(Failure) {
    let hints = try ExerciseSource(exercise: exercise, in: console.language).hints()
    guard !hints.isEmpty else {
      console.show(console.language("There are no hints to this exercise."))
      return
    }
    // After the last one it is shown again.
    if hintsShown < hints.count {
      hintsShown += 1
      try progress.hinted(exercise.id)
    }
    console.show("\n" + ExerciseScreen(console.paper).hint(hintsShown - 1, of: hints))
  }

  private func beginNext() throws(Failure) {
    guard let next = Exercises.next(after: exercise) else {
      console.show(console.language("This is the last exercise."))
      return
    }
    try begin(next)
  }

  private func hasChanged() -> Bool {
    // Some editors take the old file away before they put the new one there.
    workplace.has(exercise) && source != saved
  }

  /// The text of the file, or `nil` if it cannot be read. Verifying then gives the reason.
  private var source: String? {
    do { return try workplace.files(of: exercise).sources.joined() } catch { return nil }
  }

  private func verify() {
    saved = source
    console.showProgress(console.language("Compiling and running …"))
    round.isOver.withLock { $0 = true }
    round = Round()
    ChildProcess.killRunning()
    let (exercise, workplace, round, keyboard) = (exercise, workplace, round, keyboard)
    var verification = verification
    verification.isLeftOff = { round.isOver.withLock { $0 } }
    let work: @Sendable () -> Void = { [verification] in
      let result = Result { () throws(Failure) in
        try verification.verify(exercise, workplace.files(of: exercise))
      }
      round.found.withLock { $0 = result }
      keyboard.wake()
    }
    if !Platform.detachThread(work) { work() }
  }

  private func takeFound() throws(Failure) {
    // That of a round before this one is not looked at.
    guard let found = round.found.withLock({ $0 }) else { return }
    round = Round()
    if !showsTask {
      console.clear()
      console.show(text.heading)
    }
    showsTask = false
    console.show("")
    switch found {
    case .failure(let failure): console.show(failure.message)
    case .success(let outcome):
      if outcome.passed { try progress.mended(exercise.id) }
      console.show(text.verdict(outcome))
    }
    if let saved, try workplace.restore(exercise, saved) {
      console.show(console.language("Your file was gone. lab has put it back."))
    }
    console.show("\n" + text.footer(mended: try progress.load().mended))
  }

  private var text: WatchText {
    WatchText(exercise, path: workplace.path(of: exercise), console.paper)
  }
}
