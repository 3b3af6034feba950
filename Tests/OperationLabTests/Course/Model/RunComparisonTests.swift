import OperationCourse
import OperationDoctor
import OperationLab
import Testing

@Suite("Where two runs part", .repeatable)
struct RunComparisonTests {
  private static let silent = TimelineSamples.trace {
    $0.put("op1", in: "downloads", width: 1)
    $0.put("op2", in: "downloads", width: 1)
    $0.add("T1", "op1", .started, [.ready])
    $0.add("T1", "op1", .returned, [.ready])
    $0.add("main", "op1", .settled, [.ready])
    $0.add("main", "op2", .settled, [.ready])
  }

  private static let sound = TimelineSamples.trace {
    $0.put("op1", in: "downloads", width: 1)
    $0.add("T1", "op1", .started, [.ready])
    $0.put("op2", in: "downloads", width: 1)
    $0.add("T2", "op1", .observed, [.ready])
    $0.add("T2", "op1", .finished, [.ready, .finished])
    $0.run("op2", on: "T2")
    $0.add("T1", "op1", .returned, [.ready, .finished])
    $0.add("main", "op1", .settled, [.ready, .finished])
    $0.add("main", "op2", .settled, [.ready, .finished])
  }

  @Test("is the first event that one of them lacks, marked in both")
  func missing() throws {
    let comparison = compare(Self.silent, Self.sound)
    let parting = try #require(comparison.parting)
    #expect(parting.kind == .onlyInSecond)
    #expect(comparison.subject == "op1")
    #expect(parting.first?.kind == .settled)
    #expect(parting.second?.kind == .finished)
    let sentence = "In 'b' (event 4) op1 reports isFinished, and never in 'a'."
    #expect(comparison.sentence.english == sentence)
  }

  @Test("is the same event whichever run comes first")
  func symmetric() throws {
    let (one, other) = (
      compare(Self.silent, Self.sound).parting, compare(Self.sound, Self.silent).parting
    )
    #expect(other?.kind == .onlyInFirst)
    #expect(one?.first == other?.second && one?.second == other?.first)
  }

  @Test("is the event that one of them lacks, also where all that follows has another place for it")
  func shifted() {
    func trace(_ kinds: [Event.Kind]) -> Trace {
      TimelineSamples.trace { writer in for kind in kinds { writer.add("main", "op", kind) } }
    }
    let (more, less) = (trace([.cancelled, .started, .finished]), trace([.started, .finished]))
    #expect(compare(more, less).parting?.kind == .onlyInFirst)
    #expect(compare(less, more).parting?.kind == .onlyInSecond)
  }

  @Test("is nowhere when only times, threads and interleaving differ")
  func chance() {
    let other = TimelineSamples.trace {
      $0.put("op1", in: "downloads", width: 1)
      $0.put("op2", in: "downloads", width: 1)
      $0.add("T7", "op1", .started, [.ready])
      $0.add("T7", "op1", .returned, [.ready])
      $0.add("T8", "op1", .finished, [.ready, .finished])
      $0.run("op2", on: "T7")
      $0.add("main", "op2", .settled, [.ready, .finished])
      $0.add("main", "op1", .settled, [.ready, .finished])
    }
    let comparison = compare(Self.sound, other)
    #expect(comparison.parting == nil)
    #expect(comparison.json.kind == "none")
    #expect(comparison.json.events.isEmpty)
  }

  @Test("is where an operation is added with other dependencies")
  func premises() throws {
    let (alone, waiting) = (
      TimelineSamples.trace { $0.put("op", in: "q") },
      TimelineSamples.trace { $0.put("op", in: "q", dependencies: ["first"]) }
    )
    let parting = try #require(compare(alone, waiting).parting)
    #expect(parting.kind == .other)
    #expect(parting.first?.kind == .enqueued && parting.second?.kind == .enqueued)
  }

  @Test(
    "is where an operation is added to a queue of another width, whatever else only one run has")
  func width() throws {
    let (narrow, wide) = (
      TimelineSamples.trace { $0.put("op", in: "q", width: 1) },
      TimelineSamples.trace {
        $0.add("main", "q", .suspended)
        $0.put("op", in: "q", width: 2)
      }
    )
    let comparison = compare(narrow, wide)
    #expect(comparison.parting?.kind == .other)
    #expect(comparison.subject == "op")
    #expect(
      comparison.sentence.english.contains("width is 1")
        && comparison.sentence.english.contains("width is 2"))
  }

  @Test("is where an operation does the same in another order")
  func order() throws {
    let (early, late) = (
      TimelineSamples.trace {
        $0.add("main", "op", .finished, [.finished])
        $0.add("T1", "op", .started, [.finished])
      },
      TimelineSamples.trace {
        $0.add("T1", "op", .started, [.ready])
        $0.add("main", "op", .finished, [.finished])
      }
    )
    let parting = try #require(compare(early, late).parting)
    #expect(parting.kind == .order)
    #expect(parting.first?.seq == 0 && parting.second?.seq == 0)
  }

  @Test("is where the program makes its calls in another order")
  func calls() throws {
    func trace(_ calls: [(String, Event.Kind)]) -> Trace {
      TimelineSamples.trace { writer in for call in calls { writer.add("main", call.0, call.1) } }
    }
    let comparison = compare(
      trace([("q", .suspended), ("op", .cancelled)]),
      trace([("op", .cancelled), ("q", .suspended)])
    )
    #expect(comparison.parting?.kind == .order)
  }

  @Test("is where the same event finds another state, if nothing else differs")
  func state() throws {
    func trace(_ state: OperationState) -> Trace {
      TimelineSamples.trace { $0.add("main", "op", .cancelled, state) }
    }
    let parting = try #require(compare(trace([.cancelled]), trace([])).parting)
    #expect(parting.kind == .state)
  }

  @Test("is not where a log records less: an operation that finished was started")
  func unrecorded() {
    let recorded = TimelineSamples.trace {
      $0.put("op", in: "q")
      $0.run("op", on: "T1")
      $0.add("main", "op", .settled, [.finished])
    }
    let sparse = TimelineSamples.trace {
      $0.put("op", in: "q")
      $0.add("main", "op", .settled, [.finished])
    }
    #expect(compare(recorded, sparse).parting == nil)
    #expect(compare(sparse, recorded).parting == nil)
  }

  @Test("accepts traces that make no sense", arguments: 0..<40)
  func nonsense(_ seed: UInt64) {
    let trace = TimelineNonsense.trace(seed: seed, count: 40)
    #expect(compare(trace, trace).parting == nil)
    let other = TimelineNonsense.trace(seed: seed + 1000, count: 40)
    let comparison = compare(trace, other)
    #expect(comparison.parting?.first.map(trace.events.contains) != false)
    #expect(comparison.parting?.second.map(other.events.contains) != false)
    #expect(!comparison.sentence.isEmpty)
  }

  private func compare(_ first: Trace, _ second: Trace) -> RunComparison {
    RunComparison(
      Run(program: "a", outcome: .completes, trace: first),
      Run(program: "b", outcome: .completes, trace: second))
  }
}
