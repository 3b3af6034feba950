import OperationLab
import OperationBench

@testable import OperationCourse

/// Edited runs that claims must refuse, by the claim's id: for the conditions of which no ``TraceEdit``
/// shows that they matter.
enum ClaimMutants {
  static let all: [String: [Mutant]] = [
    "A10": [
      .trace(of: "remove-dependency", "pour is ready, and starts too late") { trace in
        trace.replacing(.settled, of: "pour") { $0.state = .ready }
      }
    ],
    "A16f": [
      .trace(of: "never-resumed", "the task without a resume ends") {
        $0.inserting(.ended, of: "no resume")
      }
    ],
    "A16g": [
      .trace(of: "never-resumed", "the work ended before it was cancelled") {
        $0.movingToFront(.ended, of: "looks")
      }
    ],
    "A16h": [
      .trace(of: "never-resumed", "the task ends when it is cancelled") {
        $0.inserting(.ended, of: "no resume")
      }
    ],
    "A18a": [
      .trace(of: "add-and-wait", "op2 ends later") { $0.movingToEnd(.ended, of: "op2") }
    ],
    "A18b": [
      .trace(of: "wait-until-all", "op1 ends later") { $0.movingToEnd(.ended, of: "op1") }
    ],
    "A18e": [
      .trace(of: "barrier", "op1 has ended before the process is idle") {
        $0.movingToFront(.ended, of: "op1")
      }
    ],
    "A21a": [
      .trace(of: "current-queue", "it is another queue") {
        $0.replacing(.noted, of: "op1") {
          if $0.mark?.texts == ["downloads"] {
            $0.set(.mark(.init("current queue: {}", .text("images"))))
          }
        }
      },
      .trace(of: "current-queue", "the thread that op1 made has a queue, too") {
        $0.replacing(.noted, of: "op1's own thread") {
          $0.set(.mark(.init("current queue: {}", .text("downloads"))))
        }
      },
    ],
    "A21b": [
      .trace(of: "current-queue", "the running operation is not counted") {
        $0.replacing(.noted, of: "op1") {
          if $0.mark?.numbers == [3] { $0.set(.mark(.init("operationCount: {}", .number(2)))) }
        }
      }
    ],
    "A21c": [
      .trace(of: "progress", "nothing counts") {
        $0.replacing(.noted, of: "block") { $0.set(.mark(Lesson10.units(0))) }
      },
      .trace(of: "progress", "the cancelled one counts") {
        $0.replacing(.noted, of: "cancelled") { $0.set(.mark(Lesson10.units(2))) }
      },
      .trace(of: "progress", "the one with its own start() counts") { trace in
        trace.edited { events in
          let last = events.lastIndex { $0.kind == .noted && $0.subject == "own start" }
          events[last ?? 0].set(.mark(Lesson10.units(2)))
        }
      },
    ],
    "B02": [
      .trace(of: "new-operation", "the second request asks for everything") { trace in
        trace.edited { events in
          for place in events.indices where events[place].mark == Lesson19.asksForRest(2) {
            events[place].set(.mark(Lesson19.asks(2, range: nil)))
          }
        }
      }
    ],
    "B03c": [
      .trace(of: "ready", "alone was added as well") { $0.inserting(.enqueued, of: "alone") }
    ],
    "C01": [
      .trace(of: "by-hand", "start() returns before the body ends") {
        $0.movingToEnd(.ended, of: "there")
      }
    ],
    "C02": [
      .trace(of: "flag-alone", "another class was asked") {
        $0.replacing(.noted, of: "invocation") {
          $0.set(.type(name: "Operation", isAsynchronous: false))
        }
      },
      .trace(of: "flag-alone", "a block operation says true") {
        $0.replacing(.noted, of: "block") {
          $0.set(.type(name: "BlockOperation", isAsynchronous: true))
        }
      },
    ],
    "C26c": [
      .trace(of: "silent-in-time", "the notification is posted") {
        $0.edited { events in
          guard let place = events.firstIndex(where: { $0.kind == .finished }) else { return }
          var event = events[place]
          event.kind = .announced
          event.set(.key(path: "isFinished"))
          events.insert(event, at: place + 1)
        }
      }
    ],
    "C30b": [
      .trace(of: "start-unready", "it was ready") {
        $0.replacing(.started, of: "crop") { $0.state = .ready }
      }
    ],
    "C30c": [
      .trace(of: "own-ready", "it was ready all the time") {
        $0.replacing(.settled, of: "photo") { $0.state.insert(.ready) }
      }
    ],
    "C33a": [
      .trace(of: "three-places", "all calls are on the main thread") { trace in
        trace.edited { events in
          for place in events.indices where events[place].thread != "main" {
            events[place].thread = "main"
          }
        }
      }
    ],
    "C33b": [
      .trace(of: "three-places", "the network is asked first") {
        $0.movingToFront(.noted, of: "server")
      }
    ],
    "C35a": [
      .trace(of: "six", "the seventh is asked for before the first is sent") {
        $0.movingToFront(.began, of: "reply 7")
      }
    ],
    "D06a": [
      .trace(of: "manager", "the server has three requests") { trace in
        trace.edited { events in
          for place in events.indices
          where events[place].mark == Lesson20.requests("/1 /2") {
            events[place].set(.mark(Lesson20.requests("/1 /2 /3")))
          }
        }
      }
    ],
    "D06b": [
      .trace(of: "manager", "2 is cancelled with all others") {
        $0.movingToEnd(.noted, of: "picture 2")
      }
    ],
    "D06c": [
      .trace(of: "manager", "a running download is cancelled first") {
        $0.movingToEnd(.noted, of: "picture 5")
      }
    ],
    "D06d": [
      .trace(of: "manager", "the table still has 1") {
        $0.replacing(.noted, of: "manager") { event in
          if event.mark == Lesson20.has("/3 /4 /5 /6") {
            event.set(.mark(Lesson20.has("/1 /3 /4 /5 /6")))
          }
        }
      }
    ],
    "D06e": [
      .trace(of: "forgets-the-new", "the first operation's block removes nothing") {
        $0.replacing(.noted, of: "table") { event in
          if event.mark == Lesson20.has([]) {
            event.set(.mark(Lesson20.has(["download 2"])))
          }
        }
      }
    ],
    "E04b": [
      .trace(of: "plain-lock", "it is unlocked before") {
        $0.edited { events in
          guard let place = events.firstIndex(where: { $0.kind == .waiting }) else { return }
          var event = events[0]
          event.set(.mark(.init("{} given back", .words("plain lock"))))
          events.insert(event, at: place)
        }
      }
    ],
    "E05d": [
      .trace(of: "connection", "it asks for the whole file again") {
        $0.replacing(.noted, of: "server") {
          if $0.mark == Lesson19.asksForRest(2) {
            $0.set(.mark(Lesson19.asks(2, range: nil)))
          }
        }
      }
    ],
    "E06a": [
      .trace(of: "never-finishes", "it reports finished") {
        $0.inserting(.announced, of: "transfer").replacing(.announced) {
          $0.set(.key(path: "isFinished"))
        }
      }
    ],
  ]
}
