import OperationBench
import OperationCourse
import OperationDoctor

/// Asks about programs, one after the other: those of a lesson, or of a review.
@MainActor
struct SceneTalk {
  let dialogue: Dialogue
  /// Where predictions are kept.
  let file: ProgressFile
  let run: (Scene) throws(Failure) -> Run
  private var paper: Paper { dialogue.paper }

  init(
    _ dialogue: Dialogue, _ file: ProgressFile, run: @escaping (Scene) throws(Failure) -> Run
  ) {
    (self.dialogue, self.file, self.run) = (dialogue, file, run)
  }

  /// Asks, runs, and shows what decides.
  ///
  /// - Parameters:
  ///   - scene: gets what is answered, and the runs.
  ///   - heading: stands above it.
  ///   - seen: the code that the learner has seen.
  /// - Returns: `false` when the learner leaves.
  func hold(
    _ scene: inout Scene, _ heading: Phrase, beyond seen: [ProgramCode.Piece]
  ) throws(Failure) -> Bool {
    dialogue.head(heading)
    dialogue.say(SceneText(scene, paper).subject(beyond: seen))
    while !scene.isAnswered {
      let text = SceneText(scene, paper)
      dialogue.say([text.question])
      let code = Dialogue.Aside(word: "c", help: "c: all the code") { text.code }
      guard let answer = dialogue.answer(scene.form, scene.code == nil ? [] : [code])
      else { return false }
      scene.say(answer)
    }
    return try show(&scene)
  }

  private func show(_ scene: inout Scene) throws(Failure) -> Bool {
    while true {
      let run = if let trace = scene.trace { trace } else { try run(scene) }
      scene.runs.append(run)
      if scene.runs.count == 1 { try record(scene) }
      guard let again = tell(SceneText(scene, paper).outcome(of: run), run, scene) else {
        return false
      }
      if !again { return true }
    }
  }

  /// - Returns: whether to run it again. `nil` when the learner leaves.
  private func tell(_ parts: [[String]], _ run: Run, _ scene: Scene) -> Bool? {
    let trace = Dialogue.Aside(word: "t", help: "t: the whole trace") {
      LessonScreen(paper).trace(run)
    }
    let asides = run.trace.events.isEmpty ? [] : [trace]
    for part in parts.dropLast() {
      dialogue.say(part)
      guard dialogue.goOn(asides) else { return nil }
    }
    dialogue.say(parts.last ?? [])
    if scene.trace != nil { return dialogue.goOn(asides) ? false : nil }
    return dialogue.ask(["Enter: continue", "r: run again"], asides) { word in
      word.isEmpty ? false : word == "r" ? true : nil
    }
  }

  private func record(_ scene: Scene) throws(Failure) {
    guard let answer = scene.answer, let result = scene.result else { return }
    try file.predicted(
      scene.lesson.number, scene.program.name, asked: scene.prediction.question,
      answered: answer, right: scene.isRight, was: result.answer,
      because: scene.reason, reasoned: scene.hasRightReason)
  }
}

/// How many of the last answers were right, in whatever sitting they were given.
enum Score {
  /// A sentence for each kind of answer that there was.
  static func words(of scenes: [Scene], in progress: LearnerProgress) -> [Phrase] {
    let answers = scenes.compactMap { scene in
      progress.predictions(of: scene.lesson.number).first {
        $0.program == scene.program.name && $0.asked == scene.prediction.question
      }?.answers.last
    }
    let said = answers.filter { !$0.text.isEmpty }
    let right = said.count { $0.isRight || $0.isForWrongReason }
    let guessed = said.count(where: \.isForWrongReason)
    let unknown = answers.count - said.count
    let sentences: [Phrase?] = [
      said.isEmpty ? nil : "You predicted \(right) of \(said.count) right.",
      guessed == 0 ? nil : "\(guessed) of them for a wrong reason. 'lab review' asks again.",
      unknown == 0 ? nil : "You did not know \(unknown). 'lab review' asks again.",
    ]
    return sentences.compactMap(\.self)
  }
}
