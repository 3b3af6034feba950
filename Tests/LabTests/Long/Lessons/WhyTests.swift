import OperationCourse
import OperationBench
import OperationDoctor
import OperationLab
import Testing

@testable import LabKit

@Suite("Answers to why", .longPlan, .repeatable, .elsewhere)
struct WhyTests {
  @Test(
    "are true of every unfinished operation of every program, by the events of its run",
    arguments: [Lessons.first] + Lessons.all)
  func areTrue(_ lesson: Lesson) throws {
    for run in try LessonRun.first(of: lesson).runs {
      guard let check = WhyCheck(run) else { continue }
      for finding in run.diagnosis.findings {
        let why = Prediction.why("Why?", finding.subject)
        guard let answer = why.result(of: run)?.answer else {
          #expect(check.isUnknown(finding.subject), "\(run.program): \(finding.subject)")
          continue
        }
        let objections = check.objections(to: answer, about: finding.subject)
        #expect(
          objections.isEmpty,
          "lesson \(lesson.number), \(run.program): \(finding.subject), '\(answer)'")
      }
    }
  }

  @Test("are true where a lesson or a recap asks", arguments: [Lessons.first] + Lessons.all)
  func areTrueWhereAsked(_ lesson: Lesson) throws {
    let runs = Runs(try LessonRun.first(of: lesson).runs)
    let asked = lesson.programs.map { ($0.name, lesson.prediction(for: $0)) }
    let recaps = Recaps.all.values.joined().filter { $0.lesson == lesson.number }
      .map { ($0.program, $0.question) }
    for (program, question) in asked + recaps {
      let run = try runs[program]
      let result = try #require(question.result(of: run), "\(program): \(question.question)")
      guard let subject = question.unfinished else { continue }
      let check = try #require(WhyCheck(run), "\(program)")
      let objections = check.objections(to: result.answer, about: subject)
      #expect(objections.isEmpty, "\(program): \(question.question) '\(result.answer)'")
    }
  }

  @Test("of the recaps that ask what comes first agree with the order of events")
  func areInOrder() throws {
    for item in Recaps.all.values.joined() where item.question.unfinished == nil {
      let lesson = try #require(Lessons.find("\(item.lesson)"))
      let run = try Runs(LessonRun.first(of: lesson).runs)[item.program]
      guard case .choice(let choices) = item.question.form else {
        Issue.record("\(item.question.question) has no check")
        continue
      }
      let places = try choices.map { choice in
        let (_, moment, subject) = try #require(
          choice.wholeMatch(of: /(start\(\) of|the body of) '?([^']+?)'? (?:is called|ends)/),
          "\(choice) has no check"
        ).output
        let kind = moment == "the body of" ? Event.Kind.ended : .started
        let event = run.trace.events.first { $0.kind == kind && $0.subject == subject }
        return (choice, event?.seq ?? .max)
      }
      #expect(item.question.result(of: run)?.answer == places.min { $0.1 < $1.1 }?.0)
    }
  }

  @Test("have a sample for each answer, and for each cause that a snapshot shows")
  func samplesAreComplete() {
    guard case .choice(let answers) = Prediction.why("Why?", "op").form else {
      Issue.record("why is no choice")
      return
    }
    // A learner chooses with one key.
    #expect(answers.count <= 9)
    #expect(Set(answers) == WhyCheck.answers)
    #expect(Set(WhySample.all.map(\.answer)) == Set(answers))
    let causes = WhySample.all.compactMap { $0.run.diagnosis["op"]?.cause }
    #expect(
      Set(causes)
        == Set(Diagnosis.Cause.allCases).subtracting([.notExecuting, .barrier, .lastSeen]))
  }

  @Test("are the expected ones, and true, for a sample of each cause", arguments: WhySample.all)
  func areExpected(_ sample: WhySample) throws {
    #expect(Prediction.why("Why?", "op").result(of: sample.run)?.answer == sample.answer)
    let check = try #require(WhyCheck(sample.run))
    #expect(check.objections(to: sample.answer, about: "op").isEmpty)
  }

  @Test("are refused when events or the snapshot say otherwise", arguments: WhySample.all)
  func areRefused(_ sample: WhySample) throws {
    #expect(!sample.edits.isEmpty)
    for (what, edit) in sample.edits {
      var run = sample.run
      edit(&run)
      let check = try #require(WhyCheck(run))
      #expect(!check.objections(to: sample.answer, about: "op").isEmpty, "\(what)")
    }
  }

  @Test("are withheld where the run does not show the reason")
  func areWithheld() {
    let why = Prediction.why("Why?", "op")
    var gone = WhySample.run("T1 started op")
    gone.snapshot = nil
    #expect(why.result(of: gone) == nil)
    // A barrier block may hold it back, or may have run.
    let barrier = WhySample.run(
      "main noted downloads barrier\nmain enqueued op", op: .ready, in: "downloads")
    #expect(why.result(of: barrier) == nil)
    // No queue of the bench holds it, although it was put into one.
    #expect(why.result(of: WhySample.run("main enqueued op", op: .ready)) == nil)
  }
}
