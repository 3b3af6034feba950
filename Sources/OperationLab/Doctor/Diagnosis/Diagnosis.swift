/// Why each operation is not running, worked out from what was read of the queues in the end.
///
/// A pure function: the same run always gets the same diagnosis. Its effort grows with the number
/// of operations, dependencies and events, not with their square.
public struct Diagnosis: Hashable, Sendable {
  /// One for every operation that is neither finished nor on its way, names in natural order (op2
  /// before op10), the program itself first. Empty when nothing is stuck.
  public let findings: [Finding]

  /// Examines how a run ended.
  package init(_ reading: Reading, past: Past) {
    self.init(Examination(Facts(reading, past: past)).findings())
  }

  /// What a doctor read.
  static func findings(in reading: Reading) -> [Finding] {
    Examination(Facts(reading, past: nil)).findings()
  }

  /// Puts findings in order.
  ///
  /// - Parameter inWords: whether each gets its sentence, which takes most of the time.
  package init(_ found: [Finding], inWords: Bool = true) {
    let byName = found.map(\.subject).placesInNaturalOrder.map { found[$0] }
    let sorted =
      byName.filter { $0.subject == Finding.program }
      + byName.filter { $0.subject != Finding.program }
    let wording = Wording(inWords ? sorted : [])
    findings =
      !inWords
      ? sorted
      : sorted.map { finding in
        var finding = finding
        finding.sentence = TerminalText.visible(wording.sentence(of: finding).english)
        return finding
      }
  }

  /// The sentence of a finding, to be put into a language.
  package func phrase(of finding: Finding) -> Phrase { Wording(findings).sentence(of: finding) }

  /// The same without a full stop, to stand in a sentence.
  package func statement(of finding: Finding) -> Phrase {
    Wording(findings).statement(of: [finding], naming: true)
  }

  /// Whether everything is finished, or nothing was ever begun.
  package var isEmpty: Bool { findings.isEmpty }

  /// What was found out about one operation.
  public subscript(_ subject: String) -> Finding? {
    findings.first { $0.subject == subject }
  }
}

// In JSON a diagnosis is just its findings.
extension Diagnosis: Codable {
  /// Reads an array of findings.
  public init(from decoder: any Decoder) throws {
    findings = try decoder.singleValueContainer().decode([Finding].self)
  }

  /// Writes an array of findings.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(findings)
  }
}

extension Diagnosis {
  /// What each operation waits for, drawn with arrows.
  ///
  /// ```
  /// op3 … op10 (8) ─▶ a slot of 'downloads'
  ///   ─▶ op1 and op2: started, never finished
  /// ```
  ///
  /// A circle is drawn as one:
  ///
  /// ```
  /// ┌─▶ a ─▶ b ─▶ c ─┐
  /// └────────────────┘
  /// ```
  ///
  /// No line is longer than the width. An empty diagnosis is an empty string.
  ///
  /// - Parameters:
  ///   - width: columns, at least 20.
  ///   - style: which characters it may be made of.
  ///   - limit: how many lines to give at most. A last line that says there is more does not count.
  ///   - say: puts phrases into a language. `nil` for English.
  package func graph(
    width: Int = 60, style: Style = .unicode, limit: Int = 30,
    in say: ((Phrase) -> String)? = nil
  ) -> String {
    let say = say ?? \.english
    let width = max(width, 20)
    let lines = paths.flatMap { path in
      let words = path.words.map { style.visible(say($0)) }
      return path.isCircle
        ? style.circle(words, within: width) : style.line(words, within: width)
    }
    let shown = lines.prefix(limit).map { style.apply($0) }
    let rest =
      lines.count > limit ? [style.apply(say("… (\(lines.count - limit) more lines)"))] : []
    return (shown + rest).joined(separator: "\n")
  }
}

extension WaitPath {
  /// The stations in words, the last one with the ending.
  fileprivate var words: [Phrase] {
    var words = shortened.map(\.words)
    if !ending.isEmpty, let last = words.popLast() { words.append("\(last): \(ending)") }
    return words
  }
}

extension Diagnosis.Style {
  /// A path as lines of text, broken before arrows where possible.
  fileprivate func line(_ stations: [String], within width: Int) -> [String] {
    var lines: [String] = []
    for piece in stations.enumerated().map({ $0 == 0 ? $1 : "─▶ \($1)" }) {
      if let last = lines.last, TerminalText.columns("\(last) \(piece)") <= width {
        lines[lines.count - 1] = "\(last) \(piece)"
      } else {
        let indent = lines.isEmpty ? "" : "  "
        lines += TerminalText.wrapped(piece, to: width - 2, indent: 3, breaksWords: false)
          .map { fitted("\(indent)\($0)", to: width) }
      }
    }
    return lines
  }

  /// A path as a ring, lying if it fits, else standing.
  fileprivate func circle(_ stations: [String], within width: Int) -> [String] {
    let top = "┌─▶ \(stations.joined(separator: " ─▶ ")) ─┐"
    let columns = TerminalText.columns(top)
    if columns <= width {
      return [top, "└\(String(repeating: "─", count: columns - 2))┘"]
    }
    var lines = stations.flatMap { ["│   ▼", fitted("│   \($0)", to: width)] }
    lines.removeFirst()
    lines[0] = fitted("┌─▶ \(stations[0])", to: width)
    lines[lines.count - 1] = fitted("└── \(stations[stations.count - 1])", to: width)
    return lines
  }

  /// The text without what could control a terminal, in this style's characters.
  fileprivate func visible(_ text: String) -> String {
    TerminalText.visible(apply(text), isASCII: self == .ascii)
  }

  fileprivate func fitted(_ text: String, to width: Int) -> String {
    TerminalText.fitted(text, to: width, isASCII: self == .ascii)
  }
}

extension Diagnosis {
  /// Which characters text is made of.
  package enum Style: Sendable {
    /// Arrows and lines as they should look.
    case unicode
    /// Only what any terminal shows.
    case ascii

    /// The text with what the style does not allow replaced.
    func apply(_ text: String) -> String {
      guard self == .ascii else { return text }
      return text.reduce(into: "") { $0 += Self.replacements[$1] ?? String($1) }
    }

    private static let replacements: [Character: String] = [
      "…": "...", "→": "->", "─": "-", "│": "|", "▶": ">", "┌": "+", "┐": "+", "└": "+", "┘": "+",
      "▼": "v",
    ]
  }

  /// The sentences for a terminal. Operations with the same reason share a sentence.
  ///
  /// Every sentence begins on a new line. Its further lines are indented by two spaces. An empty
  /// diagnosis is an empty string.
  ///
  /// - Parameters:
  ///   - width: columns to stay within, as far as words can be broken apart.
  ///   - limit: how many sentences to give. The last line then says how many operations are left.
  package func summary(
    width: Int = 80, style: Style = .unicode, limit: Int = 30, in say: ((Phrase) -> String)? = nil
  ) -> String {
    let say = say ?? \.english
    let wording = Wording(findings)
    let groups = Grouping(findings, wording).groups
    var paragraphs = groups.prefix(limit).map { wording.sentence(of: $0) }
    let left = groups.dropFirst(limit).reduce(0) { $0 + $1.count }
    if left > 0 {
      paragraphs.append(left == 1 ? "… and 1 more operation." : "… and \(left) more operations.")
    }
    return paragraphs.flatMap {
      TerminalText.wrapped(style.visible(say($0)), to: width, indent: 2, breaksWords: false)
    }.joined(separator: "\n")
  }
}

extension Diagnosis {
  /// Why an operation is not running, or never ends. Raw values are part of the JSON: add, never
  /// rename.
  ///
  /// Later versions may have more cases: a `switch` needs `@unknown default`.
  #if hasAttribute(nonexhaustive)
    @nonexhaustive
  #endif
  public enum Cause: String, Codable, CaseIterable, Sendable {
    /// Its thread waits in a blocking call for something that cannot happen before it has ended
    /// itself.
    case blocksItself
    /// Its thread, or the program's, waits in a blocking call.
    case blocked
    /// It was started and never reported finished: it holds its slot.
    case silent
    /// `isFinished` is true, but no notification of it was posted: its queue still holds it, or its
    /// dependents still wait.
    case finishNotAnnounced
    /// `cancel()` was called, and it is not finished.
    case cancelledNotFinished
    /// It waits, through its dependencies, for itself.
    case cycle
    /// A dependency is not finished.
    case dependency
    /// It is ready, but as many operations as its queue's width allows hold a slot.
    case noFreeSlot
    /// It is ready, has no free slot, and others of higher priority go first.
    case outranked
    /// Its queue is suspended.
    case suspended
    /// Its `isReady` is false although no dependency is unfinished.
    case notReady
    /// Only the main thread can start it, and that has not come back to its run loop.
    case mainThreadBlocked
    /// It is ready and has a free slot, but its queue has not started it: most likely it got no
    /// notification of `isReady`.
    case readinessNotAnnounced
    /// It is ready and seems to have a slot, but it is not executing. A queue does not show why. The
    /// sentence names the possible reasons, the likeliest first.
    case notExecuting
    /// It is in none of the queues that are known, and nothing shows that it was started.
    case neverStarted
    /// A barrier block of its queue may have to run first. This always stands beside another cause.
    case barrier
    /// There is no snapshot. Only its last event is known.
    case lastSeen
  }
}

extension Diagnosis {
  /// What was found out about one operation, or about the program itself.
  public struct Finding: Codable, Hashable, Sendable {
    /// The operation's name, or `program` for the program's own thread.
    public internal(set) var subject: String
    /// The reason, in one word.
    public internal(set) var cause: Cause
    /// The reason, in one plain sentence that stands alone.
    public internal(set) var sentence = ""
    /// The queue that holds the operation, if one does.
    public internal(set) var queue: String?
    /// That queue's `maxConcurrentOperationCount`, or -1 if the system decides.
    var width: Int?
    /// The operations it waits for: unfinished dependencies, the holders of all slots, or the
    /// whole cycle beginning with itself. At most 16 of them.
    public internal(set) var waitsFor: [String] = []
    /// How many it waits for, named or not.
    public internal(set) var waitsForCount = 0
    /// The first, by name, of the circle that it is part of: the same for all members of a circle.
    var circle: String?
    /// The queue that it waits for to become empty, in a blocking call.
    package internal(set) var waitsForQueue: String?
    /// Operations of higher priority that are ready, too. At most 16 of them.
    var outrankedBy: [String] = []
    /// Since when this is so: the start of a silent operation, the call that blocks, the cancelling, the
    /// suspending, the notification that its queue missed.
    package internal(set) var since: Moment?
    /// When it began to hold its slot.
    package internal(set) var started: Moment?
    /// The last moment of the operation or, while its thread is inside it, of that thread.
    package internal(set) var lastSeen: Moment?
    /// Where the thread is that started the operation.
    package internal(set) var presence: Presence?
    /// Whether it was added to a queue, as far as the trace tells.
    var wasAdded = false
    /// Further causes.
    package internal(set) var besides: [Cause] = []
    /// What a ``QueueDoctor`` read besides. `nil` in a run.
    package internal(set) var clue: Clue?
    /// Whether it is known that nothing can happen any more. If not, the deadline passed first.
    package internal(set) var isFinal = true

    /// The subject of findings about the program's own thread.
    package static let program = "program"
    /// How many names a list of a finding holds at most, so that thousands of operations that wait
    /// for thousands of others stay readable.
    package static let nameLimit = 16

    // A finding read from JSON has no moments and no clue.
    private enum CodingKeys: CodingKey {
      case subject, cause, sentence, queue, width, waitsFor, waitsForCount, circle, waitsForQueue
      case outrankedBy, presence, wasAdded, besides, isFinal
    }

    /// A finding without particulars.
    init(_ subject: String, _ cause: Cause) {
      self.subject = subject
      self.cause = cause
    }

    /// What is known where there is no snapshot.
    package init(
      _ subject: String, lastSeen: Moment, since: Moment? = nil, presence: Presence? = nil,
      queue: String? = nil
    ) {
      self.init(subject, .lastSeen)
      (self.lastSeen, self.since, self.presence) = (lastSeen, since, presence)
      (self.queue, isFinal) = (queue, false)
    }

    /// Names what it waits for, as many as fit.
    mutating func waits(for names: some Collection<String>) {
      waitsFor = Array(names.prefix(Self.nameLimit))
      waitsForCount = names.count
    }
  }

  /// What the flags of an operation do not say.
  package enum Clue: Hashable, Sendable {
    /// None of the given queues holds it.
    case inNoGivenQueue
    /// Whether its `isReady` is Foundation's and not perhaps its own, and whether it has dependencies, which
    /// have finished.
    case notReady(isPlainBlock: Bool, hasDependencies: Bool)
    /// Its queue has called it or is about to, and so many operations are executing. Whether it has
    /// dependencies, which have finished.
    case notRun(
      isPlainBlock: Bool, underlyingQueue: String?, executing: Int, hasDependencies: Bool)
    /// It waited all the time, and so many that were added to its queue later began meanwhile.
    case overtaken(by: Int, during: Duration)
    /// It is a queue whose lock no thread gets, or the program, whose main queue has run no block.
    case noAnswer
    /// It is a dependency of which a file of events has none.
    case inNoReportingQueue
  }

  /// Where the thread is that an operation was started on.
  package enum Presence: String, Codable, Sendable {
    /// Inside `start()`: the trace shows that it has not returned.
    case insideStart
    /// `start()` was called. The trace does not show whether it has returned.
    case startCalled
    /// Inside the body: it began and has not ended.
    case insideBody
    /// Gone: `start()` returned, or the body ended.
    case left
    /// The trace has no event of its start.
    case unknown
  }
}
