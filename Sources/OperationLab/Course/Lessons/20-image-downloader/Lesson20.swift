/// Lesson 20; its page is `Lessons/20-image-downloader/README.md`.
enum Lesson20 {
  static let lesson = Lesson(
    20, "image-downloader", title: "A picture, or an error, and never both",
    question: """
      ImageDownloader(url).progress { }.then { }.catch { }.start() looks simple. What is its caller \
      told when somebody cancels, and how often? And what does a manager of many owe to each?
      """,
    programs: [
      chain,
      chainFails,
      chainCancelled,
      checksEachChunk,
      ignoresChunks,
      checksAfterDecoding,
      forgetsDecoding,
      tellsOnce,
      tellsTwice,
      resets,
      table,
      manager,
      sharesTransfer,
      asksTwice,
      forgetsItsOwn,
      forgetsTheNew,
      losesEntry,
      keepsEntries,
      capturesItself,
      capturesWeakly,
    ],
    claims: [
      picture,
      error,
      cancelledChain,
      firstEndCounts,
      resetTellsNobody,
      eachRow,
      eachChunk,
      afterDecoding,
      limits,
      cancelsOne,
      cancelsAll,
      forgetsFinished,
      forgetsTheRightOne,
      articleTransfersTwice,
      shares,
      tableLosesEntries,
      closuresHoldTheirOperation,
    ])
}
