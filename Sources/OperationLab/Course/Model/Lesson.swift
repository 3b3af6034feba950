import OperationDownloads
import OperationBench

/// One article scenario: programs to run, and the statements that their traces decide.
package struct Lesson: Sendable {
  /// 1 … 23. Never changes.
  package let number: Int
  /// The folder's name under `Lessons/` without its number.
  package let slug: String
  /// What the lesson is about, as a heading.
  package let title: String
  /// What the learner should be able to answer afterwards.
  package let question: String
  /// The scenarios of the main line, in the order in which they are run: enough for one sitting.
  package let mainLine: [Program]
  /// More scenarios for readers who want to know more.
  package let further: [Program]
  private let makeClaims: @Sendable () -> [Claim]
  private let makePredictions: @Sendable () -> [String: Prediction]
  /// The question as it is asked before a prediction. It must not tell what happens.
  package let opening: String

  /// A lesson. Numbers and slugs must be unique among all.
  ///
  /// Claims and predictions are made when they are asked for: a process that runs one program does not
  /// need those of all lessons.
  package init(
    _ number: Int, _ slug: String, title: String, question: String, programs: [Program],
    further: [Program] = [], claims: @autoclosure @escaping @Sendable () -> [Claim],
    predictions: @autoclosure @escaping @Sendable () -> [String: Prediction] = [:],
    opening: String? = nil
  ) {
    self.number = number
    self.slug = slug
    self.title = title
    self.question = question
    mainLine = programs
    self.further = further
    makeClaims = claims
    makePredictions = predictions
    self.opening = opening ?? question
  }

  /// All scenarios: the main line, then the further ones.
  package var programs: [Program] { mainLine + further }

  /// The statements that the runs of the programs decide.
  package var claims: [Claim] { makeClaims() }

  /// The question before a program runs, by its name. Without one the question is how it ends.
  package var predictions: [String: Prediction] { makePredictions() }

  /// The statements that these programs decide.
  package func claims(decidedBy programs: [Program]) -> [Claim] {
    let names = Set(programs.map(\.name))
    return claims.filter { $0.programs.isSubset(of: names) }
  }

  /// The program of that name.
  package func program(named name: String) -> Program? {
    programs.first { $0.name == name }
  }

  /// The question before the program runs.
  package func prediction(for program: Program) -> Prediction {
    var prediction = predictions[program.name] ?? .ending
    prediction.explanation = reasons?.answers[program.name]
    if reasons?.main == program.name { prediction.why = reasons?.why ?? [] }
    return prediction
  }

  /// The folder of its page, such as `03-missing-finish`.
  package var folder: String {
    (number < 10 ? "0" : "") + "\(number)-\(slug)"
  }
}
