/// The rules, and how to find one.
public enum Battery {
  /// All rules, in the order in which they are checked. A new rule adds one line here.
  public static let rules: [Rule] = [
    .startsFresh,
    .completesInAQueue,
    .completesByHand,
    .cancelSetsCancelled,
    .cancelBeforeStart,
    .cancelBeforeEnqueue,
    .cancelWhileQueued,
    .cancelWhileRunning,
    .cancelAfterFinish,
    .noFinishBeforeStart,
    .noFinishBeforeWorkEnds,
    .finishIsAnnounced,
    .finishSurvivesRepetition,
    .executingWhileWorking,
    .endsNotExecuting,
    .waitsForDependencies,
    .cancelIgnoresDependencies,
    .completionBlockOnce,
    .asynchronousStartReturns,
    .freesItsSlot,
    .isReleased,
    .survivesRaces,
  ]

  /// The rule of that id.
  public static func rule(_ id: String) -> Rule? {
    rules.first { $0.id == id }
  }
}
