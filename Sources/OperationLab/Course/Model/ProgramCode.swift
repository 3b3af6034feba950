import Foundation

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
