// What lesson 20 asks before it shows.
extension Lesson20 {
  static let predictions: [String: Prediction] = [
    "chain": .times(
      "The picture comes in three pieces. How often is the caller told of progress?", .progressed,
      of: "caller"),
    "chain-fails": .note(
      "What comes is no picture. Which closure is called?", of: "caller",
      [("then", "then:"), ("catch", "catch:")]),
    "chain-cancelled": .note(
      "It is cancelled after the first piece. Which closure is called?", of: "caller",
      [("then", "then:"), ("catch", "catch:")]),
    "checks-each-chunk": .happens(
      """
      It is cancelled after the first piece, and looks at each piece. Does it decode \
      anything?
      """, .noted, of: "download", note: "decodes 3085 bytes"),
    "ignores-chunks": .happens(
      """
      Now it looks only after decoding. Does it decode, although it was cancelled long \
      before?
      """, .noted, of: "download", note: "decodes 3085 bytes"),
    "checks-after-decoding": .note(
      """
      It is cancelled while it decodes, and looks afterwards. Which closure is called?
      """, of: "caller", [("then", "then:"), ("catch", "catch:")]),
    "forgets-after-decoding": .note(
      "It does not look again. Which closure is called?", of: "caller",
      [("then", "then:"), ("catch", "catch:")]),
    "tells-once": endings(
      "cancel() comes after the last look. How many endings is the caller told of?"),
    "tells-twice": endings(
      "Now nobody asks who was first. How many endings is the caller told of?"),
    "resets": endings("cancel() throws the closures away. How many endings is the caller told of?"),
    "table": .first(
      "Four pictures, two at a time. Which comes first?",
      Milestone("picture 1 is there", .noted, of: "picture 1"),
      Milestone("picture 3 has progress", .progressed, of: "picture 3")),
    "manager": .count(
      """
      2 is cancelled, 1 comes, then all are cancelled. Of the pictures 1 to 6, how many \
      come?
      """, .noted, of: (1...6).map { "picture \($0)" }, note: "gets the picture"),
    "shares-transfer": .count(
      "One address is asked for twice. How many requests reach the server?", .noted,
      of: ["request 1", "request 2"]),
    "asks-twice": .count(
      "How many requests reach the server with the article's manager?", .noted,
      of: ["request 1", "request 2"]),
    "forgets-its-own": .happens(
      "The second request is cancelled. Does second get a picture?", .noted, of: "second",
      note: "gets the picture"),
    "forgets-the-new": .happens(
      "The second request is cancelled. Does second get a picture all the same?", .noted,
      of: "second", note: "gets the picture"),
    "loses-an-entry": .note(
      "The table loses the entry of 2, and 2 is cancelled. What does the caller get?",
      of: "picture 2", [("the picture", "gets the picture"), ("the error", "gets the error")]),
    "keeps-every-entry": .note(
      "What does the caller of 2 get now?", of: "picture 2",
      [("the picture", "gets the picture"), ("the error", "gets the error")]),
    "captures-itself": .happens(
      "Its closures hold the operation. Is the operation deallocated?", .released, of: "download 1"),
    "captures-weakly": .happens("Is the operation deallocated now?", .released, of: "download 1"),
  ]

  private static func endings(_ question: String) -> Prediction {
    Prediction(question, .number) { run in
      let events = run.trace.events.filter { event in
        event.subject == "caller" && ["then", "catch"].contains { event.note.hasPrefix($0) }
      }
      return Prediction.Result("\(events.count)", events)
    }
  }
}
