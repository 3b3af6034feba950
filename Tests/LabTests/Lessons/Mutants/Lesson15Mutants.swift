import OperationLab
import OperationTesting

extension ClaimMutants {
  static let lesson15: [String: [Mutant]] = [
    "E07a": [
      .passing("lock-released", as: "plain-lock-held"),
      .passing("mutex-held", as: "plain-lock-held"),
      .trace(of: "plain-lock-held", "it waits for something else") { $0.removing(.waiting) },
      .trace(of: "plain-lock-held", "the lock is given back before") {
        $0.movingToEnd(.noted, of: "lock")
      },
    ],
    "E07b": [
      .passing("lock-released", as: "mutex-held"),
      .passing("plain-lock-held", as: "mutex-held"),
      .trace(of: "mutex-held", "nothing is announced") { $0.removing(.announced) },
      .trace(of: "mutex-held", "it traps before it asks") { $0.removing(.waiting) },
    ],
    "E07c": [
      .passing("lock-released", as: "recursive-lock-held"),
      .trace(of: "recursive-lock-held", "nobody asks") {
        $0.removing(.noted, of: "main thread")
      },
      .trace(of: "recursive-lock-held", "the observer does not wait") {
        $0.removing(.waiting, of: "observer")
      },
      .trace(of: "recursive-lock-held", "the main thread waits for something else") {
        $0.removing(.waiting, of: "lock")
      },
    ],
    "E07d": [
      .passing("recursive-lock-held", as: "lock-released"),
      .trace(of: "lock-released", "the main thread is told that it has not finished") {
        $0.replacing(.observed, of: "main thread") {
          $0.set(.mark(.init("isFinished is {}", .text("false"))))
        }
      },
      .trace(of: "lock-released", "there is no lock") { $0.removing(.noted, of: "lock") },
      .trace(of: "lock-released", "it unlocks after announcing") {
        $0.movingToEnd(.noted, of: "lock")
      },
    ],
    "E05a": [
      .trace(of: "hammer", "one illegal move") {
        $0.replacing(.noted) { $0.setResult(illegal: 1, unfinished: 0) }
      },
      .trace(of: "hammer", "one is left unfinished") {
        $0.replacing(.noted) { $0.setResult(illegal: 0, unfinished: 1) }
      },
      .trace(of: "hammer", "nobody pauses") {
        $0.replacing(.noted) {
          if let mark = $0.mark, let steps = mark.lists.first {
            $0.set(.mark(.init(mark.pattern, .list(steps.filter { $0 != "pause" }))))
          }
        }
      },
      .trace(of: "hammer", "there is one thread") {
        $0.replacing(.noted) {
          if let steps = $0.mark?.lists.first {
            $0.set(.mark(.init("moved by {}; never two threads at once", .list(steps))))
          }
        }
      },
      .trace(of: "hammer", "the check of the moves notices nothing") {
        $0.replacing(.noted) {
          if let mark = $0.mark, mark.numbers == [2] {
            $0.set(.mark(.init(mark.pattern, .number(0))))
          }
        }
      },
      .passing("two-flags", as: "hammer"),
    ],
    "E05b": [
      .passing("connection", as: "two-flags"),
      .trace(of: "two-flags", "start() does not set executing any more") {
        $0.replacing(.observed, of: "loader") { $0.state.remove(.executing) }
      },
      .trace(of: "two-flags", "cancel() comes before start()") {
        $0.movingToFront(.cancelled, of: "loader")
      },
      .trace(of: "two-flags", "start() does not ask whether it was cancelled") {
        $0.replacing(.returned, of: "late") { $0.state.insert(.executing) }
      },
    ],
    "E05c": [
      .trace(of: "connection", "it never finishes") {
        $0.edited { $0.removeAll { $0.mark?.texts.last == "finished" } }
      },
      .trace(of: "connection", "it is still in the queue") {
        $0.replacing(.settled, of: "connection") { $0.set(.place(queue: "connections")) }
      },
      .trace(of: "connection", "it is cancelled by somebody else, later") {
        $0.edited { events in
          guard
            let place = events.firstIndex(where: {
              $0.mark?.texts.first == "cancel" && $0.mark?.texts.count == 3
            })
          else {
            return
          }
          events.append(events.remove(at: place))
        }
      },
      .trace(of: "connection", "another thread has to wait for its answer") {
        $0.movingToEnd(.observed, of: "another")
      },
      .trace(of: "connection", "it was in no queue") { $0.removing(.enqueued) },
    ],
    "D03d": [
      .passing("detach-last", as: "observer-cancels"),
      .passing("observer-cancels", as: "detach-last"),
      .trace(of: "observer-cancels", "nobody is told") { $0.removing(.announced) },
      .trace(of: "observer-cancels", "it waits for something else") { $0.removing(.waiting) },
    ],
    "D03e": [
      .passing("detach-last", as: "detach-first"),
      .passing("detach-first", as: "detach-last"),
      .trace(of: "detach-first", "it executes already") {
        $0.replacing(.observed, of: "thread") { $0.state.insert(.executing) }
      },
      .trace(of: "detach-first", "it never executes") { $0.removing(.announced) },
    ],
    "E04c": [
      .passing("eager-lock", as: "lazy-lock"),
      .passing("lazy-lock", as: "eager-lock"),
      .trace(of: "lazy-lock", "the second came when there was a lock") {
        $0.movingToEnd(.noted, of: "loader")
      },
      .trace(of: "lazy-lock", "the first was out before the second was in") {
        $0.movingToFront(.ended, of: "loader")
      },
      .trace(of: "lazy-lock", "one thread did both") {
        $0.edited { events in
          for place in events.indices { events[place].thread = "T1" }
        }
      },
    ],
    "D03a": [
      .trace(of: "one-semaphore", "cancel() is through before start() is") {
        $0.movingToEnd(.ended, of: "download")
      },
      .trace(of: "one-semaphore", "cancel() need not wait") { $0.removing(.waiting) },
      .trace(of: "one-semaphore", "cancel() came after start()") {
        $0.movingToFront(.ended, of: "download")
      },
    ],
    "D03b": [
      .passing("call-back-later", as: "cancel-in-callback"),
      .trace(of: "cancel-in-callback", "nobody calls back") {
        $0.removing(.noted, of: "manager")
      },
      .trace(of: "cancel-in-callback", "it waits for something else") { $0.removing(.waiting) },
      .trace(of: "cancel-in-callback", "it was not cancelled before") { $0.removing(.cancelled) },
    ],
    "D03c": [
      .passing("cancel-in-callback", as: "call-back-later"),
      .trace(of: "call-back-later", "nobody calls back") {
        $0.removing(.noted, of: "manager")
      },
      .trace(of: "call-back-later", "start() has no semaphore") {
        $0.removing(.noted, of: "semaphore")
      },
    ],
    "E04": [
      .passing("plain-lock", as: "recursive-lock"),
      .trace(of: "recursive-lock", "it is free after the first unlock") {
        $0.edited { events in
          let looks = events.indices.filter { events[$0].kind == .observed }
          if looks.count == 4 { events.swapAt(looks[2], looks[3]) }
        }
      },
      .trace(of: "recursive-lock", "nobody looked") { $0.removing(.observed) },
    ],
    "E04b": [
      .passing("recursive-lock", as: "plain-lock"),
      .trace(of: "plain-lock", "it is unlocked before") {
        $0.edited { events in
          guard let place = events.firstIndex(where: { $0.kind == .waiting }) else { return }
          var event = events[0]
          event.set(.mark(.init("{} given back", .text("plain lock"))))
          events.insert(event, at: place)
        }
      },
      .trace(of: "plain-lock", "another thread waits") {
        $0.replacing(.waiting) { $0.thread = "T1" }
      },
      .trace(of: "plain-lock", "it goes on") { $0.inserting(.observed, of: "lock") },
    ],
    "C32a": [
      .trace(of: "synchronized", "the second gets in before the first is out") {
        $0.movingToFront(.ended, of: "loader").movingToEnd(.ended, of: "loader")
      },
      .passing("start-in-start", as: "synchronized"),
    ],
    "C32b": [
      .passing("checked", as: "synchronized"),
      .trace(of: "synchronized", "nobody looked in the end") {
        $0.removing(.settled).removing(.began)
      },
    ],
    "C32c": [
      .passing("synchronized", as: "start-in-start"),
      .trace(of: "start-in-start", "the inner call gets nowhere") { $0.removing(.began) },
    ],
    "C32d": [
      .passing("synchronized", as: "checked"),
      .trace(of: "checked", "the second does not come while the first is in") {
        $0.removing(.waiting)
      },
      .trace(of: "checked", "the second never gets in") {
        $0.edited { events in events.removeAll { $0.thread == "T2" && $0.kind == .noted } }
      },
      .trace(of: "checked", "nobody works") { $0.removing(.began) },
    ],
  ]
}

extension Trace.Event {
  /// Changes what came of many rounds, if that is what was recorded.
  fileprivate mutating func setResult(illegal: Int, unfinished: Int) {
    guard let mark, mark.numbers.count == 3 else { return }
    set(
      .mark(
        .init(
          mark.pattern, .number(mark.numbers[0]), .number(illegal), .number(unfinished))))
  }
}
