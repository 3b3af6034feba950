import OperationLab

/// What a lesson asks about a program before it runs. The answer is read from the run, so that it
/// is right on every platform and for every change that somebody makes to the program.
package struct Prediction: Sendable {
  /// What is asked, as a sentence.
  package let question: String
  /// What can be answered.
  package let form: Form
  /// The operation whose reason for not finishing is asked for, or `nil` for any other question.
  package private(set) var unfinished: String?
  private let judge: @Sendable (Run) throws -> Result

  /// What can be answered.
  package enum Form: Hashable, Sendable {
    /// One of these, in this order.
    case choice([String])
    /// A whole number, 0 or more.
    case number
  }

  /// What came out, and the events that show it.
  package struct Result: Hashable, Sendable {
    /// One of the choices, or a number in digits.
    package let answer: String
    /// What decides it; empty where only the end of the run does.
    package let evidence: [Event]

    /// An answer and what shows it.
    package init(_ answer: String, _ evidence: [Event]) {
      self.answer = answer
      self.evidence = evidence
    }

    /// Whether what was asked for is in no event of the run, nor anything else of the same subject.
    package var isAbsent: Bool { answer == Prediction.no && evidence.isEmpty }
  }

  /// A question about a run that has not happened yet.
  ///
  /// - Parameters:
  ///   - question: as a sentence.
  ///   - form: which answers there are.
  ///   - judge: a pure function of the run; it throws ``MissingEvidence`` when the run does not
  ///     contain what the question is about.
  package init(
    _ question: String, _ form: Form, judge: @escaping @Sendable (Run) throws -> Result
  ) {
    self.question = question
    self.form = form
    self.judge = judge
  }

  /// A question why an operation has not finished.
  init(
    _ question: String, _ form: Form, whyUnfinished subject: String,
    judge: @escaping @Sendable (Run) throws -> Result
  ) {
    self.init(question, form, judge: judge)
    unfinished = subject
  }

  /// What the run answers; `nil` when it does not contain what the question is about.
  package func result(of run: Run) -> Result? {
    do { return try judge(run) } catch { return nil }
  }
}
