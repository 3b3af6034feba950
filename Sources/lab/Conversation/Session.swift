import Foundation
import OperationBench

/// Holds a conversation on the terminal: draws its screens, waits for keys, runs the programs, and
/// writes down what was predicted.
@MainActor
struct Session {
  private let console: Console
  private let deadline: Duration
  private let file: ProgressFile

  /// - Parameters:
  ///   - deadline: how long one program may take before it is killed.
  ///   - file: where predictions are kept.
  init(_ console: Console, deadline: Duration = Durations.program, file: ProgressFile) {
    self.console = console
    self.deadline = deadline
    self.file = file
  }

  /// Goes through the conversation until the learner leaves. The terminal is as before then.
  ///
  /// - Returns: the conversation as it ended.
  /// - Throws: a failure when a program cannot be run.
  func hold(_ beginning: Conversation) throws(Failure) -> Conversation {
    let (end, isReaderThere) = try converse(beginning)
    if isReaderThere {
      for step in end.steps { console.show(step.line(on: console.paper)) }
    }
    return end
  }

  /// The conversation as it ended, and whether the terminal is still there.
  private func converse(_ beginning: Conversation) throws(Failure) -> (Conversation, Bool) {
    var conversation = beginning
    // It would stay beside the prompt.
    console.showProgress("")
    let keyboard = Keyboard(isDirect: !console.isDumb && TerminalMode.enter(screen: true))
    defer { TerminalMode.leave() }
    draw(conversation)
    while true {
      let key = keyboard.next()
      switch conversation.receive(key, on: console.sheet, console.paper.readable) {
      case .none: draw(conversation)
      case .quit: return (conversation, key != .gone)
      case .run(let index):
        draw(conversation)
        guard let run = try next(conversation.scenes[index], keyboard, { draw(conversation) })
        else { return (conversation, true) }
        let isFirst = conversation.scenes[index].runs.isEmpty
        conversation.receive(run)
        if isFirst { try record(conversation.scenes[index]) }
        draw(conversation)
      }
    }
  }

  /// Runs a program before anything is asked. Blocks the calling thread.
  func firstRun(of scene: Scene) throws(Failure) -> Run {
    console.showProgress(
      console.language("running \(scene.program.name) of lesson \(scene.lesson.number)"))
    do {
      return try ProgramRunner(
        child: Executable.host(scene.lesson, scene.program), deadline: deadline
      ).run(scene.program.name)
    } catch {
      throw Failure(status: .internalFault, message: "cannot run the lesson: \(error)")
    }
  }

  private func draw(_ conversation: Conversation) {
    console.showScreen(conversation.screen(on: console.sheet, console.paper.readable))
  }

  private func record(_ scene: Scene) throws(Failure) {
    guard let answer = scene.answer, let result = scene.result else { return }
    try file.predicted(
      scene.lesson.number, scene.program.name, asked: scene.prediction.question,
      answered: answer, right: scene.isRight, was: result.answer,
      because: scene.reason, reasoned: scene.hasRightReason)
  }

  /// The run to show: that of a trace that is known, or a new one.
  private func next(
    _ scene: Scene, _ keyboard: Keyboard, _ redraw: () -> Void
  ) throws(Failure) -> Run? {
    if let run = scene.trace { return run }
    return try run(scene, keyboard, redraw)
  }

  /// Runs a program while keys and new sizes are answered.
  ///
  /// - Returns: `nil` when the learner would not wait.
  private func run(
    _ scene: Scene, _ keyboard: Keyboard, _ redraw: () -> Void
  ) throws(Failure) -> Run? {
    let runner = ProgramRunner(
      child: Executable.host(scene.lesson, scene.program), deadline: deadline)
    let name = scene.program.name
    do { return try keyboard.waiting(redraw) { try runner.run(name) } } catch {
      throw Failure(status: .internalFault, message: "cannot run the lesson: \(error)")
    }
  }
}
