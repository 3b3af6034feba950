import OperationBench
import OperationDoctor

/// Something that counts of a run: a question, and how to read its answer from the trace.
///
/// What is no part of a view is free: the kind of lock, what helps, the order of what may come in any order.
package struct Look: Sendable {
  /// An answer. In JSON a boolean, a number, or a list of texts.
  package enum Answer: Hashable, Sendable {
    case isSo(Bool)
    case times(Int)
    case told([String])
  }

  /// Names it in its view, and in JSON.
  let id: String
  /// Throws where a run does not decide it.
  let read: @Sendable (Run) throws -> (answer: Answer, evidence: [Evidence])
  /// The answer, as a sentence without its end.
  let phrase: @Sendable (Answer) -> Phrase
  /// What is asked, where the answer is only whether that is so.
  var condition: Trace.Condition?
}

extension Look.Answer: Codable {
  /// Reads a boolean, a number or a list of texts.
  package init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if let isSo = try? container.decode(Bool.self) {
      self = .isSo(isSo)
    } else if let count = try? container.decode(Int.self) {
      self = .times(count)
    } else {
      self = .told(try container.decode([String].self))
    }
  }

  /// Writes the value alone.
  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .isSo(let isSo): try container.encode(isSo)
    case .times(let count): try container.encode(count)
    case .told(let texts): try container.encode(texts)
    }
  }
}

extension Look {
  /// How often it begins.
  static func begins(_ name: String) -> Look {
    Look(id: "\(name) begins") { run in
      let begins = run.all(.began, of: name)
      return (.times(begins.count), begins + [try run.rest()])
    } phrase: { answer in
      switch answer {
      case .times(0): "\(name) never begins"
      case .times(1): "\(name) begins once"
      case .times(let count): "\(name) begins \(count) times"
      default: ""
      }
    }
  }

  /// What the caller is told, in this order.
  static func told(_ caller: String) -> Look {
    Look(id: "\(caller) is told") { run in
      let said = run.all(.noted, of: caller)
      return (.told(said.compactMap { $0.mark?.words }), said + [try run.rest()])
    } phrase: { answer in
      guard case .told(let texts) = answer, !texts.isEmpty else {
        return "\(caller) is told nothing"
      }
      return "\(caller) is told: \(names: texts)"
    }
  }

  /// Whether that is so.
  static func isSo(_ yes: Phrase, _ no: Phrase, _ condition: Trace.Condition) -> Look {
    var look = Look(id: yes.english) { run in
      let outcome = try condition.outcome(in: run)
      return (.isSo(outcome.holds), outcome.evidence)
    } phrase: {
      $0 == .isSo(true) ? yes : no
    }
    look.condition = condition
    return look
  }

  /// Whether the operation is finished in the end.
  static func finishes(_ name: String = "download") -> Look {
    .isSo(
      "\(name) is finished in the end", "\(name) is never finished",
      .flags(.finished, at: .settled(name)))
  }

  /// Whether the transfer is given up.
  static func isGivenUp(_ name: String = "transfer") -> Look {
    .isSo(
      "the transfer is given up", "the transfer is not given up",
      .not(.count(0, .noted, of: name)))
  }

  /// How many of these are under way at the same time.
  static func underWay(_ names: [String]) -> Look {
    Look(id: "at the same time") { run in
      let peak = run.peak(of: names, from: .began, to: .ended)
      return (.times(peak.count), run.all(.began) + [try run.rest()])
    } phrase: { answer in
      if case .times(let count) = answer { "\(count) are under way at the same time" } else { "" }
    }
  }

  /// Whether each of these is done once.
  static func once(_ names: [String]) -> Look {
    .isSo("each is done once", "not each is done once", .once(names))
  }
}

/// What may come of each world of an exercise: what the kit's own solution has shown in it, in some order.
/// It is kept beside the exercise, in `worlds.json`.
package struct Outcomes: Codable, Equatable, Sendable {
  /// The answers of a view, by the ids of its looks.
  package typealias Outcome = [String: Look.Answer]

  /// By the names of the worlds.
  package var worlds: [String: [Outcome]]

  /// Reads such a file.
  package init(from decoder: any Decoder) throws {
    worlds = try decoder.singleValueContainer().decode([String: [Outcome]].self)
  }

  /// Writes one.
  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(worlds)
  }

  /// What others show in these worlds and these do not, or what has no world: a line each.
  package func difference(from seen: Outcomes) -> [String] {
    seen.worlds.sorted { $0.key < $1.key }.flatMap { name, outcomes in
      outcomes.filter { worlds[name]?.contains($0) != true }.map { "\(name): \($0)" }
    }
      + worlds.keys.filter { seen.worlds[$0] == nil }.sorted().map {
        "\($0): there is no such world"
      }
  }

  /// What these runs show.
  package init(_ exercise: Exercise, _ runs: [Run]) {
    worlds = Dictionary(grouping: runs.filter { exercise.worlds[$0.program] != nil }, by: \.program)
      .mapValues { runs in
        var seen: [Outcome] = []
        for run in runs {
          let outcome = exercise.looks(at: run.program).reduce(into: Outcome()) { all, look in
            all[look.id] = try? look.read(run).answer
          }
          if !seen.contains(outcome) { seen.append(outcome) }
        }
        // A run that a busy machine has cut short does not show all.
        let whole = seen.map(\.count).max()
        return seen.filter { $0.count == whole }.sorted {
          "\($0.sorted { $0.key < $1.key })" < "\($1.sorted { $0.key < $1.key })"
        }
      }
  }
}

/// How a run differs from what may come of its world.
struct Difference {
  let world: World
  let run: Run
  let look: Look
  /// `nil` if the run does not show it.
  let seen: Look.Answer?
  let asked: [Look.Answer]
  let evidence: [Event]

  /// Of a run that is as it may be: `nil`.
  init?(_ exercise: Exercise, _ run: Run, _ outcomes: Outcomes) {
    guard let world = exercise.worlds[run.program], let all = outcomes.worlds[run.program] else {
      return nil
    }
    let looks = exercise.looks(at: run.program)
    // Those that fit so far. The first look that fits none tells most.
    var fitting = all
    for look in looks {
      let seen = try? look.read(run)
      let next = fitting.filter { $0[look.id] == seen?.answer }
      if next.isEmpty {
        (self.world, self.run, self.look) = (world, run, look)
        self.seen = seen?.answer
        asked = fitting.compactMap { $0[look.id] }
          .reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
        evidence = seen?.evidence.map(\.event) ?? []
        return
      }
      fitting = next
    }
    return nil
  }

  /// What the task asks.
  var statement: Phrase {
    "\(world.phrase): \(asked.map(look.phrase).joined { "\($0), or \($1)" })"
  }

  /// What came of it instead.
  var message: Phrase {
    let asked = asked.map(look.phrase).joined { "\($0), or \($1)" }
    guard let seen else { return "\(world.phrase), it could not be seen whether \(asked)." }
    return "\(world.phrase): \(look.phrase(seen)). The task asks: \(asked)."
  }
}

extension Exercise {
  func looks(at world: String) -> [Look] { worlds[world].map(view) ?? [] }
}

extension Trace.Condition {
  /// Everything else has ended before that begins.
  static func comesLast(_ name: String) -> Self {
    Self("\(name) comes last") { run in
      let begin = run.all(.began, of: name).first
      let ends = run.all(.ended).filter { $0.subject != name }
      return Outcome(
        begin.map { begin in ends.allSatisfy { $0.seq < begin.seq } } ?? false, "",
        [try begin ?? run.rest()])
    }
  }
}
