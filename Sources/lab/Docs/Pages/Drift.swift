import LabShared
import Foundation
import OperationCourse

/// Whether a generated part still says what a fresh run says.
///
/// Snippets and verdicts must be the same to the letter. What is taken from a run may differ in
/// times, thread numbers and in how independent subjects interleave, and in nothing else.
enum Drift {
  /// The markers whose parts must be made anew. Of what belongs to one run, all or nothing.
  ///
  /// Where two runs agree to the letter about their trace, so must their pictures.
  static func stale(
    _ old: [(marker: Page.Marker, content: String)], _ fresh: [Page.Marker: String]
  ) -> Set<Page.Marker> {
    let repeated = Set(
      old.filter { $0.marker.kind == "trace" && $0.content == fresh[$0.marker] }
        .map(\.marker.argument))
    let drifted = old.filter { part in
      guard let new = fresh[part.marker] else { return false }
      if ["timeline", "picture"].contains(part.marker.kind),
        repeated.contains(part.marker.argument)
      {
        return part.content != new
      }
      return !isSame(part.marker.kind, part.content, new)
    }.map(\.marker)
    let programs = Set(drifted.filter(\.isOfRun).map(\.argument))
    return Set(drifted).union(
      fresh.keys.filter { $0.isOfRun && programs.contains($0.argument) })
  }

  static func isSame(_ kind: String, _ old: String, _ new: String) -> Bool {
    switch kind {
    case "trace": story(old) == story(new)
    case "timeline": outcomes(old) == outcomes(new)
    case "diagnosis": sentences(old) == sentences(new)
    case "picture": PictureFacts.isSame(old, new)
    case "console", "differences": maskedWords(old) == maskedWords(new)
    default: old == new
    }
  }

  /// The events of each subject, in order. Without places, and with `T1`, `T2`, … all alike.
  static func story(_ table: String) -> [String: [String]] {
    var stories: [String: [String]] = [:]
    for line in table.split(separator: "\n") {
      let fields = columns(String(line))
      guard fields.count >= 4 else { continue }
      // The last release deallocates, on any thread.
      let isAnybodys = fields[3].hasPrefix("deallocated")
      let thread = isAnybodys ? "any" : withoutThreadNumbers(fields[1])
      // Nothing orders a completion block and what its operation does after the announcement.
      let isCompletion = fields[3].hasPrefix("completion block")
      stories[fields[2] + (isCompletion ? ", completion" : ""), default: []].append(
        ([thread] + fields.dropFirst(3)).joined(separator: " | "))
    }
    return stories
  }

  /// The fields of a row, which are at least two blanks apart.
  private static func columns(_ line: String) -> [String] {
    line.replacing(/[ ]{2,}/, with: "\u{1F}").split(separator: "\u{1F}").map(String.init)
  }

  /// What a picture says below its lanes about who never started or finished, and who waits in the
  /// end. Where its bars lie, which labels found room, and of two free slots who freed which, is a
  /// matter of interleaving.
  static func outcomes(_ picture: String) -> [String] {
    let text = picture.split(separator: "\n").filter { !$0.contains("│") }.joined(separator: " ")
    let isPicture = picture.contains("│")
    let told = text.split(separator: ".").map(squeezed).compactMap { sentence in
      if let never = sentence.firstRange(of: "Never ") {
        return String(sentence[never.lowerBound...])
      }
      return sentence.contains(#/ waits? (?:for|in a call) /#) ? sentence : nil
    }
    return told
      + (isPicture ? ["a picture"] : [])
  }

  /// The words of a diagnosis, line breaks, times, events' places and thread numbers left out.
  static func sentences(_ text: String) -> String {
    withoutThreadNumbers(squeezed(text))
      .replacing(/\b[0-9]+\.[0-9]+ m?s\b/, with: "0 ms")
      .replacing(/\bevent [0-9]+\b/, with: "event")
  }

  /// The words of what a command prints, without numbers and pictures, in alphabetical order: a
  /// longer number breaks lines elsewhere, and threads take turns as they like.
  private static func maskedWords(_ text: String) -> [String] {
    var isPicture = false
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).filter { line in
      isPicture = line == "Timeline" || (isPicture && !line.isEmpty)
      return !isPicture
    }
    return withoutThreadNumbers(lines.joined(separator: " "))
      .replacing(/[0-9]+(\.[0-9]+)?/, with: "0")
      .split(whereSeparator: \.isWhitespace).map(String.init)
      .sorted()
  }

  /// The text with `T1`, `T2`, … all alike, and `P1`, `P2`, …, which run tasks.
  static func withoutThreadNumbers(_ text: String) -> String {
    text.replacing(/\b([TP])[0-9]+\b/) { $0.output.1 }
  }

  private static func squeezed(_ text: some StringProtocol) -> String {
    text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }
}
