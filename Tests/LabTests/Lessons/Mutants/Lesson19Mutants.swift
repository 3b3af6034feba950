import OperationLab
import OperationTesting

@testable import OperationCourse

extension ClaimMutants {
  static let lesson19: [String: [Mutant]] = [
    "E05d": [
      .trace(of: "connection", "the next starts meanwhile") {
        $0.movingToFront(.started, of: "next")
      },
      .trace(of: "connection", "everything is asked for again") {
        $0.replacing(.noted, of: "server") {
          if $0.mark == Lesson19.asksForRest(2) {
            $0.set(.mark(Lesson19.asks(2, range: nil)))
          }
        }
      },
      .trace(of: "connection", "the transfer goes on") { trace in
        trace.edited { events in events.removeAll { $0.mark == Lesson19.connectionIsGone } }
      },
      .trace(of: "connection", "it was never paused") { $0.removing(.observed, of: "film") },
    ],
    "B06b": [
      .passing("cancels-waiting-mended", as: "cancels-waiting"),
      .passing("cancels-waiting", as: "cancels-waiting-mended"),
      .trace(of: "cancels-waiting", "nobody cancelled it") { $0.removing(.observed, of: "song") },
      .trace(of: "cancels-waiting", "its start() was never called") {
        $0.removing(.started, of: "song")
      },
    ],
    "B06c": [
      .passing("cancels-waiting-mended", as: "cancels-waiting"),
      .passing("cancels-waiting", as: "cancels-waiting-mended"),
      .trace(of: "cancels-waiting", "it is not executing in the end") {
        $0.replacing(.settled, of: "song") { $0.state.remove(.executing) }
      },
      .trace(of: "cancels-waiting", "it was started before it was cancelled") {
        $0.movingToFront(.started, of: "song")
      },
      .trace(of: "cancels-waiting", "nobody looked in the end") { $0.removing(.settled) },
    ],
    "B03b": [
      .trace(of: "width", "only two are in the queue") {
        $0.replacing(.noted, of: "manager") { event in
          if event.mark?.isLike(Lesson19.operationCount(0)) == true {
            event.set(.mark(Lesson19.operationCount(1)))
          }
        }
      },
      .trace(of: "width", "nobody counted") { $0.removing(.noted, of: "manager") },
      .trace(of: "width", "the third never starts") { $0.removing(.started, of: "c") },
      .trace(of: "width", "the third is the program's own doing") {
        $0.replacing(.started, of: "c") { $0.thread = "main" }
      },
    ],
    "B07": [
      .trace(of: "manager", "film reports no progress") {
        $0.removing(Lesson19.hasProgress, by: "film")
      },
      .trace(of: "manager", "the paused film goes on by itself") {
        $0.removing(Lesson19.isPaused, by: "film")
      },
      .trace(of: "manager", "the restarted song is the old attempt") {
        $0.removing(Lesson19.waits(attempt: 2), by: "song")
      },
      .trace(of: "manager", "the cancelled book comes all the same") {
        $0.replacing(.noted, of: "disk") {
          $0.set(
            .mark(
              Lesson19.holds([
                ("book", isWhole: true), ("film", isWhole: true), ("song", isWhole: true),
              ])))
        }
      },
      .trace(of: "manager", "the film is fetched from its first byte again") {
        $0.replacing(.noted, of: "server") {
          $0.set(.mark(Lesson19.wasAsked(for: "film", [.fromFirstByte])))
        }
      },
      .trace(of: "manager", "the transfer of the paused film goes on") {
        $0.removing(.noted, of: "film server")
      },
      .trace(of: "manager", "nobody looked at the disk") { $0.removing(.noted, of: "disk") },
    ],
    "B04": [
      .trace(of: "suspend", "the file comes out the other way") {
        $0.replacing(.noted, of: "file") { event in
          if event.mark == Lesson19.Film.hasPart { return }
          let isWhole = event.mark == Lesson19.Film.isWhole
          event.set(.mark(isWhole ? Lesson19.Film.beginsAgain : Lesson19.Film.isWhole))
        }
      },
      .trace(of: "suspend", "it was never resumed") { $0.removing(.noted, of: "film") },
      .trace(of: "suspend", "nobody looked at the file") { $0.removing(.noted, of: "file") },
    ],
    "B05": [
      .passing("new-operation", as: "paused"),
      .passing("paused", as: "new-operation"),
      .trace(of: "paused", "the next starts") { $0.inserting(.started, of: "next") },
      .trace(of: "paused", "it leaves the queue") {
        $0.replacing(.settled, of: "film") { $0.set(.place(queue: nil)) }
      },
      .trace(of: "paused", "nobody looked in the end") { $0.removing(.settled) },
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
      .trace(of: "new-operation", "the file is not what the server has") {
        $0.replacing(.noted, of: "file") {
          $0.set(.mark(Lesson19.Film.beginsAgain))
        }
      },
      .trace(of: "new-operation", "nobody looked at the file") { $0.removing(.noted, of: "file") },
    ],
    "B02b": [
      .passing("checking", as: "trusting"),
      .passing("trusting", as: "checking"),
      .trace(of: "trusting", "the status was never seen") { $0.removing(.noted, of: "rest") },
    ],
    "B03": [
      .trace(of: "width", "the third starts with the first two") {
        $0.movingToFront(.started, of: "c")
      },
      .trace(of: "width", "the fourth starts only in the end") {
        $0.movingToEnd(.started, of: "d")
      },
      .trace(of: "width", "the third runs while it waits") {
        $0.replacing(.settled, of: "c") { $0.state.insert(.executing) }
      },
      .trace(of: "width", "nobody looked whether it waits") { $0.removing(.settled) },
    ],
    "B06": [
      .passing("suspend", as: "new-operation"),
      .trace(of: "new-operation", "the first operation is not finished") {
        $0.replacing(.settled, of: "film") { $0.state.remove(.finished) }
      },
      .trace(of: "new-operation", "the new one starts before the old one is over") {
        $0.movingToFront(.started, of: "rest")
      },
      .trace(of: "new-operation", "the paused transfer goes on") { trace in
        trace.edited { events in events.removeAll { $0.mark == Lesson19.connectionIsGone } }
      },
      .trace(of: "new-operation", "the new one never ends") { $0.removing(.finished, of: "rest") },
    ],
  ]
}

extension Trace {
  /// The trace without one mark of a subject.
  fileprivate func removing(_ mark: Event.Mark, by subject: String) -> Trace {
    edited { $0.removeAll { $0.subject == subject && $0.mark == mark } }
  }
}
