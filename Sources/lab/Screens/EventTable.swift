import OperationCourse
import OperationDoctor
import OperationBench

/// Events in aligned columns: time, thread, subject, what happened, state.
///
/// The columns are as wide as the screen allows. Below 50 columns each event becomes a phrase.
struct EventTable {
  let paper: Paper
  /// Whether each row begins with the number of its event, which answers cite.
  var isNumbered = false
  /// What the column of threads has, and how wide it is.
  var lane = (title: "thread", width: 6)
  /// How wide the numbers of events are at most.
  var digits = 3

  private var width: Int { paper.width }
  private var say: Language { paper.language }
  private var isNarrow: Bool { width < 50 }
  private var subjectWidth: Int { width < 70 ? 9 : 13 }
  private var stateWidth: Int { width < 70 ? 11 : 19 }
  private var numberWidth: Int { isNumbered ? digits + 2 : 0 }
  private var phraseWidth: Int {
    width - numberWidth - 9 - 2 - lane.width - 1 - subjectWidth - 1 - stateWidth - 1
  }

  var header: String? {
    if isNarrow { return nil }
    let columns =
      "".padded(to: numberWidth) + say("time").leftPadded(to: 9) + "  "
      + say.text(lane.title).padded(to: lane.width + 1) + say("subject").padded(to: subjectWidth)
      + " " + say("what happened").padded(to: phraseWidth) + " " + say("state")
    return paper.toned(columns, .strong)
  }

  func row(_ event: Event) -> String {
    if isNarrow {
      let number = isNumbered ? "#\(event.seq) " : ""
      return "\(number)\(TerminalText.visible(event.thread)) \(say.account(of: event))"
        .wrapped(to: width, indent: 2, firstIndent: "")
    }
    let start =
      (isNumbered ? "#\(event.seq)".padded(to: numberWidth) : "")
      + Self.time(event.ns).leftPadded(to: 9) + "  "
      + TerminalText.visible(event.thread).cut(to: lane.width).padded(to: lane.width + 1)
      + TerminalText.visible(event.subject).cut(to: subjectWidth).padded(to: subjectWidth) + " "
    let indent = TerminalText.columns(start)
    // A long time takes columns from what happened.
    let room = width - indent - 1 - stateWidth
    let phrases = lines(of: event, room)
    let states = say.flags(event.state).wrapped(to: stateWidth).split(separator: "\n").map(
      String.init)
    return (0..<max(phrases.count, states.count, 1)).map { line in
      let phrase = (line < phrases.count ? phrases[line] : "").padded(to: room)
      let state = line < states.count ? states[line] : ""
      let margin = line == 0 ? start : String(repeating: " ", count: indent)
      return (margin + phrase + " " + state).trimmedAtEnd
    }.joined(separator: "\n")
  }

  /// The phrase, in the column of the state, too, if there is none. As it is, if it fits: it may be
  /// a line of a drawing.
  private func lines(of event: Event, _ phraseWidth: Int) -> [String] {
    let room = event.state.isEmpty ? phraseWidth + 1 + stateWidth : phraseWidth
    let phrase = TerminalText.visible(say(event.phrase))
    if TerminalText.columns(phrase) <= room { return [phrase] }
    return phrase.wrapped(to: room).split(separator: "\n").map(String.init)
  }

  /// Milliseconds with three decimals, or seconds from 100 s on.
  static func time(_ ns: UInt64) -> String {
    let microseconds = ns / 1000
    if microseconds >= 100_000_000 { return "\(microseconds / 1_000_000) s" }
    let fraction = String(microseconds % 1000)
    return
      "\(microseconds / 1000).\(String(repeating: "0", count: 3 - fraction.count))\(fraction)ms"
  }
}
