import Foundation

/// Asks the compiler which code fits the parameters of calls: the probe's work, or plain values.
struct ArgumentFinder {
  /// A parameter of a call.
  struct Slot {
    let parameter: SymbolGraph.Parameter
    /// The call, with ``here`` in place of the argument and holes in place of all others.
    let place: String
    /// Whether the call makes only a part of an operation.
    var isPart = false
  }

  /// Where an argument belongs, or the arguments of a call.
  static let here = "<#here#>"

  /// The compiler's message on each piece of code that does not compile.
  let refusals: ([String]) throws(Failure) -> [String: String]
  private let graph: SymbolGraph
  /// The calls that end an operation of the files.
  private let finishers: [String]
  /// Values of the files' own types.
  private let own: [Candidate]
  /// The initialisers of those types, by the identifiers of the types.
  private let initialisers: [String: [[Slot]]]
  /// What the compiler takes at each place, the likeliest first.
  private var taken: [String: [Candidate]] = [:]

  init(
    _ graph: SymbolGraph, refusals: @escaping ([String]) throws(Failure) -> [String: String]
  ) {
    (self.graph, self.refusals) = (graph, refusals)
    // An operation that is in no queue never finishes. Do not wait for one.
    let types = graph.symbols.filter {
      ["class", "struct", "enum", "actor"].contains($0.form) && !graph.isPrivate($0)
        && !graph.isOperation($0) && !$0.name.contains("(")
    }
    own =
      types.map { Candidate(.own($0.id), asking: "\(Candidate.hole) as \($0.name)") }
      + (["Int"] + types.map(\.name)).map { Candidate(.value("\($0).self"), asking: "\($0).self") }
    initialisers = types.reduce(into: [:]) { all, type in
      let call = "let _: \(type.name) = \(type.name)(\(Self.here)); return \(Candidate.hole)"
      all[type.id] = graph.initialisers(of: [type]).map {
        Self.slots(of: graph.parameters(of: $0).filter { !$0.hasDefault }, in: call, isPart: true)
      }
    }
    finishers = Set(
      graph.symbols.filter(graph.isOperation).flatMap(graph.members).filter { !$0.isPrivate }
        .map(\.title).filter { $0.contains(/^(finish|complete|done)\w*\(\)$/) }
    ).sorted()
  }

  static func slots(
    of parameters: [SymbolGraph.Parameter], in call: String, isPart: Bool = false
  ) -> [Slot] {
    parameters.indices.map { index in
      let arguments = parameters.enumerated().filter { $0 == index || !$1.hasDefault }
        .map { $1.argument($0 == index ? here : Candidate.hole) }
      return Slot(
        parameter: parameters[index],
        place: call.replacing(here, with: arguments.joined(separator: ", ")), isPart: isPart)
    }
  }

  /// Asks about the parameters, and about those of the files' own types. What a function takes, and what a list
  /// or a completion is given, is asked only where there is one.
  mutating func ask(about slots: [Slot]) throws(Failure) {
    let slots = slots + initialisers.values.joined().joined()
    try ask(
      slots.map {
        let values = Candidate.values(for: $0.parameter, isPart: $0.isPart, own: own)
        return ($0.place, Candidate.kinds + values)
      })
    try ask(
      slots.compactMap { slot in
        arity(at: slot).map { (slot.place, Candidate.functions($0, finishers: finishers)) }
      })
    let answers = Candidate.values(for: nil, isPart: true, own: own)
    try ask(
      slots.flatMap { slot in
        let all = taken[slot.place] ?? []
        let codes = all.map { if case .value(let code) = $0.meaning { code } else { "" } }
        return Set(codes + [all.first?.work?.code ?? ""]).flatMap { holes(in: $0, at: slot.place) }
          .map { ($0, answers) }
      })
  }

  private mutating func ask(_ questions: [(place: String, [Candidate])]) throws(Failure) {
    let code = { (place: String, candidate: Candidate) in
      place.replacing(Self.here, with: candidate.trial)
    }
    let codes = questions.flatMap { place, candidates in candidates.map { code(place, $0) } }
    let refused = try refusals(Array(Set(codes)))
    for (place, candidates) in questions {
      // What is asked later is more exact.
      taken[place] = candidates.filter { refused[code(place, $0)] == nil } + (taken[place] ?? [])
    }
  }

  private func takesAnything(_ slot: Slot) -> Bool {
    taken[slot.place]?.contains { if case .anything = $0.meaning { true } else { false } } == true
  }

  private func arity(at slot: Slot) -> Int? {
    guard !takesAnything(slot) else { return nil }
    return taken[slot.place]?.lazy.compactMap {
      if case .function(let arity) = $0.meaning { arity } else { nil }
    }.first
  }

  /// The places of the holes, if the code is at that place.
  private func holes(in code: String, at place: String) -> [String] {
    let parts = code.components(separatedBy: Candidate.hole)
    return parts.indices.dropLast().map { index in
      let halves = [parts[...index], parts[(index + 1)...]]
      return place.replacing(
        Self.here,
        with: halves.map { $0.joined(separator: Candidate.hole) }.joined(separator: Self.here))
    }
  }
}

// MARK: - What was found

extension ArgumentFinder {
  /// Whether it takes a function without a result.
  func isAction(_ slot: Slot) -> Bool { taken[slot.place]?.first?.isAction == true }

  /// The work for a parameter. `nil` if it takes none.
  func work(at slot: Slot) -> Candidate.Work? {
    // What is called when the work ends, or must end before, may have the same type as the work.
    let isHandler = slot.parameter.name.contains(
      /(?i)complet|callback|handler|finish|done|result|progress|depend|^(on|did|will)(?-i:[A-Z])/)
    guard !isHandler, !takesAnything(slot), let work = taken[slot.place]?.first?.work else {
      return nil
    }
    return Candidate.Work(
      code: filled(work.code, at: slot.place),
      rank: work.rank + (slot.parameter.hasDefault ? 0 : 10))
  }

  /// The value of a parameter that takes no work. `nil` if only the user has one.
  func value(at slot: Slot) -> String? {
    // What is always true may repeat forever.
    guard !slot.parameter.name.contains(/(?i)while/), let code = value(at: slot.place) else {
      return nil
    }
    if isTold(slot), code.count(where: { $0 == "_" }) <= 3 { return "probe.answer" }
    let plain = code.replacing(Candidate.mark, with: "")
    let isShared = plain.contains(/\.(shared|default|standard)\w*$/)
    return plain + (isShared || Driver.usesProbe(plain) ? "" : Candidate.mark)
  }

  /// Whether it is a function that is called once, with the result.
  private func isTold(_ slot: Slot) -> Bool {
    isAction(slot)
      && slot.parameter.name.contains(
        /(?i)complet|callback|answer|reply|^on(?=success|failure|error|result|finish)|^then$/)
  }

  /// The first value without a hole, with a mark if it is of one of the files' own types.
  ///
  /// - Parameter depth: how deep values may lie in each other.
  private func value(at place: String, depth: Int = 3) -> String? {
    let all = taken[place] ?? []
    let isOptional = all.contains { $0.trial == "nil" }
    for candidate in all {
      if candidate.yieldsToNil, isOptional { return "nil" }
      switch candidate.meaning {
      case .gap: return nil
      case .value(let code):
        let code = filled(code, at: place)
        if !code.contains("<#") { return code }
      case .own(let id):
        if let code = value(of: id, depth: depth) {
          return code.replacing(Candidate.mark, with: "") + Candidate.mark
        }
      case .function, .list, .anything: continue
      }
    }
    return nil
  }

  /// The code with a value in each hole for which there is one.
  private func filled(_ code: String, at place: String) -> String {
    let parts = code.components(separatedBy: Candidate.hole)
    let values = holes(in: code, at: place).map { value(at: $0) ?? Candidate.hole }
    return zip(parts, values + [""]).map { $0 + $1 }.joined()
  }

  /// A value of a type of the files' own.
  private func value(of id: String, depth: Int) -> String? {
    guard depth > 0, let type = graph.symbol(id) else { return nil }
    let members = graph.members(of: type).filter { !$0.isPrivate }
    let shared = members.first {
      $0.form == "type.property" && $0.title.contains(/^(shared|default|standard)/)
        && $0.fragments.last?.preciseIdentifier == id
    }
    if let shared { return "\(type.name).\(shared.title)" }
    let plain = members.first { $0.form == "enum.case" && !$0.title.contains("(") }
    return plain?.name
      ?? initialisers[id]?.lazy.compactMap { slots in
        let arguments = slots.compactMap { slot -> String? in
          // What is called with a completion is work, also of a part of the operation.
          let work = work(at: slot).flatMap { $0.rank == 13 ? $0.code : nil }
          return (work ?? value(at: slot.place, depth: depth - 1)).map(slot.parameter.argument)
        }
        return arguments.count == slots.count
          ? "\(type.name)(\(arguments.joined(separator: ", ")))" : nil
      }.first
  }
}
