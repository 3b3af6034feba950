import Foundation
import OperationCourse
import OperationLab
import OperationBench

/// Holds a ``Watch`` on the terminal: draws its screens, waits for keys, and verifies the learner's
/// file at each save.
///
/// Verifying has threads of its own, so keys work while the learner's program hangs. A save meanwhile
/// ends the round that is under way, and begins a new one.
@MainActor
final class WatchSession {
  private let console: Console
  private let workplace: Workplace
  private let verification: Verification
  private let progress: ProgressFile
  private let keyboard: Keyboard
  private let mailbox = Mailbox()

  private var exercise: Exercise
  private var watch: Watch
  /// When this exercise was begun here.
  private var begun = Date()
  /// What was last verified, or `nil` if the file could not be read.
  private var saved: String?

  /// The number of the last round, and what it has found, for the main thread to fetch.
  private final class Mailbox: Sendable {
    private let state = Locked<(round: Int, found: Result<Verification.Outcome, Failure>?)>(
      (0, nil))

    /// Begins a round.
    func begin() -> Int {
      state.withLock {
        $0 = ($0.round + 1, nil)
        return $0.round
      }
    }

    /// Whether it is not the last round any more.
    func isOver(_ round: Int) -> Bool { state.withLock { $0.round != round } }

    func put(_ found: Result<Verification.Outcome, Failure>, of round: Int) {
      state.withLock { if $0.round == round { $0.found = found } }
    }

    func take() -> Result<Verification.Outcome, Failure>? {
      state.withLock { state in
        defer { state.found = nil }
        return state.found
      }
    }
  }

  init(
    _ exercise: Exercise, in workplace: Workplace, _ verification: Verification,
    _ progress: ProgressFile, _ console: Console
  ) throws(Failure) {
    self.exercise = exercise
    self.workplace = workplace
    self.verification = verification
    self.progress = progress
    self.console = console
    watch = try Self.watch(exercise, workplace, progress, console.language)
    keyboard = Keyboard(isDirect: !console.isDumb && TerminalMode.enter(screen: true))
  }

  /// Returns when the learner leaves. The terminal is as before then.
  func run() {
    defer {
      TerminalMode.leave()
      ChildProcess.killAll()
    }
    verify()
    while true {
      draw()
      do throws(Failure) {
        guard try goOn(next()) else { return }
      } catch {
        watch.say("\(error.message)")
      }
    }
  }

  /// Answers a key. Returns false when the learner leaves.
  private func goOn(_ key: Key) throws(Failure) -> Bool {
    if key == .woken { try takeFound() }
    if key == .late {
      if let other = savedElsewhere() { return try follow(other) }
      watch.show(.result)
      verify()
    }
    switch watch.receive(key, on: console.sheet, paper) {
    case .none: break
    case .quit: return false
    case .verify: verify()
    case .hinted: try progress.hinted(exercise.id)
    case .reset: try reset()
    case .begin(let id): try begin(id)
    }
    return true
  }

  /// The next key, or ``Key/late`` once the file has been saved.
  private func next() -> Key {
    while true {
      let key = keyboard.next(within: .milliseconds(100))
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

  private func follow(_ other: Exercise) throws(Failure) -> Bool {
    try begin(other.id)
    watch.show(.result)
    return true
  }

  /// Puts the exercise there if it is not there yet. If the file is as it was given, the task
  /// is shown first. Otherwise the verdict is.
  private static func watch(
    _ exercise: Exercise, _ workplace: Workplace, _ progress: ProgressFile, _ language: Language
  ) throws(Failure) -> Watch {
    let source = ExerciseSource(exercise: exercise, in: language)
    if !workplace.has(exercise) { try workplace.put(exercise, source.start()) }
    guard let lesson = Lessons.find("\(exercise.lesson)") else { throw Checkout.notFound }
    let isNew = try source.isStart(workplace.files(of: exercise).sources)
    let page = try Checkout.page(Checkout.pagePath(of: lesson), in: language).text
    return Watch(
      Watch.Material(
        exercise: exercise, path: workplace.path(of: exercise), task: try source.task(),
        hints: try source.hints(), page: page),
      at: isNew ? .task : .result, mended: try progress.load().mended)
  }

  private func begin(_ id: String) throws(Failure) {
    guard let exercise = Exercises.find(id) else { return }
    watch = try Self.watch(exercise, workplace, progress, console.language)
    self.exercise = exercise
    begun = Date()
    verify()
  }

  private func reset() throws(Failure) {
    let copy = try workplace.setAside(exercise)
    try begin(exercise.id)
    if let copy { watch.say("Your work so far is in \(copy).") }
  }

  private func hasChanged() -> Bool {
    // Some editors take the old file away before they put the new one there.
    workplace.has(exercise) && text != saved
  }

  /// The text of the file, or `nil` if it cannot be read. Verifying then gives the reason.
  private var text: String? {
    do { return try workplace.files(of: exercise).sources.joined() } catch { return nil }
  }

  private func verify() {
    saved = text
    watch.begin()
    let round = mailbox.begin()
    ChildProcess.killRunning()
    let (exercise, workplace) = (exercise, workplace)
    let (mailbox, keyboard) = (mailbox, keyboard)
    var verification = verification
    verification.isLeftOff = { mailbox.isOver(round) }
    let work: @Sendable () -> Void = { [verification] in
      let result = Result { () throws(Failure) in
        try verification.verify(exercise, workplace.files(of: exercise))
      }
      mailbox.put(result, of: round)
      keyboard.wake()
    }
    if !Platform.detachThread(work) { work() }
  }

  private func takeFound() throws(Failure) {
    guard let found = mailbox.take() else { return }
    switch found {
    case .failure(let failure):
      watch.receive(nil)
      watch.say("\(failure.message)")
    case .success(let outcome):
      watch.receive(outcome)
      if outcome.passed { try progress.mended(exercise.id) }
    }
    if let saved, try workplace.restore(exercise, saved) {
      watch.say("Your file was gone. lab has put it back.")
    }
  }

  private var paper: Paper { console.paper.readable }

  private func draw() { console.showScreen(watch.screen(on: console.sheet, paper)) }
}
