/// The rules, and how to find one.
package enum Battery {
  /// All rules, in the order in which they are checked. A new rule adds one line here.
  package static let rules: [Rule] = [
    .startsFresh,
    .askingChangesNothing,
    .mayBeLetGo,
    .completesInAQueue,
    .completesByHand,
    .cancelSetsCancelled,
    .cancelBeforeStart,
    .cancelBeforeEnqueue,
    .cancelWhileQueued,
    .cancelWhileRunning,
    .cancelAfterFinish,
    .cancelReturns,
    .cancelsOnlyItself,
    .staysCancelled,
    .noFinishBeforeStart,
    .noFinishBeforeWorkEnds,
    .finishIsAnnounced,
    .finishSurvivesRepetition,
    .worksOnce,
    .doesNotSpin,
    .executingWhileWorking,
    .endsNotExecuting,
    .waitsForDependencies,
    .cancelIgnoresDependencies,
    .completionBlockOnce,
    .asynchronousStartReturns,
    .mainThreadMayWait,
    .manyAtOnce,
    .freesItsSlot,
    .isReleased,
    .survivesRaces,
  ]

  /// How long each trial of `survives-races` goes on, if nothing goes wrong in it.
  package static let raceLength = Duration.milliseconds(450)

  /// The rule of that id.
  package static func rule(_ id: String) -> Rule? {
    rules.first { $0.id == id }
  }
}
