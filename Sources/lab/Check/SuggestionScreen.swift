import Foundation
import OperationCourse
import OperationTesting

/// What `lab check FILE` says without `--make`: which classes there are, and how to check each.
struct SuggestionScreen {
  private let paper: Paper
  private let lab: Invocation

  init(_ paper: Paper, _ lab: Invocation = .current) {
    self.paper = paper.readable
    self.lab = lab
  }

  func text(_ suggestions: [Suggestion], files: [String]) -> String {
    guard !suggestions.isEmpty else {
      return
        "No subclass of Operation is declared in \(files.joined(separator: ", ")); name the file that declares it, and those of its superclasses."
        .wrapped(to: paper.width)
    }
    let heading =
      "Nothing was checked. To check a class, say what makes one; probe.run() is a piece of "
      + "work, and probe.begin one that calls a completion. What you say may be several statements, "
      + "of which the last returns the operation."
    return ([heading.wrapped(to: paper.width)] + suggestions.map { part($0, files) })
      .joined(separator: "\n\n")
  }

  private func part(_ suggestion: Suggestion, _ files: [String]) -> String {
    let declaration = suggestion.declaration
    let title =
      "\(declaration.name): \(declaration.inherited.first ?? "") "
      + "(\(declaration.file):\(declaration.line))"
    let initialisers = declaration.initialisers.map(\.signature)
    let command = lab.command(["check"] + files + ["--make", suggestion.expression])
    var lines = [paper.toned(title.wrapped(to: paper.width, indent: 2, firstIndent: ""), .strong)]
    if initialisers.count > 1 || suggestion.hasGaps {
      let known =
        initialisers.isEmpty ? "no initialiser of its own" : initialisers.joined(separator: ", ")
      lines.append("It has \(known).".wrapped(to: paper.width, indent: 2))
    }
    // Never broken into lines: it is there to be copied.
    lines.append("  " + command)
    if suggestion.hasGaps {
      lines.append("  Put a value in place of each <#…#>.")
    }
    if declaration.isPrivate {
      lines.append("  It is private: leave that out, so that other files may name it.")
    }
    return lines.joined(separator: "\n")
  }
}

/// What `lab check FILE --json` prints without `--make`.
struct SuggestionJSON: Encodable {
  let subjects: [Subject]

  struct Subject: Encodable {
    let name: String
    let file: String
    let line: Int
    let initialisers: [String]
    let make: String
  }

  init(_ suggestions: [Suggestion]) {
    subjects = suggestions.map { suggestion in
      let declaration = suggestion.declaration
      return Subject(
        name: declaration.name, file: declaration.file, line: declaration.line,
        initialisers: declaration.initialisers.map(\.signature), make: suggestion.expression)
    }
  }
}
