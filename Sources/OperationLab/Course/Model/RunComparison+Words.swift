import OperationDoctor
import OperationLab
import OperationTesting

extension RunComparison {
  /// What differs, in one sentence.
  package var sentence: Phrase {
    guard let parting else {
      return """
        In both programs the operations do the same. Times, threads and the order between operations \
        may differ by chance.
        """
    }
    let (one, other) = (place(first, parting.first), place(second, parting.second))
    switch parting.kind {
    case .onlyInFirst: return only(parting.first, one, second)
    case .onlyInSecond: return only(parting.second, other, first)
    case .other:
      let (here, there) = (
        clause(parting.first, besides: parting.second),
        clause(parting.second, besides: parting.first)
      )
      return "In \(one) \(here), and in \(other) \(there)."
    case .order:
      let (here, there) = (clause(parting.first), clause(parting.second))
      return "The same happens in another order: in \(one) \(here), where in \(other) \(there)."
    case .state:
      let (here, there) = (state(parting.first), state(parting.second))
      return "When \(clause(parting.first)), it is \(here) in \(one), and \(there) in \(other)."
    }
  }

  private func only(_ event: Event?, _ place: Phrase, _ lacking: Run) -> Phrase {
    guard let event else { return "" }
    let isKnown = lacking.trace.subjects.contains(event.subject)
    let lack: Phrase =
      if !event.isRemarked {
        "and never in '\(lacking.program)'"
      } else if isKnown {
        "and '\(lacking.program)' has no such event"
      } else {
        "and '\(lacking.program)' has no '\(event.subject)'"
      }
    return "In \(place) \(clause(event)), \(lack)."
  }

  /// `'silent' (event 14)`.
  private func place(_ run: Run, _ event: Event?) -> Phrase {
    event.map { "'\(run.program)' (event \($0.seq))" } ?? "'\(run.program)'"
  }

  private func state(_ event: Event?) -> Phrase {
    guard let event else { return "unknown" }
    let flags: Phrase =
      event.state.isEmpty
      ? "not ready"
      : event.state.names.map(Phrase.init(stringLiteral:)).joined { "\($0) and \($1)" }
    guard let place = event.place else { return flags }
    return place.map { "\(flags) in \($0)" } ?? "\(flags) in no queue"
  }

  /// What happens, as a main clause.
  ///
  /// - Parameter other: the event that it is compared with. Names the premises that differ.
  private func clause(_ event: Event?, besides other: Event? = nil) -> Phrase {
    guard let event else { return "nothing happens" }
    let name = event.subject
    let note = event.notePhrase
    switch event.kind {
    case .enqueued:
      let place: Phrase = note.isEmpty ? "a queue" : "queue '\(note)'"
      return "\(name) is added to \(place)\(premises(event.enqueueing, besides: other?.enqueueing))"
    case .started:
      return note.isEmpty ? "\(name)'s start() is called" : "\(name)'s start() is called, \(note)"
    case .returned: return "\(name)'s start() returns"
    case .began: return "\(name)'s body begins"
    case .ended: return "\(name)'s body ends"
    case .cancelled: return note.isEmpty ? "\(name) is cancelled" : "\(name) is cancelled (\(note))"
    case .finished: return "\(name) reports isFinished"
    case .completed: return "\(name)'s completion block runs"
    case .opened: return "gate '\(name)' opens"
    case .suspended: return "queue '\(name)' is suspended"
    case .resumed: return "queue '\(name)' is resumed"
    case .released: return "\(name) is deallocated"
    case .settled: return "\(name) is at rest"
    case .noted: return noted(event)
    case .announced, .waiting, .timedOut, .observed, .progressed: return "\(name) \(event.phrase)"
    }
  }

  private func noted(_ event: Event) -> Phrase {
    switch event.fact {
    case .barrier: "a barrier block is added to queue '\(event.subject)'"
    case .removedDependency: "\(event.subject) \(event.notePhrase)"
    default: "\(event.subject) notes \"\(event.notePhrase)\""
    }
  }

  private func premises(_ own: Event.Enqueueing?, besides other: Event.Enqueueing?) -> Phrase {
    guard let own, let other else { return "" }
    var words: [Phrase] = []
    if own.width != other.width {
      words.append(own.width < 0 ? ", which has no limit" : ", whose width is \(own.width)")
    }
    if own.isSuspended != other.isSuspended {
      words.append(own.isSuspended ? ", which is suspended" : ", which is not suspended")
    }
    if own.dependencies != other.dependencies {
      let names = Names(own.dependencies).phrase
      words.append(own.dependencies.isEmpty ? ", with no dependency" : ", and depends on \(names)")
    }
    if own.priority != other.priority { words.append(", with priority \(own.priority)") }
    return words.joined(+)
  }
}

extension Event {
  /// Recorded for some operations, queues and gates, and not for others.
  fileprivate var isRemarked: Bool {
    [.enqueued, .noted, .announced, .completed, .waiting, .opened, .released].contains(kind)
  }
}

// Part of `lab lesson N --compare A B --json`. Add, never rename.
extension LessonReport {
  /// Where two runs part.
  package struct PartingJSON: Codable, Sendable {
    /// What differs: a ``RunComparison/Parting/Kind``, or `none`.
    package var kind: String
    /// The operation, queue or gate. `null` if nothing differs.
    @OrNull package var subject: String?
    /// What differs, in one sentence.
    package var sentence: String
    /// The marked event of each run that has one.
    package var events: [EvidenceJSON]
  }
}

extension RunComparison {
  /// The parting in the documented shape.
  package var json: LessonReport.PartingJSON {
    let marked = [(first, parting?.first), (second, parting?.second)]
    return LessonReport.PartingJSON(
      kind: parting?.kind.rawValue ?? "none", subject: .init(wrappedValue: subject),
      sentence: sentence.english,
      events: marked.compactMap { run, event in
        event.map { .init(program: run.program, seq: $0.seq) }
      })
  }
}
