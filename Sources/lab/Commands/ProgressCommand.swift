import Foundation
import OperationBench
import OperationCourse
import OperationDownloads

/// What the learner has read, predicted and mended, a line for each lesson.
struct ProgressCommand: Command {
  static let name = "progress"
  static let abstract = "what you have read, predicted and mended"
  static let operands = ""
  static let options = [OptionSpec("--json", nil, "the same as JSON"), .language]

  private let file: ProgressFile
  private let isJSON: Bool

  init(_ arguments: Arguments) throws(Failure) {
    try arguments.refuseOperands(of: Self.self)
    file = ProgressFile(path: arguments.value("--state"))
    isJSON = arguments.has("--json")
  }

  /// One lesson, as in the JSON.
  struct Row: Codable {
    var lesson: Int
    var read: Bool
    var finished: Bool
    /// How many of its questions were predicted, and how many of these right in the end. "I do not
    /// know" is no prediction.
    var predicted: Int
    var right: Int
    var mended: [String]
    var exercises: Int
  }

  func run(_ console: Console) throws(Failure) -> ExitStatus {
    let progress = try file.load()
    let rows = ([0] + Lessons.all.map(\.number)).map { Self.row($0, progress) }
    if isJSON {
      console.show(try JSONText.of(rows))
      return .passed
    }
    let say = console.language
    let lines = rows.map { Self.line($0, say) }
    let header = console.paper.toned(
      Self.line(say("lesson"), say("read"), say("predicted right"), say("mended")), .strong)
    console.show(header)
    console.show(lines.joined(separator: "\n"))
    let tests = [progress.tests.first, progress.tests.dropFirst().last].compactMap(\.self)
    if let first = tests.first { console.show("\n" + say("The first test: \(first.words)")) }
    if tests.count > 1 { console.show(say("The last test: \(tests[1].words)")) }
    let steps = Guide(progress).steps.map { $0.line(on: console.paper) }
    console.show("\n" + steps.joined(separator: "\n"))
    return .passed
  }

  static func row(_ lesson: Int, _ progress: LearnerProgress) -> Row {
    let predictions = progress.predictions(of: lesson).filter { prediction in
      prediction.answers.contains { !$0.text.isEmpty }
    }
    return Row(
      lesson: lesson, read: progress.read.contains(lesson),
      finished: progress.finished.contains(lesson), predicted: predictions.count,
      right: predictions.count { $0.answers.last?.isRight == true },
      mended: progress.mended(of: lesson), exercises: Exercises.of(lesson).count)
  }

  private static func line(_ row: Row, _ say: Language) -> String {
    func part(_ count: Int, of all: Int) -> String { all == 0 ? "-" : say("\(count) of \(all)") }
    return line(
      "\(row.lesson)", row.read ? say("yes") : "-", part(row.right, of: row.predicted),
      part(row.mended.count, of: row.exercises))
  }

  private static func line(
    _ lesson: String, _ read: String, _ predicted: String, _ mended: String
  ) -> String {
    (lesson.leftPadded(to: 6) + "  " + read.padded(to: 6) + predicted.padded(to: 17) + mended)
      .trimmedAtEnd
  }
}
