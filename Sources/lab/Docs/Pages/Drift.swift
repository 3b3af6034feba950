import OperationCourse
import OperationBench

/// Whether a generated part still says what a fresh run says.
///
/// What is made from sources and from kept runs must be the same to the letter. What a command prints
/// may differ in numbers, pictures and in how threads take turns. Of a kept run the story counts.
enum Drift {
  static func isSame(_ kind: String, _ old: String, _ new: String) -> Bool {
    switch kind {
    case "console", "differences": maskedWords(old) == maskedWords(new)
    default: old == new
    }
  }

  /// The words of what a command prints, without numbers and pictures, in alphabetical order: a
  /// longer number breaks lines elsewhere, and threads take turns as they like.
  private static func maskedWords(_ text: String) -> [String] {
    var isPicture = false
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).filter { line in
      isPicture = line == "Timeline" || (isPicture && !line.isEmpty)
      return !isPicture
    }
    return lines.joined(separator: " ").replacing(/\b([TP])[0-9]+\b/) { $0.output.1 }
      .replacing(/[0-9]+(\.[0-9]+)?/, with: "0")
      .split(whereSeparator: \.isWhitespace).map(String.init)
      .sorted()
  }
}

extension Run {
  /// Whether the same happened to each subject, and all ended in the same way.
  func tellsTheSame(as other: Run) -> Bool {
    outcome == other.outcome && snapshot == other.snapshot && trace.stories == other.trace.stories
  }
}

extension Trace {
  /// The events of each subject, in order. Without places and times, and with `T1`, `T2`, … all alike.
  var stories: [Story: [Event]] {
    var stories: [Story: [Event]] = [:]
    for var event in events {
      (event.seq, event.ns) = (0, 0)
      // The last release deallocates, on any thread.
      event.thread = event.kind == .released ? "" : event.thread.filter { !$0.isNumber }
      // Nothing orders a completion block and what its operation does after the announcement.
      let story = Story(subject: event.subject, isOfCompletion: event.kind == .completed)
      stories[story, default: []].append(event)
    }
    return stories
  }

  /// Whose events are in an order of their own.
  struct Story: Hashable {
    let subject: String
    let isOfCompletion: Bool
  }
}
