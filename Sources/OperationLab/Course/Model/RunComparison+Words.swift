import OperationDoctor
import OperationLab
import OperationTesting

extension RunComparison {
  /// What differs, in one sentence.
  package var sentence: String {
    guard let parting else {
      return "In both programs the operations do the same. Times, threads and the order between "
        + "operations may differ by chance."
    }
    let (one, other) = (place(first, parting.first), place(second, parting.second))
    switch parting.kind {
    case .onlyInFirst: return only(parting.first, one, second)
    case .onlyInSecond: return only(parting.second, other, first)
    case .other:
      return "In \(one) \(clause(parting.first, besides: parting.second)), and in \(other) "
        + "\(clause(parting.second, besides: parting.first))."
    case .order:
      return "The same happens in another order: in \(one) \(clause(parting.first)), where in "
        + "\(other) \(clause(parting.second))."
    case .state:
      return "When \(clause(parting.first)), it is \(state(parting.first)) in \(one), and "
        + "\(state(parting.second)) in \(other)."
    }
  }

  private func only(_ event: Event?, _ place: String, _ lacking: Run) -> String {
    guard let event else { return "" }
    let isKnown = lacking.trace.subjects.contains(event.subject)
    let lack =
      if !event.isRemarked {
        "and never in '\(lacking.program)'"
      } else if isKnown {
        "and '\(lacking.program)' has no such event"
      } else {
        "and '\(lacking.program)' has no '\(event.subject)'"
      }
    return opening("\(clause(event)) in \(place), \(lack).", event)
  }

  /// Names keep their own first letter.
  private func opening(_ sentence: String, _ event: Event) -> String {
    sentence.hasPrefix(event.subject)
      ? sentence : sentence.prefix(1).uppercased() + sentence.dropFirst()
  }

  /// `'silent' (event 14)`.
  private func place(_ run: Run, _ event: Event?) -> String {
    "'\(run.program)'" + (event.map { " (event \($0.seq))" } ?? "")
  }

  private func state(_ event: Event?) -> String {
    guard let event else { return "unknown" }
    let flags = event.state.isEmpty ? "not ready" : event.state.names.joined(separator: " and ")
    return event.place.map { flags + ($0.map { " in \($0)" } ?? " in no queue") } ?? flags
  }

  /// What happens, as a main clause.
  ///
  /// - Parameter other: the event that it is compared with. Names the premises that differ.
  private func clause(_ event: Event?, besides other: Event? = nil) -> String {
    guard let event else { return "nothing happens" }
    let name = event.subject
    return switch event.kind {
    case .enqueued:
      "\(name) is added to \(event.note.isEmpty ? "a queue" : "queue '\(event.note)'")"
        + premises(event.enqueueing, besides: other?.enqueueing)
    case .started: "\(name)'s start() is called" + (event.note.isEmpty ? "" : ", \(event.note)")
    case .returned: "\(name)'s start() returns"
    case .began: "\(name)'s body begins"
    case .ended: "\(name)'s body ends"
    case .cancelled: "\(name) is cancelled" + (event.note.isEmpty ? "" : " (\(event.note))")
    case .finished: "\(name) reports isFinished"
    case .completed: "\(name)'s completion block runs"
    case .opened: "gate '\(name)' opens"
    case .suspended: "queue '\(name)' is suspended"
    case .resumed: "queue '\(name)' is resumed"
    case .released: "\(name) is deallocated"
    case .settled: "\(name) is at rest"
    case .noted: noted(event)
    case .announced, .waiting, .timedOut, .observed, .progressed: "\(name) \(event.phrase.english)"
    }
  }

  private func noted(_ event: Event) -> String {
    switch event.fact {
    case .barrier: "a barrier block is added to queue '\(event.subject)'"
    case .removedDependency: "\(event.subject) \(event.note)"
    default: "\(event.subject) notes \"\(event.note)\""
    }
  }

  private func premises(_ own: Event.Enqueueing?, besides other: Event.Enqueueing?) -> String {
    guard let own, let other else { return "" }
    var words: [String] = []
    if own.width != other.width {
      words.append(own.width < 0 ? "which has no limit" : "whose width is \(own.width)")
    }
    if own.isSuspended != other.isSuspended {
      words.append(own.isSuspended ? "which is suspended" : "which is not suspended")
    }
    if own.dependencies != other.dependencies {
      let names = Names(own.dependencies).phrase.english
      words.append(own.dependencies.isEmpty ? "with no dependency" : "and depends on \(names)")
    }
    if own.priority != other.priority { words.append("with priority \(own.priority)") }
    return words.map { ", \($0)" }.joined()
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
      sentence: sentence,
      events: marked.compactMap { run, event in
        event.map { .init(program: run.program, seq: $0.seq) }
      })
  }
}
