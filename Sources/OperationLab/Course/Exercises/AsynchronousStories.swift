import Foundation
import OperationLab
import OperationTesting

/// What happens to an asynchronous operation of a learner's: the scenes that several lessons share.
enum AsynchronousStories {
  typealias Transfers = Scenes<Stage.Begin, Operation>

  /// The operation, with another one behind it that needs its slot; the transfer ends once
  /// everything has come to rest.
  static let alone = Transfers.Scene("alone") { bench, make in
    let transfer = StagedTransfer(bench)
    let queue = bench.queue("downloads", width: 1)
    queue.addOperation(bench.cast(make(transfer.begin), as: "download"))
    queue.addOperation(bench.block("next"))
    bench.settle()
    transfer.end()
  }

  /// Cancelled while another operation has the only slot; then its turn comes.
  static let cancelledInLine = Transfers.Scene("cancelled-in-line") { bench, make in
    let transfer = StagedTransfer(bench)
    let queue = bench.queue("downloads", width: 1)
    let mayEnd = bench.gate("first may end", isTraced: false)
    let download = bench.cast(make(transfer.begin), as: "download")
    queue.addOperation(bench.block("first") { mayEnd.wait() })
    queue.addOperation(download)
    queue.addOperation(bench.block("next"))
    bench.settle()
    bench.cancel(download, "download")
    bench.settle()
    mayEnd.open()
    bench.settle()
    transfer.end()
  }

  /// Cancelled while its transfer is under way; the transfer ends later.
  static let cancelledAtWork = Transfers.Scene("cancelled-at-work") { bench, make in
    let transfer = StagedTransfer(bench)
    let queue = bench.queue("downloads", width: 1)
    let download = bench.cast(make(transfer.begin), as: "download")
    queue.addOperation(download)
    queue.addOperation(bench.block("next"))
    bench.settle()
    bench.cancel(download, "download")
    bench.settle()
    transfer.end()
  }

  /// Started by hand.
  static let byHand = Transfers.Scene("by-hand") { bench, make in
    let transfer = StagedTransfer(bench)
    let download = bench.cast(make(transfer.begin), as: "download")
    bench.elsewhere { bench.calling { download.start() } }
    bench.settle()
    transfer.end()
  }
}

extension Judgement {
  /// The first that is not confirmed; if all are, all of them.
  static func all(_ judgements: [Judgement]) -> Judgement {
    judgements.first { $0.verdict != .confirmed }
      ?? Judgement(.confirmed, "so in all cases", judgements.flatMap(\.evidence))
  }
}

extension Run {
  /// Confirmed if the subject is finished in the end, and the next operation has its slot.
  func frees(_ subject: String) throws -> Judgement {
    try .all([finishes(subject), happens(.began, "next")])
  }

  /// Confirmed if the subject has recorded exactly that mark, once.
  func says(_ mark: Event.Mark, _ subject: String) throws -> Judgement {
    let found = all(.noted, of: subject)
    return .confirmed(
      if: found.map(\.mark) == [mark], "as it is", otherwise: "otherwise",
      found.isEmpty ? [try rest()] : found)
  }
}

extension Requirement {
  /// The same must be so in the runs of several scenes.
  init(
    _ id: String, _ statement: String, in scenes: [String], otherwise message: String,
    judge: @escaping @Sendable (Run) throws -> Judgement
  ) {
    self.init(id, statement, otherwise: message) { runs in
      .all(try scenes.map { try judge(runs[$0]) })
    }
  }
}

// What is required in these scenes.
extension Requirement {
  /// The transfer is set going when nobody cancels.
  static func works(otherwise message: String) -> Requirement {
    Requirement("works", "its transfer is set going", otherwise: message) {
      try $0["alone"].happens(.began, "transfer")
    }
  }

  /// It is finished once its transfer is over.
  static func reports(otherwise message: String) -> Requirement {
    Requirement("reports", "it is finished once its transfer is over", otherwise: message) {
      let run = try $0["alone"]
      _ = try run.first(.ended, of: "transfer")
      return try run.finishes("download")
    }
  }

  /// It is not finished while its transfer is under way.
  static func notEarly(otherwise message: String) -> Requirement {
    Requirement("not-early", "it is not finished before its transfer is", otherwise: message) {
      let run = try $0["alone"]
      return try run.state(
        of: "download", after: run.first(.began, of: "transfer"), has: .finished, false)
    }
  }

  /// It answers executing while its transfer is under way.
  static func executing(otherwise message: String) -> Requirement {
    Requirement("executing", "it is executing while its transfer is", otherwise: message) {
      let run = try $0["alone"]
      return try run.state(
        of: "download", after: run.first(.began, of: "transfer"), has: .executing)
    }
  }

  /// It does not answer executing any more in the end.
  static func notExecuting(otherwise message: String) -> Requirement {
    Requirement("not-executing", "it is not executing any more in the end", otherwise: message) {
      let run = try $0["alone"]
      return try run.state(
        of: "download", after: run.first(.ended, of: "transfer"), has: .executing, false)
    }
  }

  /// It posts notifications when it begins and when it stops to be executing.
  static func announcesExecuting(otherwise message: String) -> Requirement {
    Requirement(
      "announces-executing", "both changes of isExecuting are announced", otherwise: message
    ) {
      let run = try $0["alone"]
      let end = try run.first(.ended, of: "transfer")
      let own = run.all(.noted, of: "download").filter { $0.mark == Stage.announcesItself }
      let said = run.all(.announced, of: "download").filter { $0.event.key == "isExecuting" }
      let begins = said.contains { $0.seq < end.seq && $0.state.contains(.executing) }
      let ends = said.contains { $0.seq > end.seq && !$0.state.contains(.executing) }
      return .confirmed(
        if: !own.isEmpty || begins && ends, "both were announced",
        otherwise: begins ? "not at the end" : "not at the beginning", own + said + [end])
    }
  }

  /// When it announces its end, it is not executing any more.
  static func notBoth(otherwise message: String) -> Requirement {
    Requirement("not-both", "it is never executing and finished at once", otherwise: message) {
      let run = try $0["alone"]
      let end = try run.first(.ended, of: "transfer")
      let both = run.all(.announced, of: "download").first {
        $0.state.isSuperset(of: [.executing, .finished])
      }
      return .confirmed(
        if: both == nil, "never both", otherwise: "both", [end] + [both].compactMap { $0 })
    }
  }

  /// Its `start()` returns while the transfer is under way.
  static func returns(otherwise message: String) -> Requirement {
    Requirement("returns", "start() returns while the transfer is under way", otherwise: message) {
      try $0["by-hand"].order(.returned, Stage.learner, before: .ended, "transfer")
    }
  }

  /// The queue hears of the end and starts the next.
  static func announces(otherwise message: String) -> Requirement {
    Requirement("announces", "the queue hears of its end and starts the next", otherwise: message) {
      let run = try $0["alone"]
      try run.enqueued("next", in: "downloads", width: 1)
      _ = try run.first(.ended, of: "transfer")
      return try run.happens(.began, "next")
    }
  }

  /// Cancelled in its queue, it stays there, unfinished, until it is started.
  static func waitsItsTurn(otherwise message: String) -> Requirement {
    Requirement(
      "waits-its-turn", "cancelled in line, it is not finished before its turn", otherwise: message
    ) {
      let run = try $0["cancelled-in-line"]
      try run.enqueued("download", in: "downloads", width: 1)
      return try run.state(
        of: "download", after: run.first(.cancelled, of: "download"), has: .finished, false)
    }
  }

  /// Cancelled in line, it is finished when its turn has come.
  static func leaves(otherwise message: String) -> Requirement {
    Requirement(
      "leaves", "cancelled in line, it is finished when its turn has come", otherwise: message
    ) {
      let run = try $0["cancelled-in-line"]
      _ = try run.first(.cancelled, of: "download")
      _ = try run.first(.ended, of: "first")
      return try run.frees("download")
    }
  }

  /// Cancelled in line, it does none of its work.
  static func noWork(otherwise message: String) -> Requirement {
    Requirement("no-work", "cancelled in line, it does none of its work", otherwise: message) {
      let run = try $0["cancelled-in-line"]
      _ = try run.first(.cancelled, of: "download")
      return try run.never(.began, "transfer")
    }
  }

  /// Cancelled at work, it is finished without waiting for the transfer.
  static func stopsAtOnce(otherwise message: String) -> Requirement {
    Requirement(
      "stops-at-once", "cancelled at work, it is finished without waiting for the transfer",
      otherwise: message
    ) {
      let run = try $0["cancelled-at-work"]
      _ = try run.first(.began, of: "transfer")
      let cancelled = try run.first(.cancelled, of: "download")
      return try run.state(of: "download", after: cancelled, has: .finished)
    }
  }

  /// Cancelled at work, it ends, and its slot is free.
  static func endsCancelled(otherwise message: String) -> Requirement {
    Requirement(
      "ends-cancelled", "cancelled at work, it is finished in the end, and the next one runs",
      otherwise: message
    ) {
      let run = try $0["cancelled-at-work"]
      _ = try run.first(.cancelled, of: "download")
      return try run.frees("download")
    }
  }
}
