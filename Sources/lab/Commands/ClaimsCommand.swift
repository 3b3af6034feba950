import OperationBench
import OperationCourse

/// The ledger: every claim, its verdict here, what is expected and where.
struct ClaimsCommand: Command {
  static let name = "claims"
  static let abstract = "every statement, with its verdict on this machine"
  static let operands = ""
  static let options = [
    OptionSpec("--lesson", "N|NAME", "only the claims of this lesson"),
    OptionSpec("--json", nil, "as JSON"),
    OptionSpec("--envelope", nil, "with --json: an object with release, platform and date"),
    .language,
  ]

  private let lessons: [Lesson]
  private let isJSON: Bool
  private let hasEnvelope: Bool

  /// The object that has the claims.
  private struct Envelope: Encodable { var claims: [LessonReport.ClaimJSON] }

  init(_ arguments: Arguments) throws(Failure) {
    try arguments.refuseOperands(of: Self.self)
    if let name = arguments.value("--lesson") {
      lessons = [try Lessons.named(name, for: Self.name)]
    } else {
      lessons = Lessons.all
    }
    isJSON = arguments.has("--json")
    hasEnvelope = arguments.has("--envelope")
    guard isJSON || !hasEnvelope else { throw .usage("'--envelope' needs '--json'") }
  }

  func run(_ console: Console) throws(Failure) -> ExitStatus {
    var reports: [LessonReport] = []
    for lesson in lessons {
      let (say, number, count) = (console.language, lesson.number, Lessons.all.count)
      console.showProgress(say("running lesson \(number) of \(count): \(lesson.title(in: say))"))
      do {
        reports.append(try LessonRunner(host: Executable.host).run(lesson))
      } catch {
        throw Failure(
          status: .internalFault, message: "cannot run lesson \(lesson.number): \(error)")
      }
    }
    if isJSON {
      let claims = reports.flatMap(\.claimsJSON)
      console.show(
        hasEnvelope ? try JSONText.dated(Envelope(claims: claims)) : try JSONText.of(claims))
    } else {
      console.show(Ledger(console.paper, console.language).text(reports))
    }
    return reports.status
  }
}
