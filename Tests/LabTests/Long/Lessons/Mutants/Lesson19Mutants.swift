import OperationLab
import OperationTesting

@testable import OperationCourse

extension ClaimMutants {
  static let lesson19: [String: [Mutant]] = [
    "E05d": [
      .trace(of: "connection", "next starts during the pause") {
        $0.movingToFront(.started, of: "next")
      },
      .trace(of: "connection", "it asks for the whole file again") {
        $0.replacing(.noted, of: "server") {
          if $0.mark == Lesson19.asksForRest(2) {
            $0.set(.mark(Lesson19.asks(2, range: nil)))
          }
        }
      },
      .trace(of: "connection", "the transfer continues") { trace in
        trace.edited { events in events.removeAll { $0.mark == Lesson19.connectionIsClosed } }
      },
      .trace(of: "connection", "it was never paused") { $0.removing(.observed, of: "film") },
    ],
    "B03b": [
      .trace(of: "width", "only two are in the queue") {
        $0.replacing(.noted, of: "manager") { event in
          if event.mark?.isLike(Lesson19.operationCount(0)) == true {
            event.set(.mark(Lesson19.operationCount(1)))
          }
        }
      },
      .trace(of: "width", "operationCount was not read") { $0.removing(.noted, of: "manager") },
      .trace(of: "width", "the third never starts") { $0.removing(.started, of: "c") },
      .trace(of: "width", "the program itself starts the third") {
        $0.replacing(.started, of: "c") { $0.thread = "main" }
      },
    ],
    "B04b": [
      .trace(of: "width", "the bytes of two tasks are mixed up") {
        $0.replacing(.noted, of: "file b") {
          $0.set(.mark(Lesson19.Film.isWrong(9_000, from: 4_000)))
        }
      },
      .trace(of: "width", "the end of one task reaches no operation") {
        $0.removing(Lesson19.taskHasEnded, by: "c")
      },
      .trace(of: "width", "the session had only one task") {
        $0.removing(Lesson19.sessionHasHad(tasks: 4), by: "manager")
      },
      .trace(of: "width", "the files were not compared") { $0.removing(.noted, of: "file d") },
    ],
    "B07": [
      .trace(of: "manager", "film reports no progress") {
        $0.removing(Lesson19.hasProgress, by: "film")
      },
      .trace(of: "manager", "the paused film continues by itself") {
        $0.removing(Lesson19.isPaused, by: "film")
      },
      .trace(of: "manager", "the restarted song is the old attempt") {
        $0.removing(Lesson19.waits(attempt: 2), by: "song")
      },
      .trace(of: "manager", "the cancelled book is downloaded") {
        $0.replacing(.noted, of: "disk") {
          $0.set(
            .mark(
              Lesson19.holds([
                ("book", isWhole: true), ("film", isWhole: true), ("song", isWhole: true),
              ])))
        }
      },
      .trace(of: "manager", "film is loaded from its first byte again") {
        $0.replacing(.noted, of: "server") {
          $0.set(.mark(Lesson19.wasAsked(for: "film", [.fromFirstByte])))
        }
      },
      .trace(of: "manager", "the transfer of the paused film continues") {
        $0.removing(.noted, of: "film server")
      },
      .trace(of: "manager", "the disk was not read") { $0.removing(.noted, of: "disk") },
    ],
    "B04": [
      .trace(of: "suspend", "the file is right on Linux and wrong elsewhere") {
        $0.replacing(.noted, of: "file") { event in
          if event.mark == Lesson19.Film.hasPart { return }
          let isWhole = event.mark == Lesson19.Film.isWhole
          event.set(.mark(isWhole ? Lesson19.Film.beginsAgain : Lesson19.Film.isWhole))
        }
      },
      .trace(of: "suspend", "it was never resumed") { $0.removing(.noted, of: "film") },
      .trace(of: "suspend", "the file was not compared") { $0.removing(.noted, of: "file") },
    ],
    "B05": [
      .passing("new-operation", as: "paused"),
      .passing("paused", as: "new-operation"),
      .trace(of: "paused", "next starts") { $0.inserting(.started, of: "next") },
      .trace(of: "paused", "it leaves the queue") {
        $0.replacing(.settled, of: "film") { $0.set(.place(queue: nil)) }
      },
      .trace(of: "paused", "no state was read at the end") { $0.removing(.settled) },
    ],
    "B02": [
      .passing("trusting", as: "new-operation"),
      .trace(of: "new-operation", "the second request asks for everything") { trace in
        trace.edited { events in
          for place in events.indices where events[place].mark == Lesson19.asksForRest(2) {
            events[place].set(.mark(Lesson19.asks(2, range: nil)))
          }
        }
      },
      .trace(of: "new-operation", "the file differs from the one on the server") {
        $0.replacing(.noted, of: "file") {
          $0.set(.mark(Lesson19.Film.beginsAgain))
        }
      },
      .trace(of: "new-operation", "the file was not compared") { $0.removing(.noted, of: "file") },
    ],
    "B02b": [
      .passing("checking", as: "trusting"),
      .passing("trusting", as: "checking"),
      .trace(of: "trusting", "the status is missing") { $0.removing(.noted, of: "rest") },
    ],
    "B03": [
      .trace(of: "width", "the third starts with the first two") {
        $0.movingToFront(.started, of: "c")
      },
      .trace(of: "width", "the fourth starts only at the end") {
        $0.movingToEnd(.started, of: "d")
      },
      .trace(of: "width", "the third runs while it waits") {
        $0.replacing(.settled, of: "c") { $0.state.insert(.executing) }
      },
      .trace(of: "width", "no state was read while it waits") { $0.removing(.settled) },
    ],
    "B06": [
      .passing("suspend", as: "new-operation"),
      .trace(of: "new-operation", "the first operation is not finished") {
        $0.replacing(.settled, of: "film") { $0.state.remove(.finished) }
      },
      .trace(of: "new-operation", "the new one starts before the old one has finished") {
        $0.movingToFront(.started, of: "rest")
      },
      .trace(of: "new-operation", "the paused transfer continues") { trace in
        trace.edited { events in events.removeAll { $0.mark == Lesson19.connectionIsClosed } }
      },
      .trace(of: "new-operation", "the new one never finishes") {
        $0.removing(.finished, of: "rest")
      },
    ],
  ]
}

extension Trace {
  /// The trace without one mark of a subject.
  fileprivate func removing(_ mark: Event.Mark, by subject: String) -> Trace {
    edited { $0.removeAll { $0.subject == subject && $0.mark == mark } }
  }
}
