import Foundation
import OperationLab
import Testing

@testable import LabDocs
@testable import OperationCourse
@testable import OperationBench
@testable import LabKit

/// A line that `plain.swift` prints exactly if something holds in the kit's run of a program.
struct PlainFact: Sendable {
  let line: String
  let program: String
  let condition: Trace.Condition

  init(_ line: String, in program: String, _ condition: Trace.Condition) {
    (self.line, self.program, self.condition) = (line, program, condition)
  }
}

@Suite("A lesson's listing in plain Foundation", .longPlan, .repeatable, .elsewhere)
struct PlainTests {
  /// What each listing shows of its lesson's scenario, by the lesson's number.
  static let facts: [Int: [PlainFact]] = [
    1: [
      PlainFact(
        "called works, main thread: true, executing: false", in: "by-hand",
        works("called", onMain: true, .flags(not: .executing, at: .began("called")))),
      PlainFact(
        "called finished after main(): false", in: "by-hand",
        .flags(not: .finished, at: Lesson01.afterCall("called"))),
      PlainFact(
        "started works, main thread: true, executing: true", in: "by-hand",
        works("started", onMain: true, .flags(.executing, at: .began("started")))),
      PlainFact(
        "started finished after start(): true", in: "by-hand",
        .flags(.finished, at: Lesson01.afterCall("started"))),
      PlainFact(
        "flag only works, main thread: true, executing: true", in: "flag-alone",
        works("flag only", onMain: true, .flags(.executing, at: .began("flag only")))),
      PlainFact(
        "queued works, main thread: false, executing: true", in: "by-queue",
        .onMain(.began("queued"), false)),
    ],
    2: [
      PlainFact(
        "after cancel(): cancelled: true, finished: false", in: "article",
        .flags(.cancelled, not: .finished, at: Lesson02.afterCancel("block"))),
      PlainFact(
        "after start(): cancelled: true, finished: true", in: "article",
        .flags([.cancelled, .finished], at: .observed("block").last)),
      PlainFact(
        "the block of the cancelled operation runs", in: "article", .happens(.began("block"))),
      PlainFact(
        "the wait ends before start(): false", in: "wait-for-cancelled",
        .flags(.cancelled, not: .finished, at: .settled("block"))),
      PlainFact(
        "the wait ends after start(): true", in: "start-then-wait", .happens(.observed("block"))),
      PlainFact(
        "start() before cancel(): cancelled: false, finished: true", in: "too-late",
        .state([.ready, .finished], at: Lesson02.afterCancel("block"))),
    ],
    3: [
      PlainFact(
        "an operation starts, main thread: false", in: "article", .onMain(.started("op2"), false)),
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
    4: [
      PlainFact(
        "pour starts, cancelled: false, boil finished: true", in: "waits",
        .flags(.finished, at: .observed("boil's end"))),
      PlainFact("pour works", in: "waits", .happens(.began("pour"))),
      PlainFact(
        "cancelled pour starts, cancelled: true, boil finished: false", in: "cancelled",
        .order(.cancelled("pour"), .started("pour"), .ended("boil"))),
      PlainFact("cancelled pour works", in: "cancelled", .happens(.began("pour"))),
      PlainFact(
        "cancelled pour finished: true", in: "cancelled", .flags(.finished, at: .settled("pour"))),
    ],
    5: [
      PlainFact("only block, main thread: true", in: "one-block", .onMain(.began("only"))),
      PlainFact(
        "block 1, main thread: true, block 2 has begun: false", in: "three-blocks",
        .order(.ended("first"), .began("second"))),
      PlainFact("block 2, main thread: true", in: "three-blocks", .onMain(.began("second"))),
      PlainFact(
        "finished after start(): true", in: "three-blocks",
        .flags(.finished, at: .observed("blocks").last)),
    ],
    6: [
      PlainFact(
        "width 2: at most 2 at once", in: "width-2",
        .peak(2, of: ["op1", "op2"], from: .began, to: .ended)),
      PlainFact(
        "width 1: at most 1 at once", in: "width-1",
        .peak(1, of: ["op1", "op2"], from: .began, to: .ended)),
      PlainFact(
        "Task2, main thread: false, Hello, World!", in: "width-2", .onMain(.began("op2"), false)),
      PlainFact(
        "width of the main queue: 1", in: "main-queue",
        .added("op2", to: Snapshot.Queue.main, width: 1)),
      PlainFact("main queue, main thread: true", in: "main-queue", .onMain(.began("op2"))),
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
    8: [
      PlainFact(
        "very high runs, 8", in: "five-levels", .added("very high", isSuspended: nil, priority: 8)),
      PlainFact(
        "very low runs, -8", in: "five-levels", .added("very low", isSuspended: nil, priority: -8)),
      PlainFact(
        "cook begins while wash runs: true", in: "priority-as-order",
        .order(.began("cook"), .ended("wash"))),
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
        "start() was called: executing true, finished false, 1 left", in: "whole",
        .state([.ready, .executing], at: Lesson10.idleAtWork)),
      PlainFact(
        "start() was called: executing true, finished false, 1 left", in: "article",
        .flags(.executing, not: .finished, at: Lesson10.meanwhile)),
      PlainFact(
        "the work has ended: executing false, finished true, 0 left", in: "article",
        .flags(.finished, not: .executing, at: Lesson10.afterwards)),
    ],
    11: [
      PlainFact(
        "show begins, picture: none", in: "hands-over",
        .happens(.marked(Lesson11.findsNoPicture, by: "show"))),
      PlainFact(
        "download finished: true, picture: none", in: "hands-over",
        .flags(.finished, at: Lesson11.idleDuringWork)),
      PlainFact(
        "after the transfer, picture: 600 x 400", in: "hands-over", .happens(.ended("work"))),
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
    18: [
      PlainFact(
        "cancelled: true, finished: false", in: "article",
        .flags(.cancelled, not: .finished, at: .settled("connecting"))),
      PlainFact(
        "in the queue: true", in: "article", .place("downloads", at: .settled("connecting"))),
    ],
    19: [
      PlainFact(
        "status: 206", in: "new-operation", .marks([Lesson19.status(206)], by: "rest")),
      PlainFact(
        "part and rest are the file: true", in: "new-operation",
        .marks([Lesson19.Film.hasPart, Lesson19.Film.isWhole], by: "file")),
    ],
    20: [
      PlainFact(
        "then: a picture of 100 bytes", in: "chain",
        .order(
          Lesson20.allBytes("caller"), .marked(Lesson20.thenPicture(32, 32), by: "caller"))),
      PlainFact(
        "catch: this is no picture", in: "chain-fails",
        .marks([Lesson20.catchError("no picture")], by: "caller")),
    ],
    21: [
      PlainFact(
        "scrolled away: cancelled: true", in: "asks-token",
        .flags(.cancelled, at: .settled("token"))),
      PlainFact(
        "tokens finished: false, false", in: "asks-token",
        .flags(not: .finished, at: .settled("token"))),
    ],
    22: [
      PlainFact(
        "block: show begins, picture: none", in: "task-in-block",
        .happens(.marked(Lesson22.findsNoPicture, by: "show"))),
      PlainFact(
        "task operation: show begins, picture: 600 x 400", in: "task-operation",
        .happens(.marked(Lesson22.showsPicture, by: "show"))),
    ],
    23: [
      PlainFact(
        "with a bound: 2 at a time", in: "two-at-a-time", .peak(2, of: Lesson23.inGroup))
    ],
  ]

  /// The body of the operation began on this thread, in a state that has or lacks a flag.
  private static func works(
    _ name: String, onMain: Bool, _ state: Trace.Condition
  ) -> Trace.Condition {
    .all("\(name) works", .onMain(.began(name), onMain), state)
  }

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
