import Foundation
import OperationLab
import OperationBench

extension Scenes where Output == Operation {
  /// All that happens to an asynchronous operation. An exercise has those scenes that its requirements name.
  ///
  /// - Parameters:
  ///   - own: scenes besides these, or in place of those of the same names.
  ///   - give: what the learner's class is given.
  static func world(_ own: Scene..., of give: @escaping Scene.Give) -> Self {
    let all: [Scene] = [
      .undisturbed(give), .byHand(give), .cancelledInLine(give), .cancelledAtWork(give),
      .endedAtOnce(give), .cancelledAtAnyStep(give), .cancelledAtAnyStep(thenEnds: true, give),
      .readAroundChanges(give),
    ]
    return Self(own + all.filter { scene in !own.contains { $0.name == scene.name } })
  }
}

// What happens to an asynchronous operation of a learner's: the scenes that several lessons share.
extension Scenes.Scene where Output == Operation {
  typealias Give = @Sendable (Bench, StagedTransfer) -> Input

  /// The operation is in a queue of width 1. Another one is behind it, and perhaps one before it.
  init(
    _ name: String, _ give: @escaping Give, behind first: String? = nil,
    _ body:
      @escaping @Sendable (Bench, StagedTransfer, _ download: Operation, _ first: Gate) -> Void
  ) {
    self.init(name) { bench, make in
      let transfer = StagedTransfer(bench, of: "download")
      let download = bench.register(make(give(bench, transfer)), as: "download")
      let mayEnd = bench.gate("first may end", isTraced: false)
      let queue = bench.queue("downloads", width: 1)
      if let first { queue.addOperation(bench.block(first) { mayEnd.wait() }) }
      queue.addOperation(download)
      queue.addOperation(bench.block("next"))
      bench.settle()
      body(bench, transfer, download, mayEnd)
    }
  }

  /// The transfer ends when nothing else can happen. If the operation tries again, so does the next.
  ///
  /// - Parameter notesClass: whether to record the operation's class, for a message about it.
  static func undisturbed(
    as name: String = "undisturbed", well isWell: Bool = true, notesClass: Bool = false,
    _ give: @escaping Give
  ) -> Self {
    Self(name, give) { bench, transfer, download, _ in
      if notesClass { bench.observeIsAsynchronous(download, as: "download") }
      transfer.end(well: isWell)
    }
  }

  /// Cancelled while another operation has the only slot. Then its turn comes.
  fileprivate static func cancelledInLine(_ give: @escaping Give) -> Self {
    Self("cancelled-in-line", give, behind: "first") { bench, transfer, download, mayEnd in
      bench.cancel(download, "download")
      bench.settle()
      mayEnd.open()
      bench.settle()
      transfer.end()
    }
  }

  /// Cancelled while its transfer is under way. The transfer ends later.
  fileprivate static func cancelledAtWork(_ give: @escaping Give) -> Self {
    Self("cancelled-at-work", give) { bench, transfer, download, _ in
      bench.cancel(download, "download")
      bench.settle()
      transfer.answer()
    }
  }

  /// Its transfer ends inside the call that starts it.
  fileprivate static func endedAtOnce(_ give: @escaping Give) -> Self {
    Self("ended-at-once") { bench, make in
      let transfer = StagedTransfer(bench, of: "download", answers: .atOnce(well: true))
      let download = bench.register(make(give(bench, transfer)), as: "download")
      let queue = bench.queue("downloads", width: 1)
      queue.addOperation(download)
      queue.addOperation(bench.block("next"))
      bench.settle()
    }
  }

  /// At each change another thread reads the property, before it and after it.
  fileprivate static func readAroundChanges(_ give: @escaping Give) -> Self {
    let give: Give = { bench, transfer in
      LearnersClock.askWhenAnnounced(andBefore: true)
      return give(bench, transfer)
    }
    return Self("read-around-changes", give) { _, transfer, _, _ in transfer.end() }
  }

  /// Two threads start it and cancel it. Its transfer is silent until all is quiet, or for good.
  fileprivate static func cancelledAtAnyStep(thenEnds: Bool = false, _ give: @escaping Give) -> Self
  {
    let name = "cancelled-at-any-step" + (thenEnds ? "-then-ends" : "")
    return Self(name, isExplored: true) { bench, make in
      let meeting = LearnersClock.isSanitized ? Meeting() : nil
      let transfer = StagedTransfer(bench, meeting: meeting)
      bench.inOrders(
        sharing: { bench.register(make(give(bench, transfer)), as: "download") }, of: { $0 },
        { $0.start() },
        { download in
          let cancel = { bench.cancel(download, "download") }
          if let meeting { meeting.act(cancel) } else { cancel() }
        })
      if thenEnds {
        transfer.end()
        bench.settle()
      }
    }
  }

  /// Started by hand.
  fileprivate static func byHand(_ give: @escaping Give) -> Self {
    Self("by-hand") { bench, make in
      let transfer = StagedTransfer(bench, of: "download")
      let download = bench.register(make(give(bench, transfer)), as: "download")
      bench.elsewhere { bench.calling("start()") { download.start() } }
      bench.settle()
      transfer.end()
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
