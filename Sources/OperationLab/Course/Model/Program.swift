import Foundation
import OperationBench
import OperationDoctor
import OperationLab

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

/// The code of a lesson's programs, as `Lessons/NN-slug/code.json` has it. `Scripts/pages` makes that
/// file.
package struct ProgramCode: Codable, Equatable, Sendable {
  /// A piece of code that can be shown.
  package struct Piece: Codable, Equatable, Sendable {
    /// What it declares.
    package enum Kind: String, Codable, Sendable {
      /// The body of a program, or a type that is no operation.
      case other
      case function
      /// A class of operations: what lessons are about.
      case operation
    }

    package let name: String
    package let kind: Kind
    package let lines: [String]
    /// The lesson's own functions and types that it names, in that order.
    package let uses: [String]

    package init(name: String, kind: Kind = .other, lines: [String], uses: [String] = []) {
      (self.name, self.kind, self.lines, self.uses) = (name, kind, lines, uses)
    }

    /// Whether the other piece is what it is about, and no helper: an operation or a function that it
    /// names.
    package func isAbout(_ other: Piece) -> Bool {
      uses.contains(other.name) && other.kind != .other
    }
  }

  /// The bodies of the programs.
  package let programs: [Piece]
  /// The functions and types that the lesson declares.
  package let declarations: [Piece]
  /// The names under which the lesson declares its marks, by their patterns.
  package let markNames: [String: String]

  package init(programs: [Piece], declarations: [Piece], markNames: [String: String]) {
    (self.programs, self.declarations, self.markNames) = (programs, declarations, markNames)
  }

  /// The code of a lesson. `nil` if its file has not been made.
  package init?(of lesson: Lesson) {
    guard let code: Self = Checkout.decoded("Lessons/\(lesson.folder)/code.json") else {
      return nil
    }
    self = code
  }

  /// The program's body, then what of the lesson's own it names, in that order.
  package func pieces(of program: String) -> [Piece]? {
    guard let body = programs.first(where: { $0.name == program }) else { return nil }
    var found = [body]
    var index = 0
    while index < found.count {
      for name in found[index].uses {
        guard let piece = declarations.first(where: { $0.name == name }), !found.contains(piece)
        else { continue }
        found.append(piece)
      }
      index += 1
    }
    return found
  }
}
