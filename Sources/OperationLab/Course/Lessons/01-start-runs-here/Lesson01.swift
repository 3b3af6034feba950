/// Lesson 1. Its page is `Lessons/01-start-runs-here/README.md`.
enum Lesson01 {
  static let lesson = Lesson(
    1, "start-runs-here", title: "Which thread start() runs on",
    question: "You call start() on an operation. Which thread does the work, and when is it done?",
    programs: [
      byQueue,
      byHand,
      flagAlone,
      reallyAsynchronous,
    ],
    further: [
      invocation,
      bare,
      mainThenQueue,
    ],
    claims: [
      startIsSynchronous,
      flagIsFalse,
      flagChangesNothing,
      workElsewhere,
      invocationRunsHere,
      queueStarts,
      mainIsACall,
      startCallsMain,
      bareIsEmpty,
      bareCannotBeUsed,
      queueRunsItAgain,
    ],
    predictions: predictions)

  /// What is asked before each program runs, by the program's name.
  static let predictions: [String: Prediction] = [
    "by-hand": .thread(
      "The main thread calls start() on here, without a queue. Which thread runs its body?",
      .began("here")),
    "flag-alone": .thread(
      "isAsynchronous of 'flag only' returns true. Which thread runs its work?", .began("flag only")
    ),
    "really-asynchronous": .first(
      "Which comes first?", ("start() returns", .returned("thread")),
      ("the work begins", .began("thread"))),
    "by-queue": .thread("Which thread runs the body of queued?", .began("queued")),
    "invocation": .thread(
      "The main thread calls start(). Which thread runs fetch()?", .event(.noted, of: "photo")),
    "bare": .flag(
      "The program called main() on 'called', and nothing else. Is it finished?", .finished,
      at: .event(.observed, of: "called", .mark(afterMain))),
    "main-then-queue": .times(
      "main() was called, and then the operation is added to a queue. How often does the work begin?",
      .began("twice")),
  ]
}
