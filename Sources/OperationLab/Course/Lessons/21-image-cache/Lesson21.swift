/// Lesson 21. Its page is `Lessons/21-image-cache/README.md`.
enum Lesson21 {
  static let lesson = Lesson(
    21, "image-cache", title: "Memory, then disk, then six at a time",
    question: """
      You ask for a picture, and it is in memory, on disk or on the network. On which thread does each \
      place look? How do you stop a look that is no longer needed? And why does the seventh transfer \
      wait?
      """,
    programs: [
      threePlaces,
      asksToken,
      forgetsToken,
      finishesLast,
      finishesFirst,
    ],
    further: [
      six,
      oneAtATime,
      twoAtATime,
      cancelsInOrder,
      reportsFirst,
      decodedOnce,
      decodesEachTime,
    ],
    claims: [
      memoryFirst,
      thenDisk,
      tokenStopsBlock,
      transferDecides,
      sixAtATime,
      oneLookAtATime,
      cancelsInOrderClaim,
      otherOrder,
      memoryIsDecoded,
    ],
    predictions: predictions)

  /// The question before each program, by the program's name.
  static let predictions: [String: Prediction] = [
    "three-places": .times(
      "The loader is asked for one picture four times. How many requests does the server get?",
      .marked(isAsked, by: "server")),
    "asks-token": .happens(
      "look 2 is cancelled while it waits. Does it begin?", .began("look 2")),
    "forgets-token": .happens(
      "look 2 is cancelled, and the block does not read its token. Does look 2 begin?",
      .began("look 2")),
    "finishes-last": .atOnce(
      """
      Eight pictures are in a queue of width 6. How many transfers run at the same time, at most?
      """, from: .began, to: .ended, of: (1...8).map { "reply \($0)" }),
    "finishes-first": .atOnce(
      """
      Each operation finishes when its start() returns. How many transfers run at the same time now, \
      at most?
      """, from: .began, to: .ended, of: (1...8).map { "reply \($0)" }),
    "six": .atOnce(
      """
      The kit's loader is asked for eight pictures. How many transfers run at the same time, at most?
      """, from: .began, to: .ended, of: (1...8).map { "reply \($0)" }),
    "one-at-a-time": .first(
      "Two looks share one serial queue. Which comes first?",
      ("look 1 ends", .ended("look 1")),
      ("look 2 begins", .began("look 2"))),
    "two-at-a-time": .first(
      "Each look has its own queue. Which comes first?",
      ("look 1 ends", .ended("look 1")),
      ("look 2 begins", .began("look 2"))),
    "cancels-in-order": .first(
      "cancel() of picture 1 ends its transfer and then reports finished. Which comes first?",
      ("its connection is closed", .ended("reply 1")),
      ("picture 2 starts", .started("picture 2"))),
    "reports-first": .first(
      "cancel() of picture 1 reports finished and then ends its transfer. Which comes first?",
      ("its connection is closed", .ended("reply 1")),
      ("picture 2 starts", .started("picture 2"))),
    "decoded-once": .times(
      "The loader is asked for one picture twice. How often is the picture decoded?",
      .marked("decodes {} bytes", by: "decoder")),
    "decodes-each-time": .times(
      "The memory keeps the file and not the picture. How often is it decoded now?",
      .marked("decodes {} bytes", by: "decoder")),
  ]
}
