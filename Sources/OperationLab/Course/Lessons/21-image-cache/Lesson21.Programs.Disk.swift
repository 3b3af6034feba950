import Foundation
import OperationTesting

/// The picture loader of SDWebImage, as article C describes it, in parts; right and wrong.
extension Lesson21 {
  static let returnsFirst = Program(
    "returns-first", role: .fixed,
    "A slow look on disk, which is not over before the caller has gone on."
  ) { bench in
    lookSlowly(bench, Disk(bench))
  }

  static let keepsCaller = Program(
    "keeps-caller", role: .broken, "The same, and the caller waits for the disk's queue."
  ) { bench in
    lookSlowly(bench, WaitingDisk(bench))
  }

  // snippet: slowly
  static func lookSlowly(_ bench: Bench, _ disk: Disk) {
    let hasGoneOn = bench.gate("the caller has gone on", isTraced: false)
    bench.log("caller").during {
      disk.look("look", unless: token(bench)) {
        bench.log("disk")(lookIs(inQueue: disk.runsCaller))
        let goesOn = hasGoneOn.waitUnlessQuiet()
        bench.log("look")(callerGoesOn(goesOn))
      }
    }
    hasGoneOn.open()
  }
  // end snippet

  static let oneAtATime = Program(
    "one-at-a-time", role: .fixed, "Two looks; the first is not over before the second has begun."
  ) { bench in
    lookTwice(bench, Disk(bench))
  }

  static let twoAtATime = Program(
    "two-at-a-time", role: .broken, "The same, with a queue for each look."
  ) { bench in
    lookTwice(bench, CrowdedDisk(bench))
  }

  // snippet: twice
  static func lookTwice(_ bench: Bench, _ disk: Disk) {
    let secondHasBegun = bench.gate("the second look has begun", isTraced: false)
    let token = token(bench)
    disk.look("look 1", unless: token) {
      let isAlone = !secondHasBegun.waitUnlessQuiet()
      bench.log("look 1")(isAlone ? secondDoesNotBegin : meetsSecond)
    }
    disk.look("look 2", unless: token) { secondHasBegun.open() }
  }
  // end snippet

  static let asksToken = Program(
    "asks-token", role: .fixed, "The second of two looks is cancelled while it waits for the first."
  ) { bench in
    cancelWaiting(bench, Disk(bench))
  }

  static let forgetsToken = Program(
    "forgets-token", role: .broken, "The same, and the block does not look at its token."
  ) { bench in
    cancelWaiting(bench, DeafDisk(bench))
  }

  // snippet: waiting-look
  static func cancelWaiting(_ bench: Bench, _ disk: Disk) {
    let isBusy = bench.gate("the disk is busy", isTraced: false)
    let mayEnd = bench.gate("the first look may end", isTraced: false)
    let token = token(bench)
    disk.look("look 1", unless: Operation()) {
      isBusy.open()
      mayEnd.wait()
    }
    disk.look("look 2", unless: token) {}
    isBusy.wait()
    token.cancel()
    bench.log("token")(.cancelled, token)
    mayEnd.open()
  }
  // end snippet

  /// A bare operation, which nobody starts.
  static func token(_ bench: Bench) -> Operation {
    let token = bench.watch(Operation().named("token"))
    bench.observeIsAsynchronous(token, as: "token")
    return token
  }
}
