import Foundation
import OperationCourse
import Testing

@testable import LabKit
@testable import LabDocs

/// Files whose message was once false, or that once passed or failed wrongly.
@Suite("The verdict on an exercise", .longPlan, .repeatable, .elsewhere)
struct ExerciseVerdictTests {
  /// A folder of `Tests/Learners`.
  private static func work(_ path: String) throws -> String {
    try String(
      contentsOf: LabProcess.checkout.appendingPathComponent("Tests/Learners/\(path).swift"),
      encoding: .utf8)
  }

  @Test("says that main() was called, not that start() was")
  func callsMain() throws {
    let grade = try LearnerFolder("2").verify(Self.work("2/wrong-main"))
    #expect(!grade.passed && grade.message.contains("main() was called directly"))
  }

  /// Each file misses the same requirement as another one, for another cause.
  @Test(
    "names the cause that the run shows, where a requirement can be missed for two",
    arguments: [
      ("8", "two.addDependency(one)", "one.addDependency(two)", "the first waits for the second"),
      (
        "8", "  two.addDependency(one)\n", "  two.queuePriority = .veryLow\n",
        "A priority chooses among operations"
      ),
      ("11", "begin { self.finish() }", "begin {}\n    finish()", "it is asynchronous now"),
      (
        "11", "  Download(begin: begin)\n", "  BlockOperation { begin {} }\n",
        "a block operation is finished when its block returns"
      ),
      (
        "11", "  Download(begin: begin)\n",
        "  final class Plain: Operation, @unchecked Sendable {\n"
          + "    var begin: (@escaping () -> Void) -> Void = { _ in }\n"
          + "    override func main() { begin {} }\n  }\n"
          + "  let plain = Plain()\n  plain.begin = begin\n  return plain\n",
        "while its transfer is under way. The next"
      ),
      (
        "2", "operation.waitUntilFinished()", "DispatchSemaphore(value: 0).wait()",
        "although the operation was started"
      ),
      (
        "7", "brewing.addDependency(grinding)", "brewing.addDependency(BlockOperation {})",
        "in the queue,"
      ),
      (
        "7", "brewing.addDependency(grinding)\n",
        "brewing.addDependency(grinding)\n  grinding.addDependency(pouring)\n", "in a circle"
      ),
      ("10.3", "    deliver(result)\n", "", "does not get one result"),
    ])
  func cause(_ id: String, _ line: String, _ other: String, _ cause: String) throws {
    let learner = try LearnerFolder(id)
    let solution = try learner.text("solution")
    let source = solution.replacing(line, with: other)
    #expect(source != solution)
    let message = try learner.verify(source).message
    #expect(message.contains(cause), "\(message)")
  }

  /// Learners' files whose message was once written for another file.
  @Test(
    "names what is wrong with that file",
    arguments: [
      ("0", "wrong-depends-after-adding", "when pour was added to it, pour did not depend on boil"),
      ("1", "wrong-waits-for-a-global-queue", "such as start() or sync"),
      ("6", "wrong-width-after-adding", "the width that it has when they are added"),
      ("8", "wrong-depends-after-adding", "when it was added, it did not depend"),
      ("9", "wrong-cancel-waits-for-the-page", "cancel() of Export never returns"),
      ("10.0", "wrong-did-before-set", "it is set after didChangeValue"),
      ("13", "wrong-waits-inside", "the next one never begins"),
      ("16", "wrong-retained-by-its-work", "its work or its completion block"),
      ("16.2", "wrong-shows-beside-saving", "what shows depends on no operation"),
      ("20", "wrong-gives-up-first", "its caller gets \"failed\""),
      ("22", "wrong-task-of-its-own", "the cancellation does not reach it"),
    ])
  func reason(_ id: String, _ name: String, _ reason: String) throws {
    let learner = try LearnerFolder(id)
    let file = try #require(try LearnersFile.all(of: learner.exercise).first { $0.name == name })
    let grade = try learner.verify(file.source)
    #expect(!grade.passed && grade.message.contains(reason), "\(grade.message)")
  }

  @Test("sees that an operation was put into the main queue")
  func seesMainQueue() throws {
    let learner = try LearnerFolder("2")
    try Self.work("2/wrong-main-queue").write(to: learner.file, atomically: false, encoding: .utf8)
    let result = try learner.lab("verify", "2")
    #expect(result.status == 1 && !result.output.contains("in no queue"), "\(result.output)")
  }

  @Test("does not count what goes wrong in an order once, and goes well when that is run again")
  func standsStillOnce() throws {
    let learner = try LearnerFolder("10.3")
    let mark = learner.folder.appendingPathComponent("has-stood-still").path
    let source = try learner.text("solution").replacing(
      "    self.deliver = deliver\n",
      with: """
            self.deliver = deliver
            // Orders are listed after a semicolon.
            let isOrdered = CommandLine.arguments.contains { $0.hasPrefix(";") }
            if isOrdered, mkdir("\(mark)", 0o700) == 0 { pause() }

        """)
    let grade = try learner.verify(source)
    #expect(FileManager.default.fileExists(atPath: mark))
    #expect(grade.passed, "\(grade.message)")
  }

  @Test(
    "names both lines of a flag that two threads use without a lock",
    arguments: [
      ("lock.withLock { isOver = true }", "isOver = true"),
      ("lock.withLock { isOver } }", "isOver }"),
    ])
  func races(_ guarded: String, _ bare: String) throws {
    let learner = try LearnerFolder()
    let source = try learner.text("solution").replacing(guarded, with: bare)
    let lines = source.split(separator: "\n", omittingEmptySubsequences: false)
    let grade = try learner.verify(source)
    #expect(!grade.passed && grade.message.contains("data race"), "\(grade.message)")
    for mark in ["isOver = true }", "isOver }"].map({ $0 == guarded ? bare : $0 }) {
      let line = try #require(lines.firstIndex { $0.contains(mark) || $0.hasSuffix(bare) })
      #expect(grade.message.contains("Exercise.swift:\(line + 1)"), "\(grade.message)")
    }
  }

  @Test("does not ask a class that overrides only main() for notifications of Foundation's")
  func overridesMain() throws {
    let grade = try LearnerFolder("10").verify(Self.work("10/right-main-and-semaphore"))
    #expect(grade.passed, "\(grade.message)")
    let blocking = try LearnerFolder("10.2").verify(Self.work("10.2/wrong-main-and-semaphore"))
    #expect(blocking.message.contains("blocks the calling thread"), "\(blocking.message)")
  }

  @Test("is not followed by trials of rules when a scene has failed")
  func leavesNothing() throws {
    let learner = try LearnerFolder()
    let trace = learner.folder.appendingPathComponent("a-rule-was-tried")
    let source = try learner.text("given").replacing(
      "self.begin = begin",
      with: """
        self.begin = begin
        // A trial of a rule is told in JSON.
        if CommandLine.arguments.last?.hasPrefix("{") == true {
          FileManager.default.createFile(atPath: "\(trace.path)", contents: nil)
        }
        """)
    #expect(try !learner.verify(source).passed)
    #expect(!FileManager.default.fileExists(atPath: trace.path))
  }

  private static let canPin = (try? LabProcess.shell("command -v taskset"))?.status == 0

  @Test(
    "accepts operations that block a thread each, and says why that takes so long",
    .enabled(if: canPin, "it needs taskset, to run on one core"))
  func blocksThreads() throws {
    let learner = try LearnerFolder("21.2")
    try Self.work("21.2/right-blocks-six-threads")
      .write(to: learner.file, atomically: false, encoding: .utf8)
    let result = try LabProcess.shell(
      "taskset -c 0 \"$LAB\" verify 21.2 --dir '\(learner.work)' --state '\(learner.work)/state'")
    let words = result.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(result.status == 0, "\(words)\(result.errors)")
    #expect(words.contains("adds only one a second"), "\(words)")
  }

  @Test("is about a task whose list is shown as one")
  func showsList() throws {
    let exercise = try #require(Exercises.find("10.2"))
    let task = try ExerciseSource(exercise: exercise).task()
    let lines = ExerciseScreen(.plain).prose(task).split(separator: "\n")
    #expect(lines.count { $0.hasPrefix("- ") } == 6, "\(task)")
    // What goes on in the next row stands below the words.
    #expect(lines.contains { $0.hasPrefix("  ") } && lines.allSatisfy { $0.count <= 80 })
  }

  @Test("is about an exercise that its file calls by the same title", arguments: Exercises.all)
  func hasOneTitle(_ exercise: Exercise) throws {
    let start = try ExerciseSource(exercise: exercise).start()
    #expect(start.contains("\n// \(exercise.title).\n"))
    let page = try Checkout.page(of: #require(Lessons.find("\(exercise.lesson)")))
    #expect(page.contains("[\(exercise.id): \(exercise.title)]"))
  }
}
