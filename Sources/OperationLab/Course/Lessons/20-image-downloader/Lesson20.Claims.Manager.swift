import OperationLab
import OperationDownloads
import OperationTesting

// Many pictures: the kit's manager, and article D's.
extension Lesson20 {
  static let limits = Claim(
    "D06a", "The manager limits how many downloads run at a time.",
    origin: .article(
      .d,
      passage: .init(
        "我们还可以简单的设置最大并发下载数量",
        "we can also easily set how many downloads run at a time",
        at: 724)),
    expected: .everywhere(
      .confirmed,
      because: """
        It puts them into a queue with a width, and each is finished only when its transfer is. \
        The third request reaches the server when one of the first two has ended.
        """),
    mutants: [
      .trace(of: "manager", "the third is asked for at once") {
        $0.movingToFront(.noted, of: "picture 3 server")
      },
      .trace(of: "manager", "the server is asked for three") { trace in
        trace.edited { events in
          for place in events.indices where events[place].note.hasSuffix("asked for /1 /2") {
            events[place].note += " /3"
          }
        }
      },
      .trace(of: "manager", "the second is never asked for") {
        $0.removing(.noted, of: "picture 2 server")
      },
    ]
  ) { runs in
    let run = try runs["manager"]
    let look = try run.first(.noted, of: "manager")
    let freed = try run.first(.cancelled, of: "manager")
    let asked = try (1...4).map { try run.first(.noted, of: "picture \($0) server", note: asks) }
    let wanted = try run.remembers("/1 /2 /3 /4 /5 /6")
    try run.require(
      look.seq < wanted.seq && wanted.seq < freed.seq, "all six were wanted from the beginning")
    let early = asked.filter { $0.seq < freed.seq }
    return .confirmed(
      if: early.map(\.subject).sorted() == ["picture 1 server", "picture 2 server"]
        && look.note == "the server was asked for /1 /2",
      "at rest with two requests at the server; the third came when one had been cancelled",
      otherwise: "\(early.count) requests came while both slots were taken",
      asked + [look, wanted, freed])
  }

  static let cancelsOne = Claim(
    "D06b", "... cancels one by its address",
    origin: .article(
      .d,
      passage: .init(
        "guard let op = operations[url], !op.isFinished else { return }",
        "cancelLoadingUrl(_:) finds the operation by its address",
        at: 946)),
    expected: .everywhere(
      .confirmed,
      because: "It finds the operation in a table by address, and cancels that one."),
    mutants: [
      .trace(of: "manager", "2 gets its picture") {
        $0.answering("picture 2", "gets the picture")
      },
      .trace(of: "manager", "only one of two who asked for 2 is cancelled") {
        $0.answering("picture 2 again", "gets the picture")
      },
      .trace(of: "manager", "1 is cancelled, too") {
        $0.answering("picture 1", "gets the error: cancelled")
      },
      .trace(of: "manager", "2 is cancelled only with all the others") {
        $0.movingToEnd(.noted, of: "picture 2")
      },
      .trace(of: "manager", "its transfer goes on") {
        $0.removing(.noted, of: "picture 2 server")
      },
    ]
  ) { runs in
    let run = try runs["manager"]
    let one = try run.first(.cancelled, of: "manager")
    let all = try run.last(.cancelled, of: "manager")
    let (second, first) = (try run.answer("picture 2"), try run.answer("picture 1"))
    let again = try run.answer("picture 2 again")
    let asked = try (1...2).map { try run.first(.noted, of: "picture \($0) server", note: asks) }
    try run.require(
      asked.allSatisfy { $0.seq < one.seq }, "both were under way when one was cancelled")
    let gone = try run.first(.noted, of: "picture 2 server", note: connectionIsGone)
    try run.require(
      one.seq < gone.seq && gone.seq < all.seq && run.all(.timedOut).isEmpty,
      "the transfer of 2, too, was cancelled")
    return .confirmed(
      if: one.note == "/2" && second.note == "gets the error: cancelled"
        && again.note == second.note && first.note == "gets the picture" && one.seq < second.seq
        && second.seq < all.seq,
      "2 \(second.note), whoever asked for it; 1 \(first.note)",
      otherwise: "2 \(second.note); 1 \(first.note)", asked + [one, second, again, gone, first])
  }

  static let cancelsAll = Claim(
    "D06c", "... cancels all",
    origin: .article(
      .d,
      passage: .init(
        "queue.cancelAllOperations()",
        "cancelAll() cancels all operations of its queue",
        at: 983)),
    expected: .everywhere(
      .confirmed,
      because: """
        Those that run end at once; those that wait for a slot end without a request. The kit's \
        manager cancels the waiting ones first: each slot that is freed would start one of them.
        """),
    mutants: [
      .trace(of: "manager", "6 gets its picture") { $0.answering("picture 6", "gets the picture") },
      .trace(of: "manager", "the server is asked for 5") { trace in
        trace.replacing(.noted, of: "manager") { event in
          if event.note.hasSuffix("/4") { event.note += " /5" }
        }
      },
      .trace(of: "manager", "one that runs goes first") {
        $0.movingToEnd(.noted, of: "picture 5")
      },
      .trace(of: "manager", "4 is told nothing") { $0.answering("picture 4", nil) },
    ]
  ) { runs in
    let run = try runs["manager"]
    let all = try run.last(.cancelled, of: "manager")
    let answers = try (3...6).map { try run.answer("picture \($0)") }
    let requests = try run.last(.noted, of: "manager")
    let asked = try (3...4).map { try run.first(.noted, of: "picture \($0) server", note: asks) }
    try run.require(
      (asked + answers).allSatisfy { ($0.seq < all.seq) == ($0.note == asks) },
      "3 and 4 were under way, and 5 and 6 waited, when all were cancelled")
    let gone = try (3...4).map {
      try run.first(.noted, of: "picture \($0) server", note: connectionIsGone)
    }
    try run.require(
      gone.allSatisfy { all.seq < $0.seq } && run.all(.timedOut).isEmpty,
      "the transfers of 3 and 4, too, were cancelled")
    // In the other order the queue would start one that waits in each slot that is freed.
    let waitingFirst = answers[2...].allSatisfy {
      $0.seq < answers[0].seq && $0.seq < answers[1].seq
    }
    return .confirmed(
      if: all.note == "all" && answers.allSatisfy { $0.note == "gets the error: cancelled" }
        && waitingFirst && requests.note == "the server was asked for /1 /2 /3 /4",
      "the two that waited get their error, then the two that ran; 5 and 6 were never asked for",
      otherwise:
        "3 to 6: \(answers.map(\.note)), the waiting first: \(waitingFirst); \(requests.note)",
      asked + [all] + answers + gone + [requests])
  }

  static let forgetsFinished = Claim(
    "D06d", "... and forgets each when it completes.",
    origin: .article(
      .d,
      passage: .init(
        "self?.operations.removeValue(forKey: url)",
        "the completion block takes the operation out of the table",
        at: 899)),
    expected: .everywhere(
      .confirmed,
      because: """
        What is over is taken out of the table: a table that only grows is a leak, and its \
        addresses could never be asked for again.
        """),
    mutants: [
      .trace(of: "manager", "it remembers 1") { $0.remembering("/1 /3 /4 /5 /6", insteadOf: "/3") },
      .trace(of: "manager", "it remembers 6 in the end") {
        $0.remembering("/6", insteadOf: "nothing")
      },
      .trace(of: "manager", "nobody asks it") { $0.removing(.noted, of: "manager") },
    ]
  ) { runs in
    let run = try runs["manager"]
    let told = try run.answer("picture 1")
    let all = try run.remembers("/1 /2 /3 /4 /5 /6")
    try run.require(all.seq < told.seq, "it remembered 1 before")
    let cancels = run.all(.cancelled, of: "manager")
    let looks = run.all(.noted, of: "manager").filter {
      told.seq < $0.seq && $0.note.hasPrefix("remembers")
    }
    guard let first = looks.first, let last = looks.last, let cancel = cancels.last,
      first.seq < cancel.seq, cancel.seq < last.seq
    else { throw MissingEvidence.event(.noted, subject: "manager", program: "manager") }
    return .confirmed(
      if: told.seq < first.seq && first.note.hasPrefix("remembers /3 /4 /5 /6")
        && last.note == "remembers nothing",
      "when 1 has its picture: \(first.note); in the end: \(last.note)",
      otherwise: "when 1 has its picture: \(first.note); in the end: \(last.note)",
      [all, told, first, cancel, last])
  }
}

extension Run {
  /// The first look in which the manager remembered these addresses, and perhaps more behind them.
  fileprivate func remembers(_ paths: String) throws -> Evidence {
    let look = all(.noted, of: "manager").first { $0.note.hasPrefix("remembers \(paths)") }
    guard let look else {
      throw MissingEvidence.event(
        .noted, subject: "manager, remembers \(paths)", program: program)
    }
    return look
  }

  /// What a request was answered, the last word about it.
  func answer(_ subject: String) throws -> Evidence {
    let answers = all(.noted, of: subject).filter { $0.note.hasPrefix("gets") }
    guard let answer = answers.first, answers.count == 1 else {
      throw MissingEvidence.event(.noted, subject: "\(subject), one answer", program: program)
    }
    return answer
  }
}

extension Trace {
  /// The trace with another answer to a request, or with none.
  func answering(_ subject: String, _ note: String?) -> Trace {
    edited { events in
      let isAnswer = { (event: Event) in
        event.subject == subject && event.note.hasPrefix("gets")
      }
      guard let place = events.firstIndex(where: isAnswer) else { return }
      if let note { events[place].note = note } else { events.remove(at: place) }
    }
  }

  fileprivate func remembering(_ paths: String, insteadOf start: String) -> Trace {
    replacing(.noted, of: "manager") { event in
      if event.note.hasPrefix("remembers \(start)") { event.note = "remembers \(paths)" }
    }
  }
}
