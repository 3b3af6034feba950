import Foundation

/// The picture loader of SDWebImage, as article C describes it, in parts; right and wrong.
enum PictureLoading {
  // snippet: disk
  /// The disk of a picture loader: one serial queue, and a token that each block asks first.
  class Disk: @unchecked Sendable {
    private let bench: Bench
    let queue = DispatchQueue(label: "lab.lesson.disk")

    init(_ bench: Bench) { self.bench = bench }

    /// Looks for a picture, unless somebody cancels the token before.
    final func look(
      _ name: String, unless token: Operation, _ body: @escaping @Sendable () -> Void
    ) {
      let log = bench.log(name)
      give { [self] in
        guard !isDropped(token) else { return }
        log.during(body)
      }
    }

    func give(_ block: @escaping @Sendable () -> Void) { queue.async(execute: block) }
    func isDropped(_ token: Operation) -> Bool { token.isCancelled }
  }
  // end snippet

  // snippet: waiting
  /// BROKEN ON PURPOSE: the caller's thread does the looking, or at least waits for it.
  final class WaitingDisk: Disk, @unchecked Sendable {
    override func give(_ block: @escaping @Sendable () -> Void) { queue.sync(execute: block) }
  }
  // end snippet

  // snippet: crowded
  /// BROKEN ON PURPOSE: each look has a queue to itself, so that none waits for another.
  final class CrowdedDisk: Disk, @unchecked Sendable {
    override func give(_ block: @escaping @Sendable () -> Void) {
      DispatchQueue(label: "lab.lesson.look").async(execute: block)
    }
  }
  // end snippet

  // snippet: deaf
  /// BROKEN ON PURPOSE: holds the token and does not ask it.
  final class DeafDisk: Disk, @unchecked Sendable {
    override func isDropped(_ token: Operation) -> Bool { false }
  }
  // end snippet
}

// What the disks are put to.
extension PictureLoading {
  static let diskPrograms = [
    returnsFirst, keepsCaller, oneAtATime, twoAtATime, asksToken, forgetsToken,
  ]

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
  private static func lookSlowly(_ bench: Bench, _ disk: Disk) {
    let caller = bench.log("caller")
    let hasGoneOn = bench.gate("the caller has gone on", isTraced: false)
    caller(.noted, note: "asks the disk")
    disk.look("look", unless: token(bench)) {
      if !hasGoneOn.waitUnlessQuiet() {
        bench.log("look")(.noted, note: "the caller does not go on")
      }
    }
    caller(.noted, note: "goes on")
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
  private static func lookTwice(_ bench: Bench, _ disk: Disk) {
    let secondHasBegun = bench.gate("the second look has begun", isTraced: false)
    let token = token(bench)
    disk.look("look 1", unless: token) {
      let isAlone = !secondHasBegun.waitUnlessQuiet()
      bench.log("look 1")(.noted, note: isAlone ? "the second does not begin" : "meets the second")
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
  private static func cancelWaiting(_ bench: Bench, _ disk: Disk) {
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
  private static func token(_ bench: Bench) -> Operation {
    bench.watch(Operation().named("token"))
  }
}
