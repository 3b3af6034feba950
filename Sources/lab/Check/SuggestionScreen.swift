import Foundation
import OperationCourse
import OperationBench

/// The output of `lab check FILE` without `--make`: the classes in the file and how to check each.
struct SuggestionScreen {
  private let paper: Paper
  private let lab: Invocation

  init(_ paper: Paper, _ lab: Invocation = .current) {
    self.paper = paper.readable
    self.lab = lab
  }

  /// - Parameter absent: classes in the text that no code in another file can make.
  func text(_ suggestions: [Suggestion], files: [String], absent: Set<String> = []) -> String {
    let heading =
      "Nothing was checked. To check a class, say what makes one. probe.run() is a piece of "
      + "work, and probe.begin one that calls a completion. What you say may be several statements, "
      + "of which the last returns the operation."
    let notOffered =
      absent.isEmpty
      ? "No subclass of Operation is declared in \(files.joined(separator: ", ")). Name the file that declares it, and those of its superclasses."
      : "Not offered: \(absent.sorted().joined(separator: ", ")). Such a class stands in an #if that this platform leaves out, in a comment, or in a function: if that returns it, call it in --make."
    let offered = suggestions.isEmpty ? [] : [heading.wrapped(to: paper.width)]
    let isWhole = !suggestions.isEmpty && absent.isEmpty
    return
      (offered + suggestions.map { part($0, files) }
      + (isWhole ? [] : [notOffered.wrapped(to: paper.width)])).joined(separator: "\n\n")
  }

  private func part(_ suggestion: Suggestion, _ files: [String]) -> String {
    let title =
      "\(suggestion.name): \(suggestion.superclass) (\(suggestion.file):\(suggestion.line))"
    var lines = [paper.toned(title.wrapped(to: paper.width, indent: 2, firstIndent: ""), .strong)]
    if suggestion.initialisers.count > 1 || suggestion.standing == .hasGaps {
      let known =
        suggestion.initialisers.isEmpty
        ? "no initialiser of its own" : suggestion.initialisers.joined(separator: ", ")
      lines.append("It has \(known).".wrapped(to: paper.width, indent: 2))
    }
    // Never wrapped, so that it can be copied.
    lines.append("  " + lab.command(["check"] + files + ["--make", suggestion.expression]))
    if suggestion.expression.contains(Candidate.mark) {
      lines.append(
        "What is marked as made up only fills a place: put in what your app passes."
          .wrapped(to: paper.width, indent: 2))
    }
    if let advice = advice(suggestion) {
      lines.append(advice.wrapped(to: paper.width, indent: 2))
    }
    return lines.joined(separator: "\n")
  }

  private func advice(_ suggestion: Suggestion) -> String? {
    switch suggestion.standing {
    case .works: nil
    case .hasGaps:
      "Put in place of each <#…#> a value as your app passes it, or the probe's work. An empty or "
        + "made-up one may hide a mistake: give several where there may be several, and a command or a "
        + "name that exists."
    case .isPrivate: "It is private. Remove that word, so that other files can name it."
    case .mayBeBase:
      "It takes no work of the probe's. If it leaves its work to subclasses, check one of them: as "
        + "it is, it may never finish."
    case .mayTakeWork(let property):
      "Nothing hands it the probe's work. If '\(property)' is its work, say: let operation = "
        + "\(suggestion.expression); operation.\(property) = …; return operation"
    case .refused(let message):
      "The compiler does not take it yet: \(message)"
        + (PlatformAdvice.advice(on: message).map { ". In other words: \($0)." } ?? "")
    }
  }
}

/// The JSON that `lab check FILE --json` prints without `--make`.
struct SuggestionJSON: Encodable {
  let subjects: [Subject]

  struct Subject: Encodable {
    let name: String
    let file: String
    let line: Int
    let initialisers: [String]
    /// `nil` for a class that may leave its work to subclasses.
    let make: String?
  }

  init(_ suggestions: [Suggestion]) {
    subjects = suggestions.map { suggestion in
      Subject(
        name: suggestion.name, file: suggestion.file, line: suggestion.line,
        initialisers: suggestion.initialisers,
        make: suggestion.standing == .mayBeBase ? nil : suggestion.expression)
    }
  }
}
