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

/// How many answers were right, in all sittings.
struct Score {
  private var said = 0
  private var right = 0
  private var guessed = 0
  private var unknown = 0

  init(_ scenes: [Scene], _ earlier: [LearnerProgress.Prediction]) {
    for scene in scenes {
      if let answer = scene.answer, scene.result != nil {
        let isGuessed = scene.isRight && scene.hasRightReason == false
        add(answer, isRight: scene.isRight, isGuessed: isGuessed)
      } else if let answer = earlier.first(where: {
        $0.program == scene.program.name && $0.asked == scene.prediction.question
      })?.answers.last {
        let isGuessed = answer.isForWrongReason
        add(answer.text, isRight: answer.isRight || isGuessed, isGuessed: isGuessed)
      }
    }
  }

  private mutating func add(_ answer: String, isRight: Bool, isGuessed: Bool) {
    if answer.isEmpty {
      unknown += 1
    } else {
      said += 1
      right += isRight ? 1 : 0
      guessed += isGuessed ? 1 : 0
    }
  }

  /// A sentence for each kind of answer that there was.
  var words: [Phrase] {
    let sentences: [Phrase?] = [
      said == 0 ? nil : "You predicted \(right) of \(said) right.",
      guessed == 0 ? nil : "\(guessed) of them for a wrong reason. 'lab review' asks again.",
      unknown == 0 ? nil : "You did not know \(unknown). 'lab review' asks again.",
    ]
    return sentences.compactMap(\.self)
  }
}
