import OperationBench
import Testing

@Suite("What an event reports", .repeatable)
struct EventPhraseTests {
  @Test("is described in plain words")
  func withoutNote() {
    let phrases = Event.Kind.allCases.map { phrase($0) }
    #expect(
      phrases == [
        "added to a queue", "start() called", "start() returns", "body begins", "body ends",
        "cancel() called", "reports finished", "posts a notification", "completion block runs",
        "state read", "waits", "gate opens", "gave up waiting", "queue suspended", "queue resumed",
        "deallocated", "at rest", "progress", "",
      ])
  }

  @Test("includes the note, if there is one")
  func withNote() {
    let phrases = Event.Kind.allCases.map { phrase($0, "N") }
    #expect(
      phrases == [
        "added to N", "start() called, N", "start() returns, N", "body begins, N", "body ends, N",
        "cancel() called, N", "reports finished, N", "posts N", "completion block runs, N",
        "state read, N", "waits N", "gate opens", "gave up waiting, N", "queue suspended",
        "queue resumed", "deallocated, N", "at rest, N", "progress: N", "N",
      ])
  }

  private func phrase(_ kind: Event.Kind, _ note: String = "") -> String {
    Event(seq: 0, ns: 0, thread: "main", subject: "op", kind: kind, note: note).phrase.english
  }
}
