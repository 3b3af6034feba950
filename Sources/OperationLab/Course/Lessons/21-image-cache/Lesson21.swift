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
    ],
    predictions: predictions)

  /// What is asked before each program runs, by the program's name.
  static let predictions: [String: Prediction] = [
    "three-places": .times(
      "One picture is asked for four times. How often is the server asked?", isAsked,
      by: "server"),
    "cancels-look": .happens(
      "The look on disk is cancelled before its turn. Is the disk asked for /p?",
      lacks("/p"), by: "disk"),
    "six": .atOnce(
      """
      Eight pictures are asked for. How many replies are under way at one moment, at most?
      """, from: .began, to: .ended, of: (1...8).map { "reply \($0)" }),
    "returns-first": .first(
      "Which comes first?", Milestone("the caller goes on", .ended, of: "caller"),
      Milestone("the look on disk is over", .ended, of: "look")),
    "keeps-caller": .first(
      "Which comes first now?", Milestone("the caller goes on", .ended, of: "caller"),
      Milestone("the look on disk is over", .ended, of: "look")),
    "one-at-a-time": .first(
      "Two looks share one queue. Which comes first?",
      Milestone("look 1 ends", .ended, of: "look 1"),
      Milestone("look 2 begins", .began, of: "look 2")),
    "two-at-a-time": .first(
      "Each look has a queue of its own. Which comes first?",
      Milestone("look 1 ends", .ended, of: "look 1"),
      Milestone("look 2 begins", .began, of: "look 2")),
    "asks-token": .happens(
      "look 2 is cancelled while it waits. Does it look all the same?", .began, of: "look 2"),
    "forgets-token": .happens("Nobody looks at the token. Does look 2 look?", .began, of: "look 2"),
    "finishes-last": .atOnce(
      """
      A queue of width 6, eight pictures. How many transfers are under way at one moment, \
      at most?
      """, from: .began, to: .ended, of: (1...8).map { "reply \($0)" }),
    "finishes-first": .atOnce(
      """
      Each operation is finished when its start() is. How many transfers are under way \
      now, at most?
      """, from: .began, to: .ended, of: (1...8).map { "reply \($0)" }),
    "cancels-in-order": .first(
      "picture 1 is cancelled, the transfer first. Which comes first?",
      Milestone("its connection is gone", .ended, of: "reply 1"),
      Milestone("picture 2 starts", .started, of: "picture 2")),
    "reports-first": .first(
      "It says finished first, and cancels its transfer then. Which comes first?",
      Milestone("its connection is gone", .ended, of: "reply 1"),
      Milestone("picture 2 starts", .started, of: "picture 2")),
    "kit-cancels": .flag(
      """
      The server is silent when picture is cancelled. Is picture finished as soon as \
      cancel() returns?
      """, .finished, at: .cancelled, of: "picture"),
    "decoded-once": .times(
      "One picture is asked for twice. How often is it decoded?",
      "decodes {} bytes", by: "decoder"),
    "decodes-each-time": .times(
      "The memory keeps the file as it came. How often is it decoded now?",
      "decodes {} bytes", by: "decoder"),
  ]
}
