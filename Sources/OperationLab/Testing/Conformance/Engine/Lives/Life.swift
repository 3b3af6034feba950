import OperationBench
import OperationLab

/// What happens to an operation between its making and its release, as data.
///
/// ```swift
/// Life(.queued)                                     // "it is put into a queue"
/// Life(.queued, work: .fails, .cancel(.working))    // "…; cancelled while it works; its work fails"
/// ```
///
/// ``all(events:)`` makes every life that Foundation allows, and ``LifeScene`` leads an operation
/// through one.
package struct Life: Codable, Hashable, Sendable {
  /// The name of the operation under check in the trace.
  package static let subject = "subject"
  /// The subject of the events about `cancel()`.
  static let cancelSubject = "cancel()"

  /// How it begins.
  package let start: Start
  /// What its work does, if it begins.
  package let work: Work
  /// What happens to it besides, in this order.
  package let happenings: [Happening]

  package init(_ start: Start, work: Work = .endsLater, _ happenings: Happening...) {
    self.init(start, work, happenings)
  }

  init(_ start: Start, _ work: Work, _ happenings: [Happening]) {
    self.start = start
    self.work = work
    self.happenings = happenings
  }

  /// How an operation begins, the plainest first.
  package enum Start: String, Codable, CaseIterable, Sendable {
    /// It is never started.
    case unstarted
    /// In a queue of width 1, which is suspended at first.
    case queued
    /// `start()` is called on a thread, in no queue.
    case byHand
    /// In a queue of width 1, whose only slot another operation has at first.
    case behind
    /// In a queue of width 1, while another of its class works in a queue of its own.
    case beside
    /// In a queue of width 1. While it works, another of its class comes into a queue of its own.
    case followed
    /// In a queue without a limit, where it depends on an operation that is still running.
    case dependent
    /// The same, but it is added when the other is running already.
    case dependentLate
    /// In a queue of width 1, and left alone.
    case alone
    /// The same. Its work is held, and the threads of the process are watched meanwhile.
    case watched
    /// In a queue of width 1, while the main thread waits for it.
    case mainWaits
    /// One of many in a queue without a limit.
    case crowd
    /// Many of its class before it, one after the other, and what is left of them.
    case row
    /// Started by hand, cancelled and ended by three threads: once in a chosen order, or many times by
    /// chance.
    case racedByHand
    /// The same. A queue starts it.
    case raced

    /// Those that take all of a process: nothing else may go on in it.
    static let sole: Set<Self> = [
      .alone, .watched, .mainWaits, .crowd, .row, .racedByHand, .raced,
    ]
  }

  /// How the work of an operation ends, the plainest first.
  package enum Work: String, Codable, CaseIterable, Sendable {
    /// On another thread, when all have seen that it goes on.
    case endsLater
    /// Before the call that begins it returns.
    case endsAtOnce
    /// As ``endsLater``, with an error, if its kind allows that.
    case fails
    /// As ``endsAtOnce``, and then it calls its completion three times more.
    case endsTwice
  }

  /// Something that happens at a stage.
  package struct Happening: Codable, Hashable, Sendable {
    package let event: Event
    package let stage: Stage

    package static func cancel(_ stage: Stage) -> Self { Self(event: .cancel, stage: stage) }
    package static func cancelOnMain(_ stage: Stage) -> Self {
      Self(event: .cancelOnMain, stage: stage)
    }
    package static func start(_ stage: Stage) -> Self { Self(event: .start, stage: stage) }
    package static func letGo(_ stage: Stage) -> Self { Self(event: .letGo, stage: stage) }
    /// What happens to its twin while it works.
    package static func other(_ event: Event) -> Self { Self(event: event, stage: .working) }

    /// Each that may be.
    fileprivate static let all = Stage.allCases.flatMap { stage -> [Self] in
      let isWorking = stage == .working
      return [cancel(stage)] + (isWorking ? [cancelOnMain(stage)] : [])
        + (isWorking || stage == .finished ? [start(stage)] : [])
        + (isWorking ? [letGo(stage)] + Event.others.map(other) : [])
    }
  }

  /// What may happen at a stage.
  package enum Event: String, Codable, CaseIterable, Sendable {
    /// `cancel()` is called.
    case cancel
    /// `cancel()` is called on the main thread.
    case cancelOnMain
    /// `start()` is called once more.
    case start
    /// Nobody but its queue holds it any more.
    case letGo
    /// Another of its class, which is under way, is cancelled.
    case cancelOther
    /// The work of another of its class fails.
    case failOther
    /// The work of another of its class ends.
    case endOther

    /// What happens to its twin. To itself nothing happens then.
    package static let others: [Self] = [.cancelOther, .failOther, .endOther]
  }

  /// How far an operation has come, as it shows when the process is idle.
  package enum Stage: String, Codable, CaseIterable, Comparable, Sendable {
    /// Made, and in no queue.
    case new
    /// In a queue that cannot start it yet.
    case waiting
    /// `start()` was called, and nothing that it handed to Dispatch's pools or the main queue has run.
    case started
    /// `start()` was called, and its work is held.
    case working
    /// Its work has just called its completion.
    case ending
    /// Its work has ended, and the process is idle.
    case finished

    fileprivate var place: Int { Self.allCases.firstIndex(of: self) ?? 0 }

    package static func < (one: Self, other: Self) -> Bool { one.place < other.place }
  }
}

extension Life {
  /// Whether that happens to it.
  package func has(_ event: Event, at stages: Stage...) -> Bool {
    happenings.contains { $0.event == event && (stages.isEmpty || stages.contains($0.stage)) }
  }

  /// Whether it may hold the main thread, which would hold up all others: these are led apart.
  var holdsMainThread: Bool { has(.cancelOnMain) }

  /// Whether something happens in it that should happen once. A class may then give back what all
  /// operations share, and did not take it.
  var isMisused: Bool { work == .endsTwice || has(.start) }

  /// Whether Dispatch's pools are held in it, until something has happened.
  var isHeldBack: Bool { happenings.contains { $0.stage == .started } }

  /// Whether it is cancelled at one of these stages, and not before.
  package func isCancelled(_ stages: Stage...) -> Bool {
    own.first { $0.event != .start }.map { stages.contains($0.stage) } ?? false
  }

  /// Those in which threads meet, so that their orders are explored.
  static let raced = [Life(.racedByHand), Life(.raced)]

  /// How it is started where threads meet, in a few words.
  var manner: String { start == .racedByHand ? "by hand" : "in a queue" }

  /// Whether it takes all of a process.
  package var isSole: Bool { Start.sole.contains(start) }

  /// Whether its work is to begin.
  package var works: Bool { start != .unstarted && !isCancelled(.new, .waiting, .started) }

  /// Whether it is treated as operations usually are: nobody calls `start()` again, and somebody holds it.
  package var isUsual: Bool { !has(.start) && !has(.letGo) }

  /// What happens to itself.
  private var own: [Happening] { happenings.filter { !Event.others.contains($0.event) } }

  /// Whether nothing happens to it but its work.
  package var isPlain: Bool { own.isEmpty }

  /// Whether another of its class is under way meanwhile.
  package var hasTwin: Bool { start == .beside || start == .followed }

  /// What happens to its twin. `nil` if nothing does.
  var othersFate: Event? { happenings.first { Event.others.contains($0.event) }?.event }

  /// Whether it is in a queue.
  package var isQueued: Bool { start != .byHand && start != .unstarted }

  /// Whether it waits for an operation that it depends on.
  package var isDependent: Bool { start == .dependent || start == .dependentLate }

  /// Whether its work, if it begins, goes on until it has been seen.
  var holdsWork: Bool { work == .endsLater || work == .fails }

  /// Whether all that happens in another life happens in this one, too: what goes wrong there may be
  /// why this one goes wrong.
  func contains(_ other: Life) -> Bool {
    guard other != self, start.contains(other.start), work.contains(other.work) else {
      return false
    }
    var left = happenings[...]
    return other.happenings.allSatisfy { happening in
      // An operation that is never started has no stages.
      let place = left.firstIndex {
        other.start == .unstarted ? $0.event == happening.event : $0 == happening
      }
      guard let place else { return false }
      left = left[(place + 1)...]
      return true
    }
  }
}

extension Life.Start {
  fileprivate func contains(_ other: Self) -> Bool {
    if other == self { return true }
    if Self.sole.contains(self) { return false }
    return other == .unstarted || other == .queued && self != .byHand && self != .unstarted
  }
}

extension Life.Work {
  fileprivate func contains(_ other: Self) -> Bool {
    other == self || other == .endsLater || other == .endsAtOnce && self == .endsTwice
  }
}

// All of them.
extension Life {
  /// Every life with at most so many events that Foundation allows, the plainest first.
  package static func all(events most: Int) -> [Life] {
    let sequences = (0...most).flatMap(sequences)
    return sequences.flatMap { happenings in
      Start.allCases.flatMap { start in
        Work.allCases.map { Life(start, $0, happenings) }
      }
    }.filter(\.isPossible)
  }

  /// All sequences of so many events, each at the stage of the one before or later.
  private static func sequences(of count: Int) -> [[Happening]] {
    guard count > 0 else { return [[]] }
    return sequences(of: count - 1).flatMap { before in
      Happening.all.filter { $0.stage >= before.last?.stage ?? .new }.map { before + [$0] }
    }
  }

  /// Whether Foundation allows it, and it differs from all plainer ones.
  private var isPossible: Bool {
    // Foundation's start() ends the process when an operation is not ready or in a queue.
    if has(.start), start != .byHand { return false }
    if has(.letGo) {
      let isLast =
        happenings == [.letGo(.working)] || happenings == [.cancel(.working), .letGo(.working)]
      return start == .queued && holdsWork && isLast
    }
    if has(.cancelOnMain), self != Life(.queued, .cancelOnMain(.working)) { return false }
    if othersFate != nil, !hasTwin { return false }
    switch start {
    case .beside, .followed:
      return work == .endsLater && happenings.count < 2 && !has(.start)
        && happenings.allSatisfy { $0.stage == .working }
    case .unstarted:
      return work == .endsLater && happenings.allSatisfy { $0.stage == .new }
    case .alone, .watched, .mainWaits, .crowd, .racedByHand, .raced:
      return work == .endsLater && happenings.isEmpty
    case .row:
      // Each of them ends in its own way.
      return work == .endsLater
        ? happenings.isEmpty || [[.cancel(.waiting)], [.cancel(.working)]].contains(happenings)
        : work != .endsAtOnce && happenings.isEmpty
    case .byHand:
      if has(.cancel, at: .waiting) { return false }
    case .queued:
      if has(.cancel, at: .started) { return false }
    case .behind, .dependent, .dependentLate:
      // These differ from a suspended queue only in how the operation waits.
      if !happenings.allSatisfy({ $0.stage == .waiting }) { return false }
      if start != .dependent, happenings.isEmpty, work != .endsLater { return false }
    }
    // Work that ends at once is never seen going on.
    if !holdsWork, happenings.contains(where: { $0.stage == .working }) { return false }
    // An operation that is cancelled before its start does no work.
    let isEarly = has(.cancel, at: .new, .waiting)
    return !(isEarly && work != .endsLater)
  }
}

// In words.
extension Life {
  /// The life of that name. `nil` if it is something else.
  static func named(_ name: String) -> Life? {
    var words = name.split(separator: "-").map(String.init)[...]
    guard let start = words.popFirst().flatMap(Start.init) else { return nil }
    let work = words.first.flatMap(Work.init)
    if work != nil { words.removeFirst() }
    var happenings: [Happening] = []
    while let event = words.popFirst() {
      guard let event = Event(rawValue: event), let stage = words.popFirst().flatMap(Stage.init)
      else { return nil }
      happenings.append(Happening(event: event, stage: stage))
    }
    return Life(start, work ?? .endsLater, happenings)
  }

  /// Its place among all lives, the plainest first. Compared number by number.
  var place: [Int] {
    [happenings.count]
      + happenings.flatMap { [$0.stage.place, Event.allCases.firstIndex(of: $0.event) ?? 0] }
      + [Start.allCases.firstIndex(of: start) ?? 0, Work.allCases.firstIndex(of: work) ?? 0]
  }

  /// Its name among all lives, such as `queued-fails-cancel-working`.
  package var name: String {
    ([start.rawValue] + (work == .endsLater ? [] : [work.rawValue])
      + happenings.map { "\($0.event.rawValue)-\($0.stage.rawValue)" }).joined(separator: "-")
  }

  /// What is done, in a sentence.
  package var summary: String { sentence.prefix(1).uppercased() + sentence.dropFirst() + "." }

  /// What is done, in a sentence that begins with a small letter and has no full stop.
  package var sentence: String {
    if start == .row { return start.words + eachOfRow }
    let early = happenings.filter { $0.stage == .new }.map(\.words)
    let late = happenings.filter { $0.stage > .new }.map(\.words)
    return (early + [start.words] + [work.words].compactMap(\.self) + late).joined(separator: "; ")
  }
}

extension Life {
  /// What makes it special, to put behind what went wrong, such as ", when it was cancelled while it
  /// worked". Empty if nothing does.
  var circumstances: String {
    if has(.cancel, at: .new, .waiting) { return ", when it was cancelled before its start" }
    if has(.cancel, at: .started) { return ", when it was cancelled before its work began" }
    if has(.cancel, at: .working) { return ", when it was cancelled while it worked" }
    if has(.cancel, at: .ending) { return ", when it was cancelled at the end of its work" }
    if has(.cancel, at: .finished) { return ", when it was cancelled after its end" }
    if let othersFate { return ", \(othersFate.words)" }
    return work == .fails ? ", when its work had failed" : ""
  }
}

extension Life.Event {
  /// What has happened to its twin.
  var words: String {
    switch self {
    case .cancelOther: "when another of its class was cancelled"
    case .failOther: "when the work of another of its class had failed"
    case .endOther: "when another of its class had ended"
    case .cancel, .cancelOnMain, .start, .letGo: ""
    }
  }
}

extension Life.Start {
  fileprivate var words: String {
    switch self {
    case .queued: "it is put into a queue of width 1"
    case .byHand: "it is started by hand"
    case .beside: "it is put into a queue, while another of its class works in another queue"
    case .followed:
      "it is put into a queue, and while it works another of its class into another queue"
    case .behind: "it is put into a queue of width 1 behind another"
    case .dependent: "it is put into a queue and depends on an operation that is still running"
    case .dependentLate: "it is put into a queue when what it depends on is already running"
    case .unstarted: "it is never started, and released"
    case .alone: "it is put into a queue and left alone"
    case .watched: "its work is held, and its threads are watched"
    case .mainWaits: "it is put into a queue, and the main thread waits for it"
    case .crowd: "sixty-four of them are put into a queue that sets no limit"
    case .row: "many of them run one after the other, and what is left is counted"
    case .racedByHand: "one thread calls start(), one calls cancel(), and one ends the work"
    case .raced: "one thread puts it into a queue, one calls cancel(), and one ends the work"
    }
  }
}

extension Life.Work {
  fileprivate var words: String? {
    switch self {
    case .endsLater: nil
    case .endsAtOnce: "its work ends at once"
    case .fails: "its work fails"
    case .endsTwice: "its work calls the completion again and again"
    }
  }
}

extension Life.Happening {
  fileprivate var words: String {
    switch (event, stage) {
    case (.cancel, .new): "it is cancelled before anything else"
    case (.cancel, .waiting): "it is cancelled while it waits"
    case (.cancel, .started): "it is cancelled after start() and before its work"
    case (.cancel, .working): "it is cancelled while it works"
    case (.cancel, .ending): "it is cancelled when its work has called the completion"
    case (.cancel, .finished): "it is cancelled after its end"
    case (.cancelOnMain, _): "it is cancelled on the main thread while it works"
    case (.letGo, _): "everybody lets go of it while it works"
    case (.cancelOther, _): "the other one is cancelled"
    case (.failOther, _): "the work of the other one fails"
    case (.endOther, _): "the work of the other one ends"
    case (.start, .working): "start() is called again while it works"
    case (.start, _): "start() is called again after its end"
    }
  }
}
