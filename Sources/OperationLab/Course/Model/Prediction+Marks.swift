import OperationLab
import OperationTesting

// The questions about what a program records about itself. A mark without values stands for one with
// any values.
extension Prediction {
  /// Which of these marks the subject records first.
  package static func mark(
    _ question: String, of subject: String, _ choices: [(label: String, mark: Event.Mark)]
  ) -> Prediction {
    Prediction(question, .choice(choices.map(\.label))) { run in
      for event in run.trace.events where event.subject == subject {
        if let choice = choices.first(where: { event.records($0.mark) }) {
          return Result(choice.label, [event])
        }
      }
      throw MissingEvidence.premise("\(subject) records one of them", program: run.program)
    }
  }

  /// Whether the subject ever records this.
  package static func happens(
    _ question: String, _ mark: Event.Mark, by subject: String
  ) -> Prediction {
    Prediction(question, .choice([yes, no])) { run in
      let events = run.trace.events.filter { $0.subject == subject }
      if let event = events.first(where: { $0.records(mark) }) { return Result(yes, [event]) }
      return Result(no, [events.last].compactMap { $0 })
    }
  }

  /// How often these subjects record this.
  package static func times(
    _ question: String, _ mark: Event.Mark, by subjects: String...
  ) -> Prediction {
    Prediction(question, .number) { run in
      let events = run.trace.events.filter { subjects.contains($0.subject) && $0.records(mark) }
      return Result("\(events.count)", events)
    }
  }
}

extension Event {
  fileprivate func records(_ mark: Mark) -> Bool {
    guard let own = self.mark else { return false }
    return own == mark || mark.values.isEmpty && own.isLike(mark)
  }
}
