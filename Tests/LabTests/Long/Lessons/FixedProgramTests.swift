import OperationBench
import OperationCourse
import OperationDoctor
import OperationLab
import Testing

@testable import LabKit

@Suite("Every fixed program", .longPlan, .repeatable, .elsewhere)
struct FixedProgramTests {
  @Test(
    "finishes every operation that it starts, or its page says why not",
    arguments: [Lessons.first] + Lessons.all)
  func finishes(_ lesson: Lesson) throws {
    let runs = Runs(try LessonRun.first(of: lesson).runs)
    for program in lesson.programs where program.role == .fixed {
      let run = try runs[program.name]
      #expect(run.snapshot != nil, "\(program.name)")
      #expect(run.unfinished == program.unfinished?.operations ?? [], "\(program.name)")
    }
  }

  @Test("that leaves an operation unfinished gives the reason on its page", arguments: Lessons.all)
  func givesReasons(_ lesson: Lesson) throws {
    // Only what a reader takes for a sentence counts, so not the code.
    let further = lesson.further.isEmpty ? "" : try Checkout.page(of: lesson, isFurther: true)
    let prose = try (Checkout.page(of: lesson) + further).replacing(#/(?ms)^```.*?^```$/#, with: "")
      .split(whereSeparator: \.isWhitespace).joined(separator: " ")
    for program in lesson.programs {
      guard let unfinished = program.unfinished else { continue }
      #expect(program.role == .fixed && !unfinished.operations.isEmpty, "\(program.name)")
      #expect(unfinished.reason.hasSuffix("."), "\(program.name)")
      #expect(prose.contains(unfinished.reason), "\(program.name)")
    }
  }

  @Test(
    "is taken to have finished an operation only if its run shows that",
    arguments: [
      ("main enqueued", [.ready], true), ("T1 started", [.ready], true),
      ("T1 returned", [.ready], true), ("T1 began", [.ready], true),
      ("main announced", [.ready, .executing], true),
      ("main enqueued", [.ready, .finished], false),
      ("main cancelled", [.ready, .cancelled], false), ("main enqueued", nil, true),
      ("main enqueued,T1 finished", nil, false), ("T1 started,T1 completed", nil, false),
    ] as [(String, OperationState?, Bool)])
  func isSeen(_ events: String, _ state: OperationState?, _ isUnfinished: Bool) throws {
    let lines = events.split(separator: ",").map { "\($0) op" }.joined(separator: "\n")
    var run = WhySample.run(lines, op: state ?? [])
    if state == nil { run.snapshot = Snapshot() }
    #expect(run.unfinished == (isUnfinished ? ["op"] : []))
  }
}

extension Run {
  /// The operations that were put into a queue or started, and of which nothing shows that they
  /// have finished.
  fileprivate var unfinished: Set<String> {
    func subjects(_ kinds: Set<Event.Kind>) -> Set<String> {
      Set(trace.events.filter { kinds.contains($0.kind) }.map(\.subject))
    }
    let operations = snapshot?.operations ?? []
    let existing = Set(operations.map(\.name))
    // A body also begins in what is no operation, such as a block of a block operation.
    let started = subjects([.enqueued, .started, .returned])
      .union(subjects([.began]).intersection(existing))
      .union(operations.filter { $0.state.contains(.executing) }.map(\.name))
    // An operation that was released is not in the snapshot. Its last events show whether it had
    // finished.
    let gone = subjects([.finished, .completed])
      .union(trace.events.filter { $0.state.contains(.finished) }.map(\.subject))
      .subtracting(existing)
    return started.subtracting(gone)
      .subtracting(operations.filter { $0.state.contains(.finished) }.map(\.name))
  }
}
