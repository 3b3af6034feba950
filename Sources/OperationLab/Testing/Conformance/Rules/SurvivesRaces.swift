import Foundation
import OperationBench
import OperationLab

extension Rule {
  /// Orders decide it: see ``RuleFinding/onOrders(_:)``. The trials run only under the thread sanitizer,
  /// which sees no race where one thread runs at a time. Apart from that, they show only what
  /// happens: the process ends, or a completion block runs twice.
  ///
  /// The trials avoid misuse that crashes Foundation. No two lives share a queue, and no operation
  /// is added to a queue by two threads or started twice.
  package static let survivesRaces = Rule(
    "survives-races", ways: [postsAgain], method: .orders,
    trials: [
      Trial(
        "by-hand", "Many times, it is started by hand, cancelled and ended by three threads."
      ) { $0.liveOftenAtOnce(isQueued: false) },
      Trial("queued", "The same; a queue starts it.") {
        $0.liveOftenAtOnce(isQueued: true)
      },
    ]
  ) { runs in
    var evidence: [Evidence] = []
    for trial in ["by-hand", "queued"] {
      let run = try runs[trial]
      evidence.append(try run.first(.began, of: lives))
      if let fault = run.all(.observed, of: TrialBench.subjectName).first, let mark = fault.mark {
        return .broken(.life(mark), [evidence[evidence.count - 1], fault])
      }
      if let late = run.all(.timedOut, of: lives).first {
        if late.mark == neverEnds {
          let why: Ruling.Reason = "one of them never finished, and nothing waits for a time"
          return .deferred(why, fault: why, [late])
        }
        return .undecided(isUnderWay, evidence)
      }
      evidence.append(try run.first(.ended, of: lives))
    }
    return .holds("by chance it finished once each time", evidence)
  }

  fileprivate static let lives = "lives"
  fileprivate static let neverEnds: Event.Mark = "it never finishes"
  private static let isUnderWay: Ruling.Reason = """
    an operation was still under way when the time was up, which need not be wrong: it may wait by a \
    clock. Make it wait for less in --make EXPR, and check again
    """

  static let postsAgain = Way("posts-again")
}

extension TrialBench {
  /// Lets three threads start, cancel and end one operation after the other. Each life begins with
  /// another thread.
  fileprivate func liveOftenAtOnce(isQueued: Bool) {
    let log = bench.log(Rule.lives)
    log(.began)
    let workers = (0..<3).map { _ in bench.worker() }
    var tallies: [CancelRace.Tally] = []
    for round in 0..<200 {
      let life = CancelRace(isQueued: isQueued, make: subject.make)
      let parts = [life.start, life.cancel, life.end]
      for (place, worker) in workers.enumerated() { worker.async(parts[(place + round) % 3]) }
      tallies.append(life.tally)
      if !wait(until: { life.looksOver && bench.ask { life.saysOver } == true }) {
        let isStill = awaitSilence(until: { life.looksOver }) && !Platform.waitsForTime()
        log(.timedOut, nil, isStill && !life.looksOver ? .mark(Rule.neverEnds) : nil)
        break
      }
    }
    // The second run of a completion block may come late.
    if let fault = tallies.lazy.compactMap(\.repetition).first {
      bench.recorder.record(.observed, Self.subjectName, .mark(fault))
    }
    log(.ended)
  }
}
