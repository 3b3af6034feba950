import OperationCourse
import OperationDoctor
import OperationBench

/// A lesson that asks before it shows, one screen at a time.
///
/// A value: keys go in, screens come out, and what must be done outside is an ``Effect``. It knows no
/// terminal, no process and no file.
struct Conversation: Sendable {
  /// The programs, in order.
  var scenes: [Scene]
  /// What the first screen says, and what the last one does.
  let frame: Frame
  private(set) var place = Place.opening
  /// The screen of the place, or of what lies over it.
  var page = 0
  /// The screen that covers the place.
  var overlay: Overlay?
  /// The screen of the place while something lies over it.
  private var pageBelow = 0
  /// What has been typed of a number.
  private(set) var typed = ""
  /// What the last key was answered with, where it meant nothing here.
  private(set) var hint: Phrase?

  /// - Parameter first: the scene to begin with. Those before it were answered another time.
  init(_ scenes: [Scene], _ frame: Frame, from first: Int = 0) {
    self.scenes = scenes
    self.frame = frame
    self.first = first
  }

  private let first: Int

  /// Where the learner is.
  enum Place: Equatable, Sendable {
    case opening
    /// The code and the question.
    case asking(Int)
    /// It runs. Keys wait.
    case running(Int)
    /// What was predicted beside what happened.
    case showing(Int)
    /// The exercise, before the first program that shows a fix.
    case offering
    case verdicts
    case closing
  }

  /// What can be looked at from anywhere.
  enum Overlay: Equatable, Sendable {
    case help, code, events, verdicts
    /// One event after the other. The number is that of the event.
    case stepping(Int)
  }

  /// What must be done outside.
  enum Effect: Equatable, Sendable {
    case none
    case run(Int)
    case quit
  }

  /// Takes a key.
  mutating func receive(_ key: Key, on sheet: Sheet, _ paper: Paper) -> Effect {
    hint = nil
    let key = key.turning
    if case .running = place { return key == .letter("q") || key == .gone ? .quit : .none }
    if case .line(let word) = key { return takeWord(word, on: sheet, paper) }
    if key == .gone { return .quit }
    if overlay != nil { return takeOverOverlay(key, on: sheet, paper) }
    if key == .letter("q") { return .quit }
    if case .asking(let index) = place, isAtQuestion(on: sheet, paper),
      let effect = takeAnswer(key, index)
    {
      return effect
    }
    return move(key, on: sheet, paper)
  }

  /// The program has run.
  mutating func receive(_ run: Run) {
    guard case .running(let index) = place else { return }
    scenes[index].runs.append(run)
    go(to: .showing(index))
  }

  /// The program whose run is looked at: that of the place, or the last one that ran.
  var current: Int? {
    switch place {
    case .opening: nil
    case .asking(let index), .running(let index), .showing(let index): index
    case .offering, .verdicts, .closing: scenes.lastIndex { !$0.runs.isEmpty }
    }
  }

  /// Whether the run that is looked at has recorded events.
  var hasEvents: Bool {
    current.flatMap { scenes[$0].runs.last }.map { !$0.trace.events.isEmpty } ?? false
  }

  /// Whether any program records events: those of lesson 0, which has no statements, only print.
  var mayHaveEvents: Bool { !scenes.allSatisfy(\.lesson.claims.isEmpty) }

  /// Whether statements can be judged. Programs of several lessons decide none together.
  var mayHaveVerdicts: Bool {
    mayHaveEvents && Set(scenes.map(\.lesson.number)).count == 1
  }

  /// The runs so far, one for each program.
  var runs: [Run] { scenes.compactMap(\.runs.last) }

  /// Whether the learner has come to the last screen.
  var isOver: Bool {
    place == .closing && scenes.dropFirst(first).allSatisfy { !$0.runs.isEmpty }
  }

  /// The commands for a learner who leaves here.
  var steps: [Guide.Step] {
    switch place {
    case .closing: frame.steps
    case .offering: (frame.offer?.steps ?? []) + frame.again
    default: frame.again
    }
  }

  private mutating func go(to place: Place) {
    self.place = place
    page = 0
    typed = ""
  }

  private mutating func takeWord(_ word: String, on sheet: Sheet, _ paper: Paper) -> Effect {
    if case .asking(let index) = place, isAtQuestion(on: sheet, paper),
      let answer = scenes[index].answer(for: word)
    {
      return answered(answer, index)
    }
    return word.first.map { receive(.letter($0), on: sheet, paper) } ?? .none
  }

  /// Whether the question is on the screen, and not only the code before it.
  func isAtQuestion(on sheet: Sheet, _ paper: Paper) -> Bool {
    guard case .asking(let index) = place, overlay == nil, !scenes[index].isAnswered
    else { return false }
    return isBelowCode(index, sheet, paper) || page >= pages(on: sheet, paper).count - 1
  }

  /// - Returns: `nil` for keys that mean here what they mean everywhere.
  private mutating func takeAnswer(_ key: Key, _ index: Int) -> Effect? {
    switch key {
    case .letter(let letter) where letter.isNumber && scenes[index].form == .number:
      typed = String((typed + String(letter)).suffix(4))
      return Effect.none
    case .back where !typed.isEmpty:
      typed.removeLast()
      return Effect.none
    case .enter where !typed.isEmpty:
      return scenes[index].answer(for: typed).map { answered($0, index) }
    case .letter("k"): return answered("", index)
    case .letter(let letter):
      return scenes[index].answer(for: String(letter)).map { answered($0, index) }
    default: return nil
    }
  }

  private mutating func answered(_ answer: String, _ index: Int) -> Effect {
    scenes[index].say(answer)
    typed = ""
    return scenes[index].isAnswered ? run(index) : .none
  }

  private mutating func run(_ index: Int) -> Effect {
    go(to: .running(index))
    return .run(index)
  }

  private mutating func move(_ key: Key, on sheet: Sheet, _ paper: Paper) -> Effect {
    let last = pages(on: sheet, paper).count - 1
    if case .asking(let index) = place, !scenes[index].isAnswered, case .letter(let letter) = key,
      letter == "a" || letter.isNumber
    {
      page = last
      // A number can only be meant as the answer. A choice has to be seen first.
      if scenes[index].form == .number, letter.isNumber { typed = String(letter) }
      return .none
    }
    switch key {
    case .enter, .right, .down:
      if page < last { page += 1 } else { return next() }
    case .letter("b"), .left, .up, .back:
      if page > 0 { page = min(page, last) - 1 } else { previous(on: sheet, paper) }
    case .letter("j"): goToNextProgram()
    case .letter("r"): if let index = current, !scenes[index].runs.isEmpty { return run(index) }
    case .letter("?"), .letter("h"): open(.help)
    case .letter("c"): open(.code)
    case .letter("e"): open(.events)
    case .letter("d"): open(.verdicts)
    case .letter("s"): open(.stepping(0))
    case .letter(let letter): hint = "'\(letter)' means nothing here: ? shows the keys"
    default: break
    }
    return .none
  }

  private mutating func open(_ overlay: Overlay) {
    let run = current.flatMap { scenes[$0].runs.last }
    switch overlay {
    case .code where current == nil: hint = "no program yet: press Enter"
    case .events where !mayHaveEvents, .stepping where !mayHaveEvents:
      hint = "these programs record no events. They only print"
    case .events where run == nil, .stepping where run == nil:
      hint = "first say what will happen. Then there are events"
    case .events where !hasEvents, .stepping where !hasEvents: hint = "this run has no events"
    case .verdicts where !mayHaveVerdicts: hint = "no statements are judged here"
    case .verdicts where runs.isEmpty: hint = "nothing has run yet: press Enter"
    default:
      self.overlay = overlay
      pageBelow = page
      page = 0
    }
  }

  private mutating func next() -> Effect {
    switch place {
    case .opening: go(to: scenes.isEmpty ? .closing : stop(before: first))
    case .asking(let index):
      if !scenes[index].isAnswered {
        hint = "say what you expect first, or press k for 'I do not know'"
      } else if scenes[index].runs.isEmpty {
        return run(index)
      } else {
        go(to: .showing(index))
      }
    case .running: break
    case .showing(let index):
      go(to: stop(before: index + 1))
    case .offering: go(to: .asking(frame.offer?.scene ?? 0))
    case .verdicts: go(to: .closing)
    case .closing: return .quit
    }
    return .none
  }

  private mutating func previous(on sheet: Sheet, _ paper: Paper) {
    switch place {
    case .opening, .running: return
    case .asking(let index):
      let offered = stop(before: index)
      go(to: offered == place ? earlier(than: index) : offered)
    case .offering: go(to: earlier(than: frame.offer?.scene ?? 0))
    case .showing(let index): go(to: .asking(index))
    case .verdicts: go(to: earlier(than: scenes.count))
    case .closing: go(to: frame.judges ? .verdicts : earlier(than: scenes.count))
    }
    page = pages(on: sheet, paper).count - 1
  }

  private func earlier(than index: Int) -> Place {
    guard index > 0 else { return .opening }
    return scenes[index - 1].runs.isEmpty ? .asking(index - 1) : .showing(index - 1)
  }

  private mutating func goToNextProgram() {
    if place == .offering { return go(to: .asking(frame.offer?.scene ?? 0)) }
    go(to: stop(before: current.map { $0 + 1 } ?? first))
  }

  /// Where a learner who goes on to that program comes first.
  private func stop(before index: Int) -> Place {
    guard scenes.indices.contains(index) else { return frame.judges ? .verdicts : .closing }
    let isOffered = frame.offer?.scene == index && !scenes[index].isAnswered
    return isOffered ? .offering : .asking(index)
  }

  private mutating func takeOverOverlay(_ key: Key, on sheet: Sheet, _ paper: Paper) -> Effect {
    if case .stepping(let event) = overlay { return step(key, from: event) }
    let last = pages(on: sheet, paper).count - 1
    switch key {
    case .enter, .right, .down:
      page += 1
      if page > last { close() }
    case .letter("b"), .left, .up, .back: page = max(0, page - 1)
    case .redraw, .woken, .late: break
    default: close()
    }
    return .none
  }

  private mutating func step(_ key: Key, from event: Int) -> Effect {
    let count = current.flatMap { scenes[$0].runs.last?.trace.events.count } ?? 0
    switch key {
    case .enter, .right, .down: overlay = .stepping(min(event + 1, max(count - 1, 0)))
    case .letter("b"), .left, .up, .back: overlay = .stepping(max(event - 1, 0))
    case .redraw, .woken, .late: break
    default: close()
    }
    return .none
  }

  private mutating func close() {
    overlay = nil
    page = pageBelow
  }
}
