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
      .trace(of: "cancels-in-order", "the transfer goes on") { $0.removing(.noted) },
      .trace(of: "cancels-in-order", "the server never finds its connection gone") {
        $0.replacing(.ended, of: "reply 1") { $0.set(.mark("its bytes are sent")) }
      },
      .trace(of: "cancels-in-order", "nothing is announced") { $0.removing(.announced) },
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
    "C36c": [
      .trace(of: "kit-cancels", "it is still executing when cancel() has returned") {
        $0.replacing(.cancelled, of: "picture") { $0.state = [.ready, .executing, .cancelled] }
      },
      .trace(of: "kit-cancels", "the connection stays") { $0.removing(.noted, of: "server") },
      .trace(of: "kit-cancels", "it goes only when the server stops") {
        $0.inserting(.timedOut, of: "the connection has gone")
      },
      .trace(of: "kit-cancels", "the caller gets no error") { $0.removing(.noted, of: "caller") },
    ],
    "C33e": [
      .passing("decodes-each-time", as: "decoded-once"),
      .passing("decoded-once", as: "decodes-each-time"),
      .trace(of: "decoded-once", "it decodes once more") { trace in
        trace.edited { events in
          guard let decoding = events.first(where: { $0.subject == "decoder" }),
            let place = events.lastIndex(where: { $0.kind == .began })
          else { return }
          events.insert(decoding, at: place + 1)
        }
      },
      .trace(of: "decoded-once", "nothing was ever decoded") {
        $0.removing(.noted, of: "decoder")
      },
      .trace(of: "decoded-once", "the second comes from disk") {
        $0.replacing(.noted, of: "ask 2") { $0.set(.mark(Lesson21.gets(from: "disk"))) }
      },
    ],
    "C33c": [
      .passing("keeps-caller", as: "returns-first"),
      .passing("returns-first", as: "keeps-caller"),
      .trace(of: "returns-first", "the look never ends") { $0.removing(.ended, of: "look") },
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
      .trace(of: "asks-token", "it is cancelled when all is over") {
        $0.movingToEnd(.cancelled, of: "token")
      },
      .trace(of: "asks-token", "nobody looked in the end") { $0.removing(.settled) },
    ],
    "C35a": [
      .passing("finishes-first", as: "six"),
      .trace(of: "six", "the seventh is asked for before the first has gone") {
        $0.movingToFront(.began, of: "reply 7")
      },
      .trace(of: "six", "only five are asked for at first") {
        $0.movingToEnd(.began, of: "reply 6")
      },
      .trace(of: "six", "the eighth never comes") { $0.removing(.noted, of: "picture 8") },
      .trace(of: "six", "nobody waits for rest") { $0.removing(.noted, of: "server") },
    ],
    "C35b": [
      .passing("finishes-first", as: "finishes-last"),
      .passing("finishes-last", as: "finishes-first"),
      .trace(of: "finishes-last", "one that waits is executing") {
        $0.replacing(.settled, of: "picture 8") { $0.state.insert(.executing) }
      },
      .trace(of: "finishes-first", "nobody looked") { $0.removing(.settled) },
    ],
    "C33a": [
      .trace(of: "three-places", "memory is looked at elsewhere") {
        $0.replacing(.noted, of: "memory") { $0.thread = "T9" }
      },
      .trace(of: "three-places", "the disk is first") { $0.movingToFront(.noted, of: "disk") },
      .trace(of: "three-places", "what is in memory comes later") {
        $0.movingToEnd(.noted, of: "ask 4")
      },
      .trace(of: "three-places", "only main asks") { trace in
        trace.edited { events in
          for place in events.indices where events[place].thread != "main" {
            events[place].thread = "main"
          }
        }
      },
      .trace(of: "three-places", "memory is never looked at") { $0.removing(.noted, of: "memory") },
    ],
    "C33b": [
      .trace(of: "three-places", "the caller's thread looks on disk") {
        $0.replacing(.noted, of: "disk") { $0.thread = "main" }
      },
      .trace(of: "three-places", "the network is asked first") {
        $0.movingToFront(.noted, of: "server")
      },
      .trace(of: "three-places", "it looks on disk for what is in memory") { trace in
        trace.edited { events in
          guard let look = events.last(where: { $0.subject == "disk" }) else { return }
          events.append(look)
        }
      },
      .trace(of: "three-places", "nobody waits for rest") { trace in
        trace.edited { events in events.removeAll { $0.mark == Lesson21.isAtRest } }
      },
    ],
    "C34b": [
      .trace(of: "cancels-look", "it looks on disk") {
        $0.replacing(.noted, of: "disk") { $0.set(.mark(Lesson21.lacks("/p"))) }
      },
      .trace(of: "cancels-look", "the server is asked") {
        $0.replacing(.noted, of: "server") { $0.set(.mark(Lesson21.wasAsked(for: "/p"))) }
      },
      .trace(of: "cancels-look", "the disk is not busy any more") {
        $0.movingToFront(.ended, of: "other look")
      },
      .trace(of: "cancels-look", "nobody is told") { $0.removing(.noted, of: "caller") },
      .trace(of: "cancels-look", "nobody looked in the end") { $0.removing(.settled) },
    ],
  ]
}
