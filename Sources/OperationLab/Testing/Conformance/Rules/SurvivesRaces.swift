import Foundation
import OperationBench
import OperationLab

extension Rule {
  /// Orders decide it: see ``RuleFinding/onOrders(_:)``. Lives do only under the thread sanitizer,
  /// which sees no race where one thread runs at a time. Apart from that, they show only what
  /// happens: the process ends, or a completion block runs twice.
  ///
  /// They avoid misuse that crashes Foundation. No two of the operations share a queue, and none is
  /// added to a queue by two threads or started twice.
  package static let survivesRaces = Rule(
    "survives-races", ways: [postsAgain], endings: .breaksRule,
    inSole: [.racedByHand, .raced]
  ) { _, run in
    let began = try run.first(.began, of: lives)
    if let fault = run.all(.observed, of: Life.subject).first, let mark = fault.mark {
      return .broken(.life(mark), [began, fault])
    }
    if let late = run.all(.timedOut, of: lives).first {
      guard late.mark == neverEnds else { return .undecided(isUnderWay, [began]) }
      let why: Ruling.Reason = "one of them never finished, and nothing waits for a time"
      return .deferred(why, fault: why, [late])
    }
    return .holds(
      "by chance it finished once each time", [began, try run.first(.ended, of: lives)])
  }

  fileprivate static let lives = "lives"
  fileprivate static let neverEnds: Event.Mark = "it never finishes"
  private static let isUnderWay: Ruling.Reason = """
    an operation was still under way when the time was up, which need not be wrong: it may wait by a \
    clock. Make it wait for less in --make EXPR, and check again
    """

  static let postsAgain = Way("posts-again")
}

extension SoleScene {
  /// Lets three threads start, cancel and end one operation after the other. Each life begins with
  /// another thread.
  func liveOftenAtOnce() {
    let log = bench.log(Rule.lives)
    log(.began)
    let workers = (0..<3).map { _ in bench.worker() }
    var tallies: [CancelRace.Tally] = []
    for round in 0..<200 {
      let race = CancelRace(isQueued: life.start == .raced, make: subject.make)
      let parts = [race.start, race.cancel, race.end]
      for (place, worker) in workers.enumerated() { worker.async(parts[(place + round) % 3]) }
      tallies.append(race.tally)
      if !wait(until: { race.looksOver && bench.ask { race.saysOver } == true }) {
        let isStill = awaitSilence(until: { race.looksOver }) && !Platform.waitsForTime()
        log(.timedOut, nil, isStill && !race.looksOver ? .mark(Rule.neverEnds) : nil)
        break
      }
    }
    // The second run of a completion block may come late.
    if let fault = tallies.lazy.compactMap(\.repetition).first {
      bench.recorder.record(.observed, Life.subject, .mark(fault))
    }
    log(.ended)
  }
}
