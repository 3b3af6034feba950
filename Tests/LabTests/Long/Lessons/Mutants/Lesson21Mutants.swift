import OperationLab
import OperationTesting

@testable import OperationCourse

extension ClaimMutants {
  static let lesson21: [String: [Mutant]] = [
    "C36a": [
      .passing("reports-first", as: "cancels-in-order"),
      .trace(of: "cancels-in-order", "it is finished while it is executing") {
        $0.replacing(.finished, of: "picture 1") { $0.state.insert(.executing) }
      },
      .trace(of: "cancels-in-order", "the second starts at once") {
        $0.movingToFront(.started, of: "picture 2")
      },
      .trace(of: "cancels-in-order", "the transfer continues") { $0.removing(.noted) },
      .trace(of: "cancels-in-order", "its connection stays open") {
        $0.replacing(.ended, of: "reply 1") { $0.set(.mark("its bytes are sent")) }
      },
      .trace(of: "cancels-in-order", "no KVO notification is posted") { $0.removing(.announced) },
    ],
    "C36b": [
      .passing("cancels-in-order", as: "reports-first"),
      .trace(of: "reports-first", "the first is cancelled in time") {
        $0.movingToFront(.noted, of: "picture 1")
      },
      .trace(of: "reports-first", "the server is not asked for the second") {
        $0.removing(.began, of: "reply 2")
      },
    ],
    "C33e": [
      .passing("decodes-each-time", as: "decoded-once"),
      .passing("decoded-once", as: "decodes-each-time"),
      .trace(of: "decoded-once", "it decodes again") { trace in
        trace.edited { events in
          guard let decoding = events.first(where: { $0.subject == "decoder" }),
            let place = events.lastIndex(where: { $0.kind == .began })
          else { return }
          events.insert(decoding, at: place + 1)
        }
      },
      .trace(of: "decoded-once", "the picture was never decoded") {
        $0.removing(.noted, of: "decoder")
      },
      .trace(of: "decoded-once", "the second comes from disk") {
        $0.replacing(.noted, of: "ask 2") { $0.set(.mark(Lesson21.gets(from: "disk"))) }
      },
    ],
    "C33d": [
      .passing("two-at-a-time", as: "one-at-a-time"),
      .passing("one-at-a-time", as: "two-at-a-time"),
      .trace(of: "one-at-a-time", "the second begins first") {
        $0.movingToFront(.began, of: "look 2")
      },
    ],
    "C34a": [
      .passing("forgets-token", as: "asks-token"),
      .passing("asks-token", as: "forgets-token"),
      .trace(of: "asks-token", "the token is finished") {
        $0.replacing(.settled, of: "token") { $0.state.insert(.finished) }
      },
      .trace(of: "asks-token", "it is cancelled at the end") {
        $0.movingToEnd(.cancelled, of: "token")
      },
      .trace(of: "asks-token", "no state was read at the end") { $0.removing(.settled) },
    ],
    "C35a": [
      .passing("finishes-first", as: "six"),
      .trace(of: "six", "the seventh is asked for before the first is sent") {
        $0.movingToFront(.began, of: "reply 7")
      },
      .trace(of: "six", "only five are asked for at first") {
        $0.movingToEnd(.began, of: "reply 6")
      },
      .trace(of: "six", "the eighth never comes") { $0.removing(.noted, of: "picture 8") },
      .trace(of: "six", "the process was never seen idle") { $0.removing(.noted, of: "server") },
    ],
    "C35b": [
      .passing("finishes-first", as: "finishes-last"),
      .passing("finishes-last", as: "finishes-first"),
      .trace(of: "finishes-last", "an operation that waits is executing") {
        $0.replacing(.settled, of: "picture 8") { $0.state.insert(.executing) }
      },
      .trace(of: "finishes-first", "no state was read") { $0.removing(.settled) },
    ],
    "C33a": [
      .trace(of: "three-places", "another thread looks in memory") {
        $0.replacing(.noted, of: "memory") { $0.thread = "T9" }
      },
      .trace(of: "three-places", "the disk is first") { $0.movingToFront(.noted, of: "disk") },
      .trace(of: "three-places", "the picture in memory arrives later") {
        $0.movingToEnd(.noted, of: "ask 4")
      },
      .trace(of: "three-places", "all calls are on the main thread") { trace in
        trace.edited { events in
          for place in events.indices where events[place].thread != "main" {
            events[place].thread = "main"
          }
        }
      },
      .trace(of: "three-places", "there is no look in memory") {
        $0.removing(.noted, of: "memory")
      },
    ],
    "C33b": [
      .trace(of: "three-places", "the caller's thread looks on disk") {
        $0.replacing(.noted, of: "disk") { $0.thread = "main" }
      },
      .trace(of: "three-places", "the network is asked first") {
        $0.movingToFront(.noted, of: "server")
      },
      .trace(of: "three-places", "it also looks on disk for a picture in memory") { trace in
        trace.edited { events in
          guard let look = events.last(where: { $0.subject == "disk" }) else { return }
          events.append(look)
        }
      },
      .trace(of: "three-places", "the process was never seen idle") { trace in
        trace.edited { events in events.removeAll { $0.mark == Lesson21.isIdle } }
      },
    ],
  ]
}
