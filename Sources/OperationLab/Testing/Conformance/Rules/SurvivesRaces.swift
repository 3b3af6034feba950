extension Rule {
  /// Orders decide it: see ``Ruling/weighing(_:)``. The trials only add faults that are found by
  /// chance.
  ///
  /// The races avoid misuse that crashes Foundation. No two lives share a queue, and no operation
  /// is added to a queue by two threads or started twice.
  package static let survivesRaces = Rule(
    "survives-races",
    "It finishes, once, in whatever order start, cancel and the end of its work meet.",
    cost: """
      Once in a thousand times, on another person's device, the app hangs, and no log says why.
      """,
    cure: oneState,
    lesson: 15, ways: [endsTheApp, postsAgain],
    endings: .ignore, method: .orders,
    trials: [
      Trial(
        "by-hand", "Many times, it is started by hand, cancelled and ended by three threads.",
        needsOwnProcess: true
      ) {
        Race($0, isQueued: false).run()
      },
      Trial("queued", "The same; a queue starts it.", needsOwnProcess: true) {
        Race($0, isQueued: true).run()
      },
    ]
  ) { runs in
    var evidence: [Evidence] = []
    var counts: [String] = []
    var underWay: Ruling?
    for trial in ["by-hand", "queued"] {
      let run = try runs[trial]
      let began = try run.first(.began, of: Race.subject)
      let notes = run.all(.noted, of: Race.subject)
      // Another rule covers a fault without a race.
      if let fault = notes.first(where: { $0.mark.map(Race.isCalmFault) == true }) {
        return .leaving(
          Ruling.withoutRace, fault: fault.mark.map { .race(trial: trial, $0) } ?? "",
          [began, fault], way: fault.mark?.marks.first.flatMap { RaceLife.way(of: $0, fault.state) }
        )
      }
      if let fault = run.all(.observed, of: TrialBench.subjectName).first, let mark = fault.mark {
        return Ruling(.broken, .race(trial: trial, mark), [began, fault])
      }
      let isCalm = run.has(Race.calm, of: Race.subject)
      if run.hasDied, let violent = run.violentEnding, let ending = violent.ending {
        guard isCalm else {
          return .leaving(Ruling.withoutRace, fault: violent.reason, [began])
        }
        let last = try run.last(.noted, of: Race.subject)
        var ruling = Ruling(
          .broken, .endingInRace(ending, last: last.mark ?? Race.calm),
          [began, last] + violent.evidence)
        ruling.way = endsTheApp
        return ruling
      }
      guard isCalm, let end = run.all(.ended, of: Race.subject).first else {
        underWay = underWay ?? Ruling(.undecided, .underWay(trial: trial), [began])
        continue
      }
      evidence += [began, end]
      counts.append("\(end.note) \(trial == "queued" ? "in a queue" : "by hand")")
    }
    return underWay
      ?? Ruling(
        .holds, "by chance it finished once in \(counts.joined(separator: " and "))",
        evidence)
  }

  private static let oneState = """
    Keep one state under one lock. Let every change go through one function that looks and changes \
    under that lock, and posts the notifications after releasing it.
    """
  private static let endsTheApp = Way(
    cost: "Once in a thousand times, on another person's device, the app ends.",
    cure: """
      Look at the line where the process ended, and at what another thread may do at the same moment. \
      \(oneState)
      """)
  static let postsAgain = Way(
    cost: """
      A queue does not mind. Observers get the end twice, and if the code that ends it ran twice, so \
      did all that it does.
      """,
    cure: """
      Ask and change the state under one lock, and post only if that has changed it.
      """)
}
