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
      .trace(of: "mutex-held", "isFinished is not posted") { $0.removing(.announced) },
      .trace(of: "mutex-held", "it traps before it waits for the mutex") { $0.removing(.waiting) },
    ],
    "E07c": [
      .passing("lock-released", as: "recursive-lock-held"),
      .trace(of: "recursive-lock-held", "the main thread does not read isFinished") {
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
      .trace(of: "lock-released", "the main thread reads that it has not finished") {
        $0.replacing(.observed, of: "main thread") {
          $0.set(.mark(.init("isFinished is {}", .text("false"))))
        }
      },
      .trace(of: "lock-released", "there is no lock") { $0.removing(.noted, of: "lock") },
      .trace(of: "lock-released", "it unlocks after it posts isFinished") {
        $0.movingToEnd(.noted, of: "lock")
      },
    ],
    "E05a": [
      .trace(of: "hammer", "one illegal move") {
        $0.replacing(.noted) { $0.setResult(illegal: 1, unfinished: 0) }
      },
      .trace(of: "hammer", "one operation does not finish") {
        $0.replacing(.noted) { $0.setResult(illegal: 0, unfinished: 1) }
      },
      .trace(of: "hammer", "no operation is paused") {
        $0.replacing(.noted) {
          if let mark = $0.mark, let steps = mark.lists.first {
            $0.set(.mark(.init(mark.pattern, .list(steps.filter { $0 != "pause" }))))
          }
        }
      },
      .trace(of: "hammer", "two threads never meet") {
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
      .passing("hammer", as: "two-flags"),
      .trace(of: "two-flags", "start() no longer sets executing") {
        $0.replacing(.observed, of: "loader") { $0.state.remove(.executing) }
      },
      .trace(of: "two-flags", "cancel() comes before start()") {
        $0.movingToFront(.cancelled, of: "loader")
      },
      .trace(of: "two-flags", "start() does not read isCancelled") {
        $0.replacing(.returned, of: "late") { $0.state.insert(.executing) }
      },
    ],
    "E04c": [
      .passing("eager-lock", as: "lazy-lock"),
      .passing("lazy-lock", as: "eager-lock"),
      .trace(of: "lazy-lock", "the second thread finds a lock") {
        $0.movingToEnd(.noted, of: "loader")
      },
      .trace(of: "lazy-lock", "the first finishes before the second begins") {
        $0.movingToFront(.ended, of: "loader")
      },
      .trace(of: "lazy-lock", "one thread did both") {
        $0.edited { events in
          for place in events.indices { events[place].thread = "T1" }
        }
      },
    ],
    "D03a": [
      .trace(of: "one-semaphore", "cancel() takes effect before start() has ended") {
        $0.movingToEnd(.ended, of: "download")
      },
      .trace(of: "one-semaphore", "cancel() does not wait") { $0.removing(.waiting) },
      .trace(of: "one-semaphore", "cancel() is called after start()") {
        $0.movingToFront(.ended, of: "download")
      },
    ],
    "D03b": [
      .passing("call-back-later", as: "cancel-in-callback"),
      .trace(of: "cancel-in-callback", "the manager is not called") {
        $0.removing(.noted, of: "manager")
      },
      .trace(of: "cancel-in-callback", "it waits for something else") { $0.removing(.waiting) },
      .trace(of: "cancel-in-callback", "it was not cancelled before") { $0.removing(.cancelled) },
    ],
    "D03c": [
      .passing("cancel-in-callback", as: "call-back-later"),
      .trace(of: "call-back-later", "the manager is not called") {
        $0.removing(.noted, of: "manager")
      },
      .trace(of: "call-back-later", "start() takes no semaphore") {
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
      .trace(of: "recursive-lock", "no other thread looks") { $0.removing(.observed) },
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
      .trace(of: "plain-lock", "the thread continues") { $0.inserting(.observed, of: "lock") },
    ],
    "C32a": [
      .trace(of: "synchronized", "the second begins before the first has ended") {
        $0.movingToFront(.ended, of: "loader").movingToEnd(.ended, of: "loader")
      }
    ],
    "C32b": [
      .passing("checked", as: "synchronized"),
      .trace(of: "synchronized", "the work does not begin") {
        $0.removing(.settled).removing(.began)
      },
    ],
    "C32d": [
      .passing("synchronized", as: "checked"),
      .trace(of: "checked", "the second does not call start() while the first works") {
        $0.removing(.waiting)
      },
      .trace(of: "checked", "the second never gets the lock") {
        $0.edited { events in events.removeAll { $0.thread == "T2" && $0.kind == .noted } }
      },
      .trace(of: "checked", "the work does not begin") { $0.removing(.began) },
    ],
  ]
}

extension Trace.Event {
  /// Changes the result of many rounds, if the event has one.
  fileprivate mutating func setResult(illegal: Int, unfinished: Int) {
    guard let mark, mark.numbers.count == 3 else { return }
    set(
      .mark(
        .init(
          mark.pattern, .number(mark.numbers[0]), .number(illegal), .number(unfinished))))
  }
}
