import OperationLab
import OperationTesting

// Questions that read words. Only lessons 18 to 21 still ask them; delete this file when those record
// marks.
extension Prediction {
  /// How many of these subjects have such an event with that note.
  package static func count(
    _ question: String, _ kind: Event.Kind, of subjects: [String], note: String
  ) -> Prediction {
    Prediction(question, .number) { run in
      var seen: Set<String> = []
      let events = run.trace.events.filter { event in
        event.kind == kind && subjects.contains(event.subject) && event.note == note
          && seen.insert(event.subject).inserted
      }
      return Result("\(events.count)", events)
    }
  }

  /// How often a subject has such an event whose note begins so.
  package static func times(
    _ question: String, _ kind: Event.Kind, of subject: String, noteBegins: String
  ) -> Prediction {
    Prediction(question, .number) { run in
      let events = run.trace.events.filter {
        $0.kind == kind && $0.subject == subject && $0.note.hasPrefix(noteBegins)
      }
      return Result("\(events.count)", events)
    }
  }

  /// Whether a subject ever has such an event with that note.
  package static func happens(
    _ question: String, _ kind: Event.Kind, of subject: String, note: String
  ) -> Prediction {
    Prediction(question, .choice([yes, no])) { run in
      let events = run.trace.events.filter { $0.subject == subject }
      if let event = events.first(where: { $0.kind == kind && $0.note == note }) {
        return Result(yes, [event])
      }
      return Result(no, [events.last].compactMap { $0 })
    }
  }

  /// Which of these an event's note says: the choice whose phrase it contains.
  package static func note(
    _ question: String, of subject: String, _ choices: [(label: String, phrase: String)]
  ) -> Prediction {
    Prediction(question, .choice(choices.map(\.label))) { run in
      for event in run.trace.events where event.subject == subject {
        if let choice = choices.first(where: { event.note.contains($0.phrase) }) {
          return Result(choice.label, [event])
        }
      }
      throw MissingEvidence.premise("\(subject) says one of them", program: run.program)
    }
  }
}
