import Foundation
import OperationCourse
import OperationBench

/// What the learner has done so far. A pure function of the records.
struct LearnerProgress: Equatable, Sendable {
  /// The lessons whose page was read to its end.
  private(set) var read: Set<Int> = []
  /// The lessons that were gone through to their end.
  private(set) var finished: Set<Int> = []
  /// The exercises that were passed, such as `3` or `12.2`.
  private(set) var mended: Set<String> = []
  /// How many hints were shown, by exercise.
  private(set) var hints: [String: Int] = [:]
  /// What was asked, and what came of it, in the order in which it was first asked.
  private(set) var predictions: [Prediction] = []
  /// The tests of `lab quiz`, in order.
  private(set) var tests: [Test] = []
  /// The lesson of the last record.
  private(set) var latestLesson: Int?

  /// What came out of a test.
  struct Test: Equatable, Sendable {
    var date: Date?
    var asked = 0
    var right = 0
    /// How many of the right answers have the right reason.
    var reasoned = 0
  }

  /// A question about a program, with all answers so far.
  struct Prediction: Equatable, Sendable {
    let lesson: Int
    let program: String
    var asked: String
    /// In the order in which they were given. Never empty.
    var answers: [Answer]

    /// Whether it was ever answered wrong.
    var wasMissed: Bool { answers.contains { !$0.isRight } }

    /// How often it was answered right since it was last answered wrong.
    var streak: Int { answers.reversed().prefix(while: \.isRight).count }

    /// What is asked. `nil` when this version has no such question any more.
    var subject: Subject? {
      guard let lesson = Lessons.find("\(lesson)"), let program = lesson.program(named: program)
      else { return nil }
      let own = lesson.prediction(for: program)
      if own.question == asked {
        return Subject(lesson: lesson, program: program, question: own, isOfRecap: false)
      }
      return Recaps.all.values.joined().first {
        $0.lesson == lesson.number && $0.program == program.name && $0.question.question == asked
      }.flatMap(Subject.init)
    }

    /// When `lab review` asks it again. `nil` for what was never wrong, for what is known by now,
    /// and for what this version does not ask any more.
    var due: Date? {
      guard wasMissed, let last = answers.last, streak < Self.days.count, subject != nil
      else { return nil }
      return last.date.addingTimeInterval(TimeInterval(Self.days[streak]) * 86_400)
    }

    /// How many days after a wrong answer, and after each right one, it is asked again.
    private static let days = [1, 3, 7, 21]
  }

  /// A question of the kit's, and the program that it is about.
  struct Subject {
    let lesson: Lesson
    let program: Program
    let question: OperationCourse.Prediction
    /// Whether it is asked about a trace that is shown, and not before the program runs.
    let isOfRecap: Bool
  }

  /// The questions about traces that come after the finished lessons, and were not asked yet.
  var openRecaps: [Subject] {
    Recaps.all.filter { finished.contains($0.key) }.sorted { $0.key < $1.key }.flatMap(\.value)
      .filter { item in
        !predictions.contains {
          $0.lesson == item.lesson && $0.program == item.program
            && $0.asked == item.question.question
        }
      }.compactMap(Subject.init)
  }

  /// One answer to a question.
  struct Answer: Equatable, Sendable {
    let date: Date
    let text: String
    let isRight: Bool
    /// The outcome, if it was recorded.
    var was: String?
    /// Whether the reason was wrong, so that the answer does not count as right.
    var isForWrongReason = false
  }

  /// - Parameter records: in the order in which they were written.
  init(_ records: [ProgressRecord]) {
    for record in records { add(record) }
  }

  private mutating func add(_ record: ProgressRecord) {
    guard let action = ProgressRecord.Action(rawValue: record.did) else { return }
    latestLesson = record.lesson ?? latestLesson
    switch action {
    case .read: if let lesson = record.lesson { read.insert(lesson) }
    case .finished: if let lesson = record.lesson { finished.insert(lesson) }
    case .mended: if let exercise = record.exercise { mended.insert(exercise) }
    case .hinted: if let exercise = record.exercise { hints[exercise, default: 0] += 1 }
    case .predicted: addPrediction(record)
    case .tested:
      if tests.last?.date != record.date { tests.append(Test(date: record.date)) }
      tests[tests.count - 1].asked += 1
      tests[tests.count - 1].right += record.right == true ? 1 : 0
      tests[tests.count - 1].reasoned += record.right == true && record.reasoned == true ? 1 : 0
    }
  }

  private mutating func addPrediction(_ record: ProgressRecord) {
    guard let lesson = record.lesson, let program = record.program, let isRight = record.right
    else { return }
    let answer = Answer(
      date: record.date, text: record.answered ?? "",
      isRight: isRight && record.reasoned != false, was: record.was,
      isForWrongReason: isRight && record.reasoned == false)
    let asked = record.asked ?? ""
    if let index = predictions.firstIndex(where: {
      $0.lesson == lesson && $0.program == program && $0.asked == asked
    }) {
      predictions[index].answers.append(answer)
    } else {
      predictions.append(
        Prediction(lesson: lesson, program: program, asked: asked, answers: [answer]))
    }
  }

  /// The predictions of a lesson.
  func predictions(of lesson: Int) -> [Prediction] { predictions.filter { $0.lesson == lesson } }

  /// The place of the first program of the main line that was not answered, in a lesson that was left.
  /// 0 for one that was gone through.
  func firstOpen(of lesson: Lesson) -> Int {
    guard !finished.contains(lesson.number) else { return 0 }
    let answered = Set(predictions(of: lesson.number).map(\.program))
    return lesson.mainLine.firstIndex { !answered.contains($0.name) } ?? 0
  }

  /// What is to be asked again, the longest due first.
  func due(at date: Date) -> [Prediction] {
    predictions.filter { ($0.due ?? .distantFuture) <= date }
      .sorted { ($0.due ?? date, $0.lesson) < ($1.due ?? date, $1.lesson) }
  }

  /// When something is to be asked again next. `nil` when nothing is.
  var nextDue: Date? { predictions.compactMap(\.due).min() }

  /// The exercises of a lesson that were passed.
  func mended(of lesson: Int) -> [String] {
    mended.filter { $0.split(separator: ".").first.flatMap { Int($0) } == lesson }.sorted()
  }
}

extension LearnerProgress.Subject {
  fileprivate init?(_ item: Recaps.Item) {
    guard let lesson = Lessons.find("\(item.lesson)"),
      let program = lesson.program(named: item.program)
    else { return nil }
    self.init(lesson: lesson, program: program, question: item.question, isOfRecap: true)
  }
}
