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
    7: [
      PlainFact(
        "task 5 has run, task 1 finished: false", in: "five-tasks",
        .flags(not: .finished, at: .firstSettled("task 1"))),
      PlainFact(
        "ready: 2 false, 3 false, 4 false", in: "five-tasks",
        .each(["task 2", "task 3", "task 4"]) { [.flags(not: .ready, at: .firstSettled($0))] }),
      PlainFact(
        "1 ran before 2: true", in: "five-tasks", .order(.ended("task 1"), .began("task 2"))),
      PlainFact(
        "1 ran before 3: true", in: "five-tasks", .order(.ended("task 1"), .began("task 3"))),
      PlainFact(
        "3 ran before 4: true", in: "five-tasks", .order(.ended("task 3"), .began("task 4"))),
    ],
    9: [
      PlainFact(
        "called works, executing: false, main thread: true", in: "three-ways",
        .state([.ready], at: .began("called"))),
      PlainFact(
        "called finished: false", in: "three-ways", .flags(not: .finished, at: .settled("called"))),
      PlainFact(
        "started works, executing: true, main thread: true", in: "three-ways",
        .state([.ready, .executing], at: .began("started"))),
      PlainFact(
        "started finished: true", in: "three-ways", .flags(.finished, at: .settled("started"))),
      PlainFact(
        "queued works, executing: true, main thread: false", in: "three-ways",
        .onMain(.began("queued"), false)),
      PlainFact(
        "queued finished: true, in the queue: 0", in: "three-ways",
        .place(nil, at: .settled("queued"))),
      PlainFact(
        "its completion block runs: true", in: "three-ways", .happens(.completed("queued"))),
    ],
    10: [
      PlainFact(
        "start() has returned: executing true, finished false, 1 left", in: "whole",
        .state([.ready, .executing], at: Lesson10.idleAtWork)),
      PlainFact(
        "start() has returned: executing true, finished false, 1 left", in: "article",
        .flags(.executing, not: .finished, at: Lesson10.meanwhile)),
      PlainFact(
        "the work has ended: executing false, finished true, 0 left", in: "article",
        .flags(.finished, not: .executing, at: Lesson10.afterwards)),
    ],
    12: [
      PlainFact(
        "second cancelled: true, finished: false", in: "cancelled",
        .state([.ready, .cancelled], at: Lesson12.idleAfterCancel)),
      PlainFact(
        "second in the queue: true", in: "cancelled",
        .place("downloads", at: Lesson12.idleAfterCancel)),
      PlainFact(
        "second starts, cancelled: true, main thread: false", in: "cancelled",
        .onMain(.started("second"), false)),
      PlainFact("third runs", in: "cancelled", .happens(.began("third"))),
      PlainFact(
        "second in the queue: false", in: "cancelled", .place(nil, at: .settled("second"))),
    ],
    13: [
      PlainFact(
        "photo ran: 0, finished: false, ready: true", in: "ready",
        .state([.ready], at: .observed("alone"))),
      PlainFact(
        "photo ran: 1, finished: true, ready: true", in: "start-again",
        .times(1, .began, of: "photo")),
      PlainFact(
        "photo ran: 2, finished: true, ready: true", in: "start-again",
        .times(2, .began, of: "photo")),
      PlainFact(
        "photo again ran: 1, finished: true, ready: true", in: "right-way",
        .state([.ready, .finished], at: .settled("photo again"))),
    ],
    14: [
      PlainFact(
        "start() sees that it was cancelled", in: "article",
        .flags(.cancelled, at: .started("first"))),
      PlainFact("next starts: false", in: "article", .never(.started("next"))),
      PlainFact(
        "first cancelled: true, finished: false", in: "article",
        .state([.ready, .cancelled], at: .settled("first"))),
      PlainFact("in the queue: 2", in: "article", .place("downloads", at: .settled("first"))),
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
