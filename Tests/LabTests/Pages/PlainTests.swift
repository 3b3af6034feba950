import Foundation
import OperationLab
import Testing

@testable import OperationCourse
@testable import OperationTesting
@testable import lab

/// A line that `plain.swift` prints exactly if something holds in the kit's run of a program.
struct PlainFact: Sendable {
  let line: String
  let program: String
  let condition: Trace.Condition

  init(_ line: String, in program: String, _ condition: Trace.Condition) {
    (self.line, self.program, self.condition) = (line, program, condition)
  }
}

@Suite("A lesson's listing in plain Foundation", .elsewhere)
struct PlainTests {
  /// What each listing shows of its lesson's scenario, by the lesson's number.
  static let facts: [Int: [PlainFact]] = [
    3: [
      PlainFact("op2 starts, main thread: false", in: "article", .onMain(.started("op2"), false)),
      PlainFact(
        "a third one starts: false", in: "article", .exactly(2, .started, of: Lesson03.names)),
      PlainFact(
        "in the queue: 10", in: "article",
        .each(Lesson03.names) { [.place("downloads", at: .settled($0))] }),
      PlainFact(
        "op1 ready: true, finished: false", in: "article", .state(.ready, at: .settled("op1"))),
      PlainFact(
        "op3 ready: true, finished: false", in: "article", .state(.ready, at: .settled("op3"))),
    ],
    15: [
      PlainFact(
        "the handler calls cancel()", in: "cancel-in-callback",
        .happens(.marked(Lesson15.isCalledBack, by: "manager"))),
      PlainFact("start() returns: false", in: "cancel-in-callback", .never(.ended("download"))),
      PlainFact(
        "cancelled: true, finished: false", in: "cancel-in-callback",
        .flags(.cancelled, not: .finished, at: .settled("download"))),
    ],
    16: [
      PlainFact(
        "never finishes, in a queue: deallocated: false", in: "never-finishes",
        .never(.released("transfer"))),
      PlainFact(
        "finishes, in a queue: deallocated: true", in: "finishes", .happens(.released("transfer"))),
      PlainFact(
        "never finishes, in no queue: deallocated: true", in: "in-no-queue",
        .happens(.released("transfer"))),
      PlainFact(
        "its block captures it: deallocated: false", in: "captures-itself",
        .never(.released("transfer"))),
      PlainFact(
        "its block captures it weakly: deallocated: true", in: "captures-weakly",
        .happens(.released("transfer"))),
    ],
    17: [
      PlainFact(
        "suspended: op1 finished: true, op2 finished: false", in: "suspended",
        .order(.ended("op1"), .resumed("downloads"), .ended("op2"))),
      PlainFact(
        "resumed: op2 finished: true", in: "suspended", .flags(.finished, at: .settled("op2"))),
      PlainFact(
        "inside: tidy up executing: true, finished: false", in: "wait-inside",
        .flags(.executing, not: .finished, at: .settled("tidy up"))),
      PlainFact(
        "in the queue: 1", in: "wait-inside", .place("downloads", at: .settled("tidy up"))),
    ],
  ]

  @Test("prints what the trace of the same scenario shows", arguments: facts.keys.sorted())
  func agrees(_ number: Int) throws {
    let lesson = try #require(Lessons.find("\(number)"))
    let listing = try PlainListing(of: lesson, in: LabProcess.checkout)
    let lines = listing.output.split(separator: "\n").map(String.init)
    let facts = try #require(Self.facts[number])
    try #require(facts.contains { lines.contains($0.line) }, "\(listing.output)")
    for fact in facts {
      let run = try #require(LessonRun.first(of: lesson).runs.first { $0.program == fact.program })
      let holds = try fact.condition.outcome(in: run).holds
      #expect(lines.contains(fact.line) == holds, "'\(fact.line)':\n\(listing.output)")
    }
  }

  @Test("is short and needs nothing but Foundation", arguments: facts.keys.sorted())
  func isShort(_ number: Int) throws {
    let lesson = try #require(Lessons.find("\(number)"))
    let file = LabProcess.checkout.appendingPathComponent("Lessons/\(lesson.folder)/plain.swift")
    let source = try String(contentsOf: file, encoding: .utf8)
    let imports = source.matches(of: /(?m)^ *import (\w+)/).map { String($0.output.1) }
    #expect(Set(imports).isSubset(of: ["Foundation", "FoundationNetworking"]))
    #expect((15...50).contains(source.split(separator: "\n").count))
  }
}
