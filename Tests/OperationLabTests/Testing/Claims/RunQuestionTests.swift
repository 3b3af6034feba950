import OperationLab
import OperationBench
import Testing

/// Judges ask a run for its events and for what a claim presupposes. Without these nothing is decided.
@Suite("A run", .repeatable)
struct RunQuestionTests {
  private static let run = Run(
    program: "p", outcome: .completes,
    trace: TimelineSamples.trace {
      $0.add("main", "a", .observed, [.ready], note: "before")
      $0.add("T1", "a", .started)
      $0.add("main", "a", .observed, [.ready, .finished], note: "after")
      $0.add("main", "b", .settled, [.ready], note: "in q")
      $0.add("main", "b", .settled, [.ready, .cancelled], note: "in q")
      $0.put("op", in: "q", width: 2)
      $0.add("main", "op", .settled)
      $0.add("main", "bare", .enqueued)
    })

  struct Question: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let answer: String
    let ask: @Sendable (Run) throws -> String

    init(
      _ title: String, _ answer: String, _ ask: @escaping @Sendable (Run) throws -> String
    ) {
      (testDescription, self.answer, self.ask) = (title, answer, ask)
    }

    /// A question whose answer is an event.
    init(
      _ title: String, event: Int, _ ask: @escaping @Sendable (Run) throws -> Evidence
    ) {
      self.init(title, "\(event)") { "\(try ask($0).seq)" }
    }

    /// A question that the run cannot answer.
    init(
      _ title: String, misses missing: String, _ ask: @escaping @Sendable (Run) throws -> Evidence
    ) {
      self.init(title, missing) { "\(try ask($0))" }
    }
  }

  @Test("gives an event, or says what is missing", arguments: questions)
  func answers(_ question: Question) {
    let answer = Result { try question.ask(Self.run) }
    switch answer {
    case .success(let text): #expect(text == question.answer)
    case .failure(let error):
      #expect(error is MissingEvidence)
      #expect("\(error)" == question.answer)
    }
  }

  private static let questions: [Question] = [
    Question("the first", event: 0) { try $0.first(.observed, of: "a") },
    Question("the last", event: 2) { try $0.last(.observed, of: "a") },
    Question("all of a kind", "[0, 2]") { "\($0.all(.observed).map(\.seq))" },
    Question("all of a subject", "[3, 4]") { "\($0.all(.settled, of: "b").map(\.seq))" },
    Question("none", "[]") { "\($0.all(.settled, of: "a").map(\.seq))" },
    Question("the program of an event", "p") { try $0.first(.started, of: "a").program },
    Question("a missing first", misses: "program 'p' has no event 'started' of b") {
      try $0.first(.started, of: "b")
    },
    Question("a missing last", misses: "program 'p' has no event 'finished' of a") {
      try $0.last(.finished, of: "a")
    },
    Question("what happened", "happened, 1") {
      "\(words(try $0.occurrence(of: .started, of: "a")))"
    },
    Question("what never happened, of what was seen in the end", "never, 4") {
      "\(words(try $0.occurrence(of: .started, of: "b")))"
    },
    Question(
      "what never happened, of what was not", "program 'p' has no event 'settled' of a"
    ) { "\(words(try $0.occurrence(of: .finished, of: "a")))" },
    Question("how an operation was added", event: 5) { try $0.enqueued("op") },
    Question("how, if that is so", event: 5) { try $0.enqueued("op", in: "q", width: 2) },
    Question("another queue", misses: "in program 'p' this is not so: op was added to 'r'") {
      try $0.enqueued("op", in: "r")
    },
    Question("another width", misses: "in program 'p' this is not so: the width was 1 for op") {
      try $0.enqueued("op", width: 1)
    },
    Question("what was never added", misses: "program 'p' has no event 'enqueued' of none") {
      try $0.enqueued("none")
    },
    Question(
      "what does not show how",
      misses: "in program 'p' this is not so: it is known how bare was added"
    ) { try $0.enqueued("bare") },
    Question("the first rest after an event", event: 6) {
      try $0.rest(of: "op", after: $0.enqueued("op"))
    },
    Question("a rest that was not seen", misses: "program 'p' has no event 'settled' of op") {
      try $0.rest(of: "op", after: $0.first(.settled, of: "op"))
    },
    Question("a premise that holds", "so") {
      try $0.require(true, "the sky is blue")
      return "so"
    },
    Question("a premise that does not", "in program 'p' this is not so: the sky is blue") {
      try $0.require(false, "the sky is blue")
      return "so"
    },
  ]

  private static func words(_ occurrence: Occurrence) -> String {
    "\(occurrence.isNever ? "never" : "happened"), \(occurrence.evidence.seq)"
  }

  @Test("counts how many were inside at most at one time")
  func peak() {
    let trace = TimelineSamples.trace {
      $0.add("T1", "a", .began)
      $0.add("T2", "b", .began)
      $0.add("T1", "a", .ended)
      $0.add("T1", "c", .began)
      $0.add("T2", "b", .ended)
      $0.add("T1", "c", .ended)
      $0.add("T1", "d", .ended)
    }
    let run = Run(program: "p", outcome: .completes, trace: trace)
    #expect(run.peak(from: .began, to: .ended).count == 2)
    #expect(run.peak(from: .started, to: .finished).count == 0)
  }
}
