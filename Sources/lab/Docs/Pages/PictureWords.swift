import Foundation
import OperationCourse
import OperationDoctor
import OperationBench

/// The picture of a run in a sentence or two: why it is stuck, or which operations finished.
/// Without times and thread numbers, which differ in every run.
struct PictureWords {
  let language: Language

  /// - Parameter program: the one that was run, for what it says of itself.
  func sentence(_ run: Run, of program: Program?) -> String {
    let diagnosis = run.diagnosis
    let words =
      diagnosis.isEmpty
      ? outcomes(Timeline(run.trace).operations)
      : language == .english ? sentences(diagnosis) : paths(diagnosis)
    let summary = program.map { "\(language.text($0.summary).replacing("\n", with: " ")) " } ?? ""
    return Self.safe(language("Program '\(run.program)': \(summary)The run: \(words)"))
  }

  /// Who waits for whom.
  private func paths(_ diagnosis: Diagnosis) -> String {
    diagnosis.graph(width: .max, limit: 3, in: language.callAsFunction).replacing("\n", with: "；")
  }

  /// Why they wait.
  private func sentences(_ diagnosis: Diagnosis) -> String {
    diagnosis.summary(width: .max, limit: 3).replacing("\n", with: " ")
      .replacing(/[ ](since|at) [0-9.]+ m?s/, with: "")
      .replacing(/[ ]?\(event [0-9]+\)/, with: "")
      .replacing(/\bon T[0-9]+/, with: "on another thread")
      .replacing(/\bT[0-9]+/, with: "another thread")
  }

  /// Every operation, by how it ended.
  private func outcomes(_ operations: [Timeline.Operation]) -> String {
    let parts: [(many: Phrase, one: Phrase, operations: [Timeline.Operation])] = [
      ("finish", "finishes", operations.filter { $0.outcome == .over }),
      ("never finish", "never finishes", operations.filter { $0.outcome == .neverFinished }),
      ("never start", "never starts", operations.filter { $0.outcome == .neverStarted }),
      ("are cancelled", "is cancelled", operations.filter { $0.cancelled != nil }),
    ].filter { !$0.operations.isEmpty }
    return language(
      parts.map { many, one, operations in
        "\(names(operations.map(\.subject))) \(operations.count == 1 ? one : many)."
      })
  }

  /// At most five names in full. In natural order, because threads take turns as they like.
  private func names(_ names: [String]) -> Phrase {
    let names = names.sorted { $0.compare($1, options: .numeric) == .orderedAscending }
      .map { "'\($0)'" }
    if names.count > 5 { return "\(names[0]), \(names[1]) and \(names.count - 2) more" }
    guard let last = names.last, names.count > 1 else { return "\(names.first ?? "no operation")" }
    return "\(names.dropLast().joined(separator: language(", "))) and \(last)"
  }

  /// Nothing in it ends the text of a link.
  private static func safe(_ words: String) -> String {
    words.replacing("[", with: "(").replacing("]", with: ")")
  }
}
