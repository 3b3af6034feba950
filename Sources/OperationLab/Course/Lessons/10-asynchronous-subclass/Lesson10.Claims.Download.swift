import OperationLab
import OperationTesting

extension Lesson10 {
  /// What every claim about the program's function `download` presupposes: `first` is in a queue of
  /// width 1 with `next` behind it, its `start()` has returned, and it ends later, from elsewhere.
  struct Download {
    let run: Run
    let returned: Evidence
    /// How it stood when everything was at rest, after `start()` and before the answer.
    let working: Evidence
    /// What it said of itself at that time.
    let look: Evidence
    let finished: Evidence
    let end: Evidence
    let next: Occurrence

    init(_ run: Run) throws {
      self.run = run
      try run.enqueued(together: ["first", "next"], in: "downloads", width: 1)
      let started = try run.first(.started, of: "first")
      returned = try run.first(.returned, of: "first")
      finished = try run.first(.finished, of: "first")
      let working = try run.rest(of: "first", after: returned)
      let look = run.all(.observed, of: "first").first {
        $0.seq > working.seq && $0.note.hasPrefix("isAsynchronous ")
      }
      guard let look else {
        throw MissingEvidence.event(.observed, subject: "first", program: run.program)
      }
      self.working = working
      self.look = look
      end = try run.last(.settled, of: "first")
      next = try run.occurrence(of: .started, of: "next")
      try run.require(
        working.note == "in downloads" && look.seq < finished.seq
          && finished.state.contains(.finished) && finished.thread != started.thread,
        "first ended on another thread, long after its start() had returned")
    }

    /// The requests that went out, in order.
    var requests: [Evidence] {
      run.all(.noted, of: "first").filter { $0.note == "a request goes out" }
    }

    /// The event that announces the end under that key and no other that the queue might know;
    /// without a key, the end that nobody announced.
    func ending(announced key: String?) throws -> Evidence {
      let known = ["isFinished", "finished", key]
      let told = run.all(.announced, of: "first").filter {
        $0.seq > finished.seq && known.contains($0.note)
      }
      guard let key else {
        try run.require(told.isEmpty, "nobody was told of the end")
        return finished
      }
      try run.require(
        !told.isEmpty && told.allSatisfy { $0.note == key },
        "first announced its end as '\(key)', and not otherwise")
      return told[0]
    }
  }
}
