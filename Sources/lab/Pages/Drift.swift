import Foundation

/// Whether a generated part still says what a fresh run says.
///
/// Snippets and verdicts must be the same to the letter. What is taken from a run may differ in
/// times, thread numbers and in how independent subjects interleave, and in nothing else.
enum Drift {
  static func isSame(_ kind: String, _ old: String, _ new: String) -> Bool {
    switch kind {
    case "trace": story(old) == story(new)
    case "timeline": words(old) == words(new)
    case "diagnosis", "console": maskedLines(old) == maskedLines(new)
    default: old == new
    }
  }

  /// What happened to each subject, in order; without places, and `T1`, `T2`, … all alike.
  static func story(_ table: String) -> [String: [String]] {
    var stories: [String: [String]] = [:]
    for line in table.split(separator: "\n") {
      let fields = columns(String(line))
      guard fields.count >= 4 else { continue }
      let thread = fields[1] == "main" ? "main" : "T"
      stories[fields[2], default: []].append(
        ([thread] + fields.dropFirst(3)).joined(separator: " | "))
    }
    return stories
  }

  /// The fields of a row, which are at least two blanks apart.
  private static func columns(_ line: String) -> [String] {
    line.replacing(/[ ]{2,}/, with: "\u{1F}").split(separator: "\u{1F}").map(String.init)
  }

  /// The names that appear, without numbers and drawing.
  private static func words(_ text: String) -> Set<String> {
    Set(text.matches(of: /[A-Za-z][A-Za-z0-9]*/).map { String($0.output) }).filter {
      $0.wholeMatch(of: /T[0-9]+/) == nil
    }
  }

  /// The lines without numbers, in alphabetical order; drawings left out.
  private static func maskedLines(_ text: String) -> [String] {
    text.split(separator: "\n")
      .filter { !$0.contains(/[│━█┃╌├▐▌┆┄]/) }
      .map { line in
        String(
          line.replacing(/T[0-9]+/, with: "T").replacing(/[0-9]+(\.[0-9]+)?/, with: "0")
            .replacing(/[ ]+/, with: " "))
      }
      .sorted()
  }
}
