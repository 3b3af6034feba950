/// The lessons, in the order in which they are taught.
public enum Lessons {
  /// Adding a lesson adds one line here.
  public static let all: [Lesson] = [
    .startRunsHere,
    .cancelBeforeStart,
    .missingFinish,
    .cancelIgnoresDependencies,
    .blockingExecutionBlocks,
    .queueWidth,
    .dependencyGraph,
    .priorityAmongReady,
    .mainOnly,
    .asynchronousSubclass,
    .finishedTooEarly,
    .cancelInQueue,
    .oneShot,
    .everyExitFinishes,
    .oneLock,
    .lifetime,
    .waitingAndSuspending,
    .fileDownload,
    .resumableDownloads,
    .imageDownloader,
    .imageCache,
  ]

  /// The lesson of that number or slug.
  public static func find(_ name: String) -> Lesson? {
    all.first { String($0.number) == name || $0.slug == name }
  }
}
