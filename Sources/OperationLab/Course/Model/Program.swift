import OperationLab
import OperationBench

/// A runnable scenario: a synchronous function of a bench, on the main thread of a process of its
/// own.
package struct Program: Sendable {
  /// The name that `--program` takes, unique in its lesson.
  package let name: String
  /// What it stands for in its lesson.
  package let role: Role
  /// What it does, in a short sentence.
  package let summary: String
  /// How it should end on Linux.
  package let expectedOnLinux: Run.Outcome
  /// How it should end on macOS.
  package let expectedOnDarwin: Run.Outcome
  /// The operations that a fixed program leaves unfinished. `nil` if all that it starts finish.
  package let unfinished: Unfinished?
  /// The scenario itself.
  package let body: @Sendable (Bench) -> Void

  /// What a program stands for in its lesson. Raw values are part of the JSON.
  package enum Role: String, Codable, Sendable {
    /// As the article has it.
    case article
    /// Broken on purpose.
    case broken
    /// The way to do it.
    case fixed
  }

  /// Operations that a fixed program starts and leaves unfinished on purpose.
  package struct Unfinished: Sendable {
    /// Their names in the trace.
    package let operations: Set<String>
    /// The reason, in one sentence that also stands on the page of the lesson.
    package let reason: String

    /// The names, and the sentence on the page.
    package init(_ operations: Set<String>, because reason: String) {
      self.operations = operations
      self.reason = reason
    }
  }

  /// A program. Its name must be unique in its lesson.
  ///
  /// - Parameters:
  ///   - name: what it is called on the command line.
  ///   - role: the article's way, broken on purpose, or fixed.
  ///   - summary: what it does, in a sentence or two.
  ///   - expected: how it should end.
  ///   - expectedOnDarwin: how it should end on macOS, where that differs.
  ///   - unfinished: the operations that a fixed program starts and does not finish.
  ///   - body: runs on the main thread of a process of its own.
  package init(
    _ name: String, role: Role, _ summary: String, expected: Run.Outcome = .completes,
    onDarwin expectedOnDarwin: Run.Outcome? = nil, unfinished: Unfinished? = nil,
    body: @escaping @Sendable (Bench) -> Void
  ) {
    self.name = name
    self.role = role
    self.summary = summary
    self.expectedOnLinux = expected
    self.expectedOnDarwin = expectedOnDarwin ?? expected
    self.unfinished = unfinished
    self.body = body
  }

  /// How it should end on `platform`.
  package func expected(on platform: Platform = .current) -> Run.Outcome {
    switch platform {
    case .linux: expectedOnLinux
    case .darwin: expectedOnDarwin
    }
  }
}
