import Foundation
import OperationLab
import OperationBench
import OperationDoctor

extension Scenes where Output == Operation {
  /// The worlds of an asynchronous operation.
  ///
  /// - Parameters:
  ///   - own: scenes besides these, or in place of those of the same names.
  ///   - worlds: those in which the view of the exercise is judged.
  ///   - meetings: those that only the thread sanitizer sees.
  ///   - give: what the learner's class is given.
  static func world(
    _ own: Scene..., worlds: [World],
    meetings: [World] = [World(.endsAsItBegins)], of give: @escaping Scene.Give
  ) -> Self {
    let single: [World] = [
      World(), World(.byHand), World(.cancelledInLine), World(.cancelledAtWork),
      World(.endsAtOnce), World(.fails), World(.cancelledAtAnyStep), World(.cancelledThenEnds),
      World(.bothAtOnce), World(.readAroundChanges),
    ]
    let all =
      worlds.map { Scene($0, isJudged: true, give) }
      + (single + meetings).filter { !worlds.contains($0) }
      .map { Scene($0, isForSanitizer: meetings.contains($0), give) }
    return Self(own + all.filter { scene in !own.contains { $0.name == scene.name } })
  }
}

extension SceneTools {
  /// The results of an operation that has one.
  static let succeeded: Event.Mark = "its result is a success"
  static let failed: Event.Mark = "its result is an error"
}

extension Bench {
  /// Writes down the result of an operation that has one and was not cancelled.
  fileprivate func noteResult(of operation: Operation) {
    guard let task = operation as? TaskOperation<Void>, !task.isCancelled else { return }
    switch task.result {
    case .success: log("result")(SceneTools.succeeded)
    case .failure: log("result")(SceneTools.failed)
    case nil: break
    }
  }
}

extension World {
  /// Those of an operation that finishes at once when it is cancelled.
  static let eager = all(
    [
      .cancelledInLine, .cancelledAtWork, .cancelledTwice, .cancelledAsItBegins, .cancelledLate,
      .cancelledAtAnyStep, .bothAtOnce,
    ], [.endsAtOnce])

  /// Those of one whose transfer can fail and be given up.
  static let givingUp = all(
    [
      .cancelledInLine, .cancelledAtWork, .cancelledTwice, .cancelledAsItBegins, .cancelledLate,
      .cancelledAtAnyStep, .bothAtOnce,
    ], [.endsAtOnce, .fails, .answersInGivingUp])

  /// How the transfer answers in it.
  var manner: StagedTransfer.EndKind {
    if has(.endsAtOnce) { return .atOnce(well: isWell) }
    return has(.heedsNoCancel) ? .heedsNoCancel : has(.answersInGivingUp) ? .inGivingUp : .later
  }
}

// What happens to an asynchronous operation of a learner's.
extension Scenes.Scene where Output == Operation {
  typealias Give = @Sendable (Bench, StagedTransfer) -> Input

  /// What happens in that world.
  fileprivate init(
    _ world: World, isJudged: Bool = false, isForSanitizer: Bool = false, _ give: @escaping Give
  ) {
    self.init(
      world.name, world: isJudged ? world : nil, isExplored: world.isExplored,
      isForSanitizer: isForSanitizer
    ) { bench, make in
      if world.has(.readAroundChanges) { LearnersClock.askWhenAnnounced(andBefore: true) }
      let own = Locked<Operation?>(nil)
      let transfer = StagedTransfer(
        bench, of: world.isExplored ? nil : "download", answers: world.manner,
        address: world.has(.noAddress) ? nil : "picture.ppm"
      ) {
        if world.has(.cancelledAsItBegins), let own = own.withLock({ $0 }) {
          let isBack = bench.gate("cancel() is back", isTraced: false)
          bench.elsewhere {
            bench.cancel(own, "download")
            isBack.open()
          }
          _ = isBack.waitUnlessQuiet()
        }
      }
      if world.has(.failsOnce) { transfer.end(0, well: false) }
      let register = {
        bench.register(
          make(give(bench, transfer)), as: "download", isRead: !world.isExplored)
      }
      if world.isExplored { return Self.meet(in: world, bench, transfer, register) }
      let download = register()
      bench.observe(download)
      bench.observeIsAsynchronous(download, as: "download")
      own.withLock { $0 = download }
      let mayEnd = bench.gate("first may end", isTraced: false)
      if world.has(.byHand) {
        bench.elsewhere { bench.calling("start()") { download.start() } }
      } else {
        let queue = bench.queue("downloads", width: 1)
        if world.has(.cancelledInLine) {
          queue.addOperation(bench.block("first") { mayEnd.wait() })
        }
        queue.addOperation(download)
        queue.addOperation(bench.block("next"))
      }
      bench.settle()
      if world.has(.startedAgain) {
        bench.elsewhere { download.start() }
        bench.settle()
      }
      let isCancelled = world.has(.cancelledAtWork, .cancelledTwice, .cancelledInLine)
      if isCancelled {
        bench.cancel(download, "download")
        if world.has(.cancelledTwice) { bench.cancel(download, "download") }
        bench.settle()
      }
      if world.has(.cancelledInLine) {
        mayEnd.open()
        bench.settle()
      }
      if world.has(.cancelledAtWork, .cancelledTwice) {
        transfer.answer(well: world.isWell)
      } else {
        if world.has(.failsOnce) {
          transfer.end(0, well: false)
          bench.settle()
        }
        transfer.end(well: world.isWell)
      }
      if world.has(.cancelledLate) {
        bench.settle()
        bench.cancel(download, "download")
      }
      bench.settle()
      own.withLock { $0 = nil }
      bench.noteResult(of: download)
    }
  }

  /// Two threads meet.
  private static func meet(
    in world: World, _ bench: Bench, _ transfer: StagedTransfer, _ register: () -> Operation
  ) {
    let cancel: @Sendable (Operation) -> Void = { bench.cancel($0, "download") }
    switch world.oddities.first {
    case .startedByTwo:
      bench.meet(sharing: register, of: { $0 }, { $0.start() }, { $0.start() })
      transfer.end()
      bench.settle()
    case .endsAsItBegins:
      bench.meet(
        sharing: register, of: { $0 }, { $0.start() }, { _ in transfer.end(well: world.isWell) })
    case .bothAtOnce:
      bench.meet(
        sharing: {
          let download = register()
          if Lockstep.isRunning {
            download.start()
            transfer.awaitUnseen()
          } else {
            bench.elsewhere { download.start() }
            bench.settle()
          }
          return download
        }, of: { $0 }, { _ in transfer.end() }, cancel)
    default:
      bench.meet(sharing: register, of: { $0 }, { $0.start() }, cancel)
      if world.has(.cancelledThenEnds) {
        transfer.end()
        bench.settle()
      }
    }
  }
}

extension [Trace.Condition] {
  /// The operation is finished in the end, and the next one has its slot.
  static var freesItsSlot: Self {
    [.flags(.finished, at: .settled("download")), .happens(.began("next"))]
  }

  fileprivate static var transferEnds: Self { [.happens(.ended("transfer"))] }
  fileprivate static var isCancelled: Self { [.happens(.cancelled("download"))] }
}

// What is required in these scenes.
extension Requirement {
  private static var underWay: Trace.Moment { .settled("download", after: .began("transfer")) }
  private static var onceCancelled: Trace.Moment {
    .settled("download", after: .cancelled("download"))
  }

  static func works(otherwise message: String) -> Requirement {
    Requirement(
      "works", "its transfer starts once", otherwise: message, in: "undisturbed",
      expect: [.count(1, of: "transfer")])
  }

  static func reports(otherwise message: String) -> Requirement {
    Requirement(
      "reports", "it is finished when its transfer has ended", otherwise: message,
      in: "undisturbed",
      given: .transferEnds, expect: [.flags(.finished, at: .settled("download"))])
  }

  static func notEarly(otherwise message: String) -> Requirement {
    Requirement(
      "not-early", "it is not finished before its transfer has ended", otherwise: message,
      in: "undisturbed",
      expect: [.flags(not: .finished, at: underWay)])
  }

  static func executing(otherwise message: String) -> Requirement {
    Requirement(
      "executing", "it is executing while its transfer runs", otherwise: message,
      in: "undisturbed", expect: [.flags(.executing, at: underWay)])
  }

  static func notExecuting(otherwise message: String) -> Requirement {
    Requirement(
      "not-executing", "it is not executing at the end", otherwise: message,
      in: "undisturbed",
      given: .transferEnds, expect: [.flags(not: .executing, at: .settled("download"))])
  }

  static func notBoth(otherwise message: String) -> Requirement {
    Requirement(
      "not-both", "when it posts a notification, it is not executing and finished at once",
      otherwise: message, in: "undisturbed",
      expect: [
        .check("never both", at: .ended("transfer")) { run, _ in
          !run.all(.announced, of: "download")
            .contains { $0.state.isSuperset(of: [.executing, .finished]) }
        }
      ])
  }

  /// It posts a notification after each change of `isExecuting`, or inherits it from a class that
  /// does.
  static func announcesExecuting(otherwise message: String) -> Requirement {
    Requirement(
      "announces-executing", "it posts both changes of isExecuting", otherwise: message,
      in: "undisturbed",
      expect: [
        .check("both are posted", at: .ended("transfer")) { run, end in
          let said = run.all(.announced, of: "download").filter { $0.event.key == "isExecuting" }
          return run.all(.noted, of: "download").contains {
            $0.mark == SceneTools.inheritsExecuting
          }
            || said.contains { $0.seq < end[0].seq && $0.state.contains(.executing) }
              && said.contains { $0.seq > end[0].seq && !$0.state.contains(.executing) }
        }
      ])
  }

  /// Each change comes between `willChangeValue` and `didChangeValue`, and both leave its lock free.
  static func changesBetween(otherwise message: String) -> Requirement {
    Requirement(
      "between", "each value changes between willChangeValue and didChangeValue",
      otherwise: message, in: "read-around-changes",
      expect: [SceneTools.announcesHalf, SceneTools.announcesNothing].map {
        .unmarked($0, by: "download", at: .ended("transfer"))
      })
  }

  /// Its lock is free when it posts.
  static func unlocked(otherwise message: String) -> Requirement {
    Requirement(
      "unlocked", "other threads can read its state while it posts isFinished",
      otherwise: message, in: "read-around-changes",
      expect: [.unmarked(SceneTools.lockedOut, by: "download", at: .ended("transfer"))])
  }

  static func returns(otherwise message: String) -> Requirement {
    Requirement(
      "returns", "start() returns while the transfer runs", otherwise: message,
      in: "by-hand", expect: [.comes(.returned(from: "start()"), before: .ended("transfer"))])
  }

  static func announces(otherwise message: String) -> Requirement {
    Requirement(
      "announces", "its queue gets the notification and starts the next", otherwise: message,
      in: "undisturbed", given: [.added("next", to: "downloads", width: 1)] + .transferEnds,
      expect: [.happens(.began("next"))])
  }

  static func waitsItsTurn(otherwise message: String) -> Requirement {
    Requirement(
      "waits-its-turn", "if it is cancelled in the queue, it is not finished before it starts",
      otherwise: message,
      in: "cancelled-in-line", given: [.added("download", to: "downloads", width: 1)],
      expect: [.flags(not: .finished, at: onceCancelled)])
  }

  static func leaves(otherwise message: String) -> Requirement {
    Requirement(
      "leaves", "cancelled in line, it is finished when its turn has come", otherwise: message,
      in: "cancelled-in-line", given: .isCancelled + [.happens(.ended("first"))],
      expect: .freesItsSlot)
  }

  static func noWork(otherwise message: String) -> Requirement {
    Requirement(
      "no-work", "cancelled in line, it does none of its work", otherwise: message,
      in: "cancelled-in-line", given: .isCancelled,
      expect: [.never(.began("transfer"), until: .settled("download"))])
  }

  static func stopsAtOnce(otherwise message: String) -> Requirement {
    Requirement(
      "stops-at-once", "cancelled at work, it is finished without waiting for the transfer",
      otherwise: message, in: "cancelled-at-work", given: [.happens(.began("transfer"))],
      expect: [.flags(.finished, at: onceCancelled)])
  }

  static func endsCancelled(otherwise message: String) -> Requirement {
    Requirement(
      "ends-cancelled", "cancelled at work, it is finished in the end, and the next one runs",
      otherwise: message, in: "cancelled-at-work", given: .isCancelled, expect: .freesItsSlot)
  }

  /// - Parameter call: what starts the transfer.
  static func endsAtOnce(in call: String = "begin") -> Requirement {
    Requirement(
      "ends-at-once", "it is finished if its transfer ends inside the call that starts it",
      otherwise:
        "It is right if its transfer takes a while. But if \(call) calls its closure before "
        + "it returns, it is not finished, or the next one never starts.", in: "ended-at-once",
      given: [.happens(.ended("transfer"))],
      expect: .freesItsSlot)
  }

  static func endsInEachOrder(otherwise message: String) -> Requirement {
    Requirement(
      "ends-in-each-order", "cancelled at any step of start(), it is finished in the end",
      otherwise: message, in: "cancelled-at-any-step-then-ends",
      given: [.happens(.cancelled("download"))],
      expect: [.flags(.finished, at: .settled("download"))])
  }

  /// - Parameter givesUp: whether its transfer is to be given up, too.
  static func losesNoCancel(givesUp: Bool = false, otherwise message: String) -> Requirement {
    Requirement(
      "loses-no-cancel", "cancelled at any step of start(), it is finished", otherwise: message,
      in: "cancelled-at-any-step", given: [.happens(.cancelled("download"))],
      expect: [.flags(.finished, at: .settled("download"))] + (givesUp ? [.leavesNoTransfer] : []))
  }
}

extension Trace.Condition {
  /// A transfer that has begun was cancelled.
  static var leavesNoTransfer: Self {
    .any(.count(0, of: "transfer"), .comes(.marked(StagedTransfer.givenUp, by: "transfer")))
  }
}

// What counts of an operation in each world.
extension Look {
  static func life(_ world: World) -> [Look] {
    // After a failure it may try again, and where threads meet, the cancellation may come first.
    let isOpen = world.has(.fails) || world.isExplored && !world.has(.startedByTwo)
    return (isOpen ? [] : [.begins("transfer")]) + [.finishes()]
      + (world.isExplored || world.has(.byHand) ? [] : [.begins("next")])
      + (world.isExplored || world.isCancelled
        ? [] : [.keepsItsSlot] + (world.has(.endsAtOnce) ? [] : [.notEarly()]))
  }

  /// Whether the next one waits for its transfer.
  private static let keepsItsSlot = isSo(
    "next begins when the transfer has ended", "next begins before the transfer has ended",
    .order(.ended("transfer"), .began("next")))

  /// Whether it is not finished before that.
  static func notEarly(after event: Trace.Moment = .began("transfer")) -> Look {
    isSo(
      "download is not finished before its transfer has ended",
      "download is finished before its transfer has ended",
      .flags(not: .finished, at: .settled("download", after: event)))
  }

  /// Whether it finishes when it is cancelled.
  static func atOnce(_ world: World) -> [Look] {
    guard world.isAtWork else { return [] }
    return [
      .isSo(
        "download is finished when cancel() has returned",
        "download is not finished when cancel() has returned",
        .flags(.finished, at: .settled("download", after: .cancelled("download"))))
    ]
  }

  /// Whether its transfer is given up.
  static func givingUp(_ world: World) -> [Look] { world.isAtWork ? [.isGivenUp()] : [] }

  /// Whether it is as it must be before it starts.
  static let fresh = isSo(
    "a new one is neither executing nor finished", "a new one is executing or finished",
    .flags(not: [.executing, .finished], at: .observed("download")))
}

extension World {
  /// Whether it is cancelled before its end.
  fileprivate var isCancelled: Bool {
    has(.cancelledInLine, .cancelledAtWork, .cancelledTwice, .cancelledAsItBegins)
  }

  /// Whether it is cancelled while its transfer is under way.
  fileprivate var isAtWork: Bool {
    has(.cancelledAtWork, .cancelledTwice, .cancelledAsItBegins) && !has(.endsAtOnce)
  }
}
