/// Lesson 21; its page is `Lessons/21-image-cache/README.md`.
enum Lesson21 {
  static let lesson = Lesson(
    21, "image-cache", title: "Memory, then disk, then six at a time",
    question: """
      You ask for a picture, and it is in memory, on disk or on the network. Which thread looks \
      where? What stops a look that nobody wants any more? And what keeps the seventh transfer \
      from beginning?
      """,
    programs: [
      threePlaces,
      cancelsLook,
      six,
      returnsFirst,
      keepsCaller,
      oneAtATime,
      twoAtATime,
      asksToken,
      forgetsToken,
      finishesLast,
      finishesFirst,
      cancelsInOrder,
      reportsFirst,
      kitCancels,
      decodedOnce,
      decodesEachTime,
    ],
    claims: [
      memoryFirst,
      thenDisk,
      callerGoesOn,
      oneLookAtATime,
      tokenStopsBlock,
      tokenStopsLoader,
      sixAtATime,
      transferDecides,
      cancelsInOrderClaim,
      otherOrder,
      kitCancelsClaim,
      memoryIsDecoded,
    ])
}
